import table from './datums.json' with { type: 'json' };
import { plainName, type Figure, type WktSystem } from './wktSystem.ts';

/** A published shift of a datum to WGS 84, and where it holds. */
interface DatumShift {
  /** Degrees of the datum; west is greater than east across 180°. */
  box: readonly [west: number, south: number, east: number, north: number];
  /** Metres; -1 if unknown. */
  accuracy: number;
  isOffshore: boolean;
  /** Three or seven parameters of a position vector transformation (metres, arc seconds, 1e-6); none for no shift. */
  parameters: readonly number[];
}

/** How a datum's degrees become those of WGS 84. */
export interface Datum {
  ellipsoid: readonly [axis: number, inverseFlattening: number];
  /** Empty for datums that are WGS 84 within two metres, everywhere. */
  shifts: readonly DatumShift[];
}

const NAMES: Readonly<Record<string, number>> = table.names;
const ROWS = table.datums as unknown as readonly (readonly [
  number,
  number,
  readonly (readonly number[])[],
])[];

function shiftOf([
  west,
  south,
  east,
  north,
  accuracy,
  offshore,
  ...parameters
]: readonly number[]): DatumShift {
  return {
    box: [west!, south!, east!, north!],
    accuracy: accuracy!,
    isOffshore: offshore === 1,
    parameters,
  };
}

/** A datum by its row in the table; see `datumIndexOf`. */
export function datumAt(index: number): Datum | undefined {
  const row = ROWS[index];
  return row && { ellipsoid: [row[0], row[1]], shifts: row[2].map(shiftOf) };
}

/** A datum's name without ESRI's prefix and what programs write differently. */
const plainDatum = (name: string): string => plainName(name.replace(/^D_/, ''));

/** The row of a datum in the table by its name in the notation of EPSG, GDAL or ESRI. */
export function datumIndexOf({ datum, primeMeridian }: Figure): number | undefined {
  const plain = plainDatum(datum);
  // ESRI gives datums of another meridian the same name; their published shifts may differ
  const own = `${plain}@${primeMeridian.toFixed(2)}`;
  return [own, plain].filter((name) => Object.hasOwn(NAMES, name)).map((name) => NAMES[name])[0];
}

const WGS84: Datum['ellipsoid'] = [6_378_137, 298.257223563];
/** Names of no datum in particular, and names that only say that it is a modern one. */
const UNSPECIFIC =
  /^(?:unknown|unk$|undefined|notspecified|unspecified|unnamed|popularvisualisation)|sphere|wgs(?:19)?84|etrs|itrf|cgcs/;

function isLike([axis, inverse]: Datum['ellipsoid'], [a, rf]: Datum['ellipsoid']): boolean {
  return Math.abs(axis - a) < 1.1 && Math.abs(inverse - rf) < 0.01;
}

const isNoShift = (shift: readonly number[]): boolean => shift.every((parameter) => parameter === 0);

/**
 * The datum of a system: by the shift that the file gives, by its name, or, on the ellipsoid of WGS 84 or a
 * sphere of the earth's size, without a particular name.
 * @returns null if its shift isn't known, or its ellipsoid isn't the one that the name stands for
 */
export function datumOf(system: Figure): Datum | null {
  const { datum, ellipsoid, shift } = system;
  // a sphere's degrees are those of WGS 84 (Web Mercator): a move of nothing does not turn them into a sphere's
  if (shift !== null && !(ellipsoid[1] === 0 && isNoShift(shift))) {
    if ((shift.length !== 3 && shift.length !== 7) || !shift.every(Number.isFinite)) return null;
    const box = [-180, -90, 180, 90] as const;
    return { ellipsoid, shifts: [{ box, accuracy: -1, isOffshore: false, parameters: shift }] };
  }
  const index = datumIndexOf(system);
  const known = index === undefined ? undefined : datumAt(index);
  if (known) return isLike(ellipsoid, known.ellipsoid) ? { ellipsoid, shifts: known.shifts } : null;
  const isPlain =
    isLike(ellipsoid, WGS84) || (ellipsoid[1] === 0 && Math.abs(ellipsoid[0] / WGS84[0] - 1) < 0.01);
  return isPlain && UNSPECIFIC.test(plainDatum(datum)) ? { ellipsoid, shifts: [] } : null;
}

/** Whether degrees of a system are those of WGS 84 under its own name. */
export function isWgs84({ datum, ellipsoid, method, primeMeridian, unit, shift }: WktSystem): boolean {
  return (
    method === null &&
    primeMeridian === 0 &&
    Math.abs(unit - 1) < 1e-9 &&
    isLike(ellipsoid, WGS84) &&
    (shift === null || isNoShift(shift)) &&
    /^(?:wgs(?:19)?84|worldgeodeticsystem1984(?:ensemble)?)$/.test(plainDatum(datum))
  );
}

function holdsAt({ box: [west, south, east, north] }: DatumShift, lon: number, lat: number): boolean {
  if (lat < south || lat > north) return false;
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
}

/** Whether the box of a shift is a part of another's. */
function isPartOf({ box: [west, south, east, north] }: DatumShift, { box }: DatumShift): boolean {
  const isInside = west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3];
  return isInside && (west > box[0] || south > box[1] || east < box[2] || north < box[3]);
}

/** The shift of a datum that is WGS 84 within two metres: none, by its definition. */
const NO_SHIFT: DatumShift = { box: [-180, -90, 180, 90], accuracy: -1, isOffshore: false, parameters: [] };

/**
 * The shift at a place in degrees of the datum, by the rule of PROJ (pj_get_suggested_operation): the first
 * of the list that holds there, or one of the land that is more accurate, or as accurate and of a part of it.
 * @returns null if no shift is published for the place
 */
export function shiftAt({ shifts }: Datum, lon: number, lat: number): DatumShift | null {
  if (shifts.length === 0) return NO_SHIFT;
  let best: DatumShift | null = null;
  for (const shift of shifts) {
    if (!holdsAt(shift, lon, lat)) continue;
    if (best === null || (!shift.isOffshore && isBetter(shift, best))) best = shift;
  }
  return best;
}

function isBetter(shift: DatumShift, best: DatumShift): boolean {
  if (shift.accuracy < 0) return false;
  return shift.accuracy < best.accuracy || (shift.accuracy === best.accuracy && isPartOf(shift, best));
}
