import { BASE_MAPS } from '../../../contract/limits.ts';
import type { LayerId } from './map.events.ts';

/** The two sides of the compare slider. */
export type CompareSide = 'before' | 'after';
export type CompareSides = Record<CompareSide, LayerId>;

export const DEFAULT_SIDES: CompareSides = { before: 'OSM', after: 'GMAP' };

/** Whether no other sides were chosen. */
export const isDefault = ({ before, after }: CompareSides): boolean =>
  before === DEFAULT_SIDES.before && after === DEFAULT_SIDES.after;

/** Parses `BEFORE,AFTER`, two different layers. @returns null if the text is invalid */
export function readSides(text: string): CompareSides | null {
  const [before = '', after = '', ...more] = text.split(',');
  const isPair = isLayerId(before) && isLayerId(after) && before !== after && more.length === 0;
  return isPair ? { before, after } : null;
}

const isLayerId = (text: string): text is LayerId =>
  BASE_MAPS.some((one) => one === text) || /^(?:layer:\d{1,9}|delivered:\d{1,3})$/.test(text);

/** The sides as a field of the address. */
export const writtenSides = ({ before, after }: CompareSides): string => `${before},${after}`;

/** Shows a layer on one side. A layer is not compared with itself: the sides swap. */
export function withSide(sides: CompareSides, side: CompareSide, layer: LayerId): CompareSides {
  const other = side === 'before' ? 'after' : 'before';
  if (sides[other] === layer) return { before: sides.after, after: sides.before };
  return { ...sides, [side]: layer };
}
