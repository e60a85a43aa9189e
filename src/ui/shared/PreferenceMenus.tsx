import { useSelector } from '@xstate/react';
import { Languages, Moon, Sun } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { THEMES, type preferencesMachine } from '../../machines/shared/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../machines/shared/preferences.selectors.ts';
import { useActorOf } from './actors.tsx';
import { useT } from './i18n/useT.ts';
import { Menu } from './kit/actions/Menu.tsx';
import { LANGUAGE_ITEMS, THEME_WORDS } from './preferenceWords.ts';
import { useShownTheme } from './styles/useShownTheme.ts';

const ICON = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Language and theme menus for visitors, who have no bar. */
export function SharedPreferences() {
  return <PreferenceMenus preferences={useActorOf('preferences')} />;
}

/** The same menus for any page; its actor stores the selection. */
export function PreferenceMenus({ preferences }: { preferences: ActorRefFrom<typeof preferencesMachine> }) {
  const t = useT();
  const language = useSelector(preferences, preferredLanguage);
  const theme = useSelector(preferences, preferredTheme);
  // as in the bar: the icon of the other theme
  const isDark = useShownTheme() === 'dark';
  return (
    <>
      <Menu
        look="icon"
        placement="bottom end"
        label={t('bar.language')}
        icon={<Languages {...ICON} />}
        items={LANGUAGE_ITEMS}
        selected={language}
        onChoose={(chosen) => preferences.send({ type: 'language.chosen', language: chosen })}
      />
      <Menu
        look="icon"
        placement="bottom end"
        label={t('bar.theme')}
        icon={isDark ? <Sun {...ICON} /> : <Moon {...ICON} />}
        items={THEMES.map((id) => ({ id, label: t(THEME_WORDS[id]) }))}
        selected={theme}
        onChoose={(chosen) => preferences.send({ type: 'theme.chosen', theme: chosen })}
      />
    </>
  );
}
