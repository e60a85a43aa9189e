import type { Footprint } from '../../../contract/search.ts';
import { polygonsOf, type AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { gridOver, spansIn, type PointGrid } from '../../../src/geo/area/pointGrid.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { memoLast } from '../../../src/geo/memo.ts';
import { intersectionTest } from '../scenes.intersects.ts';
import { readWkb } from '../scenes.wkb.ts';
import { Cover, ringsOf } from './clearShare.ts';
import { unpackAll, unpackMask, type CloudMask } from './mask.ts';

/** Points across an area that is a square: the share of a union is within half a point of the exact one. */
const ACROSS = 128;
/** About as many in an area that fills its bounding box. */
export const POINTS = ACROSS * ACROSS;

/** The points of one polygon of an area. */
interface Grid extends PointGrid {
  /** Words of 32 points that a row fills, the last one not quite. */
  words: number;
  /** The place of its first word among all. */
  first: number;
}

const firstWord = ({ first, words }: Grid, row: number): number => first + row * words;

/**
 * Points of an area, row by row, each with the size of the part of the area that it stands for: 0 outside of the area, and for
 * those that fill the last word of a row.
 */
interface AreaPoints {
  grids: readonly Grid[];
  weights: Float64Array;
  whole: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The points of an area, all cells equally large on the ground. A part of a cell counts as much as the area has of it. */
export function pointsOf(area: AreaGeometry): AreaPoints {
  const boxes = polygonsOf(area).map((coordinates) => {
    const polygon = { type: 'Polygon', coordinates } as const;
    const bounds = boundsOf(polygon);
    const [west, south, east, north] = bounds;
    const shrink = Math.cos(radians((south + north) / 2));
    return { polygon, bounds, width: (east - west) * shrink, height: north - south };
  });
  const side = Math.sqrt(boxes.reduce((sum, one) => sum + one.width * one.height, 0)) / ACROSS;
  const cover = new Cover();
  const grids: Grid[] = [];
  const weights: number[] = [];
  for (const { polygon, bounds, width, height } of boxes) {
    const [columns, rows] = [width, height].map((one) => Math.max(1, Math.ceil(one / side))) as [
      number,
      number,
    ];
    const grid = gridOver(bounds, columns, rows);
    const { west, north, dx, dy } = grid;
    const words = Math.ceil(columns / 32);
    grids.push({ ...grid, words, first: weights.length / 32 });
    cover.begin(columns, rows);
    for (const ring of ringsOf(polygon))
      cover.add(ring.map((value, at) => (at % 2 === 0 ? (value - west) / dx : (north - value) / dy)));
    for (let row = 0; row < rows; row++) {
      const size = dx * dy * Math.cos(radians(north - (row + 0.5) * dy));
      let inside = 0;
      for (let column = 0; column < columns; column++) {
        inside += cover.sums[cover.from(row) + column]!;
        // rows count downwards, so that all is negative; less than a millionth of a cell is rounding
        weights.push(Math.abs(inside) > 1e-6 ? Math.abs(inside) * size : 0);
      }
      for (let column = columns; column < words * 32; column++) weights.push(0);
    }
  }
  return { grids, weights: Float64Array.from(weights), whole: weights.reduce((sum, one) => sum + one, 0) };
}

/** The bits of a word from `start` to before `end`, the first one lowest; both may lie beyond the word. */
const bitsBetween = (start: number, end: number): number =>
  (start <= 0 ? -1 : -1 << start) & (end >= 32 ? -1 : ~(-1 << end));

/** What scenes show of an area together; a bit for each point. */
export class Union {
  readonly #points: AreaPoints;
  readonly #seesClouds: boolean;
  /** Those outside of the area, which need no scene. */
  readonly #begin: Int32Array;
  readonly #covered: Int32Array;
  readonly #clear: Int32Array;
  #isFull = false;

  /** @param seesClouds whether clouds hide the ground, and a scene without a mask shows it clear nowhere */
  constructor(points: AreaPoints, seesClouds: boolean) {
    const { weights } = points;
    this.#points = points;
    this.#seesClouds = seesClouds;
    this.#begin = new Int32Array(weights.length / 32);
    weights.forEach((weight, at) => {
      if (weight === 0) this.#begin[at >> 5]! |= 1 << (at & 31);
    });
    this.#covered = this.#begin.slice();
    this.#clear = this.#begin.slice();
  }

  restart(): void {
    this.#covered.set(this.#begin);
    this.#clear.set(this.#begin);
    this.#isFull = false;
  }

  /** @param mask packed; null if there is none */
  add(footprint: Footprint, mask: Uint8Array | null): void {
    if (this.#isFull) return;
    const isBlind = this.#seesClouds && mask === null;
    let cloud: CloudMask | null = null;
    let isMore = false;
    for (const grid of this.#points.grids) {
      const spans = spansIn(grid, footprint);
      if (!this.#cover(grid, spans) || isBlind) continue;
      isMore = true;
      if (mask !== null && this.#seesClouds) cloud ??= unpackMask(mask);
      this.#clearBy(grid, spans, cloud);
    }
    this.#isFull = isMore && this.#clear.every((word) => word === -1);
  }

  /** Whether one of the points was shown clear by no scene before. */
  #cover(grid: Grid, spans: readonly number[]): boolean {
    const [covered, clear] = [this.#covered, this.#clear];
    let isMore = false;
    for (let span = 0; span < spans.length; span += 3) {
      const row = firstWord(grid, spans[span]!);
      const [start, end] = [spans[span + 1]!, spans[span + 2]!];
      for (let word = start >> 5; word << 5 < end; word++) {
        const bits = bitsBetween(start - (word << 5), end - (word << 5));
        covered[row + word]! |= bits;
        isMore ||= (bits & ~clear[row + word]!) !== 0;
      }
    }
    return isMore;
  }

  /** @param mask null: the scene is clear everywhere */
  #clearBy(grid: Grid, spans: readonly number[], mask: CloudMask | null): void {
    const { west, north, dx, dy } = grid;
    const clear = this.#clear;
    const isClear = mask === null ? null : clearCells(grid, mask);
    for (let span = 0; span < spans.length; span += 3) {
      const row = firstWord(grid, spans[span]!);
      const [start, end] = [spans[span + 1]!, spans[span + 2]!];
      const latitude = north - (spans[span]! + 0.5) * dy;
      for (let word = start >> 5; word << 5 < end; word++) {
        const bits = bitsBetween(start - (word << 5), end - (word << 5));
        if (isClear === null) clear[row + word]! |= bits;
        else
          for (let left = bits & ~clear[row + word]!; left !== 0; left &= left - 1) {
            const lowest = left & -left;
            const column = (word << 5) + 31 - Math.clz32(lowest);
            if (isClear(west + (column + 0.5) * dx, latitude)) clear[row + word]! |= lowest;
          }
      }
    }
  }

  /** Shares of the area, 0 to 1. */
  shares(): { covered: number; clear: number } {
    const { weights, whole } = this.#points;
    let [covered, clear] = [0, 0];
    weights.forEach((weight, at) => {
      const bit = 1 << (at & 31);
      if ((this.#covered[at >> 5]! & bit) !== 0) covered += weight;
      if ((this.#clear[at >> 5]! & bit) !== 0) clear += weight;
    });
    return { covered: whole > 0 ? covered / whole : 0, clear: whole > 0 ? clear / whole : 0 };
  }
}

/** Tells of places in a scene's footprint whether its mask has a picture there without a cloud. */
function clearCells(
  { west, dx, columns }: Grid,
  { view, cloud, covered }: CloudMask,
): (longitude: number, latitude: number) => boolean {
  const { width, height, origin, right, down } = view;
  const middle = origin[0] + (right[0] * width + down[0] * height) / 2;
  // a picture across 180° goes on eastwards, while footprints are cut there
  const turn = Math.round((middle - west - (dx * columns) / 2) / 360) * 360;
  const determinant = right[0] * down[1] - right[1] * down[0];
  const [xx, xy, yx, yy] = [
    down[1] / determinant,
    -down[0] / determinant,
    -right[1] / determinant,
    right[0] / determinant,
  ];
  return (longitude, latitude) => {
    const [east, up] = [longitude + turn - origin[0], latitude - origin[1]];
    // the picture fills the footprint: what lies beyond its edge is rounding
    const column = Math.min(width - 1, Math.max(0, Math.floor(east * xx + up * xy)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(east * yx + up * yy)));
    const cell = row * width + column;
    return cloud[cell] === 0 && (covered === null || covered[cell] === 1);
  };
}

/** A task of a thread: the scenes of some weeks, week by week. */
export interface WeeksTask {
  kind: 'weeks';
  /** GeoJSON. */
  area: string;
  seesClouds: boolean;
  /** How many scenes each week has. */
  counts: readonly number[];
  /** Of each scene its footprint (WKB) and its packed mask, which is empty if there is none (`packAll`). */
  scenes: Uint8Array;
}

/** What is made of an area once, for the tasks of a calendar after each other. */
const readyFor = memoLast((text: string) => {
  const area = JSON.parse(text) as AreaGeometry;
  return { points: pointsOf(area), meets: intersectionTest(area) };
});

/** For each week the number of scenes that meet the area, and the shares of it that they cover, and cover clear. */
export function weekShares({ area, seesClouds, counts, scenes }: WeeksTask): Float64Array {
  const { points, meets } = readyFor(area);
  const union = new Union(points, seesClouds);
  const parts = unpackAll(scenes);
  const shares: number[] = [];
  let at = 0;
  for (const count of counts) {
    let met = 0;
    union.restart();
    for (const end = at + 2 * count; at < end; at += 2) {
      const footprint = readWkb(parts[at] as Buffer);
      if (!meets(footprint)) continue;
      const mask = parts[at + 1]!;
      met++;
      union.add(footprint, mask.length === 0 ? null : mask);
    }
    const { covered, clear } = union.shares();
    shares.push(met, covered, clear);
  }
  return Float64Array.from(shares);
}
