import { areaCapKm2 } from '../../contract/limits.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { Refusal } from '../base/refusal.ts';

/**
 * The AOI of a search or an order, checked again on the server (the caps are in §5 Search).
 * @throws Refusal with the catalogue's message
 */
export async function cappedAoi(wkt: string, utype: number): Promise<Aoi> {
  const aoi = await areaOfWkt(wkt);
  const limit = areaCapKm2(utype);
  if (aoi.areaKm2 > limit) throw new Refusal('areaOverLimit', { limit });
  return aoi;
}
