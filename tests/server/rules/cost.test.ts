import { describe, expect, it } from 'vitest';
import { checkBody, checkCost, cornersOfWkt, msOf, UNITS } from '../../../server/base/cost.ts';
import { ringsOf, placing } from '../../../server/search/masks/clearShare.ts';
import { packMask } from '../../../server/search/masks/mask.ts';
import type { Refusal } from '../../../server/base/refusal.ts';
import { box } from '../../fixtures/box.ts';

const refusalOf = (work: () => void) => {
  try {
    work();
    return null;
  } catch (error) {
    const { key, params } = error as Refusal;
    return { key, params };
  }
};

describe('work is priced before it is done', () => {
  it('the corners of an area are counted in its text', () => {
    expect(cornersOfWkt('POLYGON((0 0, 1 0, 1 1, 0 0))')).toBe(4);
    expect(cornersOfWkt('MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))')).toBe(8);
  });

  it('a request costs the sum of its units', () => {
    expect(msOf({ scenes: 2, placements: 1000 })).toBeCloseTo(
      (2 * UNITS.scenes.us + 1000 * UNITS.placements.us) / 1000,
      9,
    );
  });

  it('beyond its limit a call is refused with the number that would do', () => {
    // 15 s for clear shares: 1 ms a scene by its rows allows 15,000, 3 ms a scene 5,000
    const rows = (ms: number) => ({ rows: (ms * 1000) / UNITS.rows.us });
    expect(refusalOf(() => checkCost('clearShares', 15_000, rows(1)))).toBeNull();
    expect(refusalOf(() => checkCost('clearShares', 10_000, rows(3)))).toEqual({
      key: 'tooCostly.scenes',
      params: { most: 5_000 },
    });
  });

  it('a body is refused for an area that no call can check', () => {
    const wkt = `POLYGON((${Array.from({ length: 300_000 }, () => '0 0').join()}))`;
    expect(refusalOf(() => checkBody(wkt.length, { aoiWkt: wkt }))?.key).toBe('tooCostly.corners');
    expect(refusalOf(() => checkBody(100, { aoiWkt: 'POLYGON((0 0, 1 0, 1 1, 0 0))' }))).toBeNull();
    expect(refusalOf(() => checkBody(2_000_000, { name: 'no area' }))).toBeNull();
  });

  it('an edge of an area costs the rows of a mask that it crosses, at most all of them', () => {
    const view = {
      width: 128,
      height: 100,
      origin: [0, 10] as const,
      right: [0.1, 0] as const,
      down: [0, -0.1] as const,
    };
    const mask = packMask({ view, cloud: new Uint8Array(128 * 100), covered: null });
    const square = (size: number) => ringsOf(box(0, 0, size, size));
    // rows of 0.1 degrees: sides of a degree cross ten, sides of 20 degrees 128 at most
    const rowsOf = (size: number) => placing(square(size), [mask]).rows;
    expect(rowsOf(1)).toBeCloseTo(40, 6);
    expect(rowsOf(20)).toBe(4 * 128);
    expect(placing(square(1), [mask]).placements).toBe(5);
  });
});
