import { LATITUDE_MAX } from '../../contract/limits.ts';
import type { AreaGeometry } from '../../src/geo/aoi.ts';
import { polygonsAround, type Pole } from '../../src/geo/antimeridian/poles.ts';
import { isAroundGlobe, shortestEdges } from '../../src/geo/antimeridian/unbroken.ts';
import { areaOfPolygons, polygonsOf } from '../../src/geo/area/areaGeometry.ts';
import { GeometryError } from '../../src/geo/geometryError.ts';

/** The pole that an Item's bbox reaches; null if it reaches none or both (RFC 7946 §5.3: a cap's bbox does). */
function poleOf(bbox: unknown): Pole | null {
  if (!Array.isArray(bbox) || (bbox.length !== 4 && bbox.length !== 6)) return null;
  const [south, north] = [bbox[1] === -LATITUDE_MAX, bbox[bbox.length / 2 + 1] === LATITUDE_MAX];
  return south === north ? null : north ? 'north' : 'south';
}

/**
 * A footprint with its rings around the globe resolved by the Item's bbox.
 * @returns the footprint, and the pole if there was such a ring
 * @throws GeometryError poleUnclear if the bbox doesn't say on which side of a ring the footprint is
 */
export function withPole(
  geometry: AreaGeometry,
  bbox: unknown,
): { geometry: AreaGeometry; pole: Pole | null } {
  const polygons = polygonsOf(geometry);
  if (!polygons.flat().some((ring) => isAroundGlobe(ring, 'shortest'))) return { geometry, pole: null };
  const pole = poleOf(bbox);
  const resolved = polygons.map((rings) => {
    if (!rings.some((ring) => isAroundGlobe(ring, 'shortest'))) return [shortestEdges(rings)];
    return pole === null ? null : polygonsAround(rings, pole);
  });
  if (pole === null || resolved.includes(null)) throw new GeometryError('poleUnclear');
  return { geometry: areaOfPolygons(resolved.flatMap((one) => one ?? [])), pole };
}
