import type { Position } from 'geojson';
import { aoiOf } from '../../../geo/aoi.ts';
import { lonOf, latOf, type AreaGeometry } from '../../../geo/area/areaGeometry.ts';
import { GeometryError } from '../../../geo/geometryError.ts';
import type { NoticeText } from '../../../machines/shared/notice.ts';

/** Why a change is refused, and its position on the map. */
export interface Verdict {
  message: NoticeText;
  place: Position | null;
}

/** The refusal for a geometry error, with its position if known. */
function verdictOf(error: unknown): Verdict {
  if (!(error instanceof GeometryError)) throw error;
  const { lon, lat } = error.params;
  const hasPlace = typeof lon === 'number' && typeof lat === 'number';
  return { message: { key: error.key, params: error.params }, place: hasPlace ? [lon, lat] : null };
}

/** A self-crossing at a position; the message wraps its longitude to ±180°. */
export function crossingVerdict(place: Position): Verdict {
  const lon = lonOf(place) - 360 * Math.floor((lonOf(place) + 180) / 360);
  return {
    message: { key: 'errors.geometry.selfCrossing', params: { lon, lat: latOf(place) } },
    place,
  };
}

/** Why an area is invalid as an AOI; null if it is valid. */
export function areaVerdict(geometry: AreaGeometry): Verdict | null {
  try {
    aoiOf(geometry);
    return null;
  } catch (error) {
    return verdictOf(error);
  }
}
