import { expect, test } from 'vitest';
import { aoiOf } from '../../../../src/geo/aoi.ts';
import { coverMap } from '../../../../src/geo/cover/coverMap.ts';
import { square } from '../../../server/search/sceneFixtures.ts';

const BOX = { width: 208, height: 133 };
/** 0.2° × 0.1° at the equator: 202 × 101 units, from 3 and 16 on. */
const aoi = aoiOf(square(10, 0, 10.2, 0.1));

test('each number stands on what no earlier scene covers, or beside theirs', () => {
  const [west, east, whole, again] = [
    square(9.9, -0.1, 10.1, 0.2),
    square(10.05, -0.1, 10.3, 0.2),
    square(9.9, -0.1, 10.3, 0.2),
    square(10.02, 0.02, 10.04, 0.04),
  ];
  const { outline, parts } = coverMap(aoi, [west, east, whole, again], BOX);
  expect(outline).toBe('M3 117L205 117L205 16L3 16Z');
  const [first, second, third, fourth] = parts.map(({ place: [x, y] }) => [Math.round(x), Math.round(y)]);
  // the middle of the western half, and of what lies east of it
  expect([first, second]).toEqual([
    [54, 67],
    [154, 67],
  ]);
  // nothing is left of the third and the fourth: 40 and 60 units east of where they would stand
  expect(third).toEqual([104 + 40, 67]);
  expect(fourth![0]).toBe(Math.round(3 + 0.03 * 1010) + 60);
});

test('a picture is laid on its footprint: upper left, right and down', () => {
  // as a scene has them: upper left, lower left, lower right, upper right
  const corners = [
    [10, 0.1],
    [10, 0],
    [10.2, 0],
    [10.2, 0.1],
    [10, 0.1],
  ];
  const footprint = { type: 'Polygon' as const, coordinates: [corners] };
  const { parts } = coverMap(aoi, [footprint], BOX);
  const figures = /matrix\((.*)\)/
    .exec(parts[0]!.picture)![1]!
    .split(' ')
    .map((one) => Math.round(Number(one)));
  expect(figures.map((one) => one + 0)).toEqual([202, 0, 0, 101, 3, 16]);
});

test('a scene that covers nothing has no part', () => {
  expect(coverMap(aoi, [square(50, 0, 51, 1)], BOX).parts[0]?.path).toBe('');
});
