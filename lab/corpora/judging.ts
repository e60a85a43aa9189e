import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Geometry } from 'geojson';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { installedPostgis, temporaryCluster } from '../../tests/server/support/globalSetup.ts';
import type { Judgement } from './comparing.ts';

const run = promisify(execFile);
const OGR2OGR = '/usr/bin/ogr2ogr';
const TIME_MAX_MS = 30_000;
const OUTPUT_MAX_BYTES = 512 * 1024 * 1024;

const collection = z.object({
  features: z.array(z.object({ geometry: z.nullable(z.looseObject({ type: z.string() })) })),
});

/** GDAL and PostGIS, where they are installed. */
export interface Judges {
  names: readonly string[];
  file(path: string): Promise<Judgement>;
  wkt(text: string): Promise<Judgement>;
  close(): Promise<void>;
}

/** The one geometry of a file by GDAL, in longitude and latitude; null if there is no or more than one. */
async function geometryOf(path: string): Promise<Geometry | null> {
  const source = /\.zip$/i.test(path) ? `/vsizip/${path}` : path;
  const args = ['-f', 'GeoJSON', '/vsistdout/', '-lco', 'COORDINATE_PRECISION=9'];
  const options = { timeout: TIME_MAX_MS, maxBuffer: OUTPUT_MAX_BYTES };
  // without a coordinate system of its own, a file can't be transformed
  const { stdout } = await run(OGR2OGR, [...args, '-t_srs', 'EPSG:4326', source], options).catch(() =>
    run(OGR2OGR, [...args, source], options),
  );
  const found = collection.safeParse(JSON.parse(stdout));
  const [feature] = found.data?.features ?? [];
  return found.data?.features.length === 1 ? ((feature?.geometry ?? null) as Geometry | null) : null;
}

/** Its validity, its area after ST_MakeValid, and its extent. Edges are straight in longitude/latitude. */
const JUDGED = `with given as (select st_force2d(GEOMETRY) as g),
  made as (select st_isvalid(g) as ok, st_collectionextract(st_makevalid(g), 3) as m from given
    where st_geometrytype(g) in ('ST_Polygon', 'ST_MultiPolygon', 'ST_GeometryCollection'))
  select ok as "isValid", st_area(st_segmentize(m, 0.1)::geography) / 1e6 as "areaKm2",
    array[st_xmin(m), st_ymin(m), st_xmax(m), st_ymax(m)] as bounds
  from made where not st_isempty(m)`;

/** Starts a temporary PostgreSQL with PostGIS if there is one. */
export async function openJudges(): Promise<Judges> {
  const binDir = await installedPostgis();
  const cluster = binDir === null ? null : await temporaryCluster(binDir);
  const database = cluster === null ? null : new Client({ connectionString: cluster.url });
  await database?.connect();
  await database?.query('create extension postgis');
  const hasGdal = existsSync(OGR2OGR);
  const judged = async (expression: string, value: string): Promise<Judgement> => {
    const query = JUDGED.replace('GEOMETRY', expression);
    const found = await database?.query<NonNullable<Judgement>>(query, [value]).catch(() => null);
    return found?.rows[0] ?? null;
  };
  return {
    names: [...(hasGdal ? ['GDAL'] : []), ...(database === null ? [] : ['PostGIS'])],
    async file(path) {
      const geometry = hasGdal ? await geometryOf(path).catch(() => null) : null;
      return geometry === null ? null : judged('st_geomfromgeojson($1)', JSON.stringify(geometry));
    },
    wkt: (text) => judged('st_geomfromtext($1, 4326)', text),
    async close() {
      await database?.end();
      await cluster?.end();
    },
  };
}
