import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { sharedAreaKm2 } from '../../../geo/cover/cover.ts';

/** Areas by AOI, then by scene: each is measured when its row first becomes visible, or all of them in a worker. */
const areas = new WeakMap<Aoi, WeakMap<Scene, number>>();

function areasIn(aoi: Aoi): WeakMap<Scene, number> {
  const known = areas.get(aoi) ?? new WeakMap<Scene, number>();
  areas.set(aoi, known);
  return known;
}

/** Stores the areas that a worker has measured, km². */
export function noteAreas(scenes: readonly Scene[], aoi: Aoi, measured: ArrayLike<number>): void {
  const known = areasIn(aoi);
  scenes.forEach((scene, at) => known.set(scene, measured[at]!));
}

/** Whether all of these have been measured, so that reading their areas costs no time. */
export const areMeasured = (scenes: readonly Scene[], aoi: Aoi): boolean => {
  const known = areasIn(aoi);
  return scenes.every((scene) => known.has(scene));
};

/** The area of the AOI that a scene covers, km²: the delivered area of a clipped scene. */
export function coveredKm2(scene: Scene, aoi: Aoi): number {
  const known = areasIn(aoi);
  const areaKm2 = known.get(scene) ?? sharedAreaKm2(scene.geometry, aoi.geometry, aoi.bbox);
  known.set(scene, areaKm2);
  return areaKm2;
}

/** The share of the AOI that a scene covers, 0..1. */
export function shareOfScene(scene: Scene, aoi: Aoi): number {
  return aoi.areaKm2 > 0 ? Math.min(1, Math.max(0, coveredKm2(scene, aoi) / aoi.areaKm2)) : 0;
}
