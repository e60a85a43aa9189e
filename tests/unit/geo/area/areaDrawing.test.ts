import { describe, expect, it } from 'vitest';
import { drawnPair } from '../../../../src/geo/area/areaDrawing.ts';
import { checkArea } from '../../../../src/geo/check/checkArea.ts';
import { roughStar, shape } from '../shapes.ts';

/** The drawings of an area and its repair. */
function drawn(wkt: string) {
  const given = shape(wkt);
  const found = checkArea(given, 'straight');
  if (found.verdict === 'refused') throw found.refusal;
  if (found.verdict === 'unclear') throw new Error('unclear');
  return drawnPair(given, found.geometry);
}

describe('The ground that a repair changes is drawn', () => {
  it('where parts overlap, the overlap is no longer left out', () => {
    const { before, after, difference } = drawn(
      'MULTIPOLYGON(((0 0,5 0,5 5,0 5,0 0)),((3 3,9 3,9 9,3 9,3 3)))',
    );
    expect(difference).toBe(before.path + after.path);
  });

  it('no ground is drawn where only the rings change', () => {
    expect(drawn('POLYGON((0 0,10 10,10 0,0 10,0 0))').difference).toBeNull();
    expect(drawn('POLYGON((0 0,10 0,5 5,10 10,0 10,5 5,0 0))').difference).toBeNull();
  });

  it('an outline of many vertices is compared, too', () => {
    const star = roughStar(20_000, [10, 45], 1);
    expect(drawnPair(star, star).difference).toBeNull();
  });
});
