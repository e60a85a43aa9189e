import {
  Background,
  ControlButton,
  Controls,
  MarkerType,
  ReactFlow,
  type AriaLabelConfig,
  ReactFlowProvider,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { LocateFixed } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Chart } from '../../../machines/inspector/chart.ts';
import type { ChartLayout } from '../../../machines/inspector/layout.ts';
import { innermost, openingView, viewOf, type ChartViewport } from '../../../machines/inspector/view.ts';
import { litStates } from '../../../machines/inspector/viewer.selectors.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { LitStates } from './LitStates.tsx';
import { StateBox } from './StateBox.tsx';
import { TransitionLine } from './TransitionLine.tsx';
import { useViewerValue } from '../viewerActor.tsx';
import './chart.css';
import './states.css';
import type { StateNode, TransitionEdge } from './flowTypes.ts';

const NODE_TYPES = { state: StateBox };
const EDGE_TYPES = { transition: TransitionLine };
const WHOLE = { padding: 0.04, maxZoom: 1 };

function nodesOf(chart: Chart, { boxes }: ChartLayout): StateNode[] {
  return boxes.map((box) => ({
    id: box.id,
    type: 'state',
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    ...(box.parent === null ? {} : { parentId: box.parent }),
    data: { box, chart },
  }));
}

function edgesOf(chart: Chart, { lines }: ChartLayout): TransitionEdge[] {
  return lines.map((line) => ({
    id: line.id,
    type: 'transition',
    source: line.from,
    target: line.to,
    zIndex: 1000,
    markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--ink-3)', width: 16, height: 16 },
    data: { line, chart },
  }));
}

/**
 * A statechart: nested states and their transitions. Active states are highlighted and stay in view until the
 * user moves the chart.
 */
export function ChartView(props: { chart: Chart; layout: ChartLayout }) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  );
}

function Drawn({ chart, layout }: { chart: Chart; layout: ChartLayout }) {
  const t = useT();
  const lit = useViewerValue(litStates);
  const width = useStore((flow) => flow.width);
  const height = useStore((flow) => flow.height);
  // the viewport set by the user, or the state brought into view; null follows the active states
  const [moved, setMoved] = useState<ChartViewport | string | null>(null);
  const brought = typeof moved === 'string' ? moved : null;
  const viewport = useMemo(() => {
    const frame = { width, height };
    if (typeof moved === 'string') return viewOf(layout, moved, frame);
    return moved ?? openingView(layout, lit, frame);
  }, [moved, layout, lit, width, height]);
  const on = useMemo(() => innermost(layout, lit), [layout, lit]);
  const nodes = useMemo(() => nodesOf(chart, layout), [chart, layout]);
  const edges = useMemo(() => edgesOf(chart, layout), [chart, layout]);
  const labels = useMemo<Partial<AriaLabelConfig>>(
    () => ({
      'controls.ariaLabel': t('viewer.chartView'),
      'controls.zoomIn.ariaLabel': t('map.zoomIn'),
      'controls.zoomOut.ariaLabel': t('map.zoomOut'),
      'controls.fitView.ariaLabel': t('viewer.chartWhole'),
    }),
    [t],
  );
  return (
    <div className="gt-chart__drawn">
      {on.length > 0 && <LitStates machine={chart.name} states={on} brought={brought} onBring={setMoved} />}
      <ReactFlow
        className="gt-chart__canvas"
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        viewport={viewport}
        onViewportChange={setMoved}
        minZoom={0.08}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        deleteKeyCode={null}
        ariaLabelConfig={labels}
      >
        <Background gap={24} color="var(--line)" />
        <Controls showInteractive={false} fitViewOptions={WHOLE}>
          <FollowButton isOn={moved === null} onPress={() => setMoved(null)} />
        </Controls>
      </ReactFlow>
    </div>
  );
}

/** Scrolls to the active states and follows them. */
function FollowButton({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  const t = useT();
  return (
    <ControlButton
      className="gt-chart__follow"
      aria-label={t('viewer.chartOn')}
      title={t('viewer.chartOn')}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <LocateFixed strokeWidth={1.75} aria-hidden />
    </ControlButton>
  );
}
