import { placeOfRole, type BandRole } from './bands.ts';

/** Names of the indices; `difference` and `ratio` take any two bands. */
export const INDEX_NAMES = [
  'ndvi',
  'gndvi',
  'ndwi',
  'mndwi',
  'ndbi',
  'nbr',
  'gli',
  'difference',
  'ratio',
] as const;
export type IndexName = (typeof INDEX_NAMES)[number];

/** The formula of an index: (a − b) / (a + b), a / b, or (2a − b − c) / (2a + b + c). */
export type Formula = 'difference' | 'ratio' | 'excess';

/** A formula with the positions of its bands in a layer. */
export interface BandFormula {
  formula: Formula;
  bands: number[];
}

const KNOWN: Readonly<
  Record<Exclude<IndexName, 'difference' | 'ratio'>, { formula: Formula; roles: readonly BandRole[] }>
> = {
  // Rouse 1974
  ndvi: { formula: 'difference', roles: ['nir', 'red'] },
  // Gitelson 1996
  gndvi: { formula: 'difference', roles: ['nir', 'green'] },
  // McFeeters 1996: open water
  ndwi: { formula: 'difference', roles: ['green', 'nir'] },
  // Xu 2006
  mndwi: { formula: 'difference', roles: ['green', 'swir1'] },
  // Zha 2003: built-up ground
  ndbi: { formula: 'difference', roles: ['swir1', 'nir'] },
  // Key and Benson 2006: burns
  nbr: { formula: 'difference', roles: ['nir', 'swir2'] },
  // Louhaichi 2001: green leaves in plain colours
  gli: { formula: 'excess', roles: ['green', 'red', 'blue'] },
};

/** The roles that an index needs in a layer; none for those that take any two bands. */
export function rolesOf(index: IndexName): readonly BandRole[] {
  return index === 'difference' || index === 'ratio' ? [] : KNOWN[index].roles;
}

/**
 * The bands of a layer that an index takes.
 * @param names the names of the layer's bands
 * @param pair the two chosen bands, for indices that take any
 * @returns null if the layer lacks one of them
 */
export function formulaOf(
  index: IndexName,
  names: readonly string[],
  pair: readonly [number, number],
): BandFormula | null {
  if (index === 'difference' || index === 'ratio')
    return pair.every((band) => band >= 0 && band < names.length) && pair[0] !== pair[1]
      ? { formula: index, bands: [...pair] }
      : null;
  const { formula, roles } = KNOWN[index];
  const bands = roles.map((role) => placeOfRole(names, role));
  return bands.includes(-1) ? null : { formula, bands };
}

/** The possible range of an index; null if it has no limits. */
export function limitsOf(index: IndexName): readonly [number, number] | null {
  return index === 'ratio' ? null : [-1, 1];
}

/**
 * The index of each pixel; NaN if it is undefined (division by zero, no data). Differences and ratios don't
 * change if all bands are multiplied by the same number, so stored values are used unscaled.
 * @param valid one byte per pixel, 0 for pixels that don't count
 * @throws RangeError if fewer than two bands are given
 */
export function indexValues(
  formula: Formula,
  bands: readonly Float32Array[],
  valid: Uint8Array,
): Float32Array {
  const [first, second, third] = bands;
  if (first === undefined || second === undefined) throw new RangeError('an index takes two bands at least');
  const values = new Float32Array(valid.length);
  for (let at = 0; at < values.length; at++) {
    const [a, b] = [first[at]!, second[at]!];
    const [above, below] =
      formula === 'ratio'
        ? [a, b]
        : formula === 'difference'
          ? [a - b, a + b]
          : [2 * a - b - third![at]!, 2 * a + b + third![at]!];
    values[at] = valid[at] === 0 || below === 0 ? Number.NaN : above / below;
  }
  return values;
}
