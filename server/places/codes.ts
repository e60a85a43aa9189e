import { toPoint } from 'mgrs';
import { OpenLocationCode } from 'open-location-code';
import { placeOfPoint, type Place } from '../../contract/places.ts';

/** A Plus Code, whole or without its first digits, and the place that those are taken from. */
const PLUS = /^([23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{0,7})(?:[\s,]+(.+))?$/i;
/** A zone, a band and a square of 100 km, then as many digits for east as for north. */
const MGRS = /^(\d{1,2}[C-HJ-NP-X])\s*([A-HJ-NP-Z][A-HJ-NP-V])\s*(\d{0,5})\s*(\d{0,5})$/i;
const plus = new OpenLocationCode();

/**
 * The place of a Plus Code ("6PH57VP3+PR", "7VP3+PR Singapore") or an MGRS reference ("48N UG 7202 4262").
 * @param find the best place of a name
 * @returns null if the text is neither, or the code has no place
 */
export function placeOfCode(text: string, find: (name: string) => Place | undefined): Place | null {
  const written = text.trim().toUpperCase();
  const [, code, town] = PLUS.exec(written) ?? [];
  if (code !== undefined && plus.isValid(code)) {
    const near = town === undefined ? undefined : find(town);
    if (plus.isShort(code) && near === undefined) return null;
    const [west = 0, south = 0, east = 0, north = 0] = near?.bbox ?? [];
    const whole = plus.isShort(code)
      ? plus.recoverNearest(code, (south + north) / 2, (west + east) / 2)
      : code;
    const { latitudeCenter, longitudeCenter } = plus.decode(whole);
    return placeOfPoint(written, latitudeCenter, longitudeCenter);
  }
  const [, zone, square, east, north] = MGRS.exec(written) ?? [];
  const digits = `${east}${north}`;
  if (zone === undefined || digits.length % 2 !== 0) return null;
  try {
    const [longitude, latitude] = toPoint(`${zone}${square}${digits}`);
    return placeOfPoint(written, latitude, longitude);
  } catch {
    // a square that the zone hasn't got
    return null;
  }
}
