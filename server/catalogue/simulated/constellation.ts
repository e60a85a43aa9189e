import type { SatRec } from 'satellite.js';
import { sourceOfSatellite, type SensorType, type SourceCode } from '../../../contract/limits.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { readTle } from '../../../src/geo/orbit/orbit.ts';
import { sunSynchronousTle } from './orbit.ts';

/** One way in which a sensor takes pictures. */
export interface ImagingMode {
  name: string;
  /** Metres; the product's nominal ground sample distance. */
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
  /** How its product ids begin. */
  idPrefix: string;
  sensorType: SensorType;
  sensor: string;
  modes: readonly ImagingMode[];
  /** Largest off-nadir angle it is pointed to, degrees; radars also have a least one. */
  offNadir: readonly [least: number, most: number];
  sourceCode: SourceCode | null;
  supplier: string;
  /** Simulated two-line elements: they fly nowhere. */
  tle: readonly [string, string];
  elements: SatRec;
  /** Its share of the archive, relative to the others. */
  share: number;
}

/** Suppliers by source code; who sells a satellite without one can't be tasked (§5 Tasking from search). */
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

const FLEET: readonly Fleet[] = [
  {
    name: 'SV-1 01',
    code: 'SV1-01',
    idPrefix: 'SV1',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.5, 22, 24),
    orbit: { altitudeKm: 530, ascendingNodeHours: 22.1, anomalyDeg: 12 },
    share: 12,
  },
  {
    name: 'SV-1 02',
    code: 'SV1-02',
    idPrefix: 'SV1',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.5, 22, 24),
    orbit: { altitudeKm: 530, ascendingNodeHours: 22.2, anomalyDeg: 192 },
    share: 12,
  },
  {
    name: 'SV-2 01',
    code: 'SV2-01',
    idPrefix: 'SV2',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.5, 25, 30),
    orbit: { altitudeKm: 500, ascendingNodeHours: 22.4, anomalyDeg: 75 },
    share: 13,
  },
  {
    name: 'SV-2 03',
    code: 'SV2-03',
    idPrefix: 'SV2',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.5, 25, 30),
    orbit: { altitudeKm: 500, ascendingNodeHours: 22.3, anomalyDeg: 255 },
    share: 13,
  },
  {
    name: 'BJ-3A',
    code: 'BJ3A',
    idPrefix: 'BJ3A',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.5, 23, 25),
    orbit: { altitudeKm: 505, ascendingNodeHours: 22.7, anomalyDeg: 140 },
    share: 11,
  },
  {
    name: 'BJ-3B',
    code: 'BJ3B',
    idPrefix: 'BJ3B',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.3, 14, 16),
    orbit: { altitudeKm: 480, ascendingNodeHours: 22.6, anomalyDeg: 310 },
    share: 11,
  },
  {
    name: 'OB-3',
    code: 'OB3',
    idPrefix: 'OB3',
    sensorType: 'OPTICAL',
    sensor: 'PMS',
    modes: strip(0.9, 32, 30),
    orbit: { altitudeKm: 535, ascendingNodeHours: 23.9, anomalyDeg: 33 },
    share: 8,
  },
  {
    name: 'NS-1',
    code: 'NS1',
    idPrefix: 'NS1',
    sensorType: 'SAR',
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
    sensorType: 'NIGHT',
    sensor: 'NLI',
    modes: strip(0.9, 19, 20),
    orbit: { altitudeKm: 535, ascendingNodeHours: 21.5, anomalyDeg: 221 },
    share: 4,
  },
  {
    name: 'OB-V1',
    code: 'OBV1',
    idPrefix: 'OBV1',
    sensorType: 'VIDEO',
    sensor: 'CMOS',
    modes: [{ name: 'Staring', gsd: 0.9, swathKm: 11, frameKm: 5 }],
    orbit: { altitudeKm: 535, ascendingNodeHours: 23.2, anomalyDeg: 160 },
    share: 4,
  },
  {
    name: 'OB-H1',
    code: 'OBH1',
    idPrefix: 'OBH1',
    sensorType: 'HYPERSPECTRAL',
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

/** The settings' satellite list (decision 2); a satellite of several modes is listed with its finest GSD. */
export const constellation: readonly Satellite[] = simulatedSatellites.map((satellite) => ({
  name: satellite.name,
  code: satellite.code,
  gsd: Math.min(...satellite.modes.map((mode) => mode.gsd)),
  sensorType: satellite.sensorType,
  swathKm: Math.max(...satellite.modes.map((mode) => mode.swathKm)),
  tle: { line1: satellite.tle[0], line2: satellite.tle[1] },
  simulated: true,
}));

/** Who sells a source. */
export function supplierOf(source: SourceCode): string {
  return SUPPLIERS[source];
}

/**
 * The satellites of a source that can be asked for new images of a resolution (metres) at least: the optical ones. OV-A
 * and OV-B, CA and C, are two ways to the same fleet.
 */
export function taskableSatellites(source: SourceCode, resolution: number): SimulatedSatellite[] {
  const fleet = source === 'CA' ? 'C' : source;
  return simulatedSatellites.filter(
    (satellite) =>
      satellite.sourceCode === fleet &&
      satellite.sensorType === 'OPTICAL' &&
      satellite.modes.some((mode) => mode.gsd <= resolution),
  );
}
