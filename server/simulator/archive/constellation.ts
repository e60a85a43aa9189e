import type { SatRec } from 'satellite.js';
import { sourceOfSatellite, type SourceCode } from '../../../contract/limits.ts';
import { SENSOR, SENSORS, type SensorType } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { readTle } from '../../../src/geo/orbit/orbit.ts';

const MU = 398600.8;
const EARTH_KM = 6378.135;
const J2 = 0.001082616;
/** Mean motion of the Sun along the equator, rad/s: one revolution per tropical year. */
const SUN_RATE = 1.99106e-7;
const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;

/** The parameters of a sun-synchronous orbit. */
interface SunSynchronous {
  /** Catalogue number; real objects never have 99xxx. */
  number: number;
  altitudeKm: number;
  /** Mean local solar time at the ascending node, hours. */
  ascendingNodeHours: number;
  /** Mean anomaly at the epoch, degrees. */
  anomalyDeg: number;
  /** Epoch of the elements, ms. */
  epochMs: number;
}

function withChecksum(line: string): string {
  let sum = 0;
  for (const character of line)
    sum += character === '-' ? 1 : character >= '0' && character <= '9' ? Number(character) : 0;
  return `${line}${sum % 10}`;
}

const padded = (value: number, width: number, decimals: number): string =>
  value.toFixed(decimals).padStart(width, ' ');

/**
 * Two-line elements of a circular sun-synchronous orbit without drag, valid for years. Inclination from the
 * J2 precession of the node (Vallado, Fundamentals of Astrodynamics, eq. 9-37); the Sun's mean longitude from
 * the Astronomical Almanac's low-precision formula.
 */
export function sunSynchronousTle(orbit: SunSynchronous): [string, string] {
  const axis = EARTH_KM + orbit.altitudeKm;
  const motion = Math.sqrt(MU / axis ** 3);
  const inclination = Math.acos((-SUN_RATE * 2 * axis ** 2) / (3 * motion * J2 * EARTH_KM ** 2)) / RAD;
  const days = (orbit.epochMs - Date.UTC(2000, 0, 1, 12)) / DAY_MS;
  const sunLongitude = 280.46 + 0.9856474 * days;
  const node = (((sunLongitude + (orbit.ascendingNodeHours - 12) * 15) % 360) + 360) % 360;
  const epoch = new Date(orbit.epochMs);
  const yearStart = Date.UTC(epoch.getUTCFullYear(), 0, 1);
  const day = (orbit.epochMs - yearStart) / DAY_MS + 1;
  const year = String(epoch.getUTCFullYear() % 100).padStart(2, '0');
  const first = `1 ${orbit.number}U 26001A   ${year}${day.toFixed(8).padStart(12, '0')}  .00000000  00000-0  00000-0 0  999`;
  const second = `2 ${orbit.number} ${padded(inclination, 8, 4)} ${padded(node, 8, 4)} 0001000   0.0000 ${padded(orbit.anomalyDeg, 8, 4)} ${padded((motion * 86_400) / (2 * Math.PI), 11, 8)}    0`;
  return [withChecksum(first), withChecksum(second)];
}

export interface ImagingMode {
  name: string;
  /** Nominal ground sample distance of the product, metres. */
  gsd: number;
  /** Across the track at nadir, km. */
  swathKm: number;
  /** Along the track, km. */
  frameKm: number;
}

/** A satellite of the simulated constellation (decision 27). */
export interface SimulatedSatellite {
  name: string;
  code: string;
  idPrefix: string;
  sensorType: SensorType;
  sensor: string;
  modes: readonly ImagingMode[];
  /** Range of the off-nadir angle, degrees; only radars have a minimum above 0. */
  offNadir: readonly [least: number, most: number];
  sourceCode: SourceCode | null;
  supplier: string;
  /** Simulated two-line elements, which match no real object. */
  tle: readonly [string, string];
  elements: SatRec;
  /** Relative share of the archive. */
  share: number;
}

/** Suppliers by source code; satellites without a source can't be tasked (§5 Tasking from search). */
const SUPPLIERS: Readonly<Record<SourceCode, string>> = {
  S: 'Skyview Imaging',
  C: 'Orbital Vision',
  CA: 'Orbital Vision',
  A: 'Bluejay Earth',
};
const UNSUPPORTED_SUPPLIER = 'Northstar Radar';

const EPOCH = Date.UTC(2026, 0, 1);

type Fleet = Omit<SimulatedSatellite, 'sourceCode' | 'supplier' | 'tle' | 'elements' | 'offNadir'> & {
  offNadir?: readonly [number, number];
  orbit: { altitudeKm: number; ascendingNodeHours: number; anomalyDeg: number };
};

const strip = (gsd: number, swathKm: number, frameKm: number): readonly ImagingMode[] => [
  { name: 'Strip', gsd, swathKm, frameKm },
];

