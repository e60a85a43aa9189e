import { getPosition } from 'suncalc';
import type { SensorType } from '../../../contract/limits.ts';

/** Sun elevation, degrees, that each kind of picture needs: daylight from here up, night from here down. */
export const DAYLIGHT_DEG = 12;
export const NIGHTFALL_DEG = -8;

/** Apparent height of the sun above the horizon, degrees, at an instant (ms) and place (degrees). */
export function sunElevation(at: number, longitude: number, latitude: number): number {
  return getPosition(new Date(at), latitude, longitude).altitude;
}

/** Whether a sensor works in the light of this sun elevation (degrees): radars in any, night cameras in the dark. */
export function hasLightFor(sensorType: SensorType, sunElevationDeg: number): boolean {
  if (sensorType === 'SAR') return true;
  return sensorType === 'NIGHT' ? sunElevationDeg <= NIGHTFALL_DEG : sunElevationDeg >= DAYLIGHT_DEG;
}
