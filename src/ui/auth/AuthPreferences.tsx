import { useSelector } from '@xstate/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { THEMES } from '../../machines/shared/preferences.machine.ts';
import { useActorIf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';

/** Each language by its own name, whatever the language on the screen. */
const NAMES = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
] as const;
const ICONS = { light: Sun, dark: Moon, system: Monitor };
const WORDS = { light: 'bar.themeLight', dark: 'bar.themeDark', system: 'bar.themeSystem' };

/** Language and theme, before anybody has signed in. The theme button goes round: light, dark, system. */
export function AuthPreferences() {
  const t = useT();
  const preferences = useActorIf('preferences');
  const language = useSelector(preferences, (snapshot) => snapshot?.context.language ?? 'en');
  const theme = useSelector(preferences, (snapshot) => snapshot?.context.theme ?? 'system');
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <div className="gt-auth__preferences">
      <Segments
        label={t('bar.language')}
        hideLabel
        value={language}
        options={NAMES}
        onChange={(chosen) => preferences?.send({ type: 'language.chosen', language: chosen })}
      />
      <IconButton
        label={`${t('bar.theme')}: ${t(WORDS[theme])}`}
        icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => preferences?.send({ type: 'theme.chosen', theme: next })}
      />
    </div>
  );
}