/** An optical push-broom satellite: resolution in metres, lengths in km, local time of the node in hours. */
function optical(
  [name, code, idPrefix]: readonly [string, string, string],
  [gsd, swathKm, frameKm]: readonly [number, number, number],
  [altitudeKm, ascendingNodeHours, anomalyDeg]: readonly [number, number, number],
  share: number,
): Fleet {
  return {
    name,
    code,
    idPrefix,
    sensorType: SENSOR.OPTICAL,
    sensor: 'PMS',
    modes: strip(gsd, swathKm, frameKm),
    orbit: { altitudeKm, ascendingNodeHours, anomalyDeg },
    share,
  };
}

const FLEET: readonly Fleet[] = [
  optical(['SV-1 01', 'SV1-01', 'SV1'], [0.5, 22, 24], [530, 22.1, 12], 12),
  optical(['SV-1 02', 'SV1-02', 'SV1'], [0.5, 22, 24], [530, 22.2, 192], 12),
  optical(['SV-2 01', 'SV2-01', 'SV2'], [0.5, 25, 30], [500, 22.4, 75], 13),
  optical(['SV-2 03', 'SV2-03', 'SV2'], [0.5, 25, 30], [500, 22.3, 255], 13),
  optical(['BJ-3A', 'BJ3A', 'BJ3A'], [0.5, 23, 25], [505, 22.7, 140], 11),
  optical(['BJ-3B', 'BJ3B', 'BJ3B'], [0.3, 14, 16], [480, 22.6, 310], 11),
  optical(['OB-3', 'OB3', 'OB3'], [0.9, 32, 30], [535, 23.9, 33], 8),
  {
    name: 'NS-1',
    code: 'NS1',
    idPrefix: 'NS1',
    sensorType: SENSOR.SAR,
    sensor: 'X-SAR',
    modes: [
      { name: 'Spotlight', gsd: 1, swathKm: 10, frameKm: 10 },
      { name: 'Stripmap', gsd: 3, swathKm: 30, frameKm: 45 },
      { name: 'ScanSAR', gsd: 18, swathKm: 100, frameKm: 120 },
    ],
    offNadir: [18, 42],
    orbit: { altitudeKm: 514, ascendingNodeHours: 18, anomalyDeg: 98 },
    share: 5,
  },
  {
    name: 'OB-N1',
    code: 'OBN1',
    idPrefix: 'OBN1',
    sensorType: SENSOR.NIGHT,
    sensor: 'NLI',
    modes: strip(0.9, 19, 20),
    orbit: { altitudeKm: 535, ascendingNodeHours: 21.5, anomalyDeg: 221 },
    share: 4,
  },
  {
    name: 'OB-V1',
    code: 'OBV1',
    idPrefix: 'OBV1',
    sensorType: SENSOR.VIDEO,
    sensor: 'CMOS',
    modes: [{ name: 'Staring', gsd: 0.9, swathKm: 11, frameKm: 5 }],
    orbit: { altitudeKm: 535, ascendingNodeHours: 23.2, anomalyDeg: 160 },
    share: 4,
  },
  {
    name: 'OB-H1',
    code: 'OBH1',
    idPrefix: 'OBH1',
    sensorType: SENSOR.HYPERSPECTRAL,
    sensor: 'CMOSMSS',
    modes: [{ name: 'Pushbroom', gsd: 10, swathKm: 60, frameKm: 75 }],
    orbit: { altitudeKm: 510, ascendingNodeHours: 22.9, anomalyDeg: 285 },
    share: 4,
  },
];

/** Every satellite of the simulated constellation, with its orbit. */
export const simulatedSatellites: readonly SimulatedSatellite[] = FLEET.map(
  ({ orbit, ...satellite }, index) => {
    const sourceCode = sourceOfSatellite(satellite.code);
    const tle = sunSynchronousTle({ ...orbit, number: 99_001 + index, epochMs: EPOCH });
    return {
      ...satellite,
      offNadir: satellite.offNadir ?? [0, 32],
      sourceCode,
      supplier: sourceCode ? SUPPLIERS[sourceCode] : UNSUPPORTED_SUPPLIER,
      tle,
      elements: readTle(tle),
    };
  },
);

/** The satellite list of the settings (decision 2); satellites with several modes have their finest GSD. */
export const constellation: readonly Satellite[] = simulatedSatellites.map((satellite) => ({
  name: satellite.name,
  code: satellite.code,
  gsd: Math.min(...satellite.modes.map((mode) => mode.gsd)),
  sensorType: satellite.sensorType,
  swathKm: Math.max(...satellite.modes.map((mode) => mode.swathKm)),
  tle: { line1: satellite.tle[0], line2: satellite.tle[1] },
  simulated: true,
  supplier: satellite.supplier,
}));

/** The supplier of a source. */
export function supplierOf(source: SourceCode): string {
  return SUPPLIERS[source];
}

/** The taskable satellites of a source with at least this resolution (metres). CA and C share a fleet. */
export function taskableSatellites(source: SourceCode, resolution: number): SimulatedSatellite[] {
  const fleet = source === 'CA' ? 'C' : source;
  return simulatedSatellites.filter(
    (satellite) =>
      satellite.sourceCode === fleet &&
      SENSORS[satellite.sensorType].isTaskable &&
      satellite.modes.some((mode) => mode.gsd <= resolution),
  );
}
