import type { Position } from 'geojson';
import type { Scene } from '../../../../../contract/search.ts';
import { latOf, lonOf, polygonsOf } from '../../../../geo/area/areaGeometry.ts';
import { boxesOf } from '../../../../geo/area/inBox.ts';

/** Whether a point is in a ring, by the even-odd rule. */
function isInRing(ring: readonly Position[], lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [aLon, aLat, bLon, bLat] = [lonOf(ring[i - 1]), latOf(ring[i - 1]), lonOf(ring[i]), latOf(ring[i])];
    if (aLat > lat !== bLat > lat && lon < aLon + ((lat - aLat) / (bLat - aLat)) * (bLon - aLon))
      inside = !inside;
  }
  return inside;
}

/**
 * Product IDs of the scenes over a place, in list order (newest first). Used at every pointer move; GPU
 * picking would find only the topmost scene.
 * @param longitude degrees, -180..180
 * @param shown one byte per scene, 0 if the filters hide it; null if all are shown
 */
export function scenesAt(
  scenes: readonly Scene[],
  longitude: number,
  latitude: number,
  shown: Uint8Array | null = null,
): string[] {
  const box = boxesOf(scenes);
  const found: string[] = [];
  for (let at = 0; at < scenes.length; at++) {
    const isNear =
      longitude >= box[at * 4]! &&
      latitude >= box[at * 4 + 1]! &&
      longitude <= box[at * 4 + 2]! &&
      latitude <= box[at * 4 + 3]!;
    const scene = scenes[at];
    if (!isNear || scene === undefined || shown?.[at] === 0) continue;
    const isIn = polygonsOf(scene.geometry).some(([outer, ...holes]) =>
      outer === undefined || !isInRing(outer, longitude, latitude)
        ? false
        : !holes.some((hole) => isInRing(hole, longitude, latitude)),
    );
    if (isIn) found.push(scene.id);
  }
  return found;
}

/** The scene of a repeated click at the same place: the one after the last, cyclically. */
export function nextOf(ids: readonly string[], last: string | null): string | null {
  const at = last === null ? -1 : ids.indexOf(last);
  return ids[(at + 1) % ids.length] ?? null;
}
