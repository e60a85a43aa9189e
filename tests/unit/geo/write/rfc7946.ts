import type { Position } from 'geojson';

/** Violations of RFC 7946 in the rings of a Polygon or MultiPolygon, as sentences. */
function ringFaults(rings: unknown, where: string): string[] {
  if (!Array.isArray(rings) || rings.length === 0) return [`${where}: no rings`];
  return rings.flatMap((ring: Position[], index) => {
    const at = `${where}.${index}`;
    if (!Array.isArray(ring) || ring.length < 4)
      return [`${at}: fewer than four positions (RFC 7946 §3.1.6)`];
    const faults: string[] = [];
    for (const position of ring) {
      const [lon = Number.NaN, lat = Number.NaN] = position;
      if (position.length !== 2) faults.push(`${at}: not two numbers (RFC 7946 §3.1.1)`);
      if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) faults.push(`${at}: out of range (RFC 7946 §4)`);
    }
    const [first, last] = [ring[0], ring.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      faults.push(`${at}: not closed (RFC 7946 §3.1.6)`);
    let doubled = 0;
    for (let i = 1; i < ring.length; i++)
      doubled += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
    if (doubled > 0 !== (index === 0)) faults.push(`${at}: breaks the right-hand rule (RFC 7946 §3.1.6)`);
    for (let i = 1; i < ring.length; i++)
      if (Math.abs(ring[i]![0]! - ring[i - 1]![0]!) > 180)
        faults.push(`${at}: an edge wider than 180° (RFC 7946 §3.1.9)`);
    return faults;
  });
}

function geometryFaults(geometry: Record<string, unknown>, where: string): string[] {
  const { type, coordinates } = geometry;
  if (type === 'Polygon') return ringFaults(coordinates, where);
  if (type !== 'MultiPolygon') return [`${where}: type ${String(type)}`];
  if (!Array.isArray(coordinates) || coordinates.length === 0) return [`${where}: no polygons`];
  return coordinates.flatMap((rings, index) => ringFaults(rings, `${where}.${index}`));
}

/** Whether a longitude is within a bbox that may cross 180° (RFC 7946 §5.2). */
function holdsLon([west = 0, , east = 0]: number[], lon: number): boolean {
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

function bboxFaults(bbox: unknown, positions: readonly Position[], where: string): string[] {
  if (!Array.isArray(bbox) || bbox.length !== 4 || !bbox.every(Number.isFinite))
    return [`${where}: no bbox of four numbers (RFC 7946 §5)`];
  const box: number[] = bbox;
  const out = positions.filter(([lon = 0, lat = 0]) => !holdsLon(box, lon) || lat < box[1]! || lat > box[3]!);
  return out.length > 0 ? [`${where}: ${out.length} positions outside of the bbox (RFC 7946 §5)`] : [];
}

function positionsOf(value: unknown): Position[] {
  if (!Array.isArray(value)) return [];
  if (typeof value[0] === 'number') return [value as Position];
  return value.flatMap(positionsOf);
}

/** All violations of RFC 7946 in a FeatureCollection of areas, as sentences. */
export function rfc7946Faults(text: string): string[] {
  const read = JSON.parse(text) as Record<string, unknown>;
  const faults: string[] = [];
  if (read['type'] !== 'FeatureCollection') faults.push('not a FeatureCollection (RFC 7946 §3.3)');
  for (const member of ['crs', 'geometry', 'properties', 'coordinates'])
    if (member in read) faults.push(`has a member ${member} (RFC 7946 §4, §7.1)`);
  const features = read['features'];
  if (!Array.isArray(features)) return [...faults, 'no features (RFC 7946 §3.3)'];
  const all: Position[] = [];
  features.forEach((feature: Record<string, unknown>, index) => {
    const where = `features.${index}`;
    if (feature['type'] !== 'Feature') faults.push(`${where}: not a Feature (RFC 7946 §3.2)`);
    if (!['string', 'number'].includes(typeof feature['id'])) faults.push(`${where}: id (RFC 7946 §3.2)`);
    if (typeof feature['properties'] !== 'object') faults.push(`${where}: properties (RFC 7946 §3.2)`);
    if ('coordinates' in feature || 'features' in feature) faults.push(`${where}: RFC 7946 §7.1`);
    const geometry = feature['geometry'] as Record<string, unknown>;
    faults.push(...geometryFaults(geometry, where));
    const positions = positionsOf(geometry['coordinates']);
    faults.push(...bboxFaults(feature['bbox'], positions, where));
    all.push(...positions);
  });
  if (features.length > 0) faults.push(...bboxFaults(read['bbox'], all, 'collection'));
  return faults;
}
