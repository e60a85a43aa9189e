import { gstime, sgp4, twoline2satrec, type SatRec } from 'satellite.js';

/** Kilometres (or km/s), Earth-fixed: x to 0° E on the equator, z to the north pole. */
export type Vector = readonly [x: number, y: number, z: number];

/** Position and velocity of a satellite relative to the rotating Earth. */
export interface OrbitState {
  position: Vector;
  velocity: Vector;
}

const MU = 398600.8;
const EARTH_RATE = 7.2921159e-5;
const WGS84_A = 6378.137;
const WGS84_E2 = 0.00669437999014;
const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;

/** Initializes SGP4 with orbit elements. */
export function readTle([first, second]: readonly [string, string]): SatRec {
  return twoline2satrec(first, second);
}

/**
 * Earth-fixed state at an instant, by SGP4 (Spacetrack Report 3, revised by Vallado 2006).
 * @throws RangeError if SGP4 fails for these elements
 */
export function stateAt(elements: SatRec, ms: number): OrbitState {
  const julian = ms / DAY_MS + 2440587.5;
  const found = sgp4(elements, (julian - elements.jdsatepoch) * 1440);
  if (!found) throw new RangeError('SGP4 has no state for these elements');
  const angle = gstime(julian);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { position: p, velocity: v } = found;
  const x = cos * p.x + sin * p.y;
  const y = cos * p.y - sin * p.x;
  return {
    position: [x, y, p.z],
    velocity: [cos * v.x + sin * v.y + EARTH_RATE * y, cos * v.y - sin * v.x - EARTH_RATE * x, v.z],
  };
}

/** Earth-fixed position of a point on the WGS 84 ellipsoid. */
export function groundPoint(longitude: number, latitude: number): Vector {
  const [cosLat, sinLat] = [Math.cos(latitude * RAD), Math.sin(latitude * RAD)];
  const normal = WGS84_A / Math.sqrt(1 - WGS84_E2 * sinLat * sinLat);
  return [
    normal * cosLat * Math.cos(longitude * RAD),
    normal * cosLat * Math.sin(longitude * RAD),
    normal * (1 - WGS84_E2) * sinLat,
  ];
}

/** Longitude, geodetic latitude (degrees) and height (km) of an Earth-fixed position (Bowring 1985). */
export function geodeticOf([x, y, z]: Vector): { longitude: number; latitude: number; heightKm: number } {
  const b = WGS84_A * Math.sqrt(1 - WGS84_E2);
  const p = Math.hypot(x, y);
  const r = Math.hypot(p, z);
  const second = WGS84_E2 / (1 - WGS84_E2);
  const u = Math.atan2(b * z * (1 + (second * b) / r), WGS84_A * p);
  const latitude = Math.atan2(z + second * b * Math.sin(u) ** 3, p - WGS84_E2 * WGS84_A * Math.cos(u) ** 3);
  const sin = Math.sin(latitude);
  const heightKm = p * Math.cos(latitude) + z * sin - WGS84_A * Math.sqrt(1 - WGS84_E2 * sin * sin);
  return { longitude: Math.atan2(y, x) / RAD, latitude: latitude / RAD, heightKm };
}

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.sqrt(dot(a, a));
export const unit = (a: Vector): Vector => {
  const size = length(a) || 1;
  return [a[0] / size, a[1] / size, a[2] / size];
};

/** The viewing geometry from a satellite to a place. */
export interface ViewOptions {
  /** Angle at the satellite between the place and the point below, degrees. */
  offNadirDeg: number;
  /** Angle at the place between the satellite and the vertical, degrees. */
  incidenceDeg: number;
  rangeKm: number;
  heightKm: number;
  /** The side of the track that the place is on. */
  side: 'Left' | 'Right';
  isAscending: boolean;
  /** Direction of the ground track, degrees clockwise from north. */
  trackDeg: number;
}

/** The viewing geometry from a state to a place on the ground. */
export function lookAt(state: OrbitState, longitude: number, latitude: number): ViewOptions {
  const below = geodeticOf(state.position);
  const down = minus(groundPoint(below.longitude, below.latitude), state.position);
  const target = groundPoint(longitude, latitude);
  const sight = minus(target, state.position);
  const range = length(sight);
  const [lon, lat] = [longitude * RAD, latitude * RAD];
  const up: Vector = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  const east: Vector = [-Math.sin(lon), Math.cos(lon), 0];
  const north = cross(up, east);
  return {
    offNadirDeg: Math.atan2(length(cross(sight, down)), dot(sight, down)) / RAD,
    incidenceDeg: Math.acos(Math.min(1, -dot(sight, up) / range)) / RAD,
    rangeKm: range,
    heightKm: below.heightKm,
    side: dot(cross(state.velocity, sight), state.position) < 0 ? 'Right' : 'Left',
    isAscending: state.velocity[2] > 0,
    trackDeg: (Math.atan2(dot(state.velocity, east), dot(state.velocity, north)) / RAD + 360) % 360,
  };
}

/**
 * The instant near `ms` at which a place is exactly abeam, where line scanners look.
 * @returns null if the satellite doesn't pass within a quarter of its orbit
 */
export function abeamTime(elements: SatRec, ms: number, longitude: number, latitude: number): number | null {
  const target = groundPoint(longitude, latitude);
  let at = ms;
  for (let step = 0; step < 6; step++) {
    const { position, velocity } = stateAt(elements, at);
    const sight = minus(target, position);
    // d/dt of sight·velocity; the second term is the curvature due to gravity
    const slope = -dot(velocity, velocity) - (MU * dot(sight, position)) / length(position) ** 3;
    const seconds = -dot(sight, velocity) / slope;
    at += seconds * 1000;
    if (Math.abs(at - ms) > 1_500_000) return null;
    if (Math.abs(seconds) < 0.0005) return at;
  }
  return at;
}
