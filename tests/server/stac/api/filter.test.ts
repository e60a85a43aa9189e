import { describe, expect, it } from 'vitest';
import { databaseServers } from '../../support/harness.ts';
import { sceneOf, square } from '../../search/sceneFixtures.ts';
import { stacFor } from './stacServer.ts';

/** Four scenes in a row, each with values of its own; D lacks what can be missing. */
const scenes = [
  sceneOf('A', square(0, 0, 1, 1), {
    acquisitionDate: '2026-01-01T00:00:00Z',
    cloudCover: 0,
    gsd: 0.5,
    supplier: 'Café du Ciel',
  }),
  sceneOf('B', square(2, 0, 3, 1), {
    acquisitionDate: '2026-01-02T12:00:00Z',
    cloudCover: 10,
    gsd: 1,
    supplier: 'cafe DU ciel',
  }),
  sceneOf('C', square(4, 0, 5, 1), {
    acquisitionDate: '2026-01-03T00:00:00Z',
    cloudCover: 100,
    gsd: 3,
    supplier: '100%_sure',
  }),
  sceneOf('D', square(6, 0, 7, 1), {
    acquisitionDate: '2026-01-04T00:00:00Z',
    cloudCover: null,
    gsd: null,
    supplier: null,
    simulated: false,
  }),
];

