import { eventName } from '../../machines/inspector/chart.ts';
import {
  type Message,
  pinnedEntry,
  type Sequence,
  shownSequence,
} from '../../machines/inspector/viewer.machine.ts';
import { useT } from '../shared/i18n/useT.ts';
import { useViewer, useViewerValue } from './viewerActor.tsx';
import './viewer.css';

/** Most messages in the page, the latest ones; the log's filter reaches older ones. */
const MESSAGES_MAX = 120;

/** Who told whom, from top to bottom: a column for each actor, a row for each message; a press shows its moment. */
export function SequenceView() {
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
          {messages.slice(-MESSAGES_MAX).map((message) => (
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
