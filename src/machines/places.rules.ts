import { PLACE_QUERY, type Place } from '../../contract/places.ts';

/** Half of what is shown around a point that was typed, degrees: about 10 km at the equator. */
const AROUND = 0.045;

/** Whether a text is worth a call. */
export function isAskable(text: string): boolean {
  const { length } = text.trim();
  return length >= PLACE_QUERY.min && length <= PLACE_QUERY.max;
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)`;
const PAIR = new RegExp(`^(${NUMBER})\\s*[,;\\s]\\s*(${NUMBER})$`);

/**
 * A place for coordinates: latitude before longitude, as people write them ("1.28, 103.85"), decimal degrees.
 * @returns null when the text is no pair of coordinates
 */
export function placeOfText(text: string): Place | null {
  const found = PAIR.exec(text.trim());
  if (found === null) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return {
    kind: 'coordinates',
    name: text.trim(),
    region: null,
    country: null,
    bbox: [
      Math.max(-180, longitude - AROUND),
      Math.max(-90, latitude - AROUND),
      Math.min(180, longitude + AROUND),
      Math.min(90, latitude + AROUND),
    ],
  };
}
