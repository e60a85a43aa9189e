import { PLACE_QUERY, type Place } from '../../../contract/places.ts';
import { readDegreePair } from '../../geo/entry/degreePair.ts';

/** Half of what is shown around a point that was typed, degrees: about 10 km at the equator. */
const AROUND = 0.045;

/** Whether a text is worth a call. */
export function isAskable(text: string): boolean {
  const { length } = text.trim();
  return length >= PLACE_QUERY.min && length <= PLACE_QUERY.max;
}

/**
 * A place for coordinates, as people write them: "1.28, 103.85", "1°17′24″N 103°51′0″E".
 * @returns null when the text is no pair of coordinates
 */
export function placeOfText(text: string): Place | null {
  const point = readDegreePair(text);
  if (point === null) return null;
  const { latitude, longitude } = point;
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
