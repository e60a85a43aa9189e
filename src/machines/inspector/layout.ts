import { labelOf, type Chart, type ChartState, type ChartTransition } from './chart.ts';

/** The position of a state: px, relative to its parent's corner. */
export interface Box {
  id: string;
  parent: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Transitions written in the box: without a target, or to a descendant or ancestor. */
  rows: string[];
}
/** The transitions between two states, as a line: px, from the chart's corner. */
export interface Line {
  id: string;
  from: string;
  to: string;
  transitions: string[];
  points: Point[];
  label: { x: number; y: number; width: number; height: number };
}
interface Point {
  x: number;
  y: number;
}
export interface ChartLayout {
  width: number;
  height: number;
  /** Parents before their children. */
  boxes: Box[];
  lines: Line[];
}

/** A graph in ELK's format, before and after layout; lengths in px. */
export interface Graph {
  id: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  layoutOptions?: Record<string, string>;
  children?: Graph[];
  edges?: GraphEdge[];
}
interface GraphEdge {
  id: string;
  sources: string[];
  targets: string[];
  /** The node that the edge's coordinates are relative to. */
  container?: string;
  labels: { text: string; x?: number; y?: number; width: number; height: number }[];
  sections?: { startPoint: Point; endPoint: Point; bendPoints?: Point[] }[];
}

/** Box sizes in px, shared with the view. */
const HEAD = 32;
const ROW = 32;
const PADDING = 16;
/** A box with more rows than this folds them into one, which lists them. */
const ROWS_MAX = 12;
/** The note in a head is cut to this width, so that a state with many actors doesn't stretch the chart. */
const NOTE_MAX = 320;
/** Character width at 12 px, rounded up; longer text is cut with an ellipsis. */
const CHARACTER = 6.9;
const HEAD_CHARACTER = 7.6;

/** Whether a state is a descendant of another. */
function isWithin(chart: Chart, id: string, outer: string): boolean {
  for (
    let at: string | null = id;
    at !== null;
    at = chart.states.find((one) => one.id === at)?.parent ?? null
  )
    if (at === outer) return true;
  return false;
}

const isRow = (chart: Chart, { from, to }: ChartTransition) =>
  to.length === 0 || to.some((target) => isWithin(chart, target, from) || isWithin(chart, from, target));

/** Whether a box folds its rows. */
export const isFolded = ({ rows }: { rows: readonly unknown[] }): boolean => rows.length > ROWS_MAX;

/** The text of a row: the transition, and its target within the box. */
export function rowText(chart: Chart, transition: ChartTransition): string {
  const targets = transition.to.map((id) => chart.states.find((one) => one.id === id)?.key ?? id);
  return targets.length === 0 ? labelOf(transition) : `${labelOf(transition)} → ${targets.join(', ')}`;
}

/** The note beside the name in a box's head. */
export function headNote({ runs, tags }: ChartState): string {
  return [...(runs.length === 0 ? [] : [`runs ${runs.join(', ')}`]), ...tags.map((tag) => `#${tag}`)].join(
    ' · ',
  );
}

const rowsOf = (chart: Chart, id: string) =>
  chart.transitions.filter((one) => one.from === id && isRow(chart, one));

function nodeOf(chart: Chart, state: ChartState): Graph {
  const rows = rowsOf(chart, state.id);
  const children = chart.states.filter(({ parent }) => parent === state.id);
  const note = headNote(state);
  const width = Math.max(
    96,
    (state.key.length + 2) * HEAD_CHARACTER + Math.min(NOTE_MAX, note.length * HEAD_CHARACTER) + 36,
    ...(isFolded({ rows }) ? [] : rows.map((row) => rowText(chart, row).length * CHARACTER + 32)),
  );
  const head = HEAD + (isFolded({ rows }) ? 1 : rows.length) * ROW + (rows.length === 0 ? 0 : 8);
  if (children.length === 0) return { id: state.id, width, height: head };
  return {
    id: state.id,
    layoutOptions: {
      'elk.padding': `[top=${head + PADDING},left=${PADDING},bottom=${PADDING},right=${PADDING}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${Math.ceil(width)},${head + PADDING * 2})`,
    },
    children: children.map((child) => nodeOf(chart, child)),
  };
}

/** Transitions between the same two states share a line. */
function linesOf(chart: Chart): GraphEdge[] {
  const groups = new Map<string, { from: string; to: string; transitions: ChartTransition[] }>();
  for (const transition of chart.transitions) {
    if (isRow(chart, transition)) continue;
    for (const to of transition.to) {
      const id = `${transition.from} → ${to}`;
      const group = groups.get(id) ?? { from: transition.from, to, transitions: [] };
      groups.set(id, { ...group, transitions: [...group.transitions, transition] });
    }
  }
  return [...groups].map(([id, { from, to, transitions }]) => ({
    id,
    sources: [from],
    targets: [to],
    labels: [
      {
        text: id,
        width: Math.max(...transitions.map((one) => labelOf(one).length * CHARACTER)) + 16,
        height: transitions.length * ROW,
      },
    ],
  }));
}

/** The chart as a graph for ELK. */
export function graphOf(chart: Chart): Graph {
  const root = chart.states[0];
  if (root === undefined) throw new Error(`${chart.name} has no states`);
  return {
    id: ' chart',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.spacing.nodeNodeBetweenLayers': '40',
      'elk.layered.spacing.edgeNodeBetweenLayers': '20',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeNode': '16',
      'elk.spacing.edgeEdge': '14',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.edgeLabels.placement': 'CENTER',
    },
    children: [nodeOf(chart, root)],
    edges: linesOf(chart),
  };
}

/** The chart's layout from ELK's result. */
export function layoutOf(chart: Chart, laid: Graph): ChartLayout {
  const corners = new Map<string, Point>();
  const boxes: Box[] = [];
  const walk = (node: Graph, parent: string | null, corner: Point) => {
    const { id, x = 0, y = 0, width = 0, height = 0 } = node;
    const own = { x: corner.x + x, y: corner.y + y };
    corners.set(id, own);
    boxes.push({ id, parent, x, y, width, height, rows: rowsOf(chart, id).map((row) => row.id) });
    for (const child of node.children ?? []) walk(child, id, own);
  };
  for (const child of laid.children ?? []) walk(child, null, { x: 0, y: 0 });
  const lines = (laid.edges ?? []).map(({ id, sources, targets, container, labels, sections }): Line => {
    const [from = '', to = ''] = [sources[0], targets[0]];
    const corner = corners.get(container ?? '') ?? { x: 0, y: 0 };
    const moved = ({ x, y }: Point): Point => ({ x: x + corner.x, y: y + corner.y });
    const section = sections?.[0];
    const label = labels[0];
    return {
      id,
      from,
      to,
      transitions: chart.transitions
        .filter((one) => one.from === from && one.to.includes(to) && !isRow(chart, one))
        .map((one) => one.id),
      points:
        section === undefined
          ? []
          : [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(moved),
      label: {
        ...moved({ x: label?.x ?? 0, y: label?.y ?? 0 }),
        width: label?.width ?? 0,
        height: label?.height ?? 0,
      },
    };
  });
  return { width: laid.width ?? 0, height: laid.height ?? 0, boxes, lines };
}
