import type { ExpressionSpecification, FilterSpecification, SymbolLayerSpecification } from 'maplibre-gl';

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

/** The minimum at a zoom. */
export function leastAt([first, ...later]: Steps, zoom: number): number {
  return later.findLast(([from]) => from <= zoom)?.[1] ?? first;
}

/** The steps as a MapLibre expression. */
export function stepsOf([first, ...later]: Steps): unknown[] {
  return ['step', ['zoom'], first, ...later.flat()];
}

/** Distance from other names, pixels, at which a name in another language than the user's stands. */
const FOREIGN_GAP = 120;

/**
 * A layer of names in the user's language, and below it, so that it is placed later, one of the names that lack it. Both exist
 * in every language, because a layer that is added later would be above all others.
 * @param hasOwn whether a feature has a name in the user's language
 */
export function byLanguage(layer: SymbolLayerSpecification, hasOwn: ExpressionSpecification | boolean) {
  const { id, filter, layout } = layer;
  const isForeign: ExpressionSpecification | boolean = typeof hasOwn === 'boolean' ? !hasOwn : ['!', hasOwn];
  const where = (test: typeof hasOwn) => ['all', filter ?? true, test] as FilterSpecification;
  return {
    own: { ...layer, filter: where(hasOwn) },
    foreign: {
      ...layer,
      id: `foreign-${id}`,
      filter: where(isForeign),
      layout: { ...layout, 'text-padding': FOREIGN_GAP },
    },
  };
}
