import type { Position } from 'geojson';
import { aoiOf } from '../../../../geo/aoi.ts';
import { lonOf, latOf, type AreaGeometry } from '../../../../geo/area/areaGeometry.ts';
import { crossingOfStretch, type Line } from '../../../../geo/check/edgeCrossing.ts';
import { GeometryError } from '../../../../geo/geometryError.ts';
import { changed, geometryOf, stretchOf, vertexCount, type Change, type EditShape } from './shape.ts';
import type { NoticeText } from '../../../../machines/shared/notice.ts';

/** Why a change is refused, and its position on the map. */
export interface Verdict {
  message: NoticeText;
  place: Position | null;
}

/** Maximum vertices for a check within one frame; the AOI's actor checks larger shapes after the change. */
const WHOLE_MAX = 1000;

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

/** The edges that a change removes from its ring, by their start vertices. */
function edgesTaken(shape: EditShape, change: Exclude<Change, { kind: 'shift' }>): number[] {
  const count = shape[change.ring]?.positions.length ?? 0;
  const before = (change.vertex + count - 1) % count;
  return change.kind === 'add' ? [change.vertex] : [before, change.vertex];
}

/**
 * Why a change is invalid; null if it is valid. Only the changed edges are tested for crossings, so that an
 * outline of 10,000 vertices can be checked at every pointer move.
 */
export function changeVerdict(shape: EditShape, change: Change): Verdict | null {
  const stretch = stretchOf(shape, change);
  if (change.kind !== 'shift' && stretch !== null) {
    const lines = shape.map(({ positions }, ring): Line => ({
      positions,
      isClosed: true,
      isOwn: ring === change.ring,
      ...(ring === change.ring ? { without: edgesTaken(shape, change) } : {}),
    }));
    const place = crossingOfStretch(stretch.after, lines);
    if (place !== null) return crossingVerdict(place);
  }
  const next = changed(shape, change);
  return next === null || vertexCount(next) > WHOLE_MAX ? null : areaVerdict(geometryOf(next));
}
