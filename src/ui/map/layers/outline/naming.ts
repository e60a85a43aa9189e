/** Minimum values by zoom (MapLibre's own numbers). */
type Steps = readonly [first: number, ...later: (readonly [zoom: number, least: number])[]];

/** Minimum population of a labelled place; 0 for districts and airports. */
export const PLACE_STEPS: Steps = [
  8e6,
  [3, 4e6],
  [4, 1.5e6],
  [5, 5e5],
  [6, 1.5e5],
  [7, 5e4],
  [8, 1e4],
  [9, 1],
  [10, 0],
];

/** Minimum width of a labelled country, degrees: about the width of its label. */
export const COUNTRY_STEPS: Steps = [14, [1.5, 9], [2.5, 5], [3.5, 2.2], [4.5, 1], [5.5, 0.3], [7, 0]];

/** Where the graticule begins, in MapLibre's numbers (13 as shown): at lower zooms coasts and names suffice. */
export const GRATICULE_ZOOM = 12;

/** The minimum at a zoom. */
export function leastAt([first, ...later]: Steps, zoom: number): number {
  return later.findLast(([from]) => from <= zoom)?.[1] ?? first;
}
