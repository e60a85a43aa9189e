import { PLACE_QUERY, type Place } from '../../../contract/places.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { readDegreePair } from '../../geo/entry/degreePair.ts';

/** A place's bounds as an area. Across 180° its longitudes exceed 180; the AOI is cut there like a drawn one. */
export function areaOfPlace({ bbox: [west, south, east, north] }: Place): AreaGeometry {
  const end = east < west ? east + 360 : east;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [end, south],
        [end, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Half the size of the view around typed coordinates, degrees: about 5 km at the equator. */
const AROUND = 0.045;

/** Whether a text is long and short enough for a request. */
export function isAskable(text: string): boolean {
  const { length } = text.trim();
  return length >= PLACE_QUERY.min && length <= PLACE_QUERY.max;
}

/**
 * A place for typed coordinates: "1.28, 103.85", "1°17′24″N 103°51′0″E".
 * @returns null if the text is not a pair of coordinates, or can be split into two pairs ("1,28 28,45"): it is then a name
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
