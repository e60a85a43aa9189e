import { checkArea } from '../../../src/geo/check/checkArea.ts';

const RUNS = 5;

type Parts = number[][][][];

/** Squares of 1°, each 0.01° east of the one before: neighbours overlap nearly whole. */
const shifted = (count: number): Parts =>
  Array.from({ length: count }, (_, i) => {
    const [west, east] = [100 + i / 100, 101 + i / 100];
    return [[[west, 0], [east, 0], [east, 1], [west, 1], [west, 0]]]; // prettier-ignore
  });

/** Diamonds scattered over 10°, each overlapping some sixty others. */
function scattered(count: number): Parts {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => {
    const [x, y] = [100 + next() * 10, next() * 10];
    return [[[x + 0.5, y], [x, y + 0.5], [x - 0.5, y], [x, y - 0.5], [x + 0.5, y]]]; // prettier-ignore
  });
}

/** One outline of 8,000 vertices that goes out and back in waves against each other, and crosses itself 400 times. */
function crossing(): Parts {
  const waves = Array.from({ length: 4_000 }, (_, i) => [
    100 + i / 500,
    Math.sin((i / 10) * Math.PI + 0.3) / 100,
  ]);
  const back = waves.map(([lon = 0, lat = 0]) => [lon, -lat]).toReversed();
  return [[[...waves, ...back, waves[0]!]]];
}

function medianMs(coordinates: Parts): number {
  const times = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    const found = checkArea({ type: 'MultiPolygon', coordinates });
    if (found.verdict === 'refused') throw found.refusal;
    return performance.now() - began;
  });
  return Math.round(times.toSorted((a, b) => a - b)[RUNS >> 1]!);
}

/** Milliseconds for the check, union and repair of overlapping parts and of a crossing outline. Medians of 5 runs. */
export function benchRepair(): Promise<Record<string, unknown>> {
  return Promise.resolve({
    shifted200Ms: medianMs(shifted(200)),
    shifted2000Ms: medianMs(shifted(2_000)),
    scattered2000Ms: medianMs(scattered(2_000)),
    crossing8000Ms: medianMs(crossing()),
  });
}
