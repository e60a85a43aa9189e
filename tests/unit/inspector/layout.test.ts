import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { expect, test } from 'vitest';
import {
  chartOf,
  type Chart,
  type ChartState,
  type ChartTransition,
} from '../../../src/machines/inspector/chart.ts';
import {
  graphOf,
  headNote,
  isFolded,
  layoutOf,
  rowText,
  type Box,
  type Graph,
} from '../../../src/machines/inspector/layout.ts';
import { models } from '../../model/session/models.ts';

const elk = new ELK();

/** A box with its corner relative to the chart's. */
function placed(boxes: readonly Box[]): (Box & { left: number; top: number })[] {
  const found = new Map<string, Box & { left: number; top: number }>();
  for (const box of boxes) {
    const parent = box.parent === null ? { left: 0, top: 0 } : found.get(box.parent)!;
    found.set(box.id, { ...box, left: parent.left + box.x, top: parent.top + box.y });
  }
  return [...found.values()];
}

test.each(models)(
  '$name is drawn whole: states within theirs, none on another, each transition once',
  async ({ machine }) => {
    const chart = chartOf(machine);
    const layout = layoutOf(chart, (await elk.layout(graphOf(chart) as ElkNode)) as Graph);
    const boxes = placed(layout.boxes);
    expect(boxes.map(({ id }) => id).sort()).toEqual(chart.states.map(({ id }) => id).sort());
    for (const one of boxes) {
      const parent = boxes.find(({ id }) => id === one.parent);
      if (parent !== undefined) {
        expect(one.left + one.width).toBeLessThanOrEqual(parent.left + parent.width);
        expect(one.top + one.height).toBeLessThanOrEqual(parent.top + parent.height);
      }
      for (const other of boxes.filter(({ id, parent }) => parent === one.parent && id !== one.id))
        expect(
          one.left + one.width <= other.left ||
            other.left + other.width <= one.left ||
            one.top + one.height <= other.top ||
            other.top + other.height <= one.top,
        ).toBe(true);
    }
    const drawn = [
      ...layout.boxes.flatMap(({ rows }) => rows),
      ...layout.lines.flatMap(({ transitions }) => transitions),
    ];
    expect(new Set(drawn)).toEqual(new Set(chart.transitions.map(({ id }) => id)));
    const near = (value: number, from: number, length: number) =>
      value >= from - 2 && value <= from + length + 2;
    for (const { from, to, points } of layout.lines) {
      const [source, target] = [from, to].map((id) => boxes.find((box) => box.id === id)!);
      const [first, last] = [points[0]!, points.at(-1)!];
      expect(near(first.x, source!.left, source!.width) && near(first.y, source!.top, source!.height)).toBe(
        true,
      );
      expect(near(last.x, target!.left, target!.width) && near(last.y, target!.top, target!.height)).toBe(
        true,
      );
    }
  },
);

/** A chart with each kind of box and line; what its places must be is reckoned by hand below. */
const hall: Chart = {
  name: 'hall',
  states: [
    state('hall', null, 'compound'),
    state('hall.desk', 'hall', 'atomic', { runs: ['logIn'], tags: ['busy'] }),
    state('hall.room', 'hall', 'compound'),
    state('hall.room.seat', 'hall.room', 'atomic'),
    state('hall.yard', 'hall', 'final'),
    state('hall.shop', 'hall', 'atomic'),
    state('hall.mill', 'hall', 'atomic', { runs: ['grindTheCornThatTheFarmerBrought', 'sieveTheFlour'] }),
  ],
  transitions: [
    transition('hall', 0, 'rang'),
    transition('hall.desk', 0, 'called', ['hall.room'], 'isOpen'),
    transition('hall.desk', 1, 'left', ['hall.room']),
    transition('hall.desk', 2, 'split', ['hall.room.seat', 'hall.yard']),
    transition('hall.desk', 3, 'again', ['hall.desk']),
    transition('hall.room', 0, 'enteredByTheFrontDoor', ['hall.room.seat']),
    transition('hall.room.seat', 0, 'closedByTheBoxOffice', ['hall.room']),
    ...Array.from({ length: 12 }, (_, index) => transition('hall.shop', index, `sold${index}`)),
    ...Array.from({ length: 13 }, (_, index) =>
      transition('hall.mill', index, `groundInTheGreatStone${index}`),
    ),
  ],
};

function state(
  id: string,
  parent: string | null,
  type: ChartState['type'],
  more: Partial<ChartState> = {},
): ChartState {
  return { id, key: id.split('.').at(-1)!, parent, type, isFirst: false, runs: [], tags: [], ...more };
}
function transition(
  from: string,
  index: number,
  name: string,
  to: string[] = [],
  guard: string | null = null,
): ChartTransition {
  return { id: `${from} ${index}`, from, to, event: name, name, guard, isFact: true };
}

test('a box is as wide as its name with its note or its longest row, and as high as its head and rows', () => {
  const root = graphOf(hall).children![0]!;
  const sizes = Object.fromEntries(
    [...root.children!, ...root.children![1]!.children!].map(({ id, width, height }) => [
      id,
      width === undefined ? null : [Number(width.toFixed(1)), height],
    ]),
  );
  expect(sizes).toEqual({
    // "desk", two more and "runs logIn · #busy", 24 characters of 7.6, and 36; one row
    'hall.desk': [218.4, 72],
    'hall.room': null,
    // "closedByTheBoxOffice → room", 27 characters of 6.9, and 32
    'hall.room.seat': [218.3, 72],
    // the least width; no row
    'hall.yard': [96, 32],
    // twelve rows, each written
    'hall.shop': [96, 424],
    // thirteen rows folded into one; a note of 51 characters, cut at 320
    'hall.mill': [401.6, 72],
  });
});

