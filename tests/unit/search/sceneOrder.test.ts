import { describe, expect, test } from 'vitest';
import type { Scene } from '../../../contract/search.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { rectangleOfBbox } from '../../../src/geo/bbox.ts';
import { shareOfScene, shareTogether, wholePercent } from '../../../src/ui/search/coverage.ts';
import { orderedScenes } from '../../../src/ui/search/sceneOrder.ts';
import { thumbUrl, worded } from '../../../src/ui/search/sceneWords.ts';

const box = (west: number, east: number) =>
  rectangleOfBbox({ minLatitude: 0, maxLatitude: 1, minLongitude: west, maxLongitude: east });

function sceneOf(
  id: string,
  facts: Partial<Scene['properties']> = {},
  geometry: Scene['geometry'] = box(0, 1),
): Scene {
  return {
    type: 'Feature',
    id,
    geometry,
    properties: {
      productId: id,
      acquisitionDate: '2026-11-14T03:22:05Z',
      satellite: null,
      satCode: null,
      sensor: null,
      sensorType: null,
      gsd: null,
      cloudCover: null,
      offNadirAngle: null,
      sunElevation: null,
      area: null,
      orbitDirection: null,
      sideLookDirection: null,
      imagingMode: null,
      productMode: null,
      sourceCode: null,
      supplier: null,
      quicklookUrl: null,
      simulated: false,
      ...facts,
    },
  };
}

describe('The list in the order that one asks for', () => {
  const scenes = [
    sceneOf('a', { cloudCover: 7, offNadirAngle: 3 }),
    sceneOf('b', { cloudCover: null, offNadirAngle: 1 }),
    sceneOf('c', { cloudCover: 0, offNadirAngle: null }),
    sceneOf('d', { cloudCover: 7, offNadirAngle: 0 }),
  ];
  const ids = (list: readonly Scene[]) => list.map(({ id }) => id).join('');

  test('is the order of the reply for newest', () => {
    expect(orderedScenes(scenes, 'newest')).toBe(scenes);
  });

  test('has unknown values last, and equal ones newest first', () => {
    expect(ids(orderedScenes(scenes, 'leastCloud'))).toBe('cadb');
    expect(ids(orderedScenes(scenes, 'lowestOffNadir'))).toBe('dbac');
    expect(ids(scenes)).toBe('abcd');
  });
});

describe('The share of the AOI', () => {
  const aoi = aoiOf(box(0, 2));

  test('that one scene covers, and that several cover together: what they share counts once', () => {
    const half = sceneOf('half', {}, box(0, 1));
    const middle = sceneOf('middle', {}, box(0.5, 1.5));
    const away = sceneOf('away', {}, box(10, 11));
    expect(shareOfScene(half, aoi)).toBeCloseTo(0.5, 6);
    expect(shareTogether([half, middle, away], aoi)).toBeCloseTo(0.75, 6);
    expect(shareTogether([half, sceneOf('whole', {}, box(-1, 3))], aoi)).toBe(1);
    expect(shareTogether([away], aoi)).toBe(0);
  });

  test('as whole percent is 100 only for all and 0 only for nothing', () => {
    expect(wholePercent(0.9999)).toBe(99);
    expect(wholePercent(0.0001)).toBe(1);
    expect(wholePercent(0.785)).toBe(79);
    expect(wholePercent(1)).toBe(100);
    expect(wholePercent(0)).toBe(0);
  });
});

describe('Absent values are null, never invented', () => {
  test('and show a dash', () => {
    expect(worded(null, String)).toBe('—');
    expect(worded(0, String)).toBe('0');
  });
});

describe('The small picture of a row', () => {
  test('is asked for only where the address has a query', () => {
    expect(thumbUrl('/web/quicklook/a?k=1')).toBe('/web/quicklook/a?k=1&size=thumb');
    expect(thumbUrl('https://elsewhere.example/a.png')).toBe('https://elsewhere.example/a.png');
  });
});
