import type { ProductMode } from '../../../contract/limits.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { Footprint } from '../../../contract/search.ts';
import { cutAtAntimeridian } from '../../../src/geo/antimeridian/antimeridian.ts';
import { areaKm2 } from '../../../src/geo/area/area.ts';
import type { NewScene, SceneFacts } from '../../search/scenes.ts';
import { cloudCover } from './climate.ts';
import type { ImagingMode, SimulatedSatellite } from './constellation.ts';
import { hasLightFor, sunElevation } from '../../../src/geo/orbit/light.ts';
import { lookAt, stateAt, type ViewOptions } from '../../../src/geo/orbit/orbit.ts';
import { between, type Random } from './random.ts';

const RAD = Math.PI / 180;
const EARTH_KM = 6371.0088;
/** Speed of the sub-satellite point at about 500 km height, km/s. */
const GROUND_SPEED = 7.06;
/** Overlap of consecutive frames as a share of their length. */
const OVERLAP = 0.08;

/** A pass of a satellite over its target. */
export interface Pass {
  satellite: SimulatedSatellite;
  mode: ImagingMode;
  /** When the target, the middle of the strip, is abeam, ms. */
  at: number;
  longitude: number;
  latitude: number;
  /** Number of consecutive frames along the track. */
  frames: number;
  isAscending: boolean;
}

/** Whether a position has enough light for the satellite's sensor. */
export function hasLight(
  satellite: SimulatedSatellite,
  at: number,
  longitude: number,
  latitude: number,
): boolean {
  return hasLightFor(satellite.sensorType, sunElevation(at, longitude, latitude));
}

/** The position `km` away at a bearing (degrees clockwise from north); longitudes may exceed ±180. */
export function placeAt(
  longitude: number,
  latitude: number,
  directionDeg: number,
  km: number,
): [number, number] {
  const [lat, turn, arc] = [latitude * RAD, directionDeg * RAD, km / EARTH_KM];
  const sin = Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(turn);
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * sin,
  );
  return [longitude + east / RAD, Math.asin(sin) / RAD];
}

/**
 * The footprint of one frame: a strip along the track, wider with the off-nadir angle. The ring is the
 * picture's upper left, lower left, lower right, upper right (counter-clockwise, RFC 7946 §3.1.6), northern
 * edge at the top, because pictures are placed by this order (`cornersOf`).
 */
function frameQuad(longitude: number, latitude: number, look: ViewOptions, mode: ImagingMode): number[][] {
  // pixel size grows with the range, and on the ground also with the incidence angle
  const width = (mode.swathKm * (look.rangeKm / look.heightKm)) / Math.cos(look.incidenceDeg * RAD);
  const northward = look.trackDeg > 90 && look.trackDeg < 270 ? look.trackDeg - 180 : look.trackDeg;
  const end = (direction: number): [number, number] =>
    placeAt(longitude, latitude, direction, mode.frameKm / 2);
  const [top, bottom] = [end(northward), end(northward + 180)];
  const corner = ([x, y]: [number, number], side: number): number[] =>
    placeAt(x, y, northward + side, width / 2).map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const upperLeft = corner(top, -90);
  return [upperLeft, corner(bottom, -90), corner(bottom, 90), corner(top, 90), upperLeft];
}

function footprintOf(quad: number[][]): Footprint {
  const [first, ...others] = cutAtAntimeridian([quad]);
  if (first === undefined) throw new RangeError('a frame has no area');
  return others.length === 0
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: [first, ...others] };
}

function productModeOf(random: Random, satellite: SimulatedSatellite): ProductMode | null {
  if (!SENSORS[satellite.sensorType].hasProductModes) return null;
  const draw = random();
  return draw < 0.86 ? 'MONO' : draw < 0.97 ? 'STEREO' : 'TRISTEREO';
}

export const rounded = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * A product id such as SV2_20261114T032205_48213: the second and the place make it unique, since one satellite isn't at two
 * places in a second. @param iso the instant, ISO 8601
 */
function productIdOf(idPrefix: string, iso: string, { longitude, latitude }: Pass): string {
  const time = iso.slice(0, 19).replaceAll(/[-:]/g, '');
  const place = (Math.floor((longitude + 180) * 10) * 1_801 + Math.floor((latitude + 90) * 10)) % 100_000;
  return `${idPrefix}_${time}_${String(place).padStart(5, '0')}`;
}

/**
 * The scenes of a pass, one per frame, with computed off-nadir angle, sun elevation, orbit direction, look
 * side and area.
 */
export function scenesOfPass(pass: Pass, random: Random): NewScene[] {
  const { satellite, mode } = pass;
  const productMode = productModeOf(random, satellite);
  const weather = cloudCover(random, pass.latitude, new Date(pass.at).getUTCMonth());
  const scenes: NewScene[] = [];
  const stepKm = mode.frameKm * (1 - OVERLAP);
  const direction = lookAt(stateAt(satellite.elements, pass.at), pass.longitude, pass.latitude).trackDeg;
  for (let frame = 0; frame < pass.frames; frame++) {
    const alongKm = (frame - (pass.frames - 1) / 2) * stepKm;
    const at = Math.floor(pass.at + (alongKm / GROUND_SPEED) * 1000);
    const [x, latitude] = placeAt(pass.longitude, pass.latitude, direction, alongKm);
    const longitude = ((x + 540) % 360) - 180;
    const look = lookAt(stateAt(satellite.elements, at), longitude, latitude);
    const geometry = footprintOf(frameQuad(longitude, latitude, look, mode));
    // consecutive frames have nearly the same cloud cover
    const cloud = Math.min(100, Math.max(0, Math.round(weather + between(random, -4, 4))));
    const acquisitionDate = new Date(at).toISOString();
    const facts: SceneFacts = {
      productId: productIdOf(satellite.idPrefix, acquisitionDate, pass),
      acquisitionDate,
      satellite: satellite.name,
      satCode: satellite.code,
      sensor: satellite.sensor,
      sensorType: satellite.sensorType,
      gsd: mode.gsd,
      cloudCover: SENSORS[satellite.sensorType].seesClouds ? cloud : null,
      offNadirAngle: rounded(look.offNadirDeg, 1),
      sunElevation: rounded(sunElevation(at, longitude, latitude), 1),
      area: rounded(areaKm2(geometry), 2),
      orbitDirection: look.isAscending ? 'Ascending' : 'Descending',
      sideLookDirection: SENSORS[satellite.sensorType].isRadar ? look.side : null,
      imagingMode: mode.name,
      productMode,
      sourceCode: satellite.sourceCode,
      supplier: satellite.supplier,
      simulated: true,
    };
    scenes.push({ facts, geometry, quicklookHref: null, item: null });
  }
  return scenes;
}
