import type { Position } from 'geojson';
import { areaAnswer } from '../../server/base/areas/areaTask.ts';
import { msOf, UNITS, type Unit, type Work } from '../../server/base/cost.ts';
import { jsonOf } from '../../server/base/request.ts';
import { clearShare, placing, ringsOf } from '../../server/search/masks/clearShare.ts';
import { pointsOf, Union } from '../../server/search/masks/weekShares.ts';
import { MASK_CELLS, packMask, unpackMask } from '../../server/search/masks/mask.ts';
import { writeWkt } from '../../src/geo/wkt/writeWkt.ts';
import { quantile } from './support/databases.ts';

const CORNERS = 9_990;
const RUNS = 7;
type Area = { type: 'Polygon'; coordinates: Position[][] };

const closed = (ring: Position[]): Area => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
/** Every second corner lies far inside: the check compares most edges. */
const star = closed(
  Array.from({ length: CORNERS }, (_, at) => {
    const [angle, radius] = [(at / CORNERS) * 2 * Math.PI, at % 2 === 0 ? 0.2 : 0.1];
    return [103.8 + radius * Math.cos(angle), 1.3 + radius * Math.sin(angle)];
  }),
);
/** Teeth as high as the scene: every edge crosses all rows of a mask. */
const comb = closed([
  ...Array.from({ length: CORNERS - 2 }, (_, at): Position => {
    return [103.6 + (0.4 * at) / CORNERS, at % 2 === 0 ? 1.11 : 1.49];
  }),
  [104, 1.1],
  [103.6, 1.1],
]);
const square: Area = closed([
  [103.6, 1.1],
  [104, 1.1],
  [104, 1.5],
  [103.6, 1.5],
]);

const cells = MASK_CELLS * MASK_CELLS;
const step = 0.4 / MASK_CELLS;
const maskOf = (isClouded: (at: number) => boolean) =>
  packMask({
    view: { width: MASK_CELLS, height: MASK_CELLS, origin: [103.6, 1.5], right: [step, 0], down: [0, -step] },
    cloud: Uint8Array.from({ length: cells }, (_, at) => Number(isClouded(at))),
    covered: null,
  });
const packed = maskOf((at) => (((at * 7919) % 3) & 1) === 1);
const overcast = maskOf(() => true);

/** The median time of some work, ms, without the first, which is compiled. */
function timed(work: () => unknown): number {
  const times = Array.from({ length: RUNS + 1 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return quantile(times.slice(1), 0.5);
}

/** @param scenes as many as make the time long enough to be measured */
const shareOf = (area: Area, scenes = 1) => {
  const rings = ringsOf(area);
  const masks = Array.from({ length: scenes }, () => packed);
  const work: Work = { scenes, ...placing(rings, masks) };
  return { work, ms: timed(() => masks.forEach((mask) => clearShare(unpackMask(mask), rings))) };
};

/** The points of an area, each looked up in every scene, because all of them are under cloud. */
const pointsIn = (area: Area, scenes: number) => {
  const points = pointsOf(area);
  const union = new Union(points, true);
  return {
    work: { scenes, points: scenes * points.weights.length },
    ms: timed(() => {
      for (let scene = 0; scene < scenes; scene++) union.add(square, overcast);
    }),
  };
};

/**
 * The dearest work of each unit, measured, beside its price (server/base/cost.ts): a price is an upper bound, so that the ratio of
 * measured to price is below 1.
 */
export async function benchCost(): Promise<Record<string, Record<string, number>>> {
  const text = JSON.stringify({
    list: Array.from({ length: 100_000 }, (_, at) => ({ id: at, name: `row ${at}` })),
  });
  const wkt = writeWkt(star);
  const footprints = Array.from({ length: 20 }, (_, at) =>
    closed(square.coordinates[0]!.slice(0, 4).map(([x = 0, y = 0]) => [x + at / 1000 - 0.15, y])),
  );
  const delivered = { kind: 'delivered' as const, footprints: [...footprints], clip: star };
  const measured: Record<Unit, { ms: number; work: Work }> = {
    bytes: { ms: timed(() => jsonOf(text)), work: { bytes: text.length } },
    corners: { ms: timed(() => areaAnswer({ kind: 'outlined', wkt })), work: { corners: CORNERS } },
    pairs: { ms: timed(() => areaAnswer(delivered)), work: { pairs: footprints.length * (CORNERS + 5) } },
    scenes: shareOf(square, 200),
    placements: shareOf(star),
    points: pointsIn(square, 200),
    rows: shareOf(comb),
  };
  const ratioOf = ({ ms, work }: { ms: number; work: Work }) => Math.round((100 * ms) / msOf(work)) / 100;
  const figures = Object.entries(measured).map(([unit, one]) => [
    unit,
    { milliseconds: Math.round(one.ms * 100) / 100, price: UNITS[unit as Unit].us, ratio: ratioOf(one) },
  ]);
  return Object.fromEntries(figures) as Record<string, Record<string, number>>;
}
