import type { Geometry } from 'geojson';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import type { Footprint } from '../../../contract/search.ts';

/** The relations of two geometries that CQL2 knows beside `intersects` and `disjoint` (OGC 21-065r2, class Spatial Functions). */
export const RELATIONS = ['contains', 'crosses', 'equals', 'overlaps', 'touches', 'within'] as const;
export type Relation = (typeof RELATIONS)[number];

/** What a relation becomes when its arguments change places. */
export const turned = (relation: Relation): Relation =>
  relation === 'contains' ? 'within' : relation === 'within' ? 'contains' : relation;

/** The function of PostGIS for each relation. */
export const POSTGIS: Readonly<Record<Relation, string>> = {
  contains: 'ST_Contains',
  crosses: 'ST_Crosses',
  equals: 'ST_Equals',
  overlaps: 'ST_Overlaps',
  touches: 'ST_Touches',
  within: 'ST_Within',
};

/** JSTS and PostGIS's GEOS are ports of the same library, so that both databases answer alike. */
const TESTS: Readonly<Record<Relation, (one: unknown, other: unknown) => boolean>> = {
  contains: (one, other) => RelateOp.contains(one, other) as boolean,
  crosses: (one, other) => RelateOp.crosses(one, other) as boolean,
  equals: (one, other) => RelateOp.equalsTopo(one, other) as boolean,
  overlaps: (one, other) => RelateOp.overlaps(one, other) as boolean,
  touches: (one, other) => RelateOp.touches(one, other) as boolean,
  within: (one, other) => RelateOp.contains(other, one) as boolean,
};

const reader = new GeoJSONReader(new GeometryFactory());

/**
 * The test whether footprints have a relation to a geometry, in the plane of longitude and latitude (DE-9IM).
 * @param geometry valid, not a collection
 */
export function relationTest(relation: Relation, geometry: Geometry): (footprint: Footprint) => boolean {
  const other: unknown = reader.read(geometry);
  return (footprint) => TESTS[relation](reader.read(footprint), other);
}
