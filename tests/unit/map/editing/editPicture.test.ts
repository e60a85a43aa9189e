import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
import { sketchStore } from '../../../../src/ui/map/layers/sketch.ts';
import { picturePainter, type Facts } from '../support/picturePainter.ts';

/** This environment has no canvas; the look of the marks is irrelevant here. */
class NoCanvas {
  getContext(): object {
    return new Proxy({}, { get: () => () => ({}), set: () => true });
  }
}
beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', NoCanvas);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const aoi: AreaGeometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};
const sketch = { still: [], moving: [], area: aoi, handles: [], marks: [] };

/** The area's layers in each of several successive pictures. */
async function layersOf(pictures: readonly Partial<Facts>[]) {
  const paint = await picturePainter();
  return pictures.map((one) => paint(one).filter(({ id }) => /^deck-(mask|aoi)/.test(id)));
}

describe('§4 Map: a shape being drawn', () => {
  const [a, b, c] = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const;
  it.each([
    ['one edge', [a, b], { filled: [], closing: [] }],
    [
      'an open line shows the area and the edge that would close it',
      [a, b, c],
      { filled: [[[a, b, c, a]]], closing: [[c, a]] },
    ],
    ['a closed line has that edge', [a, b, c, a], { filled: [[[a, b, c, a]]], closing: [] }],
  ])('%s', async (_, line, shown) => {
    const paint = await picturePainter();
    sketchStore.set({ line: line.map((at) => [...at]), vertices: [] });
    const layers = paint({});
    sketchStore.set(null);
    const dataOf = (id: string) => layers.find((layer) => layer.id === id)?.props.data;
    expect(dataOf('deck-sketch-fill')).toEqual(shown.filled);
    expect(dataOf('deck-closing-casing')).toEqual(shown.closing);
  });

  it('has no area while it crosses itself', async () => {
    const paint = await picturePainter();
    sketchStore.set({
      line: [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
      vertices: [],
      crossing: [0.5, 0.5],
    });
    const fill = paint({}).find(({ id }) => id === 'deck-sketch-fill');
    sketchStore.set(null);
    expect(fill?.props.data).toEqual([]);
  });
});

describe('the layers of the area', () => {
  it('that undo restores are new ones: a removed layer can’t be shown again', async () => {
    const [before = [], gone = [], back = []] = await layersOf([{ aoi }, {}, { aoi }]);
    expect([before.length, gone.length, back.length]).toEqual([3, 0, 3]);
    expect(back.filter((layer) => before.includes(layer))).toEqual([]);
  });

  it('stay the same while something else changes', async () => {
    const [before = [], after = []] = await layersOf([{ aoi }, { aoi, hovered: 'x' }]);
    expect(after).toEqual(before);
    expect(after.every((layer, at) => layer === before[at])).toBe(true);
  });

  it('are replaced by the handles while the area is edited, and come back', async () => {
    const pictures = await layersOf([{ aoi }, { aoi, editing: sketch }, { aoi }]);
    const ids = pictures.map((layers) => layers.map(({ id }) => id));
    expect(ids[1]).toEqual(['deck-mask']);
    expect(ids[2]).toEqual(ids[0]);
  });
});
