import { useState } from 'react';
import type { Actor } from 'xstate';
import type { Actors, SeenActor } from '../../machines/inspector/log.ts';
import { APP_PAGE } from '../../machines/inspector/messages.ts';
import {
  chosenActor,
  chosenMachine,
  eventDraft,
  eventIn,
  machineNames,
  shownActors,
  type viewerMachine,
  type Message,
  pinnedEntry,
  refusedMessages,
  type Sequence,
  shownSequence,
} from '../../machines/inspector/viewer.machine.ts';
import { memoLast } from '../../geo/memo.ts';
import { PreferenceMenus } from '../shared/PreferenceMenus.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { KitLocale } from '../shared/kit/layout/KitLocale.tsx';
import { Logo } from '../shared/kit/layout/Logo.tsx';
import { Dialog } from '../shared/kit/overlays/Dialog.tsx';
import { useClosing } from '../shared/kit/overlays/Confirm.tsx';
import { ChartPanel } from './Chart.tsx';
import { Details } from './Details.tsx';
import { stateWords, useViewer, useViewerValue, ViewerProvider } from './viewerActor.tsx';
import './viewer.css';
import { eventName } from '../../machines/inspector/chart.ts';

/** Who told whom, from top to bottom: a column for each actor, a row for each message; a press shows its moment. */
function SequenceView() {
  const t = useT();
  const { lanes, messages } = useViewerValue(shownSequence);
  if (messages.length === 0)
    return <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t('viewer.sequenceNone')}</p>;
  return (
    // focusable, so that it scrolls by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="gt-scroll-both" tabIndex={0} aria-label={t('viewer.sequence')}>
      <div className="gt-sequence__sheet" style={{ '--lanes': lanes.length + 1 } as React.CSSProperties}>
        <div className="gt-sequence__heads gt-edge-below gt-grid gt-surface" aria-hidden="true">
          <span className="gt-clip gt-strong gt-text-centre">{t('viewer.outside')}</span>
          {lanes.map(({ key, id }) => (
            <span className="gt-clip gt-strong gt-text-centre" key={key} title={id}>
              {id}
            </span>
          ))}
        </div>
        <ol>
          {messages.map((message) => (
            <li key={message.number}>
              <MessageRow message={message} lanes={lanes} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function MessageRow({ message, lanes }: { message: Message; lanes: Sequence['lanes'] }) {
  const t = useT();
  const viewer = useViewer();
  const isShown = useViewerValue(pinnedEntry) === message.number;
  const { number, from, to, isHandled } = message;
  const event = eventName(message.event);
  // lane 0 is the outside; an arrow goes from the middle of a lane to the middle of another
  const [source, target] = [from === null ? 0 : from + 1, to + 1];
  const [first, last] = [Math.min(source, target), Math.max(source, target)];
  const names = {
    from: from === null ? t('viewer.outside') : (lanes[from]?.id ?? ''),
    to: lanes[to]?.id ?? '',
    event: isHandled ? event : `${event}, ${t('viewer.untaken')}`,
  };
  return (
    <button
      type="button"
      className="gt-sequence__row gt-chooses gt-ring-inside gt-grid gt-wide"
      aria-current={isShown || undefined}
      aria-label={t('viewer.message', names)}
      onClick={() => viewer.send({ type: 'entry.chosen', number })}
    >
      <span
        className="gt-sequence__arrow gt-anchor gt-caption gt-muted"
        data-back={source > target || undefined}
        data-self={source === target || undefined}
        data-untaken={!isHandled || undefined}
        style={
          { gridColumn: `${first + 1} / ${last + 2}`, '--span': last - first + 1 } as React.CSSProperties
        }
      >
        <span className="gt-sequence__event gt-placed gt-truncate gt-surface">{event}</span>
      </span>
    </button>
  );
}

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
    <div className="gt-viewer gt-grid" data-part={part}>
      <header className="gt-viewer__bar gt-across gt-gap-12">
        <Logo />
        <h1 className="gt-title">{t('viewer.title')}</h1>
        <div className="gt-push gt-flex gt-gap-4">
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
      <nav className="gt-viewer__list gt-scroll-both" aria-label={t('viewer.title')}>
        <ActorList onChoose={() => setPart('chart')} />
        <MachineList onChoose={() => setPart('chart')} />
      </nav>
      <main className="gt-viewer__main gt-low">
        <Pictures />
      </main>
      <aside className="gt-viewer__details gt-scroll-both" aria-label={t('viewer.details')}>
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
    <div className="gt-viewer__pictures gt-tall gt-stack">
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

/** Every machine of the product; the charts need no running portal. */
function MachineList({ onChoose }: { onChoose: () => void }) {
  const t = useT();
  const viewer = useViewer();
  const names = useViewerValue(machineNames);
  const machine = useViewerValue(chosenMachine);
  const isAlone = useViewerValue(chosenActor) === null;
  return (
    <section aria-labelledby="machines">
      <h2 id="machines" className="gt-viewer__heading gt-label gt-muted">
        {t('viewer.charts')}
      </h2>
      <ul className="gt-viewer__machines">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="gt-viewer__row gt-chooses gt-ring-inside gt-pad-4-8 gt-text-start gt-block gt-wide gt-round-tag"
              aria-current={(isAlone && name === machine) || undefined}
              onClick={() => {
                viewer.send({ type: 'machine.chosen', machine: name });
                onChoose();
              }}
            >
              <span className="gt-viewer__name gt-block gt-strong">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Actors by the key of their parent; those whose parent isn't running by that of their page. */
const childrenOf = memoLast((actors: Actors): ReadonlyMap<string, readonly SeenActor[]> => {
  const below = new Map<string, SeenActor[]>();
  for (const actor of Object.values(actors)) {
    const above = actor.parent !== null && actors[actor.parent] !== undefined ? actor.parent : actor.page;
    const siblings = below.get(above);
    if (siblings === undefined) below.set(above, [actor]);
    else siblings.push(actor);
  }
  return below;
});

/** The actors running at the shown moment, as a tree; those without a machine can't be selected. */
function ActorList({ onChoose }: { onChoose: () => void }) {
  const t = useT();
  const actors = useViewerValue(shownActors);
  const refused = useViewerValue(refusedMessages);
  const pages = [...new Set(Object.values(actors).map(({ page }) => page))];
  return (
    <section aria-labelledby="actors">
      <h2 id="actors" className="gt-viewer__heading gt-label gt-muted">
        {t('viewer.actors')}
      </h2>
      {refused > 0 && <Note tone="warn">{t('viewer.refusedMessages', { count: refused })}</Note>}
      {pages.length === 0 && <p className="gt-viewer__empty gt-pad-4-8 gt-quiet">{t('viewer.actorsNone')}</p>}
      {pages.map((page, at) => (
        <div key={page}>
          {pages.length > 1 && (
            <h3 className="gt-pad-4-8 gt-caption gt-faint">
              {page === APP_PAGE ? t('viewer.app') : t('viewer.portalNumber', { number: at + 1 })}
            </h3>
          )}
          <Siblings below={childrenOf(actors)} parent={page} onChoose={onChoose} />
        </div>
      ))}
    </section>
  );
}

interface SiblingsProps {
  below: ReadonlyMap<string, readonly SeenActor[]>;
  /** The key of their parent, or of their page. */
  parent: string;
  onChoose: () => void;
}

function Siblings({ below, parent, onChoose }: SiblingsProps) {
  const own = below.get(parent);
  if (own === undefined) return null;
  return (
    <ul className="gt-viewer__actors">
      {own.map((actor) => (
        <li key={actor.key}>
          <ActorRow actor={actor} onChoose={onChoose} />
          <Siblings below={below} parent={actor.key} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function ActorRow({ actor, onChoose }: { actor: SeenActor; onChoose: () => void }) {
  const t = useT();
  const viewer = useViewer();
  const isChosen = useViewerValue(chosenActor) === actor.key;
  if (actor.machine === null)
    return (
      <p
        className="gt-viewer__row gt-chooses gt-ring-inside gt-pad-4-8 gt-text-start gt-block gt-wide gt-round-tag gt-secondary gt-faint"
        title={t('viewer.plainActor', { name: actor.id })}
      >
        {actor.id}
      </p>
    );
  return (
    <button
      type="button"
      className="gt-viewer__row gt-chooses gt-ring-inside gt-pad-4-8 gt-text-start gt-block gt-wide gt-round-tag"
      aria-current={isChosen || undefined}
      onClick={() => {
        viewer.send({ type: 'actor.chosen', key: actor.key });
        onChoose();
      }}
    >
      <span className="gt-viewer__name gt-block gt-strong">{actor.id}</span>
      <span className="gt-viewer__value gt-block gt-anywhere gt-caption gt-faint">
        {stateWords(actor.snapshot.value)}
      </span>
    </button>
  );
}

/** Edits and sends an event with fields, as JSON. */
function SendDialog() {
  const draft = useViewerValue(eventDraft);
  return draft === null ? null : <OpenDialog draft={draft} />;
}

function OpenDialog({ draft }: { draft: NonNullable<ReturnType<typeof eventDraft>> }) {
  const t = useT();
  const viewer = useViewer();
  const [offered] = useState(draft.text);
  const { close, question } = useClosing(draft.text !== offered, () => viewer.send({ type: 'draft.closed' }));
  return (
    <Dialog
      title={t('viewer.sendTitle', { event: eventIn(draft.text)?.type ?? '' })}
      width={600}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t('common.cancel')}</Button>
          <Button variant="primary" onPress={() => viewer.send({ type: 'draft.submitted' })}>
            {t('viewer.send')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('viewer.sendText')}
        value={draft.text}
        onChange={(text) => viewer.send({ type: 'draft.changed', text })}
        lines={14}
        mono
        spellCheck={false}
        hint={t('viewer.sendHint')}
        error={draft.isRefused ? t('viewer.sendRefused') : null}
      />
      {question}
    </Dialog>
  );
}
