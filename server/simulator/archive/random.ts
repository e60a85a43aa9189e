/** A deterministic generator of numbers 0 ≤ x < 1. */
export type Random = () => number;

/** Reproducible random numbers: sfc32 (Chris Doty-Humphrey, PractRand), seeded with an FNV-1a hash. */
export function randomOf(seed: string): Random {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  let [a, b, c, counter] = [hash | 0, (hash ^ 0x9e3779b9) | 0, (hash ^ 0x243f6a88) | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  // discard the first numbers, which correlate with the seed
  for (let i = 0; i < 15; i++) next();
  return next;
}

/** A number between two bounds. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
