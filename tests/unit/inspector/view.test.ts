import { expect, test } from 'vitest';
import type { Box, ChartLayout } from '../../../src/machines/inspector/layout.ts';
import {
  innermost,
  openingView,
  READABLE,
  viewOf,
  type ChartViewport,
} from '../../../src/machines/inspector/view.ts';

const box = (id: string, parent: string | null, x: number, y: number, width = 100, height = 60): Box => ({
  id,
  parent,
  x,
  y,
  width,
  height,
  rows: [],
});
/** 4,000 × 500 px: `left` and `right` at the ends, each with a state inside; `near` next to `right`. */
const wide: ChartLayout = {
  width: 4000,
  height: 500,
  lines: [],
  boxes: [
    box('root', null, 0, 0, 4000, 500),
    box('left', 'root', 100, 100, 300, 200),
    box('left.in', 'left', 50, 50),
    box('right', 'root', 3200, 100, 300, 200),
    box('right.in', 'right', 50, 50),
    box('near', 'root', 3550, 100),
  ],
};
const frame = { width: 800, height: 600 };

/** Whether a point of the chart is in the frame. */
function isIn(view: ChartViewport, x: number, y: number): boolean {
  const [left, top] = [view.x + x * view.zoom, view.y + y * view.zoom];
  return left >= 0 && left <= frame.width && top >= 0 && top <= frame.height;
}
const isSeen = (states: readonly string[], x: number, y: number) =>
  isIn(openingView(wide, new Set(states), frame), x, y);

test('a chart whose words stay readable opens whole, in the middle, never larger than life', () => {
  const small = { ...wide, width: 400, height: 200 };
  expect(openingView(small, new Set(), frame)).toEqual({ x: 200, y: 200, zoom: 1 });
  const view = openingView({ ...wide, width: 900, height: 300 }, new Set(['root']), frame);
  expect(view.zoom).toBeCloseTo(752 / 900);
  expect(view.x).toBeCloseTo(24);
  expect(view.y).toBeCloseTo((600 - (300 * 752) / 900) / 2);
});

test('one that would become too small opens readable, with the innermost state that is on in the middle', () => {
  const view = openingView(wide, new Set(['root', 'right', 'right.in']), frame);
  expect(view.zoom).toBe(READABLE);
  expect(view.x + 3300 * READABLE).toBeCloseTo(400);
  expect(view.y).toBeCloseTo((600 - 500 * READABLE) / 2);
});

test('of states far apart the first is in sight, of near ones all', () => {
  const far = ['root', 'left', 'left.in', 'right', 'right.in'];
  expect(isSeen(far, 200, 180)).toBe(true);
  expect(isSeen(far, 3300, 180)).toBe(false);
  const close = ['root', 'right', 'right.in', 'near'];
  expect(isSeen(close, 3250, 150)).toBe(true);
  expect(isSeen(close, 3650, 160)).toBe(true);
});

test('a chart with no state on begins at its corner, and no room is lost beside an end', () => {
  expect(openingView(wide, new Set(), frame).x).toBe(24);
  expect(openingView(wide, new Set(['root', 'left', 'left.in']), frame).x).toBe(24);
  const end = { ...wide, boxes: [wide.boxes[0]!, box('end', 'root', 3900, 0)] };
  const view = openingView(end, new Set(['root', 'end']), frame);
  expect(view.x + 4000 * view.zoom).toBeCloseTo(frame.width - 24);
});

test('of states far apart each is named, and each can be brought into sight', () => {
  const on = new Set(['root', 'left', 'left.in', 'right', 'right.in', 'near']);
  expect(innermost(wide, on)).toEqual(['left.in', 'right.in', 'near']);
  expect(innermost(wide, new Set(['root']))).toEqual(['root']);
  expect(innermost(wide, new Set())).toEqual([]);
  expect(isIn(viewOf(wide, 'left.in', frame), 200, 180)).toBe(true);
  const right = viewOf(wide, 'right.in', frame);
  expect(right.zoom).toBe(READABLE);
  expect(right.x + 3300 * READABLE).toBeCloseTo(400);
});

test('a state that is larger than the frame is seen from its corner', () => {
  const view = viewOf({ ...wide, height: 2000 }, 'right', { width: 200, height: 100 });
  expect(view.x + 3200 * READABLE).toBeCloseTo(24);
  expect(view.y + 100 * READABLE).toBeCloseTo(24);
});

