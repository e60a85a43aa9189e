import type { Bounds } from '../../src/geo/entry/bbox.ts';

/** A file as the portal reads it: an area, the meanings to choose from, or the code of the refusal. */
export type Reading =
  | { areaKm2: number; bounds: Bounds; changes: readonly string[] }
  | { asked: readonly string[] }
  | { refused: string }
  /** Neither within the time, or the reader ended. */
  | { stopped: string };

/** A file as GDAL and PostGIS read it; null if they can't, or if it isn't one feature of polygons. */
export type Judgement = {
  isValid: boolean;
  /** After ST_MakeValid, on the ellipsoid, edges straight in longitude/latitude. */
  areaKm2: number;
  bounds: Bounds;
} | null;

export type Outcome =
  | 'agree'
  | 'both refuse'
  | 'only the portal reads it'
  | 'only the others read it'
  | 'another area'
  | 'another place'
  | 'the portal asks'
  | 'stopped';

/** The outcomes that fail the run unless they are accepted. */
export const DIFFERENCES: ReadonlySet<Outcome> = new Set(['another area', 'another place', 'stopped']);

/** Largest relative difference of areas, and of places in degrees: 5 m, the limit of a coordinate system. */
const AREA_SHARE = 1e-3;
const PLACE_DEGREES = 5 / 111_320;
/** Areas are rounded to the grid of 1e-7°. */
const AREA_KM2 = 1e-6;

/** How the portal's reading compares with the others'. */
export function outcomeOf(reading: Reading, judgement: Judgement): Outcome {
  if ('stopped' in reading) return 'stopped';
  if ('asked' in reading) return 'the portal asks';
  if ('refused' in reading) return judgement === null ? 'both refuse' : 'only the others read it';
  if (judgement === null) return 'only the portal reads it';
  // longitudes can be written a turn of the globe apart: -260 is 100
  const turns = 360 * Math.round((judgement.bounds[0] - reading.bounds[0]) / 360);
  const apart = reading.bounds.map((edge, side) =>
    Math.abs(edge + (side % 2 === 0 ? turns : 0) - judgement.bounds[side]!),
  );
  if (Math.max(...apart) > PLACE_DEGREES) return 'another place';
  const difference = Math.abs(reading.areaKm2 - judgement.areaKm2);
  return difference <= AREA_KM2 + AREA_SHARE * judgement.areaKm2 ? 'agree' : 'another area';
}
