import type pg from 'pg';
import type { Footprint } from '../../contract/search.ts';
import { boxOf, writeWkb } from './scenes.wkb.ts';

/** Binds a value to a statement; returns its placeholder. */
export type Bind = (value: unknown) => string;

/**
 * An AOI with at most this many parts is looked up part by part, because a common bounding box may span the
 * world (decision 19).
 */
const PARTS_APART = 16;

const hasGeometryColumn = new WeakMap<pg.Pool, Promise<boolean>>();

/** Whether migration 0002 found PostGIS and added the geometry column; queried once per pool. */
export function searchesWithPostgis(pool: pg.Pool): Promise<boolean> {
  const known = hasGeometryColumn.get(pool);
  if (known) return known;
  const asked = pool
    .query("select from pg_attribute where attrelid = 'scenes'::regclass and attname = 'geom'")
    .then((reply) => reply.rowCount === 1);
  asked.catch(() => hasGeometryColumn.delete(pool));
  hasGeometryColumn.set(pool, asked);
  return asked;
}

/** The parts that are looked up separately. */
export function partsToSearch(area: Footprint): Footprint[] {
  if (area.type === 'Polygon' || area.coordinates.length > PARTS_APART) return [area];
  return area.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

/**
 * SQL condition on the position of a footprint (docs/decisions/020): with PostGIS an exact intersection with
 * the area, otherwise an intersection of bounding boxes, to be checked by `intersectionTest`.
 */
export function placeSql(area: Footprint, postgis: boolean, bind: Bind): string {
  const places = partsToSearch(area).map((part) =>
    postgis
      ? `ST_Intersects(geom, ST_GeomFromWKB(${bind(writeWkb(part))}::bytea, 4326))`
      : `bounds && ${bind(boxOf(part))}::box`,
  );
  return `(${places.join(' or ')})`;
}

/** SQL of the instant at which a UTC day, bound as text, starts. */
export const startOfDay = (day: string): string => `${day}::date::timestamp at time zone 'UTC'`;
/** SQL of the instant at which the day after a UTC day, bound as text, starts. */
export const endOfDay = (day: string): string => `(${day}::date + 1)::timestamp at time zone 'UTC'`;
