import type { Position } from 'geojson';
import { BASE_MAPS, LATITUDE_MAX, LONGITUDE_MAX } from '../../../contract/limits.ts';
import type { FootprintView } from '../shared/preferences.machine.ts';
import type { LayerId, MapPlace } from './map.events.ts';

/**
 * Parses `lat,lon,zoom`: degrees, and the zoom as shown.
 * @returns null if the text is invalid
 */
export function readView(text: string): MapPlace | null {
  const parts = text.split(',');
  const [latitude = NaN, longitude = NaN, zoom = NaN] = parts.map(Number);
  if (parts.length > 3 || !parts.every((part) => /^-?\d+(\.\d+)?$/.test(part))) return null;
  const isPlace = Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX;
  return isPlace && zoom >= 0 && zoom <= 24 ? { latitude, longitude, zoom } : null;
}

/** Formats a view; five decimals of a degree are a metre, less than a pixel at every zoom of the map. */
export function writtenView({ latitude, longitude, zoom }: MapPlace): string {
  const lon = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return [latitude.toFixed(5), lon.toFixed(5), zoom.toFixed(2)].map(Number).join(',');
}

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

/** How the footprints are drawn; beside the mosaic, those that are not part of it are hairlines. */
export type DrawnFootprints = Exclude<FootprintView, 'auto'> | 'hairlines';

/** Up to this number of overlapping hairlines the ground between them stays readable. */
const HAIRLINES_MAX = 12;

/** Up to this number in view, outlines stay readable. */
export const OUTLINES_MAX = 200;
/** From this zoom, as shown (decision 18), outlines are far enough apart. */
export const OUTLINES_ZOOM = 13;

const DENSITY_COLOURS = 6;
/**
 * Number of scenes at a place from which each colour of the density applies: evenly from 1 to the most that overlap, or to as
 * many as there are colours.
 */
export const densitySteps = (most: number): readonly number[] =>
  Array.from({ length: DENSITY_COLOURS }, (_, at) =>
    Math.round(1 + ((Math.max(most, DENSITY_COLOURS) - 1) * at) / (DENSITY_COLOURS - 1)),
  );

/**
 * How footprints are drawn: as the user selected, otherwise by density where lines would be unreadable.
 * @param inView number of footprints in the visible part of the map
 * @param overlap how many others overlap beside the mosaic; 'pending' before the first one, null without one
 */
export function drawnFootprints(
  view: FootprintView,
  inView: number,
  zoom: number,
  overlap: number | 'pending' | null,
): DrawnFootprints {
  if (view !== 'auto') return view;
  if (typeof overlap === 'number') return overlap > HAIRLINES_MAX ? 'density' : 'hairlines';
  if (inView > OUTLINES_MAX && zoom < OUTLINES_ZOOM) return 'density';
  return overlap === null ? 'outlines' : 'hairlines';
}

/** The view that the key F switches to. */
export const otherFootprints = (drawn: DrawnFootprints): FootprintView =>
  drawn === 'density' ? 'outlines' : 'density';

/** A measured line: open for a distance, the ring without its closing position for an area. Degrees. */
export interface MeasuredLine {
  kind: 'distance' | 'area';
  positions: readonly Position[];
}
/** A measurement that stays on the map until it is removed; ids ascend. */
export interface Measure extends MeasuredLine {
  id: number;
}

/** Least number of positions. */
export const MEASURE_MIN = { distance: 2, area: 3 } as const;

/** §4 Measure: several at once. */
export function withMeasure(measures: readonly Measure[], line: MeasuredLine): readonly Measure[] {
  const id = Math.max(0, ...measures.map((one) => one.id)) + 1;
  return [...measures, { id, kind: line.kind, positions: line.positions }];
}

/**
 * The meaning of a press for the unfinished line: another vertex, its end, or nothing. A press on the last vertex is the
 * second click of a double click; one on the first closes an area, whereas a path may return there.
 */
export function meaningOfPress(
  kind: MeasuredLine['kind'],
  vertices: number,
  on: { first: boolean; last: boolean },
): 'vertex' | 'end' | 'nothing' {
  const isEnd = on.last || (kind === 'area' && on.first);
  if (!isEnd || vertices === 0) return 'vertex';
  return vertices >= MEASURE_MIN[kind] ? 'end' : 'nothing';
}
