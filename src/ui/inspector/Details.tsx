import { useState } from 'react';
import { shownActor } from '../../machines/inspector/viewer.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Tabs } from '../shared/kit/navigation/Tabs.tsx';
import { EventList } from './EventList.tsx';
import { LogList } from './LogList.tsx';
import { PathPlayer } from './player/PathPlayer.tsx';
import { stateWords } from './chart/stateWords.ts';
import { useViewerValue } from './viewerActor.tsx';

type View = 'log' | 'events' | 'state' | 'path';

/** The log, the events that can be sent, and the selected actor's context. */
export function Details() {
  const t = useT();
  const [view, setView] = useState<View>('log');
  return (
    <Tabs
      label={t('viewer.details')}
      selected={view}
      onSelect={setView}
      tabs={[
        { id: 'log', label: t('viewer.log') },
        { id: 'events', label: t('viewer.events') },
        { id: 'state', label: t('viewer.state') },
        { id: 'path', label: t('viewer.path.tab') },
      ]}
    >
      {view === 'log' && <LogList />}
      {view === 'events' && <EventList />}
      {view === 'state' && <StateView />}
      {view === 'path' && <PathPlayer />}
    </Tabs>
  );
}

/** The selected actor's snapshot at the shown moment, redacted. */
function StateView() {
  const t = useT();
  const actor = useViewerValue(shownActor);
  if (actor === null) return <p className="gt-viewer__empty">{t('viewer.ended')}</p>;
  const { status, value, tags, context } = actor.snapshot;
  return (
    <dl className="gt-viewer__facts">
      <dt>{t('viewer.status')}</dt>
      <dd>{status}</dd>
      <dt>{t('viewer.on')}</dt>
      <dd>{stateWords(value) || t('viewer.none')}</dd>
      <dt>{t('viewer.tags')}</dt>
      <dd>{tags.join(', ') || t('viewer.none')}</dd>
      <dt>{t('viewer.context')}</dt>
      <dd>
        {/* focusable, so that it scrolls by keyboard */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className="gt-viewer__json" tabIndex={0} role="region" aria-label={t('viewer.context')}>
          {JSON.stringify(context, null, 2)}
        </pre>
      </dd>
    </dl>
  );
}
