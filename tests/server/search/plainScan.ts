import { Client } from 'pg';
import type { Footprint } from '../../../contract/search.ts';
import type { SceneFacts } from '../../../server/search/scenes.ts';
import { createDatabase } from '../support/harness.ts';
import type { TestDatabaseServer } from '../support/globalSetup.ts';

/** A footprint with an id. */
export interface Shape {
  id: string;
  geometry: Footprint;
}

/** Finds the shapes that intersect an area, without an index: the reference for the real search. */
export interface PlainScan {
  touching(area: Footprint): Promise<Set<string>>;
  end(): Promise<void>;
}

/** Reference by PostGIS: ST_Intersects on each row of a table without an index. */
async function postgisScan(server: TestDatabaseServer, shapes: readonly Shape[]): Promise<PlainScan> {
  const { url, drop } = await createDatabase(server);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create table shapes (id text, geom geometry(Geometry, 4326))');
  await client.query(
    'insert into shapes select id, ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326) from unnest($1::text[], $2::text[]) as s (id, shape)',
    [shapes.map(({ id }) => id), shapes.map(({ geometry }) => JSON.stringify(geometry))],
  );
  return {
    touching: async (area) => {
      const reply = await client.query<{ id: string }>(
        'select id from shapes where ST_Intersects(geom, (select ST_SetSRID(ST_GeomFromGeoJSON($1), 4326)))',
        [JSON.stringify(area)],
      );
      return new Set(reply.rows.map(({ id }) => id));
    },
    end: async () => {
      await client.end();
      await drop();
    },
  };
}

type Segment = [number, number, number, number];

const segmentsOf = (geometry: Footprint): Segment[] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)
    .flat()
    .flatMap((ring) => ring.slice(1).map((to, i): Segment => [ring[i]![0]!, ring[i]![1]!, to[0]!, to[1]!]));

/** Whether a point is inside the rings of the segments (even-odd rule). */
const isInside = (x: number, y: number, segments: readonly Segment[]): boolean =>
  segments.filter(([ax, ay, bx, by]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax)
    .length %
    2 ===
  1;

function turn(p: number, q: number, r: number, s: number, x: number, y: number): number {
  return Math.sign((r - p) * (y - q) - (s - q) * (x - p));
}

function cross([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  if (turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) > 0) return false;
  return turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) <= 0;
}

/** Reference without PostGIS: edges cross, or a corner of one shape is inside the other. */
function plainScan(shapes: readonly Shape[]): PlainScan {
  const edges = shapes.map(({ id, geometry }) => ({ id, segments: segmentsOf(geometry) }));
  return {
    touching: async (area) => {
      const around = segmentsOf(area);
      const meet = (segments: readonly Segment[]): boolean =>
        segments.some((one) => around.some((two) => cross(one, two))) ||
        segments.some(([x, y]) => isInside(x, y, around)) ||
        around.some(([x, y]) => isInside(x, y, segments));
      return new Set(edges.filter(({ segments }) => meet(segments)).map(({ id }) => id));
    },
    end: async () => undefined,
  };
}

/** By PostGIS if this run has one, otherwise in TypeScript. */
export async function openPlainScan(
  servers: readonly TestDatabaseServer[],
  shapes: readonly Shape[],
): Promise<PlainScan> {
  const postgis = servers.find(({ name }) => name === 'postgis');
  return postgis ? postgisScan(postgis, shapes) : plainScan(shapes);
}

/** Newest first, then by product id: the order of a reply. */
export function byNewest(a: SceneFacts, b: SceneFacts): number {
  return b.acquisitionDate.localeCompare(a.acquisitionDate) || (a.productId < b.productId ? -1 : 1);
}
