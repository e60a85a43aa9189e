import type { Position } from 'geojson';
import type { Aoi } from '../aoi.ts';
import { areaKm2 } from '../area/area.ts';
import { polygonsOf, type AreaGeometry } from '../area/areaGeometry.ts';
import { pointInside } from '../area/pointInside.ts';
import { forPoints, gridOver, type PointGrid } from '../area/pointGrid.ts';
import { boundsOf } from '../entry/bbox.ts';
import { differenceOf, intersectionOf } from './cover.ts';

/** The footprints that may be part of a mosaic. */
export interface MosaicTerms {
  /** How much of each is clear, 0 to 1. */
  clear: readonly number[];
  /** The group of each, e.g. its supplier: a mosaic has footprints of one group only. Null allows all. */
  groups: readonly number[] | null;
  /** The most footprints of a mosaic. */
  most: number;
}

/** What is seen of a footprint. */
interface MosaicPart {
  /** Index of the footprint in the given list. */
  at: number;
  area: AreaGeometry;
}

/** Footprints that together show the AOI as clearly as can be. */
export interface MosaicFound {
  /** The clearest footprint comes first: it lies on top. */
  parts: MosaicPart[];
  /** Share of the AOI that they cover together, 0 to 1. */
  share: number;
  /** How much of what they cover is clear, 0 to 1. */
  clear: number;
  /** The most other footprints that overlap at a place around the AOI. */
  overlap: number;
}

/** A mosaic may be this much less clear than the clearest one, if it needs fewer footprints. */
const SLACK = 0.02;
/** Footprints under cloud still count a little: they show more than nothing. */
const LEAST_CLEAR = 0.01;
/** Number of sample points across the AOI, at least across one of its polygons, and across its surroundings. */
const SAMPLES = { within: 48, least: 6, around: 32 };
/** How far around the AOI footprints are counted, as a share of its size. */
const AROUND = 0.5;
/** Sets of the best single footprints that are tried for a smaller mosaic, by their size. */
const TRIED = { 1: 1, 2: 40, 3: 20 } as const;
const ROUNDING = 1e-9;

/** Sample points of an area, each with a weight proportional to the part of the area that it stands for. */
interface Samples {
  weights: number[];
  /** For each point of a grid its place among the samples; -1 for those outside of the area. */
  grids: { grid: PointGrid; places: Int32Array }[];
  /** Vertices of a polygon that lies between the points. */
  single: { position: Position; place: number }[];
}

function samplesOf(area: AreaGeometry): Samples {
  const polygons = polygonsOf(area);
  const across = Math.max(SAMPLES.least, Math.floor(SAMPLES.within / Math.sqrt(polygons.length)));
  const samples: Samples = { weights: [], grids: [], single: [] };
  for (const coordinates of polygons) {
    const polygon = { type: 'Polygon', coordinates } as const;
    const grid = gridOver(boundsOf(polygon), across);
    const places = new Int32Array(across * across).fill(-1);
    const sizes: number[] = [];
    forPoints(grid, polygon, (at, row) => {
      places[at] = samples.weights.length + sizes.length;
      sizes.push(Math.cos(((grid.north - (row + 0.5) * grid.dy) * Math.PI) / 180));
    });
    const km2 = areaKm2(polygon);
    const sum = sizes.reduce((all, one) => all + one, 0);
    const vertices = sizes.length > 0 ? [] : (coordinates[0] ?? []);
    for (const [at, position] of vertices.entries())
      samples.single.push({ position, place: samples.weights.length + at });
    samples.grids.push({ grid, places });
    samples.weights.push(
      ...sizes.map((size) => (km2 * size) / sum),
      ...vertices.map(() => km2 / vertices.length),
    );
  }
  return samples;
}

