import type { Box, ChartLayout } from './layout.ts';

/** How a chart lies in its frame: the chart's corner in px of the frame, and its scale. */
export interface ChartViewport {
  x: number;
  y: number;
  zoom: number;
}
interface Size {
  width: number;
  height: number;
}
interface Area extends Size {
  x: number;
  y: number;
}

/**
 * Below this scale the words cannot be read, and what can be pressed is less than 24 px high (a ROW, layout.ts): a chart that
 * needs less opens where something is on.
 */
export const READABLE = 0.8;
/** Margin around the shown boxes, px of the frame. */
const MARGIN = 24;

/** Where each state lies in the chart, px from the chart's corner, in the order of its boxes. */
function areasOf({ boxes }: ChartLayout): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const { id, parent, x, y, width, height } of boxes) {
    const corner = areas.get(parent ?? '') ?? { x: 0, y: 0 };
    areas.set(id, { x: corner.x + x, y: corner.y + y, width, height });
  }
  return areas;
}

/** The innermost of the states that are on, one of each region, in the order of the chart's boxes. */
export function innermost({ boxes }: ChartLayout, states: ReadonlySet<string>): string[] {
  const outer = new Set<Box['parent']>(boxes.filter(({ id }) => states.has(id)).map(({ parent }) => parent));
  return boxes.map(({ id }) => id).filter((id) => states.has(id) && !outer.has(id));
}

/** What holds both. */
function around(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** The scale at which something fills its frame, never larger than life. */
const zoomFor = (shown: Size, frame: Size) =>
  Math.min(1, (frame.width - 2 * MARGIN) / shown.width, (frame.height - 2 * MARGIN) / shown.height);

/** Where a chart begins along one side of its frame so that the given place is in the middle, and no room beside it is lost. */
function placed(middle: number, chart: number, frame: number): number {
  if (chart + 2 * MARGIN <= frame) return (frame - chart) / 2;
  return Math.min(MARGIN, Math.max(frame - MARGIN - chart, frame / 2 - middle));
}

/** The middle of a place along one side; of one that is longer than the frame, what puts its beginning in sight. */
const middleOf = (start: number, length: number, frame: number) =>
  length + 2 * MARGIN <= frame ? start + length / 2 : start - MARGIN + frame / 2;

/** The view with a place of the chart in sight, at a scale at which words can be read. */
function shownAt(layout: ChartLayout, { x, y, width, height }: Area, frame: Size): ChartViewport {
  const zoom = Math.max(zoomFor(layout, frame), READABLE);
  return {
    x: placed(middleOf(x * zoom, width * zoom, frame.width), layout.width * zoom, frame.width),
    y: placed(middleOf(y * zoom, height * zoom, frame.height), layout.height * zoom, frame.height),
    zoom,
  };
}

/**
 * How a chart is opened in its frame (px): whole where its words stay readable so; else readable, with as many of the
 * states that are on as have room, the innermost alone; a chart with none on begins at its corner.
 */
export function openingView(layout: ChartLayout, states: ReadonlySet<string>, frame: Size): ChartViewport {
  const areas = areasOf(layout);
  const [first, ...others] = innermost(layout, states).map((id) => areas.get(id)!);
  const shown = others.reduce(
    (pinned, one) => (zoomFor(around(pinned, one), frame) < READABLE ? pinned : around(pinned, one)),
    first ?? { x: 0, y: 0, width: 0, height: 0 },
  );
  return shownAt(layout, shown, frame);
}

/** How a chart lies with one of its states in sight: readable, the state in the middle, or from its corner where it is larger than the frame. */
export function viewOf(layout: ChartLayout, state: string, frame: Size): ChartViewport {
  const area = areasOf(layout).get(state) ?? { x: 0, y: 0, width: 0, height: 0 };
  return shownAt(layout, area, frame);
}
