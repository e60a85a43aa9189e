import { expect, test } from 'vitest';
import type { Scene } from '../../../contract/search.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  clearAfter,
  clearAt,
  clearOfPlace,
  clearTogether,
  hasClouds,
  placesToAsk,
  settled,
} from '../../../src/machines/search/clear.rules.ts';
import { clearOfChosen, clearOfShown, type LoadedSet } from '../../../src/machines/search/loadedSet.rules.ts';
import {
  DEFAULT_VIEW_OPTIONS,
  noteAreas,
  shareOfScene,
  shareTogether,
} from '../../../src/machines/search/results.rules.ts';
import * as sample from '../../model/shared/samples.ts';
import { square } from '../../server/search/sceneFixtures.ts';

type SensorType = Scene['properties']['sensorType'];

function sceneOf(id: string, geometry: Scene['geometry'], sensorType: SensorType = 'OPTICAL'): Scene {
  const scene = sample.scene(id, 'one');
  return { ...scene, geometry, properties: { ...scene.properties, sensorType } };
}
/** A degree of latitude is the same share of the AOI everywhere in it, as far as these tests look. */
const AOI = aoiOf(square(0, -1, 1, 1));
const half = (id: string) => sceneOf(id, square(0, 0, 1, 1));

test('the share of the AOI that scenes cover together counts an overlap once', () => {
  const lower = sceneOf('LOWER', square(0, -1, 1, 0));
  const quarter = sceneOf('QUARTER', square(0, 0, 0.5, 1));
  expect(shareTogether([half('A'), half('B'), quarter], AOI)).toBeCloseTo(0.5, 6);
  expect(shareTogether([half('A'), lower], AOI)).toBeCloseTo(1, 6);
  expect(shareTogether([quarter], AOI)).toBeCloseTo(0.25, 3);
  expect(shareTogether([sceneOf('ELSEWHERE', square(5, 5, 6, 6))], AOI)).toBe(0);
  expect(shareTogether([], AOI)).toBe(0);
});

test('a scene over all of the AOI is all of it, beside however many others', () => {
  const others = Array.from({ length: 30 }, (_, at) => half(`S${at}`));
  expect(shareTogether([...others, sceneOf('ALL', square(-1, -2, 2, 2))], AOI)).toBe(1);
});

test('more than 24 footprints are not united, more than 2,000 not looked at; those that miss the AOI do not count', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => half(`S${at}`));
  const away = Array.from({ length: 40 }, (_, at) => sceneOf(`AWAY${at}`, square(5, 5, 6, 6)));
  expect(shareTogether(many(24), AOI)).toBeCloseTo(0.5, 6);
  expect(shareTogether(many(25), AOI)).toBeNull();
  expect(shareTogether([...many(24), ...away], AOI)).toBeCloseTo(0.5, 6);
  const missing = (count: number) => Array.from({ length: count }, () => away[0]!);
  expect(shareTogether(missing(2000), AOI)).toBe(0);
  expect(shareTogether(missing(2001), AOI)).toBeNull();
});

test('an AOI without an area has no share; a measured area is never more than all of it or less than nothing', () => {
  expect(shareOfScene(half('A'), { ...AOI, areaKm2: 0 })).toBe(0);
  const [small, large, negative] = [half('SMALL'), half('LARGE'), half('NEGATIVE')];
  noteAreas([small, large, negative], AOI, [AOI.areaKm2 / 4, AOI.areaKm2 * 2, -1]);
  expect([small, large, negative].map((scene) => shareOfScene(scene, AOI))).toEqual([0.25, 1, 0]);
  // an AOI of less than 1 km² has shares too
  const tiny = { ...AOI, areaKm2: 0.5 };
  const inTiny = half('TINY');
  noteAreas([inTiny], tiny, [0.25]);
  expect(shareOfScene(inTiny, tiny)).toBe(0.5);
});

