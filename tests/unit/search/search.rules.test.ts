import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, setup, waitFor, type ActorRefFrom } from 'xstate';
import {
  searchCondition,
  type Scene,
  type SearchCondition,
  type SearchResult,
} from '../../../contract/search.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../../src/geo/aoi.ts';
import {
  changed,
  conditionOf,
  defaultDraft,
  orderRefusal,
  searchRefusal,
  selectableSatellites,
  type SearchDraft,
  usualAngle,
} from '../../../src/machines/search/search.rules.ts';
import { searchMachine } from '../../../src/machines/search/search.machine.ts';
import { scene, smallAoi } from '../../model/shared/samples.ts';
import { simulatedSatellites } from '../../../server/simulator/archive/constellation.ts';
import { SENSOR_TYPES, SENSORS, type SensorType } from '../../../contract/sensors.ts';
import { isOtherSupplier } from '../../../src/machines/search/loadedSet.rules.ts';
import {
  arranged,
  DEFAULT_VIEW_OPTIONS,
  filterCount,
  NO_FILTERS,
  suppliersOf,
} from '../../../src/machines/search/results.rules.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
import en from '../../fixtures/texts/en.ts';

const draft: SearchDraft = {
  dateFrom: '2026-08-21',
  dateTo: '2026-11-21',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  gsd: 1,
  satList: ['SV2-01'],
  productMode: 'MONO',
};
const aoiOfArea = (areaKm2: number): Aoi => ({ ...smallAoi, areaKm2 });
const optical = (code: string, gsd: number): Satellite => ({ name: code, code, gsd, sensorType: 'OPTICAL' });

describe('§5 Search', () => {
  test("an AOI must exist ('Please set the AOI')", () => {
    expect(searchRefusal(draft, null, 1)).toEqual({ key: 'errors.aoiMissing' });
    expect(en.errors.aoiMissing).toBe('Please set the AOI');
  });

  test.each([
    ['over 100000 km² for utype 1 is rejected', 1, 100_000],
    ['over 5000000 km² for utype 2 is rejected', 2, 5_000_000],
    ['over 10 million km² is rejected for utype 3', 3, 10_000_000],
    ['over 10 million km² is rejected for utype 6', 6, 10_000_000],
    ['over 10 million km² is rejected for utype 99', 99, 10_000_000],
  ])('area limits: %s', (_, utype, limit) => {
    expect(searchRefusal(draft, aoiOfArea(limit), utype)).toBeNull();
    expect(searchRefusal(draft, aoiOfArea(limit + 0.000_001), utype)).toEqual({
      key: 'errors.areaOverLimit',
      params: { limit },
    });
  });

  test("the message is 'Area over limit' with the limit", () => {
    expect(en.errors.areaOverLimit).toMatch(/^Area over limit.*\{\{limit\}\}/);
  });

  test.each([
    ['the first', { dateFrom: '' }],
    ['the last', { dateTo: '' }],
    ['either', { dateFrom: '', dateTo: '' }],
  ])("both dates are required ('Please select a date range'): without %s", (_, patch) => {
    expect(searchRefusal({ ...draft, ...patch }, smallAoi, 1)).toEqual({ key: 'errors.datesMissing' });
    expect(en.errors.datesMissing).toBe('Please select a date range');
  });

  test('a range that ends before it begins is refused; a single day is a range', () => {
    expect(searchRefusal({ ...draft, dateTo: '2026-08-20' }, smallAoi, 1)?.key).toBe('errors.datesReversed');
    expect(searchRefusal({ ...draft, dateTo: draft.dateFrom }, smallAoi, 1)).toBeNull();
  });

  test('the AOI is asked for first, then the area, then the dates', () => {
    const empty = { ...draft, dateFrom: '' };
    expect(searchRefusal(empty, null, 1)?.key).toBe('errors.aoiMissing');
    expect(searchRefusal(empty, aoiOfArea(200_000), 1)?.key).toBe('errors.areaOverLimit');
    expect(searchRefusal(empty, aoiOfArea(100), 1)?.key).toBe('errors.datesMissing');
  });

  test('the resolution slider restricts selectable satellites to those with gsd at most the chosen value', () => {
    const all = [optical('A', 0.3), optical('B', 0.5), optical('C', 1), optical('D', 2)];
    const codes = (gsd: number) => selectableSatellites(all, gsd).map((one) => one.code);
    expect(codes(0.2)).toEqual([]);
    expect(codes(0.5)).toEqual(['A', 'B']);
    expect(codes(2)).toEqual(['A', 'B', 'C', 'D']);
    // compared in tenths, slightly above and slightly below
    expect(selectableSatellites([optical('E', 0.2)], 0.3 - 0.1)).toHaveLength(1);
    expect(codes(0.1 + 0.2)).toEqual(['A']);
    expect(codes(0.4)).toEqual(['A']);
  });

  test('satellites that the resolution no longer admits leave the selection', () => {
    const all = [optical('A', 0.3), optical('C', 1)];
    const chosen = { ...draft, satList: ['A', 'C'] };
    expect(changed(chosen, { gsd: 0.5 }, all).satList).toEqual(['A']);
    expect(changed(chosen, { maxCloudCover: 5 }, all).satList).toEqual(['A', 'C']);
  });
});