/** Filters with the scenes that OGC 21-065r2 gives them. */
const TEXTS: readonly (readonly [filter: string, matches: string])[] = [
  ["id = 'A'", 'A'],
  ["id <> 'A'", 'BCD'],
  ['eo:cloud_cover < 10', 'A'],
  ['eo:cloud_cover <= 10', 'AB'],
  ['eo:cloud_cover > 10', 'C'],
  ['eo:cloud_cover >= 10', 'BC'],
  ['"eo:cloud_cover" = 1e1', 'B'],
  ['properties.gsd = .5', 'A'],
  ['groundtrack:simulated = TRUE', 'ABC'],
  ['groundtrack:simulated <> true', 'D'],
  ['TRUE', 'ABCD'],
  ['NOT TRUE', ''],
  // a missing value is neither so nor otherwise
  ['NOT eo:cloud_cover < 10', 'BC'],
  ['eo:cloud_cover IS NULL', 'D'],
  ['eo:cloud_cover IS NOT NULL', 'ABC'],
  ['geometry IS NULL', ''],
  ["id = 'A' OR id = 'B' AND gsd > 2", 'A'],
  ["(id = 'A' OR id = 'B') AND gsd > .7", 'B'],
  ['eo:cloud_cover BETWEEN 0 AND 10', 'AB'],
  ['eo:cloud_cover NOT BETWEEN 0 AND 10', 'C'],
  ["id IN ('A', 'C')", 'AC'],
  ["id NOT IN ('A', 'C')", 'BD'],
  ['gsd IN (0.5, 3)', 'AC'],
  ["groundtrack:supplier LIKE '%du%'", 'A'],
  ["groundtrack:supplier LIKE 'Caf_ du Ciel'", 'A'],
  ["groundtrack:supplier LIKE '%\\%\\_%'", 'C'],
  ["groundtrack:supplier NOT LIKE '%iel'", 'C'],
  ["CASEI(groundtrack:supplier) = CASEI('CAFÉ DU CIEL')", 'A'],
  ["ACCENTI(groundtrack:supplier) = ACCENTI('Cafe du Ciel')", 'A'],
  ["CASEI(ACCENTI(groundtrack:supplier)) LIKE 'cafe%'", 'AB'],
  ["CASEI(groundtrack:supplier) IN (CASEI('CAFE du CIEL'), CASEI('x'))", 'B'],
  ["datetime = TIMESTAMP('2026-01-02T12:00:00Z')", 'B'],
  ["datetime < TIMESTAMP('2026-01-02T13:00:00+01:00')", 'A'],
  ["datetime >= DATE('2026-01-03')", 'CD'],
  ["datetime > '2026-01-02T12:00:00Z'", 'CD'],
  ["datetime BETWEEN TIMESTAMP('2026-01-01T00:00:00Z') AND DATE('2026-01-02')", 'A'],
  ['eo:cloud_cover > gsd', 'BC'],
  ['gsd * 2 + 1 = 3', 'B'],
  ['eo:cloud_cover / 4 = 2.5', 'B'],
  ['eo:cloud_cover div 4 = 2', 'B'],
  ['eo:cloud_cover % 4 = 2', 'B'],
  ['-7 % 4 = -3', 'ABCD'],
  ['2 ^ 3 = 8 AND 2 - 1 - 1 = 0', 'ABCD'],
  ['gsd / eo:cloud_cover > 0', 'BC'],
  ['S_INTERSECTS(geometry, BBOX(0.5, 0.5, 2, 2))', 'AB'],
  ['S_INTERSECTS(geometry, BBOX(5.5, 0, -100, 1))', 'D'],
  ['NOT S_INTERSECTS(geometry, BBOX(0.5, 0.5, 2, 2))', 'CD'],
  ['S_INTERSECTS(POINT(1 1), geometry)', 'A'],
  ['S_INTERSECTS(geometry, LINESTRING(1.5 -1, 1.5 2))', ''],
  ['S_INTERSECTS(geometry, LINESTRING(0.5 0.5, 2.5 0.5))', 'AB'],
  ['S_INTERSECTS(geometry, MULTILINESTRING((4.5 -1, 4.5 2), (9 9, 9 8)))', 'C'],
  ['S_INTERSECTS(geometry, MULTIPOINT((0.5 0.5), 4.5 0.5))', 'AC'],
  [
    'S_INTERSECTS(geometry, POLYGON((-1 -1, 9 -1, 9 2, -1 2, -1 -1), (1.5 -0.5, 5.5 -0.5, 5.5 1.5, 1.5 1.5, 1.5 -0.5)))',
    'AD',
  ],
  ['S_INTERSECTS(geometry, MULTIPOLYGON(((0 0, 1 0, 0 1, 0 0)), ((6 0, 7 0, 6 1, 6 0))))', 'AD'],
  ['S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT Z (2.5 0.5 9), LINESTRING(6 2, 7 0)))', 'BD'],
  [
    "S_INTERSECTS(geometry, POINT(0.5 0.5)) OR eo:cloud_cover = 100 OR id = 'D' AND NOT S_INTERSECTS(geometry, POINT(6.5 0.5))",
    'AC',
  ],
  ['NOT (S_INTERSECTS(geometry, POINT(0.5 0.5)) OR eo:cloud_cover > 5)', ''],
  // A is 0..1, B 2..3, C 4..5, D 6..7 degrees east, all 0..1 north; relations of DE-9IM (OGC 06-103r4, §6.1.15.3)
  ['S_DISJOINT(geometry, BBOX(1, 0, 4, 1))', 'D'],
  ['NOT S_DISJOINT(BBOX(1, 0, 4, 1), geometry)', 'ABC'],
  ['S_WITHIN(geometry, BBOX(-1, -1, 3, 1))', 'AB'],
  ['S_WITHIN(BBOX(-1, -1, 3, 1), geometry)', ''],
  ['S_WITHIN(POINT(0.5 0.5), geometry)', 'A'],
  // a point of the border is not within
  ['S_WITHIN(POINT(1 0.5), geometry)', ''],
  ['S_CONTAINS(geometry, BBOX(4, 0, 4.5, 0.5))', 'C'],
  ['S_CONTAINS(geometry, MULTIPOINT(4.5 0.5, 2.5 0.5))', ''],
  ['S_CONTAINS(BBOX(1.9, -0.1, 5.1, 1.1), geometry)', 'BC'],
  ['NOT S_CONTAINS(BBOX(1.9, -0.1, 5.1, 1.1), geometry)', 'AD'],
  [
    'S_CONTAINS(POLYGON((0 0, 3 0, 3 1, 0 1, 0 0), (2.2 0.2, 2.8 0.2, 2.8 0.8, 2.2 0.8, 2.2 0.2)), geometry)',
    'A',
  ],
  ['S_EQUALS(geometry, POLYGON((2 1, 2 0, 2.5 0, 3 0, 3 1, 2 1)))', 'B'],
  ['S_EQUALS(geometry, LINESTRING(2 0, 3 0, 3 1, 2 1, 2 0))', ''],
  ['S_TOUCHES(geometry, BBOX(1, 0, 2, 1))', 'AB'],
  ['S_TOUCHES(POINT(4 0.5), geometry)', 'C'],
  ['S_TOUCHES(geometry, LINESTRING(1 -1, 1 2))', 'A'],
  ['S_TOUCHES(geometry, BBOX(0.9, 0, 2, 1))', 'B'],
  ['S_CROSSES(geometry, LINESTRING(0.5 0.5, 2 0.5))', 'A'],
  ['S_CROSSES(LINESTRING(-1 0.5, 4.5 0.5), geometry)', 'ABC'],
  ['S_CROSSES(geometry, MULTIPOINT(6.5 0.5, 9 9))', 'D'],
  ['S_OVERLAPS(geometry, BBOX(0.5, 0, 2.5, 1))', 'AB'],
  ['S_OVERLAPS(geometry, BBOX(0, 0, 2, 1))', ''],
  ['S_OVERLAPS(geometry, BBOX(6.5, 0, -179, 1))', 'D'],
  [
    "S_OVERLAPS(geometry, BBOX(0.5, 0, 2.5, 1)) AND NOT S_CONTAINS(geometry, POINT(0.7 0.5)) OR id = 'D'",
    'BD',
  ],
  ['S_EQUALS(geometry, geometry)', 'ABCD'],
  ['S_TOUCHES(geometry, geometry)', ''],
  ["T_AFTER(datetime, TIMESTAMP('2026-01-02T12:00:00Z'))", 'CD'],
  ["T_BEFORE(datetime, DATE('2026-01-02'))", 'A'],
  ["T_CONTAINS(INTERVAL('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z'), datetime)", 'B'],
  ["T_DISJOINT(datetime, INTERVAL('2026-01-02', '2026-01-03'))", 'AD'],
  ["T_DURING(datetime, INTERVAL('2026-01-01T00:00:00Z', '..'))", 'BCD'],
  ["T_EQUALS(datetime, TIMESTAMP('2026-01-03T00:00:00Z'))", 'C'],
  ["T_INTERSECTS(datetime, INTERVAL('..', '2026-01-02T12:00:00Z'))", 'AB'],
  ["T_INTERSECTS(datetime, DATE('2026-01-02'))", 'B'],
  [
    "T_MEETS(INTERVAL('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), INTERVAL(datetime, '2026-02-01'))",
    'A',
  ],
  [
    "T_METBY(INTERVAL(datetime, '2026-02-01'), INTERVAL('2025-01-01T00:00:00Z', '2026-01-03T00:00:00Z'))",
    'C',
  ],
  [
    "T_STARTS(INTERVAL(datetime, '2026-01-05T00:00:00Z'), INTERVAL('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'))",
    'A',
  ],
  [
    "T_STARTEDBY(INTERVAL('2026-01-03T00:00:00Z', '2026-02-01T00:00:00Z'), INTERVAL(datetime, '2026-01-05T00:00:00Z'))",
    'C',
  ],
  [
    "T_FINISHES(INTERVAL(datetime, '2026-02-01T00:00:00Z'), INTERVAL('2026-01-03T00:00:00Z', '2026-02-01T00:00:00Z'))",
    'D',
  ],
  [
    "T_FINISHEDBY(INTERVAL(datetime, '2026-02-01T00:00:00Z'), INTERVAL('2026-01-03T00:00:00Z', '2026-02-01T00:00:00Z'))",
    'AB',
  ],
  [
    "T_OVERLAPS(INTERVAL(datetime, '2026-01-05T00:00:00Z'), INTERVAL('2026-01-03T00:00:00Z', '2026-01-06T00:00:00Z'))",
    'AB',
  ],
  [
    "T_OVERLAPPEDBY(INTERVAL(datetime, '2026-01-05T00:00:00Z'), INTERVAL('2026-01-01T12:00:00Z', '2026-01-03T12:00:00Z'))",
    'BC',
  ],
];

