import type { Ring } from '../area/areaGeometry.ts';
import { isClosingCertain } from './closing.ts';

const isPosition = (value: unknown): value is Ring[number] =>
  Array.isArray(value) && value.length >= 2 && value.every((one) => Number.isFinite(one));

/** The ring with its first position repeated at the end; null if it is closed, or not certainly closed by that. */
function closedRing(ring: unknown): Ring | null {
  if (!Array.isArray(ring) || ring.length < 3 || !ring.every(isPosition)) return null;
  const positions: Ring = ring;
  const [first, last] = [positions[0]!, positions.at(-1)!];
  if (first[0] === last[0] && first[1] === last[1]) return null;
  return isClosingCertain(positions) ? [...positions, first] : null;
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
