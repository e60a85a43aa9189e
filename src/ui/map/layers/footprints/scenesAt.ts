import type { Scene } from '../../../../../contract/search.ts';
import { pointInside } from '../../../../geo/area/pointInside.ts';
import { boxesOf } from '../../../../geo/area/inBox.ts';

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
    if (pointInside([longitude, latitude], scene.geometry)) found.push(scene.id);
  }
  return found;
}

/** The scene of a repeated click at the same place: the one after the last, cyclically. */
export function nextOf(ids: readonly string[], last: string | null): string | null {
  const at = last === null ? -1 : ids.indexOf(last);
  return ids[(at + 1) % ids.length] ?? null;
}