test('clear shares are asked for scenes with clouds, then for those that were pending', () => {
  const types: SensorType[] = ['OPTICAL', 'SAR', null, 'OPTICAL', 'NIGHT'];
  const scenes = types.map((type, at) => sceneOf(`S${at}`, square(0, 0, 1, 1), type));
  expect(scenes.map(hasClouds)).toEqual([true, false, false, true, true]);
  expect(placesToAsk(scenes, null)).toEqual([0, 3, 4]);
  const first = clearAfter(scenes, null, { shares: [80, null, null], estimated: [0], pending: [1, 2] });
  expect(placesToAsk(scenes, first)).toEqual([3, 4]);
  expect(scenes.map((_, at) => clearAt(first, at))).toEqual([80, null, null, null, null]);
  const second = clearAfter(scenes, first, { shares: [0, 55], estimated: [1], pending: [] });
  expect(scenes.map((_, at) => clearAt(second, at))).toEqual([80, null, null, 0, 55]);
  expect([...second.estimated].sort()).toEqual([0, 4]);
  expect(placesToAsk(scenes, second)).toEqual([]);
  // the first answer stays what it was
  expect(clearAt(first, 3)).toBeNull();
  expect([...first.pending]).toEqual([3, 4]);
  expect([...settled(first)!.pending]).toEqual([]);
  expect(clearAt(settled(first), 0)).toBe(80);
  expect(settled(null)).toBeNull();
  expect(clearAt(null, 0)).toBeNull();
});

test('the clear share of a place says what is known; a scene without clouds or that is not there has none', () => {
  const scenes = [half('A'), sceneOf('B', square(0, 0, 1, 1), 'SAR'), half('C')];
  const clear = clearAfter(scenes, null, { shares: [80, null], estimated: [0], pending: [1] });
  expect([0, 1, 2, 3].map((at) => clearOfPlace(scenes, clear, at))).toEqual([
    { percent: 80, isEstimated: true, isPending: false },
    null,
    { percent: null, isEstimated: false, isPending: true },
    null,
  ]);
  expect(clearOfPlace(scenes, null, 0)).toBeNull();
});

test('scenes together are as clear as their shares, each counted by the area that it covers', () => {
  expect(clearTogether([100, 40], [1, 3])).toBe(55);
  expect(clearTogether([80], [0.5])).toBe(80);
  expect(clearTogether([100, null], [1, 3])).toBeNull();
  expect(clearTogether([100], [0])).toBeNull();
  expect(clearTogether([], [])).toBeNull();
});

test('what is clear of the chosen scenes is known once it is known of each; without clouds it is told of the scene', () => {
  const clouds = [10, 0, 30, null];
  const scenes = ['A', 'B', 'C', 'D'].map((id, at) => {
    const scene = half(id);
    return { ...scene, properties: { ...scene.properties, cloudCover: clouds[at]! } };
  });
  const clear = {
    shares: Float64Array.of(100, 40, Number.NaN, Number.NaN),
    estimated: new Set<number>(),
    pending: new Set<number>(),
  };
  const set = {
    scenes,
    shares: Float64Array.of(0.1, 0.3, 0.5, 0.5),
    clear,
    newIds: new Set<string>(),
    viewOptions: { ...DEFAULT_VIEW_OPTIONS, sort: 'share' },
    chosen: ['A', 'B'],
  } as unknown as LoadedSet;
  // 100 × 0.1 and 40 × 0.3, over 0.4
  expect(clearOfChosen(set)).toBeCloseTo(55, 9);
  expect(clearOfChosen({ ...set, chosen: ['B'] })).toBe(40);
  expect(clearOfChosen({ ...set, chosen: ['A', 'C'] })).toBeNull();
  expect(clearOfChosen({ ...set, chosen: [] })).toBeNull();
  expect(clearOfChosen({ ...set, clear: null })).toBeNull();
  expect(clearOfChosen({ ...set, shares: null })).toBeNull();
  // in the order of the list; of the last two the cloud cover is known, or nothing
  const shown = Object.fromEntries(
    clearOfShown(set)!.map((share, at) => [['C', 'D', 'B', 'A'][at], Math.round(share * 100)]),
  );
  expect(shown).toEqual({ A: 100, B: 40, C: 70, D: 100 });
  expect(clearOfShown({ ...set, clear: null })).toEqual([0.7, 1, 1, 0.9]);
});
