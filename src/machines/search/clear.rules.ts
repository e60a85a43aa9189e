import { SENSORS } from '../../../contract/sensors.ts';
import type { ClearShares, Scene } from '../../../contract/search.ts';

/** What is known of how much of the AOI is clear in each scene of a set, by place. */
export interface Clear {
  /** Percent of what the scene covers; NaN where it is not known, or not yet. */
  shares: Float64Array;
  /** Places of shares that are estimated from the quicklook. */
  estimated: ReadonlySet<number>;
  /** Places whose share is still being worked out. */
  pending: ReadonlySet<number>;
}
/** The same of one scene. */
export interface ClearOfScene {
  /** Percent; null if it is not known, or not yet. */
  percent: number | null;
  isEstimated: boolean;
  isPending: boolean;
}

/** Whether clouds can hide the ground in a scene. */
export const hasClouds = ({ properties: { sensorType } }: Scene): boolean =>
  sensorType !== null && SENSORS[sensorType].seesClouds;

/** Of a scene before the first answer. */
export const UNDER_WAY: ClearOfScene = { percent: null, isEstimated: false, isPending: true };

/** The places to ask for: at first those of all scenes that have clouds, later those that are still pending. */
export const placesToAsk = (scenes: readonly Scene[], clear: Clear | null): number[] =>
  clear === null ? scenes.flatMap((scene, at) => (hasClouds(scene) ? [at] : [])) : [...clear.pending];

/** What is known after an answer for `placesToAsk`. */
export function clearAfter(scenes: readonly Scene[], clear: Clear | null, answer: ClearShares): Clear {
  const places = placesToAsk(scenes, clear);
  const shares = clear?.shares.slice() ?? new Float64Array(scenes.length).fill(Number.NaN);
  answer.shares.forEach((share, index) => {
    shares[places[index]!] = share ?? Number.NaN;
  });
  return {
    shares,
    estimated: new Set([...(clear?.estimated ?? []), ...answer.estimated.map((index) => places[index]!)]),
    pending: new Set(answer.pending.map((index) => places[index]!)),
  };
}

/** What is known when no more answers come. */
export const settled = (clear: Clear | null): Clear | null =>
  clear === null ? null : { ...clear, pending: new Set() };

/** Percent of what a scene covers; null if it is not known. */
export const clearAt = (clear: Clear | null, at: number): number | null => {
  const share = clear?.shares[at] ?? Number.NaN;
  return Number.isNaN(share) ? null : share;
};

/** How much of its part of the AOI is clear in each scene, else how much of the scene, 0..1. */
export const clearnessOf = (scenes: readonly Scene[], clear: Clear | null): number[] =>
  scenes.map(({ properties: { cloudCover } }, at) => (clearAt(clear, at) ?? 100 - (cloudCover ?? 0)) / 100);

/** The clear share of a scene; null for a scene without clouds. */
export function clearOfPlace(scenes: readonly Scene[], clear: Clear | null, at: number): ClearOfScene | null {
  const scene = scenes[at];
  if (clear === null || scene === undefined || !hasClouds(scene)) return null;
  return {
    percent: clearAt(clear, at),
    isEstimated: clear.estimated.has(at),
    isPending: clear.pending.has(at),
  };
}

/**
 * Percent of what some scenes cover of the AOI that is clear, each scene counted by the area that it covers; null if it is
 * not known of one of them.
 * @param covered the area or share that each scene covers
 */
export function clearTogether(
  percents: readonly (number | null)[],
  covered: readonly number[],
): number | null {
  let [sum, all] = [0, 0];
  for (const [at, percent] of percents.entries()) {
    if (percent === null) return null;
    sum += percent * covered[at]!;
    all += covered[at]!;
  }
  return all > 0 ? sum / all : null;
}
