import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { unionShare } from '../../geo/cover/cover.ts';
import { shareOfScene } from './results/coverage.rules.ts';

/** More footprints take over 50 ms to unite; more scenes are not measured at all. */
const UNITED_MAX = 24;
const MEASURED_MAX = 2000;

/** The share of the AOI that the scenes cover together, 0..1; null if there are too many to unite at once. */
export function shareTogether(scenes: readonly Scene[], aoi: Aoi): number | null {
  if (scenes.length > MEASURED_MAX) return null;
  if (scenes.some((scene) => shareOfScene(scene, aoi) === 1)) return 1;
  // scenes that miss the AOI add nothing
  const meeting = scenes.filter((scene) => shareOfScene(scene, aoi) > 0);
  if (meeting.length > UNITED_MAX) return null;
  return unionShare(
    meeting.map(({ geometry }) => geometry),
    aoi,
  );
}

/** A share as a whole percentage: 100 only for the entire AOI, 0 only for none of it. */
export function wholePercent(share: number): number {
  if (share <= 0 || share >= 1) return share <= 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
