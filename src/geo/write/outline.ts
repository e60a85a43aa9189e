import { writeWkt } from '../wkt/writeWkt.ts';
import { signedRingKm2 } from '../area/area.ts';
import { areaOfPolygons, polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';
import { simplified } from '../area/simplify.ts';

/** Longest WKT of an outline in a list, characters: 1,000 of them are less than 1 MB. */
export const OUTLINE_LENGTH_MAX = 700;
/** Most parts and vertices of an outline, to try in turn. The last always fits: a vertex takes at most 25 characters. */
const SIZES = [
  { parts: 6, vertices: 30 },
  { parts: 2, vertices: 27 },
  { parts: 1, vertices: 25 },
] as const;

/**
 * A sketch of an area for lists: the outer rings of its largest parts, simplified. It may cross itself, and is no area to
 * search with.
 * @param wkt of the area
 * @returns WKT of at most OUTLINE_LENGTH_MAX characters; null if the area itself is no longer than that
 */
export function outlineOf(area: AreaGeometry, wkt: string): string | null {
  if (wkt.length <= OUTLINE_LENGTH_MAX) return null;
  const texts = SIZES.map(({ parts, vertices }) => writeWkt(largestOuters(area, parts, vertices)));
  return texts.find(({ length }) => length <= OUTLINE_LENGTH_MAX) ?? texts.at(-1)!;
}

/** The outer rings of an area's largest parts, simplified to at most this many vertices in all. They may cross. */
export function largestOuters(area: AreaGeometry, parts: number, vertices: number): AreaGeometry {
  const outers = polygonsOf(area)
    .map(([outer = []]) => ({ outer, km2: Math.abs(signedRingKm2(outer)) }))
    .sort((a, b) => b.km2 - a.km2)
    .slice(0, parts)
    .map(({ outer }) => [outer]);
  return areaOfPolygons(simplified(outers, vertices));
}
