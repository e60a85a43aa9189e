import { Refusal } from '../base/refusal.ts';

interface Named {
  facts: { productId: string };
}

/** Product names for a message: the first few, shortened. */
export function named(productIds: readonly string[]): string {
  const shown = productIds
    .slice(0, 3)
    .map((productId) => (productId.length > 100 ? `${productId.slice(0, 100)}…` : productId))
    .join(', ');
  return productIds.length > 3 ? `${shown} …` : shown;
}

/**
 * The scenes found, if they include every wanted one.
 * @throws Refusal naming those that are not in the archive
 */
export function knownScenes<T extends Named>(wanted: readonly string[], found: readonly T[]): readonly T[] {
  const known = new Set(found.map((scene) => scene.facts.productId));
  const unknown = wanted.filter((productId) => !known.has(productId));
  if (unknown.length > 0) throw new Refusal('productUnknown', { products: named(unknown) });
  return found;
}
