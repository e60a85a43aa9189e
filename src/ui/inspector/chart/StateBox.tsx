import { Handle, Position, type NodeProps } from '@xyflow/react';
import { CornerDownRight, Flag } from 'lucide-react';
import { headNote, isFolded, rowText } from '../../../machines/inspector/layout.ts';
import { litStates } from '../../../machines/inspector/viewer.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { TransitionButton } from './TransitionButton.tsx';
import { useViewerValue } from '../viewerActor.tsx';
import type { StateNode } from './flowTypes.ts';

/** A state: its name, what it invokes, and the transitions within it. */
export function StateBox({ data: { box, chart } }: NodeProps<StateNode>) {
  const state = chart.states.find(({ id }) => id === box.id);
  const isLit = useViewerValue((viewer) => litStates(viewer).has(box.id));
  if (state === undefined) return null;
  const note = headNote(state);
  return (
    <div className="gt-state" data-type={state.type} data-state={box.id} data-lit={isLit || undefined}>
      {/* required by React Flow; the layout positions the lines */}
      <Handle type="source" position={Position.Right} isConnectable={false} className="gt-state__handle" />
      <Handle type="target" position={Position.Left} isConnectable={false} className="gt-state__handle" />
      <div className="gt-state__head">
        {state.isFirst && <CornerDownRight size={13} strokeWidth={2} aria-hidden />}
        {state.type === 'final' && <Flag size={13} strokeWidth={2} aria-hidden />}
        <span className="gt-state__name">{state.key}</span>
        {note !== '' && (
          <span className="gt-state__note" title={note}>
            {note}
          </span>
        )}
      </div>
      {isFolded(box) ? (
        <Folded box={box} chart={chart} />
      ) : (
        box.rows.length > 0 && <Rows box={box} chart={chart} />
      )}
    </div>
  );
}

function Rows({ box, chart }: StateNode['data']) {
  return (
    <div className="gt-state__rows">
      {box.rows.map((id) => {
        const row = chart.transitions.find((one) => one.id === id);
        return row === undefined ? null : (
          <TransitionButton key={id} transition={row} text={rowText(chart, row)} />
        );
      })}
    </div>
  );
}

/** Many transitions, listed on demand over what is below. */
function Folded(data: StateNode['data']) {
  const t = useT();
  return (
    <details className="gt-state__folded nodrag nopan nowheel">
      <summary>{t('viewer.folded', { count: data.box.rows.length })}</summary>
      <Rows {...data} />
    </details>
  );
}
