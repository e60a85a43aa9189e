/**
 * Remembers what a pure function makes of each object, for as long as the object lives: rows and selectors that ask again get
 * the same result. For a function of two objects, let it make a function of the second: `memoBy((scenes) => memoBy((aoi) => …))`.
 */
export function memoBy<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, Made>();
  return (given) => {
    const found = known.get(given);
    if (found !== undefined || known.has(given)) return found as Made;
    const made = make(given);
    known.set(given, made);
    return made;
  };
}

/** Remembers the last result of a pure function while its arguments are identical, whatever they are. */
export function memoLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | null = null;
  return (...given) => {
    if (last === null || given.some((one, at) => one !== last?.given[at]))
      last = { given, made: make(...given) };
    return last.made;
  };
}
