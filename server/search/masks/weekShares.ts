import type { Footprint } from '../../../contract/search.ts';
import { polygonsOf, type AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { boundsOf } from '../../../src/geo/entry/bbox.ts';
import { intersectionTest } from '../scenes.intersects.ts';
import { readWkb } from '../scenes.wkb.ts';
import { Cover, ringsOf } from './clearShare.ts';
import { unpackAll, unpackMask, type CloudMask } from './mask.ts';

/** Points across an area that is a square: the share of a union is within half a point of the exact one. */
const ACROSS = 128;
/** About as many in an area that fills its bounding box. */
export const POINTS = ACROSS * ACROSS;

/** The cells of one polygon of an area; its points are their middles. */
interface Grid {
  west: number;
  north: number;
  /** Width and height of a cell, degrees. */
  dx: number;
  dy: number;
  columns: number;
  rows: number;
  /** The place of its first point among all. */
  first: number;
}

/** Points of an area, row by row, each with the size of the part of the area that it stands for. */
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
    const [west, south, east, north] = boundsOf(polygon);
    const shrink = Math.cos(radians((south + north) / 2));
    return { polygon, west, north, width: east - west, height: north - south, shrink };
  });
  const side = Math.sqrt(boxes.reduce((sum, one) => sum + one.width * one.shrink * one.height, 0)) / ACROSS;
  const cover = new Cover();
  const grids: Grid[] = [];
  const weights: number[] = [];
  for (const { polygon, west, north, width, height, shrink } of boxes) {
    const columns = Math.max(1, Math.ceil((width * shrink) / side));
    const rows = Math.max(1, Math.ceil(height / side));
    const [dx, dy] = [width / columns, height / rows];
    grids.push({ west, north, dx, dy, columns, rows, first: weights.length });
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
    }
  }
  return { grids, weights: Float64Array.from(weights), whole: weights.reduce((sum, one) => sum + one, 0) };
}

/** The crossings of each row of a grid with a footprint; emptied after each. */
const crossings: number[][] = [];

/** The points of a grid in a footprint: row, first column and the column after the last, over and over. */
function spansIn({ west, north, dx, dy, columns, rows }: Grid, footprint: Footprint): number[] {
  let [top, bottom] = [rows, 0];
  for (const ring of polygonsOf(footprint).flat())
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1]!, ring[at]!];
      const [ax, ay] = [(from[0]! - west) / dx, (north - from[1]!) / dy];
      const [bx, by] = [(to[0]! - west) / dx, (north - to[1]!) / dy];
      const start = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5));
      const end = Math.min(rows, Math.ceil(Math.max(ay, by) - 0.5));
      if (start >= end) continue;
      const slope = (bx - ax) / (by - ay);
      for (let row = start; row < end; row++) (crossings[row] ??= []).push(ax + (row + 0.5 - ay) * slope);
      top = Math.min(top, start);
      bottom = Math.max(bottom, end);
    }
  const spans: number[] = [];
  for (let row = top; row < bottom; row++) {
    const met = crossings[row] ?? [];
    met.sort((a, b) => a - b);
    for (let at = 1; at < met.length; at += 2) {
      const start = Math.max(0, Math.ceil(met[at - 1]! - 0.5));
      const end = Math.min(columns, Math.ceil(met[at]! - 0.5));
      if (start < end) spans.push(row, start, end);
    }
    met.length = 0;
  }
  return spans;
}

const UNSEEN = 0;
const COVERED = 1;
const CLEAR = 2;

/** What scenes show of an area together. */
export class Union {
  /** Points outside of the area need no scene. */
  readonly #begin: Uint8Array;
  readonly #states: Uint8Array;
  readonly #points: AreaPoints;
  readonly #seesClouds: boolean;
  #left = 0;
  #covered = 0;
  #clear = 0;

  /** @param seesClouds whether clouds hide the ground, and a scene without a mask shows it clear nowhere */
  constructor(points: AreaPoints, seesClouds: boolean) {
    this.#points = points;
    this.#seesClouds = seesClouds;
    this.#begin = Uint8Array.from(points.weights, (weight) => (weight === 0 ? CLEAR : UNSEEN));
    this.#states = new Uint8Array(this.#begin.length);
    this.restart();
  }

  restart(): void {
    this.#states.set(this.#begin);
    this.#left = this.#begin.reduce((count, state) => count + (state === CLEAR ? 0 : 1), 0);
    this.#covered = this.#clear = 0;
  }

  /** @param mask packed; null if there is none */
  add(footprint: Footprint, mask: Uint8Array | null): void {
    if (this.#left === 0) return;
    let cloud: CloudMask | null = null;
    for (const grid of this.#points.grids) {
      const spans = spansIn(grid, footprint);
      const isMore = this.#cover(grid, spans);
      if (!isMore || (this.#seesClouds && mask === null)) continue;
      if (mask !== null && this.#seesClouds) cloud ??= unpackMask(mask);
      this.#clearBy(grid, spans, cloud);
    }
  }

  /** Whether one of the points was shown clear by no scene before. */
  #cover({ columns, first }: Grid, spans: readonly number[]): boolean {
    const states = this.#states;
    let isMore = false;
    for (let span = 0; span < spans.length; span += 3) {
      const row = first + spans[span]! * columns;
      for (let at = row + spans[span + 1]!, end = row + spans[span + 2]!; at < end; at++) {
        if (states[at] === CLEAR) continue;
        isMore = true;
        if (states[at] === COVERED) continue;
        states[at] = COVERED;
        this.#covered += this.#points.weights[at]!;
      }
    }
    return isMore;
  }

  /** @param mask null: the scene is clear everywhere */
  #clearBy(grid: Grid, spans: readonly number[], mask: CloudMask | null): void {
    const { west, north, dx, dy, columns, first } = grid;
    const states = this.#states;
    const isClear = mask === null ? () => true : clearCells(grid, mask);
    for (let span = 0; span < spans.length; span += 3) {
      const row = first + spans[span]! * columns;
      const latitude = north - (spans[span]! + 0.5) * dy;
      for (let column = spans[span + 1]!; column < spans[span + 2]!; column++) {
        const at = row + column;
        if (states[at] === CLEAR || !isClear(west + (column + 0.5) * dx, latitude)) continue;
        states[at] = CLEAR;
        this.#clear += this.#points.weights[at]!;
        this.#left--;
      }
    }
  }

  /** Shares of the area, 0 to 1. */
  shares(): { covered: number; clear: number } {
    const { whole } = this.#points;
    const covered = whole > 0 ? Math.min(1, this.#covered / whole) : 0;
    // both are sums of the same weights, in different orders
    return { covered, clear: whole > 0 ? Math.min(covered, this.#clear / whole) : 0 };
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
  area: AreaGeometry;
  seesClouds: boolean;
  /** How many scenes each week has. */
  counts: readonly number[];
  /** Of each scene its footprint (WKB) and its packed mask, which is empty if there is none (`packAll`). */
  scenes: Uint8Array;
}

/** For each week the number of scenes that meet the area, and the shares of it that they cover, and cover clear. */
export function weekShares({ area, seesClouds, counts, scenes }: WeeksTask): Float64Array {
  const union = new Union(pointsOf(area), seesClouds);
  const meets = intersectionTest(area);
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
