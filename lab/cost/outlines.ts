import { AOI_VERTICES_MAX } from '../../contract/limits.ts';
import { between, type Random } from '../../server/simulator/archive/random.ts';

type Position = readonly [number, number];
type Rings = readonly (readonly Position[])[];

/** Around Singapore, where the simulated archive is densest. */
const [LON, LAT] = [103.8, 1.3];
/** Half sides in degrees: a city, and near the largest area that an account may search. */
const SIZES = [0.05, 0.3, 12] as const;

const circle = (count: number, radiusAt: (n: number) => number, turns = 1): Position[] =>
  Array.from({ length: count }, (_, n) => {
    const angle = (n / count) * turns * 2 * Math.PI;
    return [radiusAt(n) * Math.cos(angle), radiusAt(n) * Math.sin(angle)];
  });
const box = (x: number, y: number, half: number): Position[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

/** Shapes in -1..1 by their open rings, one list of rings for each polygon, of about `vertices` in all. */
const SHAPES = {
  dense: (vertices, random) => [[circle(vertices, () => 1 - random() * 0.01)]],
  star: (vertices) => [[circle(vertices, (n) => (n % 2 === 0 ? 1 : 0.02))]],
  // every line across it meets every tooth
  comb: (vertices) => {
    const teeth = Array.from({ length: vertices - 2 }, (_, n): Position => [
      (2 * n) / (vertices - 3) - 1,
      n % 2 === 0 ? -0.95 : 1,
    ]);
    return [[[...teeth, [1, -1], [-1, -1]]]];
  },
  spiral: (vertices) => {
    const arm = (width: number) =>
      circle(Math.floor(vertices / 2), (n) => 0.05 + width + (n / vertices) * 1.8, 40);
    return [[[...arm(0), ...arm(0.01).toReversed()]]];
  },
  parts: (vertices) => grid(Math.floor(vertices / 5), 0.4).map((ring) => [ring]),
  holes: (vertices) => [[box(0, 0, 1), ...grid(Math.floor(vertices / 5) - 1, 0.4, 0.98)]],
  // frames, each within the one before
  nested: (vertices) =>
    Array.from({ length: Math.floor(vertices / 10) }, (_, n) => {
      const step = 5 / vertices;
      return [box(0, 0, 1 - n * step), box(0, 0, 1 - (n + 0.5) * step)];
    }),
  crossing: (vertices, random) => [[circle(vertices, () => between(random, 0.1, 1), 7.5)]],
  line: (vertices, random) => [[circle(vertices, () => 1 - random() * 1e-7)]],
} satisfies Record<string, (vertices: number, random: Random) => readonly Rings[]>;
export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];

/** Squares side by side that don't touch. */
function grid(count: number, share: number, side = 1): Position[][] {
  const across = Math.ceil(Math.sqrt(count));
  const step = (2 * side) / across;
  return Array.from({ length: count }, (_, n) =>
    box(-side + step * ((n % across) + 0.5), -side + step * (Math.floor(n / across) + 0.5), step * share),
  );
}

const decimals = (value: number) => Number(value.toFixed(7));

/** The polygons of a shape in degrees, their rings closed, with at most `vertices` positions. */
export function polygonsOf(
  shape: Shape,
  random: Random,
  vertices: number = AOI_VERTICES_MAX,
): number[][][][] {
  const half = SIZES[Math.floor(random() * SIZES.length)]!;
  // closing a ring repeats its first position
  return SHAPES[shape](vertices - 2, random).map((rings) =>
    rings.map((ring) =>
      [...ring, ring[0]!].map(([x, y]) => [decimals(LON + half * x), decimals(LAT + half * y)]),
    ),
  );
}

/** A shape as WKT. */
export function wktOf(shape: Shape, random: Random, vertices?: number): string {
  const polygons = polygonsOf(shape, random, vertices).map(
    (rings) => `(${rings.map((ring) => `(${ring.map((at) => at.join(' ')).join(',')})`).join(',')})`,
  );
  return polygons.length === 1 ? `POLYGON${polygons[0]}` : `MULTIPOLYGON(${polygons.join(',')})`;
}
