import type { Footprint } from '../../../contract/search.ts';
import { between, type Random } from '../../../server/simulator/archive/random.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { square } from './sceneFixtures.ts';

type Ring = number[][];

/** A concave ring around a centre, counter-clockwise; its corners may be beyond 180°. */
function star(random: Random, x: number, y: number, reach: number, corners: number): Ring {
  const flat = Math.min(reach, 70);
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.2 + 0.6 * random()) / corners) * 2 * Math.PI;
    const away = between(random, 0.4, 1);
    return [x + reach * away * Math.cos(angle), y + flat * away * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

/** A small star in the middle of a larger one: its hole, or an island in a hole. */
const inside = (random: Random, x: number, y: number, reach: number, corners: number): Ring =>
  star(random, x, y, Math.min(reach, 70) * 0.35, corners);

const onGrid = (degrees: number): number => Math.round(degrees * 4) / 4;

/** A position near the origin or on either side of 180°. */
function somewhere(random: Random): [number, number] {
  return random() < 0.6
    ? [between(random, -20, 20), between(random, -12, 12)]
    : [between(random, 172, 188), between(random, -25, -5)];
}

/** A geometry as the product stores it: valid, within ±180°, cut at 180° (decision 19). */
const cut = (geometry: Footprint): Footprint => aoiOf(geometry as Parameters<typeof aoiOf>[0]).geometry;

/** A random footprint: on a quarter-degree grid, so that borders touch; a star; with a hole; across 180°. */
export function randomFootprint(random: Random): Footprint {
  const [x, y] = somewhere(random);
  if (random() < 0.35) {
    const [west, south] = [onGrid(x), onGrid(y)];
    return cut(square(west, south, west + 0.5 + Math.floor(random() * 8) / 4, south + 0.5));
  }
  const [reach, corners] = [between(random, 0.05, 2.5), 3 + Math.floor(random() * 5)];
  const outer = star(random, x, y, reach, random() < 0.5 ? 4 : corners);
  const hole = random() < 0.1 ? [inside(random, x, y, reach, 5)] : [];
  return cut({
    type: 'Polygon',
    coordinates: hole.length > 0 ? [star(random, x, y, reach, 24), ...hole] : [outer],
  });
}

/** The corners of a footprint's outer rings. */
const cornersOf = (geometry: Footprint): Ring =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap(
    (rings) => rings[0] ?? [],
  );

/** A radius in degrees, from some metres to a continent, with each order of magnitude equally likely. */
const anyReach = (random: Random): number => 10 ** between(random, -3, 1.6);

/** Kinds of areas as users draw, upload and type them. */
const KINDS: Record<string, (random: Random, footprints: readonly Footprint[]) => Footprint> = {
  rectangleOnGrid: (random) => {
    const [x, y] = somewhere(random).map(onGrid) as [number, number];
    const [width, height] = [1 + Math.floor(random() ** 2 * 60), 1 + Math.floor(random() ** 2 * 40)];
    return square(x, y, x + width / 4, y + height / 4);
  },
  concave: (random) => {
    const corners = 3 + Math.floor(random() ** 2 * 300);
    return { type: 'Polygon', coordinates: [star(random, ...somewhere(random), anyReach(random), corners)] };
  },
  withHole: (random) => {
    const [place, reach] = [somewhere(random), between(random, 0.5, 30)];
    const rings = [star(random, ...place, reach, 40), inside(random, ...place, reach, 12)];
    return { type: 'Polygon', coordinates: rings };
  },
  islandInHole: (random) => {
    const [[x, y], reach] = [somewhere(random), between(random, 1, 30)];
    const island = star(random, x, y, Math.min(reach, 70) * 0.1, 9);
    return {
      type: 'MultiPolygon',
      coordinates: [[star(random, x, y, reach, 40), inside(random, x, y, reach, 12)], [island]],
    };
  },
  multipart: (random) => {
    const [x, y] = somewhere(random);
    const [count, reach] = [2 + Math.floor(random() * 24), between(random, 0.05, 2)];
    const parts = Array.from({ length: count }, (_, i) => [
      star(random, x + (i % 5) * 2.5 * reach, y + Math.floor(i / 5) * 2.5 * reach, reach, 6),
    ]);
    return { type: 'MultiPolygon', coordinates: parts };
  },
  across180: (random) => {
    const [reach, corners] = [anyReach(random), 4 + Math.floor(random() * 60)];
    const x = 180 + between(random, -0.9, 0.9) * reach;
    return { type: 'Polygon', coordinates: [star(random, x, between(random, -25, -5), reach, corners)] };
  },
  /** One corner exactly on a footprint's corner, extending in any direction. */
  touchingCorner: (random, footprints) => {
    const corners = cornersOf(footprints[Math.floor(random() * footprints.length)]!);
    const [x = 0, y = 0] = corners[Math.floor(random() * corners.length)] ?? [];
    const [right, up] = [random() < 0.5 ? -1 : 1, random() < 0.5 ? -1 : 1].map(
      (side) => side * anyReach(random) * 0.1,
    );
    const [dx, dy] = [Math.abs(right!), Math.abs(up!)];
    const [west, south] = [right! < 0 ? x - dx : x, up! < 0 ? y - dy : y];
    return square(west, south, right! < 0 ? x : x + dx, up! < 0 ? y : y + dy);
  },
  /** The maximum number of vertices (AOI_VERTICES_MAX), all spikes; cutting at 180° adds many more. */
  tenThousandVertices: (random) => {
    const [x, y] = somewhere(random);
    const reach = between(random, 0.2, 20);
    const isCut = Math.abs(x) + reach > 180;
    return { type: 'Polygon', coordinates: [star(random, x, y, reach, isCut ? 4_000 : 10_000)] };
  },
};

/**
 * Areas of all kinds; one in `rare` has nearly 10,000 vertices. Valid AOIs: cut at 180°, with 7 decimals.
 * @param footprints the footprints that some areas touch
 */
export function* randomAreas(
  random: Random,
  footprints: readonly Footprint[],
  rare = 50,
): Generator<{ kind: string; area: Footprint }> {
  const often = Object.keys(KINDS).filter((kind) => kind !== 'tenThousandVertices');
  for (let n = 0; ; n++) {
    const kind = n % rare === rare - 1 ? 'tenThousandVertices' : often[n % often.length]!;
    yield { kind, area: cut(KINDS[kind]!(random, footprints)) };
  }
}
