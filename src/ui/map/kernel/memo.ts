/** Caches the last result while all arguments are identical. */
export function memo<In extends readonly unknown[], Out>(make: (...given: In) => Out): (...given: In) => Out {
  let last: { given: In; made: Out } | null = null;
  return (...given) => {
    if (last === null || given.some((value, at) => value !== last?.given[at]))
      last = { given, made: make(...given) };
    return last.made;
  };
}