describe('a sensor keeps the limit of the off-nadir angle', () => {
  const switched = (sensorType: SensorType, maxOffNadirAngle: number) =>
    changed({ ...draft, maxOffNadirAngle }, { sensorType }, []);

  test('15° at first (§9), for every sensor type; none changes it', () => {
    expect(defaultDraft(new Date('2026-11-21')).maxOffNadirAngle).toBe(15);
    for (const sensorType of SENSOR_TYPES)
      for (const angle of [15, 20, 45]) expect(switched(sensorType, angle).maxOffNadirAngle).toBe(angle);
  });

  test('SAR says what is usual, 45°, while the limit is below; the others have nothing to say', () => {
    expect(usualAngle(switched('SAR', 15))).toBe(45);
    expect(usualAngle(switched('SAR', 45))).toBe(null);
    for (const sensorType of SENSOR_TYPES.filter((type) => type !== 'SAR'))
      expect(usualAngle(switched(sensorType, 5))).toBe(null);
  });

  test('every sensor type of the archive has satellites that take images within its usual angle', () => {
    for (const { sensorType, offNadir } of simulatedSatellites)
      expect([sensorType, offNadir[0] < SENSORS[sensorType].offNadirUsual]).toEqual([sensorType, true]);
  });
});

describe('grouping, filter and refusal by supplier', () => {
  const [a, b, c] = [scene('A', 'Skyview'), scene('B', 'Orbita'), scene('C', 'Skyview')];
  const nameless: Scene = { ...a, id: 'N', properties: { ...a.properties, supplier: null } };
  const results = createActor(resultsMachine).getSnapshot().context;
  const loaded = { scenes: [a, b, c, nameless], shares: null, clear: null, newIds: new Set<string>() };

  test('the list groups by supplier, by name, unknown ones last', () => {
    const { groups } = arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, group: 'supplier' });
    expect(groups.map(({ key, scenes }) => [key, scenes.map(({ id }) => id)])).toEqual([
      ['Orbita', ['B']],
      ['Skyview', ['A', 'C']],
      ['', ['N']],
    ]);
    expect(suppliersOf(loaded.scenes)).toEqual(['Orbita', 'Skyview', null]);
  });

  test('one supplier is a filter', () => {
    const filters = { ...NO_FILTERS, supplier: 'Skyview' };
    const { scenes } = arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, filters });
    expect(scenes.map(({ id }) => id)).toEqual(['A', 'C']);
    expect([filterCount(NO_FILTERS), filterCount(filters)]).toEqual([0, 1]);
  });

  test('the box of another supplier’s scene is disabled once a scene is selected: An order can include one supplier only.', () => {
    const of = (chosen: readonly string[]) => (one: Scene) =>
      isOtherSupplier({ ...results, scenes: loaded.scenes, chosen }, one.id, one.properties.supplier);
    expect(loaded.scenes.map(of([]))).toEqual([false, false, false, false]);
    expect(loaded.scenes.map(of(['A']))).toEqual([false, true, false, true]);
    // all of the list can still be selected, for an export
    expect(loaded.scenes.map(of(['A', 'B']))).toEqual([false, false, false, false]);
    expect(en.results.oneSupplierAnOrder).toBe('An order can include one supplier only.');
  });

  test('a refusal names the suppliers', () => {
    expect(orderRefusal([a, b, nameless])?.params).toEqual({ suppliers: 'Orbita, Skyview, —' });
  });
});