test('a chart that just fits with its margin of 24 px is whole and in the middle', () => {
  const sized = (width: number, height: number): ChartLayout => ({ ...wide, width, height });
  const opened = (layout: ChartLayout) => openingView(layout, new Set(), frame);
  expect(opened(sized(752, 552))).toEqual({ x: 24, y: 24, zoom: 1 });
  expect(opened(sized(100, 100))).toEqual({ x: 350, y: 250, zoom: 1 });
  // nine tenths of these are 752 and 552
  expect(opened(sized(752 / 0.9, 100)).zoom).toBeCloseTo(0.9, 9);
  expect(opened(sized(100, 552 / 0.9)).zoom).toBeCloseTo(0.9, 9);
  expect(opened(sized(4000, 100))).toMatchObject({ x: 24, zoom: READABLE });
});

test('a state is in the middle of its frame, or near an end of the chart beside no empty space', () => {
  // `near` is 100 wide from 3550 on: 0.8 of its middle, 3600, is 2880
  expect(viewOf(wide, 'near', frame)).toEqual({ x: 800 - 24 - 3200, y: (600 - 400) / 2, zoom: READABLE });
  // `left.in` begins at 150 in the chart
  expect(viewOf(wide, 'left.in', frame)).toEqual({ x: 24, y: 100, zoom: READABLE });
  const middle: ChartLayout = {
    ...wide,
    boxes: [box('root', null, 0, 0, 4000, 500), box('one', 'root', 2000, 100)],
  };
  // 0.8 × 2050
  expect(viewOf(middle, 'one', frame)).toEqual({ x: 400 - 1640, y: 100, zoom: READABLE });
  const broad: ChartLayout = {
    ...wide,
    boxes: [box('root', null, 0, 0, 4000, 500), box('one', 'root', 1000, 0, 1500, 400)],
  };
  // broader than the frame: from its own beginning, 0.8 × 1000, behind the margin
  expect(viewOf(broad, 'one', frame).x).toBeCloseTo(24 - 800, 9);
});

test('states that are on are shown together while that stays readable', () => {
  const both = (away: number): ChartLayout => ({
    ...wide,
    boxes: [box('root', null, 0, 0, 4000, 500), box('a', 'root', 1000, 0), box('b', 'root', away, 200)],
  });
  const at = (away: number) => openingView(both(away), new Set(['root', 'a', 'b']), frame).x;
  // 940 wide are 752 at the readable scale; the middle of 1000 to 1940 is 1470
  expect(at(1840)).toBeCloseTo(400 - 0.8 * 1470, 9);
  // a little more is too much: the first alone, whose middle is 1050
  expect(at(1841)).toBeCloseTo(400 - 0.8 * 1050, 9);
});

test('the last pixels beside a chart and a state that nearly fill the frame', () => {
  const across = (width: number) => ({ ...wide, width: width / READABLE, height: 4000 });
  // 30 px on both sides
  expect(openingView(across(740), new Set(), frame).x).toBeCloseTo(30);
  // too broad for two margins of 24 px: from the first on
  expect(openingView(across(780), new Set(), frame).x).toBeCloseTo(24);
  const long = (length: number) =>
    viewOf(
      {
        ...wide,
        boxes: [box('root', null, 0, 0, 4000, 500), box('one', 'root', 1000, 0, length / READABLE)],
      },
      'one',
      frame,
    ).x;
  // in the middle: 0.8 × 1000 and half of the length are at 400
  expect(long(740)).toBeCloseTo(400 - 800 - 370);
  // longer: from its beginning on, behind the margin
  expect(long(780)).toBeCloseTo(24 - 800);
});

test('active states below one another are in sight together, and in the middle', () => {
  const tall: ChartLayout = {
    width: 500,
    height: 4000,
    lines: [],
    boxes: [
      box('root', null, 0, 0, 500, 4000),
      box('upper', 'root', 100, 3000),
      box('lower', 'root', 100, 3200),
    ],
  };
  const view = openingView(tall, new Set(['root', 'upper', 'lower']), frame);
  // from 3,000 to 3,260: 0.8 of 3,130 is in the middle
  expect(view.y).toBeCloseTo(300 - 2504);
  expect(view.zoom).toBe(READABLE);
});
