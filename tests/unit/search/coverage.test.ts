import { describe, expect, test } from 'vitest';
import {
  cellAt,
  cellBounds,
  coverageMachine,
  coverageQueryOf,
  coverageSteps,
} from '../../../src/machines/search/coverage.machine.ts';
import { defaultDraft } from '../../../src/machines/search/search.rules.ts';

const draft = { ...defaultDraft(new Date('2026-11-21T08:00:00Z')), sensorType: 'SAR' as const };
/** Bounds to a tenth of a millimetre. */
const near = (bounds: readonly number[]) => bounds.map((one) => expect.closeTo(one, 9) as number);

// cells of a level are the tiles of Web Mercator at a zoom that is 6 more: their bounds as mercantile's documentation and
// https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames state them
const DUBLIN = [-9.140625, 53.12040528310657, -8.7890625, 53.33087298301705];

describe('a cell is a tile of Web Mercator', () => {
  test.each<[column: number, row: number, level: number, bounds: number[]]>([
    [486, 332, 4, DUBLIN],
    // the world's upper left tile at zoom 6, and the last one below the equator
    [0, 0, 0, [-180, 84.54136107313408, -174.375, 85.0511287798066]],
    [63, 32, 0, [174.375, -5.61598581915534, 180, 0]],
  ])('%i, %i at level %i', (column, row, level, bounds) =>
    expect(cellBounds(column, row, level)).toEqual(near(bounds)),
  );
});

describe('what is counted', () => {
  const base = { sensorType: 'SAR', from: draft.dateFrom, to: draft.dateTo };

  test.each<[zoom: number, level: number]>([
    [0, 0],
    [1.9, 0],
    [2, 1],
    [4.99, 3],
  ])('far away (zoom %d) the whole world, at level %i', (zoom, level) =>
    expect(coverageQueryOf(draft, { bbox: [-170, -60, 170, 75], zoom })).toEqual({ ...base, level }),
  );

  test.each<
    [what: string, zoom: number, bbox: [number, number, number, number], level: number, bounds: number[]]
  >([
    // tile 12, 7 at zoom 4 is 22.5° wide and ends at 21.943°; a block of 64 cells at zoom 10 is one of its tiles
    ['the tiles of zoom 4 around a part', 5, [103, 1, 104, 2], 4, [90, 0, 112.5, 21.943045533438166]],
    [
      'two of them where it crosses an edge',
      5,
      [89, -1, 91, 1],
      4,
      [67.5, -21.943045533438166, 112.5, 21.943045533438166],
    ],
    ['no more than the world', 5, [-200, -89, 200, 89], 4, [-180, -85.0511287798066, 180, 85.0511287798066]],
    ['the smallest cells', 22, [0.001, 0.001, 0.002, 0.002], 12, [0, 0, 0.087890625, 0.08789059053082422]],
  ])('nearer it is %s', (_, zoom, bbox, level, [west, south, east, north]) =>
    expect(coverageQueryOf(draft, { bbox, zoom })).toEqual({
      ...base,
      level,
      west: expect.closeTo(west!, 9) as number,
      south: expect.closeTo(south!, 9) as number,
      east: expect.closeTo(east!, 9) as number,
      north: expect.closeTo(north!, 9) as number,
    }),
  );
});

/** The coverage with a reply of level 4. */
const counted = (cells: readonly number[]) =>
  coverageMachine.resolveState({
    value: { counting: { on: 'counted' }, filling: 'complete' },
    context: {
      draft,
      view: null,
      counted: { query: { sensorType: 'SAR', from: '', to: '', level: 4 }, cells },
      failure: null,
      archivePercent: null,
    },
  });

test('at a place stand the scenes of its cell, none where nothing was counted', () => {
  const coverage = counted([332, 486, 1, 486, 331, 2, 486, 332, 7]);
  expect(cellAt(coverage, -9, 53.2)).toEqual({ scenes: 7, bounds: near(DUBLIN) });
  expect(cellAt(coverage, -9, 53.1)?.scenes).toBe(0);
  expect(cellAt(counted([]), -9, 53.2)).toEqual({ scenes: 0, bounds: near(DUBLIN) });
});

test('the colours end at the most scenes of a cell, the third numbers', () => {
  const of = (...cells: number[]) => coverageSteps(counted(cells).context.counted);
  expect(of(9, 9, 3, 8, 30, 51, 7, 7, 4)).toEqual({ steps: [1, 11, 21, 31, 41, 51], most: 51 });
  expect(of(9, 9, 3, 8, 30, 836)).toEqual({ steps: [1, 10, 50, 100, 250, 500], most: 836 });
  expect([of(), coverageSteps(null)].map(({ most }) => most)).toEqual([0, 0]);
});
