/** CQL2 JSON (OGC 21-065r2, schema cql2.json), as far as a type can say; `compile` checks the rest. */
export type Cql2 = string | number | boolean | null | readonly Cql2[] | { readonly [key: string]: Cql2 };

/** A filter that is too large, not valid, or beyond the declared conformance classes. */
export class Cql2Error extends Error {
  override readonly name = 'Cql2Error';
}

export const DEPTH_MAX = 60;
/** Characters of a text filter. */
export const TEXT_MAX = 200_000;
