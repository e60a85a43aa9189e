import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { labelOf } from '../../../machines/inspector/chart.ts';
import { litStates } from '../../../machines/inspector/viewer.selectors.ts';
import { TransitionButton } from './TransitionButton.tsx';
import { useViewerValue } from '../viewerActor.tsx';
import type { TransitionEdge } from './flowTypes.ts';

/** The transitions between two states: a line with labels. */
export function TransitionLine({ data, markerEnd }: EdgeProps<TransitionEdge>) {
  const isLit = useViewerValue((viewer) => data !== undefined && litStates(viewer).has(data.line.from));
  if (data === undefined || data.line.points.length === 0) return null;
  const { line, chart } = data;
  const path = line.points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  const { x, y, width, height } = line.label;
  return (
    <>
      <BaseEdge
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        className={isLit ? 'gt-line gt-line--lit' : 'gt-line'}
      />
      <EdgeLabelRenderer>
        <div className="gt-line__words" style={{ transform: `translate(${x}px, ${y}px)`, width, height }}>
          {line.transitions.map((id) => {
            const transition = chart.transitions.find((one) => one.id === id);
            return transition === undefined ? null : (
              <TransitionButton key={id} transition={transition} text={labelOf(transition)} />
            );
          })}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}
