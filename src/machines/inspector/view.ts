import type { Box, ChartLayout } from './layout.ts';

/** A chart's position in its frame: its corner in px of the frame, and its scale. */
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
 * Below this scale the text is unreadable and targets are less than 24 px high (a ROW, layout.ts). A chart
 * that needs a smaller scale opens at its active states.
 */
export const READABLE = 0.8;
/** Margin around the shown boxes, px of the frame. */
const MARGIN = 24;
/** What is shown of a chart without an active state. */
const CORNER: Area = { x: 0, y: 0, width: 0, height: 0 };

/** Each state's area in the chart, px from the chart's corner, in the order of the boxes. */
function areasOf({ boxes }: ChartLayout): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const { id, parent, x, y, width, height } of boxes) {
    const corner = areas.get(parent ?? '') ?? { x: 0, y: 0 };
    areas.set(id, { x: corner.x + x, y: corner.y + y, width, height });
  }
  return areas;
}

/** The innermost active states, one per region, in the order of the boxes. */
export function innermost({ boxes }: ChartLayout, states: ReadonlySet<string>): string[] {
  const outer = new Set<Box['parent']>(boxes.filter(({ id }) => states.has(id)).map(({ parent }) => parent));
  return boxes.map(({ id }) => id).filter((id) => states.has(id) && !outer.has(id));
}

/** The bounding box of both. */
function around(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** The scale that fits `shown` into its frame, at most 1. */
const zoomFor = (shown: Size, frame: Size) =>
  Math.min(1, (frame.width - 2 * MARGIN) / shown.width, (frame.height - 2 * MARGIN) / shown.height);

/** The chart's offset on one axis: centres `middle` without leaving empty space beside the chart. */
function placed(middle: number, chart: number, frame: number): number {
  if (chart + 2 * MARGIN <= frame) return (frame - chart) / 2;
  return Math.min(MARGIN, Math.max(frame - MARGIN - chart, frame / 2 - middle));
}

/** The middle of an area on one axis; if it is longer than the frame, the middle that shows its start. */
const middleOf = (start: number, length: number, frame: number) =>
  length + 2 * MARGIN <= frame ? start + length / 2 : start - MARGIN + frame / 2;

/** The view of an area of the chart, at a readable scale. */
function shownAt(layout: ChartLayout, { x, y, width, height }: Area, frame: Size): ChartViewport {
  const zoom = Math.max(zoomFor(layout, frame), READABLE);
  return {
    x: placed(middleOf(x * zoom, width * zoom, frame.width), layout.width * zoom, frame.width),
    y: placed(middleOf(y * zoom, height * zoom, frame.height), layout.height * zoom, frame.height),
    zoom,
  };
}

/**
 * How a chart opens in its frame (px): whole if that is readable; else at a readable scale, with as many of
 * the innermost active states as fit; from its corner if none is active.
 */
export function openingView(layout: ChartLayout, states: ReadonlySet<string>, frame: Size): ChartViewport {
  const areas = areasOf(layout);
  const [first, ...others] = innermost(layout, states).map((id) => areas.get(id)!);
  const shown = others.reduce(
    (pinned, one) => (zoomFor(around(pinned, one), frame) < READABLE ? pinned : around(pinned, one)),
    first ?? CORNER,
  );
  return shownAt(layout, shown, frame);
}

/** The view of one state: readable and centred, or from its corner if it is larger than the frame. */
export function viewOf(layout: ChartLayout, state: string, frame: Size): ChartViewport {
  return shownAt(layout, areasOf(layout).get(state) ?? CORNER, frame);
}
