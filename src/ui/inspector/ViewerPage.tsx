import { useState } from 'react';
import type { Actor } from 'xstate';
import type { viewerMachine } from '../../machines/inspector/viewer.machine.ts';
import { useT } from '../shared/i18n/useT.ts';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Logo } from '../shared/kit/layout/Logo.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { PreferenceMenus } from '../shared/PreferenceMenus.tsx';
import { ActorList } from './ActorList.tsx';
import { ChartPanel } from './chart/ChartPanel.tsx';
import { Details } from './Details.tsx';
import { MachineList } from './MachineList.tsx';
import { SendDialog } from './SendDialog.tsx';
import { SequenceView } from './sequence/SequenceView.tsx';
import { useViewerValue, ViewerProvider } from './viewerActor.tsx';
import './viewer.css';

/** The live statechart viewer: running actors, the active states on a chart, the log (docs/inspector.md). */
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
  // narrow pages show one of the three parts at a time
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
        <Pictures />
      </main>
      <aside className="gt-viewer__details" aria-label={t('viewer.details')}>
        <Details />
      </aside>
    </div>
  );
}

type Picture = 'chart' | 'sequence';

/** The chosen machine's chart, or who told whom. */
function Pictures() {
  const t = useT();
  const [picture, setPicture] = useState<Picture>('chart');
  return (
    <div className="gt-viewer__pictures">
      <div className="gt-viewer__picture">
        <Segments
          label={t('viewer.picture')}
          hideLabel
          value={picture}
          onChange={setPicture}
          options={[
            { value: 'chart', label: t('viewer.partChart') },
            { value: 'sequence', label: t('viewer.sequence') },
          ]}
        />
      </div>
      {picture === 'chart' ? <ChartPanel /> : <SequenceView />}
    </div>
  );
}

function Preferences() {
  const preferences = useViewerValue(({ children }) => children.preferences);
  return preferences === undefined ? null : <PreferenceMenus preferences={preferences} />;
}
