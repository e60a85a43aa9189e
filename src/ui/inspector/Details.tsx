import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { eventName, labelOf } from '../../machines/inspector/chart.ts';
import type { Entry, Fact } from '../../machines/inspector/log.ts';
import {
  canSend,
  chosenActor,
  hasPayload,
  hasPortal,
  isPinned,
  isUnsaved,
  litStates,
  logFilter,
  pinnedEntry,
  savedSession,
  shownActor,
  shownActors,
  shownChart,
  shownEntries,
  waitingEntries,
} from '../../machines/inspector/viewer.machine.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { NativeSelect } from '../shared/kit/fields/NativeSelect.tsx';
import { Tabs } from '../shared/kit/layout/Tabs.tsx';
import { PathPlayer } from './PathPlayer.tsx';
import { stateWords, useViewer, useViewerValue } from './viewerActor.tsx';
import './viewer.css';

/** Maximum entries in the page; the filter reaches older ones. */
const ROWS_MAX = 60;

/** The log, latest first; a press on an entry shows its moment. */
function LogList() {
  const t = useT();
  const entries = useViewerValue(shownEntries);
  const waiting = useViewerValue(waitingEntries);
  return (
    <div>
      <Tools />
      {waiting > 0 && (
        <p className="gt-log__waiting gt-toned gt-secondary" data-tone="warn" role="status">
          {t('viewer.waiting', { count: waiting })}
        </p>
      )}
      {entries.length === 0 && <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t('viewer.logNone')}</p>}
      <ol aria-label={t('viewer.log')}>
        {entries.slice(0, ROWS_MAX).map((entry) => (
          <li key={entry.number}>
            <LogRow entry={entry} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Tools() {
  const t = useT();
  const viewer = useViewer();
  const pinned = useViewerValue(isPinned);
  const filter = useViewerValue(logFilter);
  const actors = useViewerValue(shownActors);
  const known = Object.values(actors).filter(({ machine }) => machine !== null);
  const options = [
    ...known.map(({ key, id }) => ({ value: key, label: id })),
    // an actor that ended stays selected
    ...(filter !== null && actors[filter] === undefined ? [{ value: filter, label: filter }] : []),
  ];
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <div className="gt-log__tools gt-edge-below gt-flex gt-wrap gt-gap-8">
      <NativeSelect
        label={t('viewer.filter')}
        placeholder={t('viewer.filterAll')}
        value={filter ?? ''}
        onChange={(key) => viewer.send({ type: 'log.filtered', key: key === '' ? null : key })}
        options={options}
      />
      <Button
        size="small"
        icon={pinned ? <Play {...icon} /> : <Pause {...icon} />}
        onPress={() => viewer.send({ type: pinned ? 'log.resumed' : 'log.pinned' })}
      >
        {t(pinned ? 'viewer.resume' : 'viewer.pause')}
      </Button>
      <Button size="small" icon={<Trash2 {...icon} />} onPress={() => viewer.send({ type: 'log.cleared' })}>
        {t('viewer.clear')}
      </Button>
      <SaveSession />
    </div>
  );
}

function SaveSession() {
  const t = useT();
  const viewer = useViewer();
  const file = useViewerValue(savedSession);
  const failed = useViewerValue(isUnsaved);
  if (!useViewerValue(hasPortal)) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} strokeWidth={1.75} aria-hidden />}
        onPress={() => viewer.send({ type: 'session.requested' })}
      >
        {t('viewer.saveSession')}
      </Button>
      <span role="status" className="gt-tone-ink gt-secondary" data-tone={failed ? 'err' : 'ok'}>
        {file !== null && t('notice.sessionSaved', { file })}
        {failed && t('viewer.notSaved')}
      </span>
    </>
  );
}

/** UTC, as `12:30:05.120`. */
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 23);

