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
/** Around what is shown, px of the frame. */
const MARGIN = 24;

/** Where the innermost of these states lie in the chart, in the order of its boxes. */
function innermost({ boxes }: ChartLayout, states: ReadonlySet<string>): Area[] {
  const corners = new Map<string, Area>();
  const outer = new Set<Box['parent']>();
  for (const { id, parent, x, y, width, height } of boxes) {
    const corner = corners.get(parent ?? '') ?? { x: 0, y: 0 };
    corners.set(id, { x: corner.x + x, y: corner.y + y, width, height });
    if (states.has(id)) outer.add(parent);
  }
  return [...corners].flatMap(([id, area]) => (states.has(id) && !outer.has(id) ? [area] : []));
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

/**
 * How a chart is opened in its frame (px): whole where its words stay readable so; else readable, with as many of the
 * states that are on as have room, the innermost alone; a chart with none on begins at its corner.
 */
export function openingView(layout: ChartLayout, states: ReadonlySet<string>, frame: Size): ChartViewport {
  const whole = zoomFor(layout, frame);
  const [first, ...others] = innermost(layout, states);
  const shown = others.reduce(
    (held, one) => (zoomFor(around(held, one), frame) < READABLE ? held : around(held, one)),
    first ?? { x: 0, y: 0, width: 0, height: 0 },
  );
  const zoom = Math.max(whole, READABLE);
  return {
    x: placed((shown.x + shown.width / 2) * zoom, layout.width * zoom, frame.width),
    y: placed((shown.y + shown.height / 2) * zoom, layout.height * zoom, frame.height),
    zoom,
  };
}
