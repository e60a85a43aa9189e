import { describe, expect, test } from 'vitest';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import {
  choiceAfter,
  clearOfShown,
  formerOf,
  FRESH,
  idSet,
  joined,
  type LoadedSet,
  loadedOf,
  neighbourOf,
  nextSets,
  rangeOf,
  toggled,
  without,
} from '../../../src/machines/search/loadedSet.rules.ts';
import { colouringOf, NO_TONE } from '../../../src/machines/search/colouring.rules.ts';
import {
  arranged,
  arrangementOf,
  binOf,
  dateBins,
  DEFAULT_VIEW_OPTIONS,
  estimateOf,
  filterCount,
  newSince,
  NO_FILTERS,
  noteAreas,
  overlapOf,
  type SceneFilters,
  type ViewOptions,
} from '../../../src/machines/search/results.rules.ts';
import { TARIFF } from '../../../server/orders/tariff.rules.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { square } from '../../server/search/sceneFixtures.ts';
import { scene } from '../../model/shared/samples.ts';

const made = (id: string, properties: Partial<Scene['properties']>): Scene => {
  const one = scene(id, 'one');
  return { ...one, properties: { ...one.properties, ...properties } };
};
const scenes = [
  made('A', { acquisitionDate: '2026-11-14T03:22:05Z', cloudCover: 3, offNadirAngle: 8, gsd: 0.5 }),
  made('B', { acquisitionDate: '2026-11-14T01:00:00Z', cloudCover: null, offNadirAngle: 2, gsd: 0.3 }),
  made('C', { acquisitionDate: '2026-11-09T23:59:59Z', cloudCover: 20, offNadirAngle: null, gsd: 0.9 }),
  made('D', { acquisitionDate: '2026-10-01T00:00:00Z', cloudCover: 0, offNadirAngle: 8, gsd: null }),
];
const withSatellites = scenes.map((one, at) =>
  made(one.id, { ...one.properties, satellite: ['SV-2', 'BJ-3', 'SV-2', null][at] ?? null }),
);
const loaded = {
  scenes: withSatellites,
  shares: Float64Array.of(0.2, 0.9, 0.4, 0),
  clear: {
    shares: Float64Array.of(40, Number.NaN, 90, 40),
    estimated: new Set([2]),
    pending: new Set<number>(),
  },
  newIds: new Set(['C']),
};
const idsOf = (viewOptions: Partial<ViewOptions>) =>
  arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, ...viewOptions })
    .scenes.map(({ id }) => id)
    .join('');
const kept = (filters: Partial<SceneFilters>) => idsOf({ filters: { ...NO_FILTERS, ...filters } });

describe('The list is sorted', () => {
  test.each([
    ['date', 'ABCD'],
    ['cloud', 'DACB'],
    ['clear', 'CADB'],
    ['offNadir', 'BADC'],
    ['gsd', 'BACD'],
    ['share', 'BCAD'],
  ] as const)('by %s; what is not known stands last, equal ones newest first', (sort, order) => {
    expect(idsOf({ sort })).toBe(order);
  });

  test.each([
    ['date', 'DCBA'],
    ['cloud', 'CADB'],
    ['offNadir', 'ADBC'],
    ['gsd', 'CABD'],
    ['share', 'DACB'],
  ] as const)('and the other way round by %s, with what is not known last all the same', (sort, order) => {
    expect(idsOf({ sort, isReversed: true })).toBe(order);
  });
});

describe('The list is grouped', () => {
  const groupsOf = (viewOptions: Partial<ViewOptions>) =>
    arranged(loaded, { ...DEFAULT_VIEW_OPTIONS, ...viewOptions }).groups.map(
      (group) => `${group.key}:${group.scenes.map(({ id }) => id).join('')}`,
    );
  test('by UTC day, the newest first, and sorted within', () => {
    expect(groupsOf({ group: 'day', sort: 'offNadir' })).toEqual([
      '2026-11-14:BA',
      '2026-11-09:C',
      '2026-10-01:D',
    ]);
    expect(groupsOf({ group: 'day', isReversed: true })).toEqual([
      '2026-10-01:D',
      '2026-11-09:C',
      '2026-11-14:BA',
    ]);
  });
  test('by satellite, by name, what is not known last', () => {
    expect(groupsOf({ group: 'satellite' })).toEqual(['BJ-3:B', 'SV-2:AC', ':D']);
  });
  test('its scenes stand in the order of the groups', () => {
    expect(idsOf({ group: 'satellite' })).toBe('BACD');
  });
});

