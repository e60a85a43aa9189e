import type { ChartTransition } from '../../../machines/inspector/chart.ts';
import { canSend, litStates } from '../../../machines/inspector/viewer.selectors.ts';
import { useViewer, useViewerValue } from '../viewerActor.tsx';

/** A transition's label; if it can be taken now, a press sends its event to the live actor. */
export function TransitionButton({ transition, text }: { transition: ChartTransition; text: string }) {
  const viewer = useViewer();
  const isLit = useViewerValue((snapshot) => litStates(snapshot).has(transition.from));
  const isOpen = useViewerValue(canSend) && isLit && transition.isFact;
  if (!isOpen)
    return (
      <span className="gt-transition" data-lit={isLit || undefined} title={text}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className="gt-transition gt-transition--open nodrag nopan"
      title={text}
      onClick={() => viewer.send({ type: 'fact.chosen', event: transition.event })}
    >
      {text}
    </button>
  );
}
