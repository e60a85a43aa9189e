import proj4 from 'proj4';
import { datumOf, type Datum } from './datums.ts';

const NUMBER = String.raw`-?[\d.]+(?:e-?\d+)?`;
/** The part of PROJ's notation that is read: what proj4 converts as PROJ does, without grids. */
const PARTS = new RegExp(
  String.raw`^\+(?:proj=(?:longlat|latlong|utm|tmerc|merc|lcc|aea|stere|sterea|laea|aeqd|somerc|cea|eqc|sinu|moll)|south|(?:zone|lat_[012]|lat_ts|lon_0|k|k_0|x_0|y_0|a|b|rf|to_meter|pm)=${NUMBER}|units=(?:m|us-ft|ft)|datum=(?:WGS84|NAD83)|ellps=\w+|towgs84=[-\d.,]+|nadgrids=@null|vunits=m|wktext|no_defs|type=crs)$`,
);
/** Parts that are not of the projection. */
const FIGURE = /^\+(?:datum|ellps|a|b|rf|towgs84|nadgrids|units|to_meter|vunits|wktext|no_defs|type)\b/;

/**
 * A coordinate system in PROJ's notation (`+proj=utm +zone=32 +datum=WGS84`), as some programs write a .prj.
 * @returns null for another text, or a system that needs more than `PARTS`
 */
export function projConversionOf(text: string): { projection: string; degrees: number; datum: Datum } | null {
  const parts = text.trim().split(/\s+/);
  if (!text.includes('+proj=') || !parts.every((part) => PARTS.test(part))) return null;
  const { a, b, to_meter: metres = 1 } = new proj4.Proj(text) as { a: number; b: number; to_meter?: number };
  const shift = /\+towgs84=(\S+)/.exec(text)?.[1]?.split(',').map(Number) ?? null;
  const ellipsoid = [a, a === b ? 0 : a / (a - b)] as const;
  const datum = datumOf({ datum: 'unknown', ellipsoid, primeMeridian: 0, shift });
  if (datum === null) return null;
  const projection = parts.filter((part) => !FIGURE.test(part)).join(' ').replace('latlong', 'longlat'); // prettier-ignore
  return { projection: metres === 1 ? projection : `${projection} +to_meter=${metres}`, degrees: 1, datum };
}