describe('Filters on the loaded set', () => {
  test('cloud, angle and resolution leave out what is known and does not fit (decision record 021)', () => {
    expect(kept({ maxCloudCover: 3 })).toBe('ABD');
    expect(kept({ maxOffNadirAngle: 5 })).toBe('BC');
    expect(kept({ maxGsd: 0.5 })).toBe('ABD');
  });
  test('satellites and product mode take known values alone', () => {
    expect(kept({ satellites: ['SV-2'] })).toBe('AC');
    expect(kept({ productMode: 'STEREO' })).toBe('');
    expect(kept({ productMode: 'MONO' })).toBe('ABCD');
  });
  test('days are UTC days, both included', () => {
    expect(kept({ dateFrom: '2026-11-09', dateTo: '2026-11-09' })).toBe('C');
    expect(kept({ dateFrom: '2026-11-10' })).toBe('AB');
    expect(kept({ dateTo: '2026-11-09' })).toBe('CD');
  });
  test('the share of the AOI, at least', () => {
    expect(kept({ minShare: 40 })).toBe('BC');
    expect(
      arranged(
        { ...loaded, shares: null },
        { ...DEFAULT_VIEW_OPTIONS, filters: { ...NO_FILTERS, minShare: 40 } },
      ).scenes,
    ).toHaveLength(4);
  });
  test('the clear share of the area, at least; what is not known stays', () => {
    expect(kept({ minClear: 41 })).toBe('BC');
    expect(kept({ minClear: 40 })).toBe('ABCD');
  });
  test('only what is new', () => {
    expect(kept({ onlyNew: true })).toBe('C');
  });
  test('are counted', () => {
    expect(filterCount(NO_FILTERS)).toBe(0);
    expect(filterCount({ ...NO_FILTERS, maxGsd: 1, dateFrom: '2026-01-01', dateTo: '2026-02-01' })).toBe(2);
  });
});

describe('An arrangement is made once', () => {
  const optionsOf = (viewOptions: Partial<ViewOptions>): ViewOptions => ({
    ...DEFAULT_VIEW_OPTIONS,
    ...viewOptions,
  });
  const clearer = { ...loaded.clear, shares: Float64Array.of(95, Number.NaN, 10, 40) };
  /** Whether new clear shares, and new shares of the AOI, make another one. */
  const isAnew = (options: ViewOptions) => {
    const first = arrangementOf(loaded, options);
    expect(arrangementOf(loaded, options)).toBe(first);
    const clear = arrangementOf({ ...loaded, clear: clearer }, options) !== first;
    const again = arrangementOf(loaded, options);
    const shares = arrangementOf({ ...loaded, shares: Float64Array.of(1, 1, 1, 1) }, options) !== again;
    return { clear, shares };
  };

  test('new shares arrange again a list that is sorted or filtered by them, and no other', () => {
    expect(isAnew(optionsOf({ sort: 'date' }))).toEqual({ clear: false, shares: false });
    expect(isAnew(optionsOf({ sort: 'clear' }))).toEqual({ clear: true, shares: false });
    expect(isAnew(optionsOf({ sort: 'share' }))).toEqual({ clear: false, shares: true });
    expect(isAnew(optionsOf({ filters: { ...NO_FILTERS, minClear: 1 } }))).toEqual({
      clear: true,
      shares: false,
    });
    expect(isAnew(optionsOf({ filters: { ...NO_FILTERS, minShare: 1 } }))).toEqual({
      clear: false,
      shares: true,
    });
  });

  test('other scenes, other new ones and other options are arranged again', () => {
    const options = optionsOf({});
    const first = arrangementOf(loaded, options);
    expect(arrangementOf(loaded, optionsOf({ sort: 'cloud' }))).not.toBe(first);
    const other = arrangementOf({ ...loaded, scenes: withSatellites.slice(1) }, options);
    expect(other.scenes.map(({ id }) => id)).not.toContain('A');
    expect(arrangementOf({ ...loaded, newIds: new Set(['A']) }, options)).not.toBe(
      arrangementOf(loaded, options),
    );
  });
});

