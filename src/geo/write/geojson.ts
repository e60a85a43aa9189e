import type { Feature, FeatureCollection, GeoJsonProperties } from 'geojson';
import { cutAtAntimeridian } from '../antimeridian/antimeridian.ts';
import { areaOfPolygons, latOf, lonOf, polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';
import { directedRings } from '../area/directedRings.ts';

/** West, south, east, north; across 180° west is larger than east (RFC 7946 §5.2). */
export type GeoJsonBbox = [west: number, south: number, east: number, north: number];

export interface AreaFeature {
  id: string;
  geometry: AreaGeometry;
  properties: GeoJsonProperties;
}

/**
 * A geometry without heights, with outer rings counter-clockwise and cut at 180° (RFC 7946 §3.1.6 and §3.1.9).
 * @throws GeometryError tooWide if it spans more than the whole globe
 */
export function rfc7946Geometry(geometry: AreaGeometry): AreaGeometry {
  const polygons = polygonsOf(geometry).flatMap((rings) => cutAtAntimeridian(directedRings(rings)));
  return areaOfPolygons(polygons);
}

interface Span {
  from: number;
  to: number;
}

function grown(span: Span | undefined, value: number): Span {
  return { from: Math.min(span?.from ?? value, value), to: Math.max(span?.to ?? value, value) };
}

/** Covered intervals of longitude, from west to east, without overlaps. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else all.push({ ...span });
  }
  return all;
}

/** West and east of the covered longitudes: all but the widest gap (RFC 7946 §5.2). */
function around(spans: readonly Span[]): [west: number, east: number] {
  const covered = joined(spans);
  const [first, last] = [covered[0]!, covered.at(-1)!];
  let [west, east] = [first.from, last.to];
  let widest = first.from + 360 - last.to;
  covered.forEach((span, index) => {
    const next = covered[index + 1];
    if (next === undefined || next.from - span.to <= widest) return;
    widest = next.from - span.to;
    [west, east] = [next.from, span.to];
  });
  return [west, east];
}

/** The bounding box of geometries in -180..180, the narrowest around all (RFC 7946 §5). */
export function geoJsonBbox(geometries: readonly AreaGeometry[]): GeoJsonBbox {
  let lats: Span | undefined;
  const spans = geometries.flatMap(polygonsOf).map((rings) => {
    let lons: Span | undefined;
    for (const position of rings[0] ?? []) {
      lons = grown(lons, lonOf(position));
      lats = grown(lats, latOf(position));
    }
    return lons ?? { from: 0, to: 0 };
  });
  if (lats === undefined) throw new RangeError('no geometry to bound');
  const [west, east] = around(spans);
  return [west, lats.from, east, lats.to];
}

/** Features as one RFC 7946 FeatureCollection with bounding boxes. @throws GeometryError tooWide */
export function featureCollectionOf(features: readonly AreaFeature[]): FeatureCollection<AreaGeometry> {
  const written = features.map((one): Feature<AreaGeometry> => {
    const geometry = rfc7946Geometry(one.geometry);
    const { id, properties } = one;
    return { type: 'Feature', id, bbox: geoJsonBbox([geometry]), geometry, properties };
  });
  const geometries = written.map((feature) => feature.geometry);
  const bbox = geometries.length === 0 ? {} : { bbox: geoJsonBbox(geometries) };
  return { type: 'FeatureCollection', ...bbox, features: written };
}
