import type { Mosaic } from '../../../../machines/search/loadedSet.rules.ts';
import { valueStore } from '../../../shared/valueStore.ts';
import { isStill } from '../../kernel/mapHandle.ts';

/** A picture appears within this time, ms. */
export const FADE_MS = 160;

/** The mosaic that was on the map until now, which stays below the new one while that fades in. */
export const formerMosaic = valueStore<Mosaic | null>(null);

/** @returns a function that takes the mosaic of each moment and keeps the one before for the time of the fade */
export function followFormer(): (now: Mosaic | null) => void {
  let last: Mosaic | null = null;
  let end: ReturnType<typeof setTimeout> | undefined;
  return (now) => {
    if (now === last) return;
    clearTimeout(end);
    formerMosaic.set(now === null || isStill() ? null : last);
    end = setTimeout(() => formerMosaic.set(null), FADE_MS);
    last = now;
  };
}

/** The parts that only the former mosaic has, of scenes that are still there. */
export const fadingParts = (former: Mosaic | null, now: Mosaic): Mosaic['parts'] =>
  former?.parts.filter(({ id }) => now.parts.every((part) => part.id !== id)) ?? [];