test('New since last time: what the saved search did not hold', () => {
  expect([...newSince(new Set(['A', 'D']), scenes)]).toEqual(['B', 'C']);
});

describe('The date histogram', () => {
  test('has a bin for each day of a short range, and every scene in one', () => {
    const bins = dateBins(scenes, '2026-11-08', '2026-11-14');
    expect(bins.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 2]);
    expect(binOf(bins, '2026-11-09')).toBe(1);
    expect(binOf(bins, '2026-12-01')).toBe(-1);
  });
  test('has bins of several days in a long one, the last not past the range', () => {
    const bins = dateBins(scenes, '2026-08-21', '2026-11-21');
    expect(bins).toHaveLength(31);
    expect(bins[0]).toMatchObject({ from: '2026-08-21', to: '2026-08-23' });
    expect(bins.at(-1)).toMatchObject({ from: '2026-11-19', to: '2026-11-21' });
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });
  test('is empty for a range that ends before it begins', () => {
    expect(dateBins(scenes, '2026-11-21', '2026-11-20')).toEqual([]);
  });
});

describe('Footprints coloured by choice', () => {
  test('values in equal steps, what is not known without a tone', () => {
    const { tones, legend, hasUnknown } = colouringOf(withSatellites, 'cloud', null);
    expect([...tones]).toEqual([1, NO_TONE, 5, 1]);
    expect(legend[0]).toEqual({ tone: 1, from: 0, to: 4 });
    expect(legend.at(-1)).toMatchObject({ tone: 5, to: 20 });
    expect(hasUnknown).toBe(true);
  });
  test('satellites by name', () => {
    const { tones, legend } = colouringOf(withSatellites, 'satellite', null);
    expect([...tones]).toEqual([2, 1, 2, NO_TONE]);
    expect(legend.map(({ names }) => names)).toEqual([['BJ-3'], ['SV-2']]);
  });
  test('nothing by nothing', () => {
    expect([...colouringOf(withSatellites, 'none', null).tones]).toEqual([0, 0, 0, 0]);
  });
});

describe('Multi-choice', () => {
  test('one by one, several, and fewer', () => {
    expect(toggled(['A'], 'B')).toEqual(['A', 'B']);
    expect(toggled(['A', 'B'], 'A')).toEqual(['B']);
    expect(joined(['B'], ['A', 'B'])).toEqual(['B', 'A']);
    expect(without(['A', 'B', 'C'], ['B'])).toEqual(['A', 'C']);
  });
  test('a range, in the order of the list, both ways; the one alone where it begins nowhere', () => {
    expect(rangeOf(scenes, 'A', 'C')).toEqual(['A', 'B', 'C']);
    expect(rangeOf(scenes, 'D', 'B')).toEqual(['B', 'C', 'D']);
    expect(rangeOf(scenes, null, 'B')).toEqual(['B']);
    expect(rangeOf(scenes, 'A', 'unknown')).toEqual([]);
    expect(rangeOf(scenes, 'D', 'unknown')).toEqual([]);
  });
  test('next and previous in the order of the list', () => {
    expect(neighbourOf(scenes, 'B', 1)?.id).toBe('C');
    expect(neighbourOf(scenes, 'A', -1)).toBeNull();
    expect(neighbourOf(scenes, null, 1)).toBeNull();
  });
});

const condition = (day: number): SearchCondition => ({
  aoiWkt: 'POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))',
  acquisitionDateFrom: `2026-11-0${day}`,
  acquisitionDateTo: '2026-11-20',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  satList: [],
});
const setOf = (more: Partial<LoadedSet> = {}): LoadedSet => ({
  ...FRESH,
  requested: { condition: condition(1), aoi: aoiOf(square(1, 1, 2, 2)) },
  scenes,
  numberMatched: 4,
  leftOut: 0,
  baseline: null,
  newIds: new Set(),
  viewOptions: DEFAULT_VIEW_OPTIONS,
  ...more,
});
/** A and B are in sight. */
const SOME: ViewOptions = {
  ...DEFAULT_VIEW_OPTIONS,
  filters: { ...NO_FILTERS, dateFrom: '2026-11-14' },
};

