import {
  Background,
  Controls,
  MarkerType,
  ReactFlow,
  type AriaLabelConfig,
  type Edge,
  type Node,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo } from 'react';
import type { Chart } from '../../inspection/chart.ts';
import type { Box, ChartLayout, Line } from '../../inspection/layout.ts';
import { useT } from '../i18n/useT.ts';
import { StateBox } from './StateBox.tsx';
import { TransitionLine } from './TransitionLine.tsx';
import './chart.css';

export type StateNode = Node<{ box: Box; chart: Chart }, 'state'>;
export type TransitionEdge = Edge<{ line: Line; chart: Chart }, 'transition'>;

const NODE_TYPES = { state: StateBox };
const EDGE_TYPES = { transition: TransitionLine };
const FIT = { padding: 0.04, maxZoom: 1, minZoom: 0.3 };

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

/** A statechart, drawn: states within states, transitions between them; those that are on are lit. */
export function ChartView({ chart, layout }: { chart: Chart; layout: ChartLayout }) {
  const t = useT();
  const nodes = useMemo(() => nodesOf(chart, layout), [chart, layout]);
  const edges = useMemo(() => edgesOf(chart, layout), [chart, layout]);
  const labels = useMemo<Partial<AriaLabelConfig>>(
    () => ({
      'controls.zoomIn.ariaLabel': t('map.zoomIn'),
      'controls.zoomOut.ariaLabel': t('map.zoomOut'),
    }),
    [t],
  );
  return (
    <div className="gt-chart__canvas">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        fitView
        fitViewOptions={FIT}
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
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