const BAD = [
  'id',
  "id = 'A",
  'id = 1',
  "id = 'A' AND",
  "unknown = 'A'",
  'geometry = 1',
  'eo:cloud_cover BETWEEN 1',
  'id LIKE 1',
  "id LIKE 'a\\'",
  'id IN ()',
  'groundtrack:simulated < TRUE',
  "datetime > TIMESTAMP('2026-02-30T00:00:00Z')",
  "datetime > DATE('tomorrow')",
  'S_INTERSECTS(geometry, id)',
  'S_INTERSECTS(geometry, POINT(200 0))',
  'S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 1 0, 0 1, 0 0)))',
  'S_INTERSECTS(geometry, BBOX(0, 1, 1, 0))',
  'S_WITHIN(geometry)',
  'S_WITHIN(POINT(0 0), POINT(0 0))',
  'S_TOUCHES(geometry, GEOMETRYCOLLECTION(POINT(0 0), LINESTRING(0 0, 1 1)))',
  'S_NEAR(geometry, POINT(0 0))',
  'T_AFTER(id, datetime)',
  'sleep(1) = 1',
  "id = 'A'; drop table scenes",
  'gsd + id = 1',
  'gsd * 1e300 * 1e300 > 1',
  `${'('.repeat(100)}TRUE${')'.repeat(100)}`,
  Array.from({ length: 1_500 }, (_, n) => `gsd = ${n}`).join(' OR '),
];