describe('a set of results', () => {
  test('choosing all in sight takes them out if they all were chosen, and leaves the others alone', () => {
    const sight = arrangementOf(setOf(), SOME).scenes.map(({ id }) => id);
    const chosenAfter = (chosen: string[]) =>
      choiceAfter(setOf({ viewOptions: SOME, chosen }), { type: 'shown.toggled' }).chosen;
    expect(sight.toSorted()).toEqual(['A', 'B']);
    expect(chosenAfter(['C', 'A', 'B'])).toEqual(['C']);
    expect(chosenAfter(['C'])).toEqual(['C', ...sight]);
  });

  test('a scene without a clear share and without a cloud cover counts as clear', () => {
    const clear = {
      shares: new Float64Array(4).fill(Number.NaN),
      estimated: new Set([0]),
      pending: new Set([0]),
    };
    const order = arrangementOf(setOf(), DEFAULT_VIEW_OPTIONS).scenes.map(({ id }) => id);
    const shares = clearOfShown(setOf({ clear }))!;
    expect(Object.fromEntries(order.map((id, at) => [id, shares[at]]))).toEqual({
      A: 0.97,
      B: 1,
      C: 0.8,
      D: 1,
    });
  });

  test('the set before is kept first among the earlier ones, and found by its condition', () => {
    const older = { ...setOf(), requested: { ...setOf().requested!, condition: condition(3) } };
    const sets = nextSets({ ...setOf(), former: [older] }, setOf({ scenes: [] }), condition(2));
    expect(sets.former.map(({ requested }) => requested?.condition?.acquisitionDateFrom)).toEqual([
      '2026-11-01',
      '2026-11-03',
    ]);
    expect(formerOf({ ...setOf({ requested: null }), former: [older] }, condition(3))).toBe(older);
    expect(formerOf({ ...setOf(), former: [older] }, condition(1))).toBeNull();
  });

  /** The set after a search for days, when the filter asked for the first and the last. */
  const afterDays = (asked: [string, string], found: [string, string], more: Partial<LoadedSet> = {}) => {
    const [dateFrom, dateTo] = asked;
    const before = setOf({
      chosen: ['B', 'GONE'],
      details: 'C',
      baseline: new Set(['A']),
      newIds: new Set(['B']),
      viewOptions: { ...DEFAULT_VIEW_OPTIONS, sort: 'gsd', filters: { ...NO_FILTERS, dateFrom, dateTo } },
      ...more,
    });
    const [acquisitionDateFrom, acquisitionDateTo] = found;
    const of = { ...condition(1), acquisitionDateFrom, acquisitionDateTo };
    return loadedOf(before, {
      condition: of,
      aoi: setOf().requested!.aoi,
      scenes: [...scenes],
      numberMatched: 4,
    });
  };
  const ENDLESS = ['2026-01-01', '2026-12-31'] as [string, string];

  test('a search for the days of the filter keeps what is chosen, opened and filtered', () => {
    expect(afterDays(ENDLESS, ENDLESS)).toMatchObject({
      chosen: ['B'],
      details: 'C',
      baseline: null,
      newIds: new Set(),
      viewOptions: { sort: 'gsd', filters: { dateFrom: '2026-01-01', dateTo: '2026-12-31' } },
    });
  });

  test.each<[what: string, asked: [string, string], found: [string, string], more?: Partial<LoadedSet>]>([
    ['other days', ENDLESS, ['2026-01-01', '2026-12-30']],
    ['no first day', ['', '2026-12-31'], ['', '2026-12-31']],
    ['no last day', ['2026-01-01', ''], ['2026-01-01', '']],
    ['days, but of no search', ENDLESS, ENDLESS, { requested: null }],
    [
      'days, of a search without a condition',
      ENDLESS,
      ENDLESS,
      { requested: { condition: null, aoi: aoiOf(square(1, 1, 2, 2)) } },
    ],
  ])('a search when the filter has %s is another one', (_, asked, found, more) => {
    expect(afterDays(asked, found, more)).toMatchObject({
      chosen: [],
      details: null,
      viewOptions: { sort: 'gsd', filters: NO_FILTERS },
    });
  });

  test('the same search again keeps them too, and what is new stays told', () => {
    const same = ['2026-11-01', '2026-11-20'] as [string, string];
    expect(afterDays(ENDLESS, same)).toMatchObject({
      chosen: ['B'],
      details: 'C',
      newIds: new Set(['B', 'C', 'D']),
      viewOptions: { filters: { dateFrom: '2026-01-01' } },
    });
    expect(afterDays(ENDLESS, same, { baseline: null })).toMatchObject({ chosen: [], newIds: new Set() });
  });

  test('of earlier searches those with scenes are kept, also with one', () => {
    const none = nextSets({ ...setOf({ scenes: [] }), former: [] }, setOf(), condition(2));
    const one = nextSets({ ...setOf({ scenes: scenes.slice(0, 1) }), former: [] }, setOf(), condition(2));
    expect([none.former.length, one.former.length]).toEqual([0, 1]);
  });

  test('each filter counts, also one of a single satellite or percent', () => {
    const one: [keyof SceneFilters, unknown][] = [
      ['maxCloudCover', 0],
      ['maxOffNadirAngle', 0],
      ['maxGsd', 1],
      ['satellites', ['SV-2']],
      ['supplier', 'Skyview'],
      ['productMode', 'MONO'],
      ['dateFrom', '2026-11-14'],
      ['dateTo', '2026-11-14'],
      ['minShare', 1],
      ['minClear', 1],
      ['onlyNew', true],
    ];
    expect(one.map(([name, value]) => filterCount({ ...NO_FILTERS, [name]: value }))).toEqual(
      one.map(() => 1),
    );
    // both days are one
    expect(filterCount({ ...NO_FILTERS, ...Object.fromEntries(one) })).toBe(10);
  });

  test('a part that is smaller than a km² has a price, one that misses the AOI none', () => {
    const plot = { ...aoiOf(square(1, 1, 2, 2)), areaKm2: 100 };
    const priced = (km2: number) => {
      const scene = {
        ...scenes[0]!,
        properties: {
          ...scenes[0]!.properties,
          gsd: 0.5,
          sourceCode: 'S' as const,
          sensorType: 'OPTICAL' as const,
        },
      };
      noteAreas([scene], plot, [km2]);
      return estimateOf([scene], plot, { tariff: TARIFF, utype: 1 })?.cents ?? null;
    };
    // the minimum of 25 km² at $16
    expect([priced(0.5), priced(0)]).toEqual([40_000, null]);
  });

  test('an overlap of a hundredth of a km² is paid twice, a smaller one is none', () => {
    const [a, b] = [{ ...scenes[0]! }, { ...scenes[1]! }];
    const plot = { ...aoiOf(square(1, 1, 2, 2)), areaKm2: 100 };
    noteAreas([a, b], plot, [0.01, 0.01]);
    const twice = (together: number) => overlapOf([a, b], plot, together, { cents: 100, billedKm2: 0.02 }, 0);
    expect(twice(0.01)).toEqual({ areaKm2: 0.01, cents: 50 });
    expect(twice(0.011)).toBeNull();
  });

  test('a list of IDs is made a set once', () => {
    const ids = ['A', 'B'];
    expect(idSet(ids)).toBe(idSet(ids));
  });

  test('the tones are made once for a list, and anew when more is known of what is clear', () => {
    const clearOf = (percent: number) => ({ ...loaded.clear, shares: Float64Array.of(percent, 1, 2, 3) });
    const [one, other] = [clearOf(10), clearOf(20)];
    expect(colouringOf(withSatellites, 'clear', one)).toBe(colouringOf(withSatellites, 'clear', one));
    const first = colouringOf(withSatellites, 'clear', one);
    expect(colouringOf(withSatellites, 'clear', other)).not.toBe(first);
    const dated = colouringOf(withSatellites, 'date', one);
    expect(colouringOf(withSatellites, 'date', other)).toBe(dated);
  });
});