test('a box with states leaves room for its head above them and is at least as wide as alone', () => {
  const [root] = graphOf(hall).children!;
  const room = root!.children![1]!;
  expect(root!.layoutOptions).toEqual({
    'elk.padding': '[top=88,left=16,bottom=16,right=16]',
    'elk.nodeSize.constraints': 'MINIMUM_SIZE',
    'elk.nodeSize.minimum': '(96,104)',
  });
  expect(room.layoutOptions).toMatchObject({
    'elk.padding': '[top=88,left=16,bottom=16,right=16]',
    // "enteredByTheFrontDoor → seat", 28 characters of 6.9, and 32: 225.2
    'elk.nodeSize.minimum': '(226,104)',
  });
});

test('transitions between the same two states share a line, as wide as the longer label', () => {
  const edges = graphOf(hall).edges!.map(({ sources, targets, labels }) => [
    ...sources,
    ...targets,
    Number(labels[0]!.width.toFixed(1)),
    labels[0]!.height,
  ]);
  expect(edges).toEqual([
    // "called [isOpen]", 15 characters of 6.9, and 16
    ['hall.desk', 'hall.room', 119.5, 64],
    ['hall.desk', 'hall.room.seat', 50.5, 32],
    ['hall.desk', 'hall.yard', 50.5, 32],
  ]);
});

test('only a box with more than twelve rows folds them', () => {
  const rows = (count: number) => ({ rows: Array.from({ length: count }) });
  expect([isFolded(rows(12)), isFolded(rows(13))]).toEqual([false, true]);
});

test("a line's points and label are moved by the corner of the state that holds them", () => {
  const laid: Graph = {
    id: ' chart',
    width: 900,
    height: 700,
    children: [
      {
        id: 'hall',
        x: 10,
        y: 20,
        width: 800,
        height: 600,
        children: [
          { id: 'hall.desk', x: 30, y: 100, width: 219, height: 72 },
          {
            id: 'hall.room',
            x: 300,
            y: 110,
            width: 260,
            height: 200,
            children: [{ id: 'hall.room.seat', x: 16, y: 88, width: 219, height: 72 }],
          },
        ],
      },
    ],
    edges: [
      {
        id: 'desk to room',
        sources: ['hall.desk'],
        targets: ['hall.room'],
        container: 'hall',
        labels: [{ text: '', x: 260, y: 120, width: 120, height: 64 }],
        sections: [
          {
            startPoint: { x: 249, y: 130 },
            bendPoints: [
              { x: 270, y: 130 },
              { x: 270, y: 150 },
            ],
            endPoint: { x: 300, y: 150 },
          },
        ],
      },
      { id: 'not laid', sources: ['hall.desk'], targets: ['hall.room.seat'], labels: [] },
      { id: 'within', sources: ['hall.room'], targets: ['hall.room.seat'], labels: [] },
    ],
  };
  const { boxes, lines, ...size } = layoutOf(hall, laid);
  expect(size).toEqual({ width: 900, height: 700 });
  expect(boxes).toEqual([
    { id: 'hall', parent: null, x: 10, y: 20, width: 800, height: 600, rows: ['hall 0'] },
    { id: 'hall.desk', parent: 'hall', x: 30, y: 100, width: 219, height: 72, rows: ['hall.desk 3'] },
    { id: 'hall.room', parent: 'hall', x: 300, y: 110, width: 260, height: 200, rows: ['hall.room 0'] },
    {
      id: 'hall.room.seat',
      parent: 'hall.room',
      x: 16,
      y: 88,
      width: 219,
      height: 72,
      rows: ['hall.room.seat 0'],
    },
  ]);
  expect(lines).toEqual([
    {
      id: 'desk to room',
      from: 'hall.desk',
      to: 'hall.room',
      transitions: ['hall.desk 0', 'hall.desk 1'],
      points: [
        { x: 259, y: 150 },
        { x: 280, y: 150 },
        { x: 280, y: 170 },
        { x: 310, y: 170 },
      ],
      label: { x: 270, y: 140, width: 120, height: 64 },
    },
    {
      id: 'not laid',
      from: 'hall.desk',
      to: 'hall.room.seat',
      transitions: ['hall.desk 2'],
      points: [],
      label: { x: 0, y: 0, width: 0, height: 0 },
    },
    {
      id: 'within',
      from: 'hall.room',
      to: 'hall.room.seat',
      // it's a row of the outer state
      transitions: [],
      points: [],
      label: { x: 0, y: 0, width: 0, height: 0 },
    },
  ]);
});

test('without sizes of its own a laid chart starts at its corner; a chart without states is refused', () => {
  const { boxes, ...rest } = layoutOf(hall, { id: ' chart', children: [{ id: 'hall' }] });
  expect(rest).toEqual({ width: 0, height: 0, lines: [] });
  expect(boxes).toEqual([{ id: 'hall', parent: null, x: 0, y: 0, width: 0, height: 0, rows: ['hall 0'] }]);
  expect(() => graphOf({ ...hall, states: [] })).toThrow('hall has no states');
});

test('a row names its target, a head its actors and tags', () => {
  expect(hall.transitions.slice(0, 2).map((one) => rowText(hall, one))).toEqual([
    'rang',
    'called [isOpen] → room',
  ]);
  expect(hall.transitions.slice(3, 4).map((one) => rowText(hall, one))).toEqual(['split → seat, yard']);
  expect(rowText(hall, transition('hall', 9, 'gone', ['elsewhere']))).toBe('gone → elsewhere');
  expect(hall.states.map(headNote).filter((note) => note !== '')).toEqual([
    'runs logIn · #busy',
    'runs grindTheCornThatTheFarmerBrought, sieveTheFlour',
  ]);
});
