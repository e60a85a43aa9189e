import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { coveredShare, unionShare } from '../../../geo/cover/cover.ts';

/** By AOI, then by scene: each share is computed when its row first becomes visible, and cached. */
const shares = new WeakMap<Aoi, WeakMap<Scene, number>>();

/** How much of the AOI a scene covers, 0..1. */
export function shareOfScene(scene: Scene, aoi: Aoi): number {
  const known = shares.get(aoi) ?? new WeakMap<Scene, number>();
  shares.set(aoi, known);
  const share = known.get(scene) ?? coveredShare(scene.geometry, aoi);
  known.set(scene, share);
  return share;
}

/** More footprints than these take more than 50 ms to unite, and more scenes than those to be measured at all. */
const UNITED_MAX = 24;
const MEASURED_MAX = 2000;

/** How much of the AOI the scenes cover together, 0..1; null where they are too many to be united at once. */
export function shareTogether(scenes: readonly Scene[], aoi: Aoi): number | null {
  if (scenes.length > MEASURED_MAX) return null;
  if (scenes.some((scene) => shareOfScene(scene, aoi) === 1)) return 1;
  // those that miss the AOI add nothing
  const meeting = scenes.filter((scene) => shareOfScene(scene, aoi) > 0);
  if (meeting.length > UNITED_MAX) return null;
  return unionShare(
    meeting.map(({ geometry }) => geometry),
    aoi,
  );
}

/** A share as whole percent: 100 only for all of the AOI, 0 only for none of it. */
export function wholePercent(share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
