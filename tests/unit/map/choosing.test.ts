import { describe, expect, it } from 'vitest';
import { scenesInBox } from '../../../src/geo/area/inBox.ts';
import { boxOf } from '../../../src/ui/map/tools/choose/session.ts';
import { scene } from '../../model/shared/samples.ts';
import { boxAt } from '../../fixtures/box.ts';

/** A square of one degree, by its lower left corner. */
const square = (west: number, south: number) => ({
  ...scene(`${west} ${south}`, 'one'),
  geometry: boxAt(west, south, 1),
});

describe('choosing by a box on the map', () => {
  it('any starting corner gives the same box', () => {
    const box = [103, 1, 104, 2];
    expect(boxOf([103, 1], [104, 2])).toEqual(box);
    expect(boxOf([104, 2], [103, 1])).toEqual(box);
    expect(boxOf([104, 1], [103, 2])).toEqual(box);
    expect(boxOf([103, 2], [104, 1])).toEqual(box);
  });
  it('across 180°, where the map’s longitudes continue, it contains both sides', () => {
    const scenes = [square(178.5, 0), square(-179.5, 0), square(0, 0)];
    const ids = (box: ReturnType<typeof boxOf>) => scenesInBox(scenes, box).map(({ id }) => id);
    expect(ids(boxOf([178, -1], [183, 2]))).toEqual(['178.5 0', '-179.5 0']);
    expect(ids(boxOf([-177, 2], [-182, -1]))).toEqual(['178.5 0', '-179.5 0']);
  });
});
