import type { Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import type { Footprint } from '../../../contract/search.ts';
import { intersectionTest } from '../../search/scenes.intersects.ts';
import { placeSql, type Bind } from '../../search/scenes.place.ts';
import { orientation, EdgeTree, rayCrosses } from '../../search/scenes.ring.ts';
import { boxOf } from '../../search/scenes.wkb.ts';

/** The relations of two geometries that CQL2 knows beside `intersects` and `disjoint` (OGC 21-065r2, class Spatial Functions). */
export const RELATIONS = ['contains', 'crosses', 'equals', 'overlaps', 'touches', 'within'] as const;
type Relation = (typeof RELATIONS)[number];

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

/** A geometry that footprints are tested against, by its parts; WGS 84 degrees in -180..180, cut at 180°. */
export interface Place {
  areas: readonly Footprint[];
  lines: readonly (readonly Position[])[];
  points: readonly Position[];
  /** [west, south, east, north] if it is one rectangle: a footprint whose box is inside needs no exact test. */
  rectangle: readonly [number, number, number, number] | null;
}

/** All relations but `disjoint`, which is not `intersects`: geometries that have one also intersect. */
export type SpatialRelation = Relation | 'intersects';

type Parts = Footprint['coordinates'][number][];
const ringsOf = ({ type, coordinates }: Footprint): Parts =>
  (type === 'Polygon' ? [coordinates] : coordinates) as Parts;

/** Calls back for each edge of a footprint; stops and returns true once the callback does. */
function someEdge(footprint: Footprint, wanted: (a: Position, b: Position) => boolean): boolean {
  for (const rings of ringsOf(footprint) as Position[][][])
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) if (wanted(ring[i - 1]!, ring[i]!)) return true;
  return false;
}

/** Whether a footprint has a point, on its border included. */
function holds(footprint: Footprint, [x = Number.NaN, y = Number.NaN]: Position): boolean {
  let isInside = false;
  const isOnEdge = someEdge(footprint, ([ax = 0, ay = 0], [bx = 0, by = 0]) => {
    if (rayCrosses(x, y, ax, ay, bx, by)) isInside = !isInside;
    const isWithin =
      Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
    return isWithin && orientation(ax, ay, bx, by, x, y) === 0;
  });
  return isOnEdge || isInside;
}

/**
 * The test whether footprints have a relation to the place; to intersect means to have a point in common, borders
 * included, like ST_Intersects.
 */
export function placeTest(place: Place, relation: SpatialRelation): (footprint: Footprint) => boolean {
  const meets = intersects(place);
  if (relation === 'intersects') return meets;
  const isRelated = relationTest(relation, geometryOf(place));
  return (footprint) => meets(footprint) && isRelated(footprint);
}

function intersects({ areas, lines, points }: Place): (footprint: Footprint) => boolean {
  const inAreas = areas.map((area) => intersectionTest(area));
  const trees = lines.map((line) => ({ first: line[0]!, tree: new EdgeTree([line]) }));
  return (footprint) =>
    inAreas.some((test) => test(footprint)) ||
    trees.some(
      ({ first, tree }) =>
        holds(footprint, first) ||
        someEdge(footprint, ([ax = 0, ay = 0], [bx = 0, by = 0]) => tree.meets(ax, ay, bx, by)),
    ) ||
    points.some((point) => holds(footprint, point));
}

/** A box around positions, as a polygon that `boxOf` takes. */
const around = (positions: readonly Position[]): Footprint => ({
  type: 'Polygon',
  coordinates: [[...positions]],
});

/** The parts of a place as one geometry. They are of one kind, and its areas don't overlap. */
function geometryOf({ areas, lines, points }: Place): Geometry {
  const polygons = areas.flatMap((area): MultiPolygon['coordinates'] =>
    area.type === 'Polygon'
      ? [area.coordinates as Polygon['coordinates']]
      : (area.coordinates as MultiPolygon['coordinates']),
  );
  if (polygons.length > 0) return { type: 'MultiPolygon', coordinates: polygons };
  if (lines.length > 0) return { type: 'MultiLineString', coordinates: lines.map((line) => [...line]) };
  return { type: 'MultiPoint', coordinates: [...points] };
}

/** SQL of a test that finds every footprint that has the relation to the place; with PostGIS no other one. */
export function placeCondition(
  place: Place,
  relation: SpatialRelation,
  postgis: boolean,
  bind: Bind,
): string {
  const { areas, lines, points } = place;
  const geometry = (one: Geometry, test = 'ST_Intersects') =>
    `${test}(geom, ST_SetSRID(ST_GeomFromGeoJSON(${bind(JSON.stringify(one))}::text), 4326))`;
  if (postgis && relation !== 'intersects') return geometry(geometryOf(place), POSTGIS[relation]);
  const box = (positions: readonly Position[]) => `bounds && ${bind(boxOf(around(positions)))}::box`;
  const tests = [
    ...areas.map((area) => placeSql(area, postgis, bind)),
    ...lines.map((line) => (postgis ? geometry({ type: 'LineString', coordinates: [...line] }) : box(line))),
    ...points.map((point) => (postgis ? geometry({ type: 'Point', coordinates: point }) : box([point]))),
  ];
  return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`;
}

/** SQL that is true only for footprints that certainly intersect the place, by their boxes. */
export function insideCondition({ rectangle }: Place, bind: Bind): string {
  if (rectangle === null) return 'false';
  const [west, south, east, north] = rectangle;
  return `bounds <@ ${bind(`(${east},${north}),(${west},${south})`)}::box`;
}

/** Square degrees of the boxes around the place's parts. */
export function squareDegrees({ areas, lines }: Place): number {
  const sizeOf = (positions: readonly Position[]) => {
    const extent = (axis: 0 | 1) => {
      let [low, high] = [Infinity, -Infinity];
      for (const position of positions) {
        low = Math.min(low, position[axis]!);
        high = Math.max(high, position[axis]!);
      }
      return high - low;
    };
    return extent(0) * extent(1);
  };
  const outlines = areas.flatMap((area) => (ringsOf(area) as Position[][][]).map((rings) => rings[0]!));
  return [...outlines, ...lines].reduce((sum, positions) => sum + sizeOf(positions), 0);
}
