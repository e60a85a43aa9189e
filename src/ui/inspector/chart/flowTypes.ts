import type { Edge, Node } from '@xyflow/react';
import type { Chart } from '../../../machines/inspector/chart.ts';
import type { Box, Line } from '../../../machines/inspector/layout.ts';

export type StateNode = Node<{ box: Box; chart: Chart }, 'state'>;

export type TransitionEdge = Edge<{ line: Line; chart: Chart }, 'transition'>;