/** The text of a row: the event and the state after it. */
function wordsOf(fact: Fact, t: Translate): { what: string; result: string } {
  if (fact.kind === 'gone') return { what: t('viewer.gone'), result: '' };
  if (fact.kind === 'started') return { what: t('viewer.started'), result: '' };
  const { snapshot, isHandled, event } = fact;
  const result = snapshot.status === 'active' ? stateWords(snapshot.value) : snapshot.status;
  return { what: eventName(event.type), result: isHandled ? result : t('viewer.untaken') };
}

function LogRow({ entry: { number, id, fact } }: { entry: Entry }) {
  const t = useT();
  const viewer = useViewer();
  const isShown = useViewerValue(pinnedEntry) === number;
  const { what, result } = wordsOf(fact, t);
  return (
    <button
      type="button"
      className="gt-log__row gt-hovers gt-chooses gt-ring-inside gt-text-start gt-edge-below gt-grid gt-wide"
      aria-current={isShown || undefined}
      onClick={() => viewer.send({ type: 'entry.chosen', number })}
    >
      <span className="gt-log__time gt-secondary gt-faint">{timeOf(fact.at)}</span>
      <span className="gt-anywhere">
        <b className="gt-bold">{id}</b> {what}
      </span>
      {result !== '' && <span className="gt-log__then gt-anywhere gt-caption gt-faint">{result}</span>}
    </button>
  );
}

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
  if (actor === null) return <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t('viewer.ended')}</p>;
  const { status, value, tags, context } = actor.snapshot;
  return (
    <dl className="gt-viewer__facts gt-pad-16">
      <dt className="gt-label gt-muted">{t('viewer.status')}</dt>
      <dd>{status}</dd>
      <dt className="gt-label gt-muted">{t('viewer.on')}</dt>
      <dd>{stateWords(value) || t('viewer.none')}</dd>
      <dt className="gt-label gt-muted">{t('viewer.tags')}</dt>
      <dd>{tags.join(', ') || t('viewer.none')}</dd>
      <dt className="gt-label gt-muted">{t('viewer.context')}</dt>
      <dd>
        <pre
          className="gt-viewer__json gt-mono gt-scroll-both gt-pad-12 gt-sunken gt-round-field"
          // focusable, so that it scrolls by keyboard
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={t('viewer.context')}
        >
          {JSON.stringify(context, null, 2)}
        </pre>
      </dd>
    </dl>
  );
}

/** The transitions that are possible now, as a list beside the chart. */
function EventList() {
  const t = useT();
  const viewer = useViewer();
  const chart = useViewerValue(shownChart);
  const lit = useViewerValue(litStates);
  const isOpen = useViewerValue(canSend);
  const isChosen = useViewerValue(chosenActor) !== null;
  const isThere = useViewerValue(shownActor) !== null;
  const pinned = useViewerValue(isPinned);
  const context = useViewerValue((snapshot) => snapshot.context);
  if (!isOpen) {
    const why = !isChosen
      ? 'viewer.eventsChart'
      : pinned
        ? 'viewer.eventsPast'
        : isThere
          ? 'viewer.eventsPortal'
          : 'viewer.ended';
    return <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t(why)}</p>;
  }
  const open = (chart?.transitions ?? []).filter(({ from, isFact }) => isFact && lit.has(from));
  if (open.length === 0)
    return <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t('viewer.eventsNone')}</p>;
  return (
    <ul className="gt-viewer__events" aria-label={t('viewer.eventsNow')}>
      {open.map((transition) => (
        <li className="gt-across gt-gap-8" key={transition.id}>
          <span className="gt-viewer__event gt-rest gt-anywhere">
            <span>{labelOf(transition)}</span>
            <span className="gt-caption gt-faint">{transition.from}</span>
          </span>
          <Button
            size="small"
            aria-label={`${t(hasPayload(context, transition.event) ? 'viewer.write' : 'viewer.send')}: ${labelOf(transition)}`}
            onPress={() => viewer.send({ type: 'fact.chosen', event: transition.event })}
          >
            {t(hasPayload(context, transition.event) ? 'viewer.write' : 'viewer.send')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
