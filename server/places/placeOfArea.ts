import type { Language } from '../../contract/languages.ts';
import type { Place } from '../../contract/places.ts';
import { placeIn, type Entry } from './find.ts';

type Bounds = Place['bbox'];
type Point = readonly [longitude: number, latitude: number];

/** Degrees of longitude from west to east, also across 180°. */
const widthOf = ([west, , east]: Bounds): number => (east < west ? east + 360 : east) - west;
const sizeOf = (bounds: Bounds): number => widthOf(bounds) * (bounds[3] - bounds[1]);

function middleOf(bounds: Bounds): Point {
  const longitude = bounds[0] + widthOf(bounds) / 2;
  return [longitude > 180 ? longitude - 360 : longitude, (bounds[1] + bounds[3]) / 2];
}

const isIn = ([longitude, latitude]: Point, [west, south, east, north]: Bounds): boolean =>
  latitude >= south &&
  latitude <= north &&
  (east < west ? longitude >= west || longitude <= east : longitude >= west && longitude <= east);

/**
 * The place by which an area can be named: of the places around its middle, no smaller than the area, the one with the
 * nearest middle, or else the largest city in it. Countries and regions are left out: their bounds reach far beyond them.
 * @returns null if there is none, e.g. at sea
 */
export function placeOfArea(entries: readonly Entry[], area: Bounds, language: Language): Place | null {
  const local = entries.filter(({ kind }) => kind !== 'country' && kind !== 'region');
  const middle = middleOf(area);
  const away = ({ bbox }: Entry) => {
    const [longitude, latitude] = middleOf(bbox);
    return Math.hypot(longitude - middle[0], latitude - middle[1]);
  };
  const around = local
    .filter(({ bbox }) => isIn(middle, bbox) && sizeOf(bbox) >= sizeOf(area))
    .sort((a, b) => away(a) - away(b))[0];
  const within = local
    .filter(({ kind, bbox }) => kind === 'city' && isIn(middleOf(bbox), area))
    .sort((a, b) => b.people - a.people)[0];
  const found = around ?? within;
  return found === undefined ? null : placeIn(found, language);
}
