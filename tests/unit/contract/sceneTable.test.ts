import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scenesOfTable, tableOfScenes } from '../../../contract/calls/sceneTable.ts';
import { scene, searchReply, type Footprint } from '../../../contract/search.ts';
import { outlinesOf, writeWkb } from '../../../server/search/scenes.wkb.ts';
import { scenes } from '../../model/shared/samples.ts';
import { tableInput } from './tableInput.ts';

const QUICKLOOKS = { before: '/web/quicklook/', after: '?k=key' };
const { quicklookUrl: _, ...facts } = scenes[0]!.properties;

const coordinate = (decimals: number, limit: number) =>
  fc.integer({ min: -limit * 10 ** decimals, max: limit * 10 ** decimals }).map((n) => n / 10 ** decimals);
const position = (decimals: number) =>
  fc.tuple(coordinate(decimals, 180), coordinate(decimals, 90)).map(([x, y]) => [x, y]);
const ring = (decimals: number) =>
  fc
    .array(position(decimals), { minLength: 3, maxLength: 9 })
    .map((list): number[][] => [...list, [...list[0]!]]);
const rings = (decimals: number) => fc.array(ring(decimals), { minLength: 1, maxLength: 3 });
const footprint = (decimals: number): fc.Arbitrary<Footprint> =>
  fc.oneof(
    rings(decimals).map((coordinates): Footprint => ({ type: 'Polygon', coordinates })),
    fc
      .array(rings(decimals), { minLength: 1, maxLength: 3 })
      .map((coordinates): Footprint => ({ type: 'MultiPolygon', coordinates })),
  );
const instant = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999_999 }),
  )
  .map(([date, micros]) => {
    const whole = date.toISOString().slice(0, 19);
    return micros === 0 ? `${whole}Z` : `${whole}.${String(micros).padStart(6, '0').replace(/0+$/, '')}Z`;
  });
const tableScene = (decimals: number) =>
  fc.record({
    geometry: footprint(decimals),
    facts: fc.record({
      ...Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, fc.constantFrom(value, null)])),
      productId: fc.oneof(
        fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
        fc.constantFrom('A*B', 'SV1_20261120T024217_1'),
      ),
      acquisitionDate: instant,
      gsd: fc.option(fc.double({ min: 0.1, max: 300, noNaN: true })),
      simulated: fc.boolean(),
    }) as unknown as fc.Arbitrary<typeof facts>,
  });

const stampOf = (date: string) => date.replaceAll(/[-:]/g, '').slice(0, 15);
/** Some ids have the second of their acquisition, as most suppliers write them; in some lists instants are written otherwise. */
const list = (decimals: number) =>
  fc
    .tuple(
      fc.array(fc.tuple(tableScene(decimals), fc.boolean()), { maxLength: 20 }),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([all, kind]) =>
      all.map(([one, isStamped]) => {
        const { productId, acquisitionDate: date } = one.facts;
        const id = isStamped ? `SV1_${stampOf(String(date))}_${productId}` : productId;
        return {
          ...one,
          facts: { ...one.facts, productId: id, ...(kind === 0 && { acquisitionDate: `${date}+00:00` }) },
        };
      }),
    );

describe('a search reply with scenes as a table', () => {
  test.each([0, 5, 6, 7, 9])('every scene with %i decimals comes back exactly, in order', (decimals) => {
    fc.assert(
      fc.property(list(decimals), (all) => {
        const [lists] = tableInput(all);
        const stored = outlinesOf(Buffer.concat(all.map(({ geometry }) => writeWkb(geometry))));
        const table = tableOfScenes(lists, stored, QUICKLOOKS)!;
        const read: unknown = JSON.parse(JSON.stringify(table));
        expect(scenesOfTable(searchReply.parse({ result: 1, table: read }).table!)).toEqual(
          all.map((one) => ({
            type: 'Feature',
            id: one.facts.productId,
            geometry: JSON.parse(JSON.stringify(one.geometry)) as Footprint,
            properties: {
              ...one.facts,
              quicklookUrl: `/web/quicklook/${encodeURIComponent(one.facts.productId)}?k=key`,
            },
          })),
        );
      }),
    );
  });

  test('positions that are no short decimals have no table', () => {
    const geometry: Footprint = {
      type: 'Polygon',
      coordinates: [
        [
          [1 / 3, 0],
          [1, 0],
          [1, 1],
          [1 / 3, 0],
        ],
      ],
    };
    expect(tableOfScenes(...tableInput([{ facts, geometry }]), QUICKLOOKS)).toBeNull();
  });

  test('a ring that is not closed has no table', () => {
    const geometry: Footprint = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0.5],
        ],
      ],
    };
    expect(tableOfScenes(...tableInput([{ facts, geometry }]), QUICKLOOKS)).toBeNull();
  });

  test('four corners are written as small numbers: the fourth is expected from the others, and those of the next scene from these', () => {
    const geometry: Footprint = {
      type: 'Polygon',
      coordinates: [
        [
          [106.8, -5.9],
          [106.7, -6.1],
          [107, -6.2],
          [107.1, -6],
          [106.8, -5.9],
        ],
      ],
    };
    const next = structuredClone(geometry);
    for (const position of next.coordinates[0] as number[][]) position[0]! += 0.25;
    const two = [geometry, next].map((one) => ({ facts, geometry: one }));
    const table = tableOfScenes(...tableInput(two), QUICKLOOKS)!;
    expect(table.shapes).toBeNull();
    expect(table.positions).toEqual([
      10_680_000, -590_000, -10_000, -20_000, 30_000, -10_000, 0, 0, 25_000, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  test('a product id that has the second of its acquisition is written without it', () => {
    const dated = (productId: string) => ({
      facts: { ...facts, productId, acquisitionDate: '2026-11-20T02:42:17.25Z' },
      geometry: scenes[0]!.geometry,
    });
    const [date, other] = [dated('SV1_20261120T024217_1'), dated('SV1_20261120T024218_1')];
    const idsOf = (list: (typeof date)[]) =>
      tableOfScenes(...tableInput(list), QUICKLOOKS)!.columns['productId'];
    expect(idsOf([date, other])).toEqual(['SV1_*_1', 'SV1_20261120T024218_1']);
    expect(idsOf([date, dated('A*B')])).toEqual(['SV1_20261120T024217_1', 'A*B']);
  });

  test('a table whose parts do not belong together is refused, or gives scenes that fail their check', () => {
    const whole = tableOfScenes(
      ...tableInput(
        scenes
          .slice(0, 3)
          .map(({ geometry, properties: { quicklookUrl: __, ...rest } }) => ({ geometry, facts: rest })),
      ),
      QUICKLOOKS,
    )!;
    expect(() => scenesOfTable({ ...whole, count: 4 })).toThrow(RangeError);
    const short = scenesOfTable({ ...whole, positions: whole.positions.slice(0, 7) });
    expect(short.every((one) => scene.safeParse(one).success)).toBe(false);
  });
});
