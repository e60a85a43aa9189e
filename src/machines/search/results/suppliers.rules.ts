import type { Scene } from '../../../../contract/search.ts';

/** The suppliers of scenes, by name; null, for scenes without one, comes last. */
export function suppliersOf(scenes: readonly Scene[]): (string | null)[] {
  const all = new Set(scenes.map(({ properties }) => properties.supplier));
  const named = [...all].filter((supplier) => supplier !== null).sort();
  return all.has(null) ? [...named, null] : named;
}
