import { getPosition } from 'suncalc';
import { SENSORS, type SensorType } from '../../../contract/sensors.ts';

/** Sun elevation, degrees: the minimum for daylight pictures, the maximum for night pictures. */
const DAYLIGHT_DEG = 12;
const NIGHTFALL_DEG = -8;

/** Apparent elevation of the sun, degrees, at an instant (ms) and place (degrees). */
export function sunElevation(at: number, longitude: number, latitude: number): number {
  return getPosition(new Date(at), latitude, longitude).altitude;
}

/** Whether a sensor works at this sun elevation (degrees): radars at any, night cameras in the dark. */
export function hasLightFor(sensorType: SensorType, sunElevationDeg: number): boolean {
  const { light } = SENSORS[sensorType];
  if (light === 'any') return true;
  return light === 'night' ? sunElevationDeg <= NIGHTFALL_DEG : sunElevationDeg >= DAYLIGHT_DEG;
}
