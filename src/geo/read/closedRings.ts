type Position = readonly number[];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && value.every((one) => Number.isFinite(one));

/** Length of an edge in degrees, with the meridians' convergence, the shorter way round the globe. */
function lengthOf([lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position): number {
  const turn = Math.abs(lon2 - lon1) % 360;
  const wide = Math.min(turn, 360 - turn) * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180);
  return Math.hypot(wide, lat2 - lat1);
}

/**
 * The ring with its first position repeated at the end, where it is certain that only this repetition is missing: the edge
 * that closes it is no longer than its longest edge. A longer one cuts off ground: positions are missing, too.
 * @returns null if the ring is closed, or not certainly closed by that
 */
function closedRing(ring: unknown): readonly Position[] | null {
  if (!Array.isArray(ring) || ring.length < 3 || !ring.every(isPosition)) return null;
  const positions: readonly Position[] = ring;
  const [first, last] = [positions[0]!, positions.at(-1)!];
  if (first[0] === last[0] && first[1] === last[1]) return null;
  const longest = Math.max(...positions.slice(1).map((position, at) => lengthOf(positions[at]!, position)));
  // the sides of a scene differ by a few thousandths over its height
  return lengthOf(last, first) <= longest * 1.01 ? [...positions, first] : null;
}

/**
 * Closes the open rings of a GeoJSON Polygon or MultiPolygon where that is certain; everything else is left as it is.
 * @returns the geometry and the number of rings that were closed
 */
export function closedRings(geometry: unknown): { geometry: unknown; closed: number } {
  let closed = 0;
  const polygon = (rings: unknown): unknown =>
    Array.isArray(rings)
      ? rings.map((ring: unknown) => {
          const repaired = closedRing(ring);
          if (repaired === null) return ring;
          closed++;
          return repaired;
        })
      : rings;
  if (typeof geometry !== 'object' || geometry === null) return { geometry, closed };
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  if (type === 'Polygon') return { geometry: { ...geometry, coordinates: polygon(coordinates) }, closed };
  if (type === 'MultiPolygon' && Array.isArray(coordinates))
    return { geometry: { ...geometry, coordinates: coordinates.map(polygon) }, closed };
  return { geometry, closed };
}
