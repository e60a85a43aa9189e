import { useSelector } from '@xstate/react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { THEMES } from '../../machines/shared/preferences.machine.ts';
import { useActorIf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { LANGUAGE_OPTIONS, THEME_WORDS } from '../shared/preferenceWords.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** Language and theme on the log-in page. The theme button cycles through light, dark and system. */
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
        options={LANGUAGE_OPTIONS}
        onChange={(chosen) => preferences?.send({ type: 'language.chosen', language: chosen })}
      />
      <IconButton
        label={`${t('bar.theme')}: ${t(THEME_WORDS[theme])}`}
        icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        onPress={() => preferences?.send({ type: 'theme.chosen', theme: next })}
      />
    </div>
  );
}
