import { describe, expect, test } from 'vitest';
import { defaultCondition } from '../../../contract/defaultSearch.ts';
import type { AoiFacts, SavedAoi } from '../../../contract/saved.ts';
import { sortedAois } from '../../../src/machines/saved/saved.rules.ts';
import { conditionOf, defaultDraft } from '../../../src/machines/search/search.rules.ts';
import * as sample from '../../model/shared/samples.ts';

const area = (id: number, name: string): SavedAoi => ({ id, name, geom: '', ctime: '2026-11-20T08:00:00Z' });
const AREAS = [area(1, 'Pier 10'), area(2, 'pier 2'), area(3, 'Ängö'), area(4, 'Quay')];
const taken = (day: string): AoiFacts['newest'] => {
  const scene = sample.scenes[0]!;
  return {
    scene: { ...scene, properties: { ...scene.properties, acquisitionDate: `${day}T03:00:00Z` } },
    share: 100,
    clear: 95,
  };
};
const FACTS = new Map<number | string, AoiFacts>([
  [1, { id: 1, newCount: 1, newest: taken('2026-11-01'), cover: { finalPrice: 900, scenes: 1 } }],
  [2, { id: 2, newCount: 1, newest: null, cover: { finalPrice: 100, scenes: 2 } }],
  [3, { id: 3, newCount: 5, newest: taken('2026-11-15'), cover: null }],
]);

describe('§2 My AOI list', () => {
  test.each([
    ['new', [3, 1, 2, 4]],
    ['newest', [3, 1, 2, 4]],
    ['price', [2, 1, 3, 4]],
    ['name', [3, 2, 1, 4]],
  ] as const)('is sorted by %s; where a figure is not known, the item comes last', (sort, ids) => {
    expect(sortedAois(AREAS, sort, FACTS).map(({ id }) => id)).toEqual(ids);
  });

  test('shows what the search form as it opens would find', () => {
    const now = new Date('2026-11-21T08:00:00Z');
    expect(conditionOf(defaultDraft(now), sample.smallAoi)).toEqual({
      aoiWkt: sample.smallAoi.wkt,
      ...defaultCondition(now),
    });
    expect(defaultCondition(now)).toEqual({
      acquisitionDateFrom: '2026-08-21',
      acquisitionDateTo: '2026-11-21',
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      sensorType: 'OPTICAL',
      satList: [],
      gsd: 1,
    });
  });
});
