import type { Scene } from '../../../../contract/search.ts';

/** The choice with one scene more or less. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** The choice with more scenes at its end. */
export const joined = (ids: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...ids, ...more]),
];

/** The choice without some. */
export function without(ids: readonly string[], less: readonly string[]): string[] {
  const gone = new Set(less);
  return ids.filter((id) => !gone.has(id));
}

/**
 * Everything of the list between two scenes, both included, in the order of the list.
 * @param from where the range begins; the range is `to` alone when that is not in the list
 */
export function rangeOf(shown: readonly Scene[], from: string | null, to: string): string[] {
  const end = shown.findIndex(({ id }) => id === to);
  if (end === -1) return [];
  const begin = shown.findIndex(({ id }) => id === from);
  const [first, last] = begin === -1 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  return shown.slice(first, last + 1).map(({ id }) => id);
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The IDs as a set, made once for each list. */
export function idSet(ids: readonly string[]): ReadonlySet<string> {
  const set = sets.get(ids) ?? new Set(ids);
  sets.set(ids, set);
  return set;
}

/** The scene `by` places after another in the list; null beyond its ends. */
export function neighbourOf(shown: readonly Scene[], id: string | null, by: 1 | -1): Scene | null {
  const at = shown.findIndex((scene) => scene.id === id);
  return at === -1 ? null : (shown[at + by] ?? null);
}
