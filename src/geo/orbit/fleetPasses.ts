import type { Aoi } from '../aoi.ts';
import { cutAtAntimeridian } from '../antimeridian/antimeridian.ts';
import { coveredShare } from '../cover/cover.ts';
import { passesOf, type FoundPasses, type PassQuestion } from './passSearch.ts';
import type { Pass } from './passes.ts';

/** A request for the passes of several satellites over one AOI. */
export interface FleetQuestion {
  aoi: Aoi;
  /** By the satellite's code. */
  satellites: Readonly<Record<string, PassQuestion>>;
}

/** A pass, and the part of the AOI that fits into its swath. */
export interface FleetPass extends Pass {
  /** 0 to 1. */
  share: number;
}

/** The passes by the satellite's code; null where the elements can't be propagated. */
export type FleetPasses = Readonly<
  Record<string, (Omit<FoundPasses, 'passes'> & { passes: FleetPass[] }) | null>
>;

/** The share of the AOI in the swath of a pass, 0 to 1, by area. */
function shareIn({ swath }: Pass, aoi: Aoi): number {
  if (swath.length === 0) return 0;
  return coveredShare({ type: 'MultiPolygon', coordinates: cutAtAntimeridian([swath]) }, aoi);
}

/** The passes of several satellites; a satellite whose elements fail does not spoil the others. */
export function fleetPassesOf({ aoi, satellites }: FleetQuestion): FleetPasses {
  return Object.fromEntries(
    Object.entries(satellites).map(([code, question]) => {
      try {
        const found = passesOf(question);
        return [
          code,
          { ...found, passes: found.passes.map((pass) => ({ ...pass, share: shareIn(pass, aoi) })) },
        ];
      } catch {
        return [code, null];
      }
    }),
  );
}
