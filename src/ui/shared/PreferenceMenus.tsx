import { useSelector } from '@xstate/react';
import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { THEMES, type preferencesMachine } from '../../machines/shared/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../machines/shared/preferences.selectors.ts';
import { useActorOf } from './actors.tsx';
import { useT } from './i18n/useT.ts';
import { Menu } from './kit/actions/Menu.tsx';
import { LANGUAGE_ITEMS, THEME_WORDS } from './preferenceWords.ts';
import { useShownTheme } from './styles/useShownTheme.ts';

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };

interface PreferenceMenusProps {
  /** The actor that stores the selection. */
  preferences: ActorRefFrom<typeof preferencesMachine>;
  inBar?: boolean;
}

/** Language and theme menus for visitors, who have no bar. */
export function SharedPreferences() {
  return <PreferenceMenus preferences={useActorOf('preferences')} />;
}

/** The same menus for the bar and for any page. */
export function PreferenceMenus({ preferences, inBar = false }: PreferenceMenusProps) {
  const t = useT();
  const language = useSelector(preferences, preferredLanguage);
  const theme = useSelector(preferences, preferredTheme);
  // the icon of the other theme, as in the design
  const OtherTheme = useShownTheme() === 'dark' ? Sun : Moon;
  const icon = { size: inBar ? 20 : 18, strokeWidth: 1.6, 'aria-hidden': true } as const;
  const placement = inBar ? 'right bottom' : 'bottom end';
  return (
    <>
      <Menu
        look="icon"
        placement={placement}
        label={t('bar.language')}
        icon={<Languages {...icon} />}
        items={LANGUAGE_ITEMS}
        selected={language}
        onChoose={(chosen) => preferences.send({ type: 'language.chosen', language: chosen })}
      />
      <Menu
        look="icon"
        placement={placement}
        label={t('bar.theme')}
        icon={<OtherTheme {...icon} />}
        items={THEMES.map((id) => {
          const Icon = THEME_ICONS[id];
          return { id, label: t(THEME_WORDS[id]), icon: inBar && <Icon size={16} strokeWidth={1.75} /> };
        })}
        selected={theme}
        onChoose={(chosen) => preferences.send({ type: 'theme.chosen', theme: chosen })}
      />
    </>
  );
}
