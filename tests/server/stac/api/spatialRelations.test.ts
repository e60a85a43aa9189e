import type { Geometry } from 'geojson';
import { expect, test } from 'vitest';
import { between, randomOf, type Random } from '../../../../server/simulator/archive/random.ts';
import { exactTest, type Predicate } from '../../../../server/stac/queries/predicate.ts';
import {
  POSTGIS,
  relationTest,
  RELATIONS,
  type SpatialRelation,
} from '../../../../server/stac/queries/spatial.ts';
import { databaseServers, freshDatabase } from '../../support/harness.ts';
import { randomFootprint } from '../../search/randomAreas.ts';
import { box } from '../../../fixtures/box.ts';

test('relations are tested in a thread, whether areas meet on the loop', () => {
  const place = { areas: [], lines: [], points: [[103.8, 1.3]], rectangle: null };
  const about = (relation: SpatialRelation): Predicate => ({ op: 'place', place, relation });
  const isSlow = (predicate: Predicate) => exactTest(predicate, () => '$1')?.isSlow;
  expect(isSlow(about('intersects'))).toBe(false);
  expect(isSlow({ op: 'or', args: [about('intersects'), { op: 'not', arg: about('touches') }] })).toBe(true);
});

const PAIRS = 2_000;

/** A point, line or area that often shares borders and corners with the footprint. */
function near(random: Random, footprint: Geometry): Geometry {
  const polygons =
    footprint.type === 'Polygon'
      ? [footprint.coordinates]
      : footprint.type === 'MultiPolygon'
        ? footprint.coordinates
        : [];
  const corners = polygons[0]![0]!;
  const corner = (at: number): number[] => corners[at % corners.length]!;
  const chosen = Math.floor(random() * corners.length);
  const [x = 0, y = 0] = corner(chosen);
  const kind = random();
  if (kind < 0.15) return { type: 'Point', coordinates: random() < 0.5 ? [x, y] : [x + 0.25, y + 0.25] };
  if (kind < 0.3)
    return { type: 'MultiPoint', coordinates: [[x, y], [x + 0.1, y + 0.1], corner(chosen + 2)] };
  if (kind < 0.45) return { type: 'LineString', coordinates: [corner(chosen), corner(chosen + 1)] };
  if (kind < 0.6)
    return {
      type: 'LineString',
      coordinates: [
        [x, y],
        [x + between(random, -2, 2), y + between(random, -2, 2)],
      ],
    };
  if (kind < 0.7) return footprint;
  const [width, height] = [Math.ceil(random() * 4) / 4, Math.ceil(random() * 4) / 4];
  return box(x, y, x + width, y + height);
}

/** PostGIS, the reference; on machines without it the test is skipped. */
const postgis = databaseServers.find(({ name }) => name !== 'embedded');

test.skipIf(!postgis)(`the spatial functions are those of PostGIS, on ${PAIRS} random pairs`, async () => {
  const fresh = await freshDatabase(postgis!);
  const random = randomOf('spatial relations');
  const pairs = Array.from({ length: PAIRS }, () => {
    const footprint = randomFootprint(random);
    return { footprint, other: near(random, footprint as Geometry) };
  });
  const { rows } = await fresh.db.pool.query<Record<string, boolean>>(
    `select ${RELATIONS.map((relation) => `${POSTGIS[relation]}(a, b) as "${relation}"`).join(', ')}
     from unnest($1::text[], $2::text[]) with ordinality as pair(one, other, number),
       ST_GeomFromGeoJSON(one) a, ST_GeomFromGeoJSON(other) b
     order by number`,
    [
      pairs.map(({ footprint }) => JSON.stringify(footprint)),
      pairs.map(({ other }) => JSON.stringify(other)),
    ],
  );
  const ours = pairs.map(({ footprint, other }) =>
    Object.fromEntries(RELATIONS.map((relation) => [relation, relationTest(relation, other)(footprint)])),
  );
  expect(ours).toEqual(rows);
  for (const relation of RELATIONS) expect(rows.filter((row) => row[relation]).length).toBeGreaterThan(20);
  await fresh.drop();
});
