import { labelOf } from '../../machines/inspector/chart.ts';
import { hasPayload } from '../../machines/inspector/viewer.rules.ts';
import {
  canSend,
  chosenActor,
  isPinned,
  litStates,
  shownChart,
} from '../../machines/inspector/viewer.selectors.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { useViewer, useViewerValue } from './viewerActor.tsx';

/** The transitions that are possible now, as a list beside the chart. */
export function EventList() {
  const t = useT();
  const viewer = useViewer();
  const chart = useViewerValue(shownChart);
  const lit = useViewerValue(litStates);
  const isOpen = useViewerValue(canSend);
  const isChosen = useViewerValue(chosenActor) !== null;
  const pinned = useViewerValue(isPinned);
  const context = useViewerValue((snapshot) => snapshot.context);
  if (!isOpen) {
    const why = !isChosen ? 'viewer.eventsChart' : pinned ? 'viewer.eventsPast' : 'viewer.ended';
    return <p className="gt-viewer__empty">{t(why)}</p>;
  }
  const open = (chart?.transitions ?? []).filter(({ from, isFact }) => isFact && lit.has(from));
  if (open.length === 0) return <p className="gt-viewer__empty">{t('viewer.eventsNone')}</p>;
  return (
    <ul className="gt-viewer__events" aria-label={t('viewer.eventsNow')}>
      {open.map((transition) => (
        <li key={transition.id}>
          <span className="gt-viewer__event">
            <span>{labelOf(transition)}</span>
            <span className="gt-viewer__from">{transition.from}</span>
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
