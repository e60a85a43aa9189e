import { describe, expect, it } from 'vitest';
import { outlinesOf } from '../../../../src/geo/antimeridian/outline.ts';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { checkArea } from '../../../../src/geo/check/checkArea.ts';
import { shape } from '../shapes.ts';
import { box } from '../../../fixtures/box.ts';

/** The outline of the likeliest reading. */
function outlinesAround(wkt: string) {
  const found = checkArea(shape(wkt));
  if (found.verdict !== 'unclear') throw new Error(found.verdict);
  return outlinesOf(found.readings[0]!.aoi.geometry);
}
const isOnCut = (line: readonly (readonly number[])[]) =>
  line.some(
    ([lon, lat], index) =>
      index > 0 && Math.abs(lon!) === 180 && lon === line[index - 1]![0] && lat !== line[index - 1]![1],
  );

describe('The outline of an area on the map', () => {
  it('a cap has the outline of its ring, without lines along 180° to the pole', () => {
    const lines = outlinesAround('POLYGON((0 50, 120 55, -120 52, 0 50))');
    expect(lines).toEqual([
      [
        [-180, 53.5],
        [-120, 52],
        [0, 50],
        [120, 55],
        [180, 53.5],
      ],
    ]);
  });

  it('its hole across 180° has no line there', () => {
    const lines = outlinesAround(
      'POLYGON((0 50, 120 55, -120 52, 0 50), (170 70, 170 74, -170 74, -170 70, 170 70))',
    );
    expect(lines.some(isOnCut)).toBe(false);
    expect(lines).toHaveLength(3);
  });

  it('an area that ends at 180° keeps its side there, and one across 180° is joined', () => {
    const [ends] = outlinesOf(aoiOf(box(170, 0, 180, 5)).geometry);
    expect(isOnCut(ends!)).toBe(true);
    const [across, another] = outlinesOf(aoiOf(box(175, 0, 185, 5)).geometry);
    expect(isOnCut(across!)).toBe(false);
    expect(another).toBeUndefined();
  });
});