/** Which of the samples a footprint holds. */
function heldBy(footprint: AreaGeometry, { grids, single }: Samples): Uint32Array {
  const held: number[] = [];
  for (const { grid, places } of grids)
    forPoints(grid, footprint, (at) => {
      if (places[at]! >= 0) held.push(places[at]!);
    });
  for (const { position, place } of single) if (pointInside(position, footprint)) held.push(place);
  return Uint32Array.from(held);
}

/** Finds the fewest of some footprints that reach a clearness, on samples of the AOI. */
class Chooser {
  private readonly weights: Float64Array;
  private readonly all: number;

  constructor(
    weights: readonly number[],
    private readonly held: readonly Uint32Array[],
    private readonly worth: readonly number[],
  ) {
    this.weights = Float64Array.from(weights);
    this.all = this.weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** How clearly some footprints show the AOI together, 0 to 1. */
  clearness(places: readonly number[]): number {
    const best = new Float64Array(this.weights.length);
    return places.reduce((sum, at) => sum + this.gain(at, best, true), 0);
  }

  /** What a footprint adds to the best worth of each sample so far. */
  private gain(at: number, best: Float64Array, isTaken = false): number {
    const worth = this.worth[at]!;
    let sum = 0;
    for (const sample of this.held[at]!) {
      const more = worth - best[sample]!;
      if (more <= 0) continue;
      sum += more * this.weights[sample]!;
      if (isTaken) best[sample] = worth;
    }
    return this.all === 0 ? 0 : sum / this.all;
  }

  /** Adds the footprint that gains most until the clearness is reached; gains only shrink (lazy greedy, Minoux 1978). */
  private greedy(candidates: readonly number[], enough: number, most: number): number[] {
    const best = new Float64Array(this.weights.length);
    const queue = candidates.map((at) => ({ at, gain: this.gain(at, best), when: 0 }));
    const places: number[] = [];
    let reached = 0;
    while (reached < enough && places.length < most) {
      queue.sort((a, b) => b.gain - a.gain);
      const first = queue[0];
      if (first === undefined || first.gain <= 0) break;
      if (first.when < places.length) {
        first.gain = this.gain(first.at, best);
        first.when = places.length;
        continue;
      }
      reached += this.gain(first.at, best, true);
      places.push(first.at);
      queue.shift();
    }
    return places;
  }

  /** @param enough the clearness to reach; what can't be reached is approached */
  fewest(candidates: readonly number[], enough: number, most: number): number[] {
    let places = this.greedy(candidates, enough, most);
    const isEnough = (some: readonly number[]) => this.clearness(some) >= enough;
    if (!isEnough(places)) return places;
    for (const at of places) {
      const others = places.filter((one) => one !== at);
      if (isEnough(others)) places = others;
    }
    const ranked = candidates
      .map((at) => ({ at, alone: this.clearness([at]) }))
      .toSorted((a, b) => b.alone - a.alone);
    for (const size of [1, 2, 3] as const) {
      if (places.length <= size) return places;
      const best = this.best(ranked.slice(0, TRIED[size]), size, enough);
      if (best !== null) return best;
    }
    return places;
  }

  /** The clearest set of a size that reaches a clearness, among some footprints, the clearest first; null if there is none. */
  private best(
    ranked: readonly { at: number; alone: number }[],
    size: number,
    enough: number,
  ): number[] | null {
    let found: number[] | null = null;
    let most = enough;
    const extend = (from: number, places: readonly number[], best: Float64Array, reached: number) => {
      const left = size - places.length;
      for (let next = from; next < ranked.length; next++) {
        const { at, alone } = ranked[next]!;
        // those that follow add no more, together with others less than alone; sums are rounded
        if (reached + left * alone < most - ROUNDING) return;
        const all = [...places, at];
        if (left > 1) {
          const own = best.slice();
          extend(next + 1, all, own, reached + this.gain(at, own, true));
          continue;
        }
        const clearness = reached + this.gain(at, best);
        if (found === null ? clearness >= most : clearness > most) [found, most] = [all, clearness];
      }
    };
    extend(0, [], new Float64Array(this.weights.length), 0);
    return found;
  }
}

/** The parts of footprints that are seen when they lie in this order, the first on top. */
function partsOf(
  footprints: readonly AreaGeometry[],
  places: readonly number[],
  aoi: AreaGeometry,
): MosaicPart[] {
  let left: AreaGeometry | null = aoi;
  const parts: MosaicPart[] = [];
  for (const at of places) {
    const area: AreaGeometry | null = left && intersectionOf(footprints[at]!, left);
    if (left === null || area === null) continue;
    parts.push({ at, area });
    left = differenceOf(left, footprints[at]!);
  }
  return parts;
}

/** The most of some footprints that overlap at a place around the AOI. */
function overlapAround(footprints: readonly AreaGeometry[], aoi: Aoi): number {
  const [west, south, east, north] = aoi.bbox;
  const [dx, dy] = [(east - west) * AROUND, (north - south) * AROUND];
  const grid = gridOver([west - dx, south - dy, east + dx, north + dy], SAMPLES.around);
  const counts = new Uint32Array(SAMPLES.around ** 2);
  for (const footprint of footprints) forPoints(grid, footprint, (at) => counts[at]!++);
  forPoints(grid, aoi.geometry, (at) => (counts[at] = 0));
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/**
 * The mosaic that shows the AOI best: of all groups and sets, the fewest footprints whose clearness is within two points of
 * the clearest cover, each place shown by its clearest footprint. Chosen on samples of the AOI; parts and shares are exact.
 * @returns null if no footprint meets the AOI
 */
export function mosaicOf(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  terms: MosaicTerms,
): MosaicFound | null {
  const found = mosaicParts(footprints, aoi, terms);
  if (found === null) return null;
  const taken = new Set(found.parts.map(({ at }) => at));
  const others = footprints.filter((_, at) => !taken.has(at));
  return { ...found, overlap: overlapAround(others, aoi) };
}

/** The same without what is around the AOI. */
export function mosaicParts(
  footprints: readonly AreaGeometry[],
  aoi: Aoi,
  { clear, groups, most }: MosaicTerms,
): Omit<MosaicFound, 'overlap'> | null {
  const samples = samplesOf(aoi.geometry);
  const held = footprints.map((footprint) => heldBy(footprint, samples));
  const chooser = new Chooser(
    samples.weights,
    held,
    clear.map((share) => LEAST_CLEAR + (1 - LEAST_CLEAR) * share),
  );
  const members = new Map<number, number[]>();
  footprints.forEach((_, at) => {
    if (held[at]!.length === 0) return;
    const group = groups?.[at] ?? 0;
    const known = members.get(group);
    if (known === undefined) members.set(group, [at]);
    else known.push(at);
  });
  const reachable = [...members.values()].map((group) => ({ group, most: chooser.clearness(group) }));
  const enough = Math.max(0, ...reachable.map((one) => one.most)) - SLACK;
  const sets = reachable
    .filter((one) => one.most >= enough)
    .map(({ group }) => chooser.fewest(group, enough, most))
    .map((places) => ({ places, clearness: chooser.clearness(places) }));
  const [best] = sets.toSorted(
    (a, b) =>
      Number(b.clearness >= enough) - Number(a.clearness >= enough) ||
      a.places.length - b.places.length ||
      b.clearness - a.clearness,
  );
  if (best === undefined || best.places.length === 0) return null;
  const stack = best.places.toSorted((a, b) => clear[b]! - clear[a]! || a - b);
  const parts = partsOf(footprints, stack, aoi.geometry);
  const sizes = parts.map(({ area }) => areaKm2(area));
  const covered = sizes.reduce((sum, km2) => sum + km2, 0);
  return {
    parts,
    share: aoi.areaKm2 > 0 ? Math.min(1, covered / aoi.areaKm2) : 0,
    clear: covered > 0 ? parts.reduce((sum, { at }, n) => sum + clear[at]! * sizes[n]!, 0) / covered : 0,
  };
}
