import { expect, it } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { shareSign } from '../../../../src/geo/cover/shareSign.ts';
import { box } from '../../../fixtures/box.ts';

/** The places of path data: x, y. */
const placesOf = (path: string) =>
  path.split(/[MLZ]+/).flatMap((text) => (text === '' ? [] : [text.split(' ').map(Number)]));
const spanOf = (path: string, axis: 0 | 1) => {
  const all = placesOf(path).map((place) => place[axis]!);
  return [Math.min(...all), Math.max(...all)];
};

it('the sign shows which part of the AOI a footprint covers', () => {
  const signOf = shareSign(aoiOf(box(10, 0, 12, 1)));
  const { outline, part } = signOf(box(9, -1, 11, 2));
  expect(spanOf(outline, 0)).toEqual([0.8, 18.3]);
  expect(spanOf(part, 0)).toEqual([0.8, 9.5]);
  expect(spanOf(part, 1)).toEqual(spanOf(outline, 1));
  expect(signOf(box(20, 0, 21, 1)).part).toBe('');
});

it('an AOI of many vertices has at most 24 in its sign', () => {
  const turns = Array.from({ length: 500 }, (_, at) => (at / 500) * 2 * Math.PI);
  const ring = turns.map((turn, at) => {
    const radius = 1 + 0.1 * (at % 2);
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  const { outline } = shareSign(aoiOf({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] }))(
    box(0, 0, 1, 1),
  );
  expect(placesOf(outline)).toHaveLength(24);
});

it('an AOI across 180° is one piece, and so is the part that a footprint covers', () => {
  const { outline, part } = shareSign(aoiOf(box(179, 0, 181, 1)))({
    type: 'MultiPolygon',
    coordinates: [box(179, 0, 180, 1).coordinates, box(-180, 0, -179.5, 1).coordinates],
  });
  expect(spanOf(outline, 0)).toEqual([0.8, 18.3]);
  const [west, east] = spanOf(part, 0);
  expect(west).toBe(0.8);
  expect(east).toBeCloseTo(0.8 + (17.5 * 3) / 4, 0);
});