describe.each(databaseServers)('filters in CQL2 ($name)', (server) => {
  const app = stacFor(server, scenes);

  it.each(TEXTS)('%s', async (filter, matches) => {
    const page = await app.page({ filter, sortby: 'id' });
    expect(page.features.map(({ id }) => id).join('')).toBe(matches);
    expect(page.numberMatched).toBe(matches.length);
  });

  it('JSON says the same as text', async () => {
    const between = { op: 'between', args: [{ property: 'eo:cloud_cover' }, 0, 10] };
    const interval = { interval: ['..', '2026-01-02T12:00:00Z'] };
    const filters = [
      [
        { op: 'and', args: [between, { op: 'not', args: [{ op: '=', args: [{ property: 'id' }, 'B'] }] }] },
        'A',
      ],
      [{ op: 'in', args: [{ property: 'id' }, ['A', 'C']] }, 'AC'],
      [{ op: 's_intersects', args: [{ property: 'geometry' }, { bbox: [4, 0, 5, 1] }] }, 'C'],
      [{ op: 's_intersects', args: [{ property: 'geometry' }, square(6, 0, 7, 1)] }, 'D'],
      [{ op: 't_intersects', args: [{ property: 'datetime' }, interval] }, 'AB'],
      [
        {
          op: '=',
          args: [
            { op: 'casei', args: [{ property: 'groundtrack:supplier' }] },
            { op: 'casei', args: ['CAFE DU CIEL'] },
          ],
        },
        'B',
      ],
      [{ op: 'isNull', args: [{ property: 'gsd' }] }, 'D'],
      [{ op: '>=', args: [{ property: 'datetime' }, { date: '2026-01-03' }] }, 'CD'],
      [false, ''],
    ] as const;
    for (const [filter, matches] of filters) {
      expect(
        (await app.ids({ body: { filter, sortby: [{ field: 'id', direction: 'asc' }] } })).join(''),
      ).toBe(matches);
      const inAddress = { filter: JSON.stringify(filter), 'filter-lang': 'cql2-json', sortby: 'id' };
      expect((await app.ids(inAddress)).join('')).toBe(matches);
    }
  });

  it.each(BAD)('a filter that is not valid gets 400 and its reason: %s', async (filter) => {
    const reply = await app.request('/stac/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter, 'filter-lang': 'cql2-text' }),
    });
    expect(reply.status).toBe(400);
    const { code, description } = (await reply.json()) as { code: string; description: string };
    expect(code).toBe('InvalidFilter');
    expect(description.length).toBeGreaterThan(10);
  });
});