describe('§3 Search condition', () => {
  test('is what the contract takes', () => {
    expect(searchCondition.parse(conditionOf(draft, smallAoi))).toEqual({
      aoiWkt: smallAoi.wkt,
      acquisitionDateFrom: '2026-08-21',
      acquisitionDateTo: '2026-11-21',
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      sensorType: 'OPTICAL',
      satList: ['SV2-01'],
      gsd: 1,
      productMode: 'MONO',
    });
  });

  test.each(['SAR', 'NIGHT', 'VIDEO', 'HYPERSPECTRAL'] as const)(
    'gsd and productMode are for OPTICAL, not for %s',
    (sensorType) => {
      const condition = conditionOf({ ...draft, sensorType }, smallAoi);
      expect(condition).not.toHaveProperty('gsd');
      expect(condition).not.toHaveProperty('productMode');
      expect(condition.satList).toEqual([]);
    },
  );

  test('a cleared product mode does not travel', () => {
    expect(conditionOf({ ...draft, productMode: null }, smallAoi)).not.toHaveProperty('productMode');
  });
});

describe('§5 Orders in general', () => {
  test("'No data has been selected' applies when nothing is chosen", () => {
    expect(orderRefusal([])).toEqual({ key: 'errors.nothingSelected' });
    expect(en.errors.nothingSelected).toBe('No data has been selected');
  });

  test('the same order cannot contain data from more than one supplier', () => {
    expect(orderRefusal([scene('A', 'one'), scene('B', 'two')])).toEqual({
      key: 'errors.severalSuppliers',
      params: { suppliers: 'one, two' },
    });
    expect(orderRefusal([scene('A', 'one'), scene('B', 'one')])).toBeNull();
  });
});

test('results whose address comes back are the search again, without another call', async () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const asked: string[] = [];
  const provided = searchMachine.provide({
    actors: {
      searchScenes: fromPromise<SearchResult, SearchCondition>(({ input }) => {
        asked.push(input.acquisitionDateFrom);
        return Promise.resolve({ features: [scene('A', 'one')], numberMatched: 1 } as SearchResult);
      }),
    },
  });
  const parent = setup({ actors: { search: provided } }).createMachine({
    invoke: { id: 'search', src: 'search', input: { utype: 1, satellites: [], now } },
  });
  const search = createActor(parent).start().getSnapshot().children['search'] as ActorRefFrom<
    typeof provided
  >;
  const restored = async (dateFrom: string, isResults = true) => {
    const draft = { ...defaultDraft(now), dateFrom };
    search.send({ type: 'condition.restored', draft, isResults, scenes: [], details: null });
    const { context } = await waitFor(search, (snapshot) => !snapshot.hasTag('busy'));
    return context.requested?.condition.acquisitionDateFrom ?? null;
  };
  // without an area nothing is searched
  expect(await restored('2026-10-01')).toBeNull();
  search.send({ type: 'aoi.changed', aoi: smallAoi } as Parameters<typeof search.send>[0]);
  expect(await restored('2026-10-01', false)).toBeNull();
  expect(await restored('2026-10-01')).toBe('2026-10-01');
  expect(await restored('2026-10-02')).toBe('2026-10-02');
  expect(await restored('2026-10-01')).toBe('2026-10-01');
  expect(search.getSnapshot().context.requested?.aoi).toBe(smallAoi);
  expect(asked).toEqual(['2026-10-01', '2026-10-02']);
});
