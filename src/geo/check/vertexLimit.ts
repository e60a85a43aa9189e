import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import { areaKm2 } from '../area/area.ts';
import { areaOfPolygons, verticesOf, type Rings } from '../area/areaGeometry.ts';
import { simplified, thinned } from '../area/simplify.ts';
import { GeometryError, nullIfInvalid } from '../geometryError.ts';
import { ChangeLog } from './areaChange.ts';
import { repairedAoi, tidiedPolygons, type RepairedAoi } from './repairArea.ts';

/** Largest share of the area that a proposed simplification may change. */
export const SIMPLIFY_TOLERANCE = 0.001;
/** Shares of the vertex limit to try in turn: a simplified outline may cross itself. */
const SIMPLIFY_SHARES = [1, 0.7, 0.4, 0.2];

/**
 * Repairs polygons; more than 10,000 vertices are first simplified within SIMPLIFY_TOLERANCE of the area.
 * @param areaBefore km²
 * @param onShare receives the share of the merge of parts that is done, 0 to 1
 * @throws GeometryError tooManyVertices if no simplification keeps the area, and what repairedAoi throws
 */
export function withinVertexLimit(
  read: Rings[],
  areaBefore: number,
  log: ChangeLog,
  onShare?: (share: number) => void,
): RepairedAoi {
  const few = thinned(read);
  const tidy = tidiedPolygons(few, log);
  const from = few === read ? verticesOf(tidy) : verticesOf(read);
  if (few === read && from <= AOI_VERTICES_MAX) return repairedAoi(tidy, log, onShare);
  const isSameArea = (km2: number) => Math.abs(km2 - areaBefore) <= SIMPLIFY_TOLERANCE * areaBefore;
  let fewer = tidy;
  for (const share of SIMPLIFY_SHARES) {
    const attempt = log.copy();
    fewer = tidiedPolygons(simplified(fewer, AOI_VERTICES_MAX * share), new ChangeLog());
    // fewer vertices wouldn't keep the area better, and repairs are slow
    if (verticesOf(fewer) > AOI_VERTICES_MAX || !isSameArea(areaKm2(areaOfPolygons(fewer)))) break;
    const result = nullIfInvalid(() => repairedAoi(fewer, attempt, onShare));
    if (result === null || !isSameArea(result.aoi.areaKm2)) continue;
    return { ...result, changes: [{ kind: 'simplified', from, to: result.aoi.vertices }, ...result.changes] };
  }
  throw new GeometryError('tooManyVertices', { vertices: from, max: AOI_VERTICES_MAX });
}
