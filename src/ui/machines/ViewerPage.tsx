import { useSelector } from '@xstate/react';
import { Languages, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from 'xstate';
import { LANGUAGES, THEMES } from '../../machines/preferences.machine.ts';
import { preferredLanguage, preferredTheme } from '../../machines/preferences.selectors.ts';
import type { viewerMachine } from '../../machines/viewer.machine.ts';
import { useT } from '../i18n/useT.ts';
import { KitLocale } from '../kit/KitLocale.tsx';
import { Logo } from '../kit/Logo.tsx';
import { Menu } from '../kit/Menu.tsx';
import { Segments } from '../kit/Segments.tsx';
import { LANGUAGE_NAMES, THEME_WORDS } from '../shell/preferenceWords.ts';
import { useShownTheme } from '../styles/useShownTheme.ts';
import { ActorList } from './ActorList.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { Details } from './Details.tsx';
import { MachineList } from './MachineList.tsx';
import { SendDialog } from './SendDialog.tsx';
import { useViewerValue, ViewerProvider } from './viewerActor.tsx';
import './viewer.css';

/** The live statechart viewer: what runs, its chart with the states that are on, and what happened (docs/inspector.md). */
export function ViewerPage({ viewer }: { viewer: Actor<typeof viewerMachine> }) {
  return (
    <KitLocale>
      <ViewerProvider viewer={viewer}>
        <Layout />
        <SendDialog />
      </ViewerProvider>
    </KitLocale>
  );
}

type Part = 'list' | 'chart' | 'details';

function Layout() {
  const t = useT();
  // on a narrow page one of the three is seen at a time
  const [part, setPart] = useState<Part>('chart');
  return (
    <div className="gt-viewer" data-part={part}>
      <header className="gt-viewer__bar">
        <Logo />
        <h1>{t('viewer.title')}</h1>
        <div className="gt-viewer__preferences">
          <Preferences />
        </div>
        <div className="gt-viewer__parts">
          <Segments
            label={t('viewer.part')}
            hideLabel
            value={part}
            onChange={setPart}
            options={[
              { value: 'list', label: t('viewer.partList') },
              { value: 'chart', label: t('viewer.partChart') },
              { value: 'details', label: t('viewer.partDetails') },
            ]}
          />
        </div>
      </header>
      <nav className="gt-viewer__list" aria-label={t('viewer.title')}>
        <ActorList onChoose={() => setPart('chart')} />
        <MachineList onChoose={() => setPart('chart')} />
      </nav>
      <main className="gt-viewer__main">
        <ChartPanel />
      </main>
      <aside className="gt-viewer__details" aria-label={t('viewer.details')}>
        <Details />
      </aside>
    </div>
  );
}

const ICON = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Preferences() {
  const preferences = useViewerValue(({ children }) => children.preferences);
  return preferences === undefined ? null : <PreferenceMenus preferences={preferences} />;
}

type PreferencesActor = NonNullable<
  ReturnType<Actor<typeof viewerMachine>['getSnapshot']>['children']['preferences']
>;

function PreferenceMenus({ preferences }: { preferences: PreferencesActor }) {
  const t = useT();
  const language = useSelector(preferences, preferredLanguage);
  const theme = useSelector(preferences, preferredTheme);
  const isDark = useShownTheme() === 'dark';
  return (
    <>
      <Menu
        look="icon"
        placement="bottom end"
        label={t('bar.language')}
        icon={<Languages {...ICON} />}
        items={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
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
