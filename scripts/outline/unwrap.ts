import type { Feature, Geometry, Position } from 'geojson';

/**
 * Unwraps a line so that no step is wider than 180°: the atlas joins lines across 180° as 179 → -179. Longitudes continue
 * beyond ±180, where MapLibre wraps them.
 */
export function unwrapped(line: readonly Position[]): Position[] {
  let turn = 0;
  let last = line[0]?.[0] ?? 0;
  return line.map(([lon = 0, lat = 0]) => {
    if (lon - last > 180) turn -= 360;
    else if (lon - last < -180) turn += 360;
    last = lon;
    return [lon + turn, lat];
  });
}

/** Unwraps a ring; one around a pole is closed along the pole. */
export function unwrappedRing(ring: readonly Position[]): Position[] {
  const line = unwrapped(ring);
  const [first, last] = [line[0], line[line.length - 1]];
  if (first === undefined || last === undefined || Math.abs(first[0]! - last[0]!) < 180) return line;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...line, [last[0]!, pole], [first[0]!, pole], first];
}

/** Unwraps polygons and multipolygons. */
export function unwrappedArea(feature: Feature): Feature {
  const geometryOf = (geometry: Geometry): Geometry => {
    if (geometry.type === 'Polygon')
      return { ...geometry, coordinates: geometry.coordinates.map(unwrappedRing) };
    if (geometry.type === 'MultiPolygon')
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrappedRing)) };
    return geometry;
  };
  return { ...feature, geometry: geometryOf(feature.geometry) };
}
