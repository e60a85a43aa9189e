import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import { expect, test } from 'vitest';
import { chartOf } from '../../../src/machines/inspector/chart.ts';
import { graphOf, layoutOf, type Box, type Graph } from '../../../src/machines/inspector/layout.ts';
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
