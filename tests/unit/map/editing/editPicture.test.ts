import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AreaGeometry } from '../../../../src/geo/area/areaGeometry.ts';
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
