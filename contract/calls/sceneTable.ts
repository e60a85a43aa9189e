import type { Footprint, Scene, SceneProperties, SceneTable } from '../search.ts';

type Column = SceneTable['columns'][string];
type Cell = string | number | boolean | null;
/** The facts of scenes by their names, each a list with a value for every scene; a quicklook's address follows from its id. */
export type FactLists = Record<'productId', readonly string[]> & Readonly<Record<string, readonly Cell[]>>;

/** The footprints of scenes, one after the other. */
export interface Outlines {
  /** For each the number of parts (negative of a MultiPolygon), each one's number of rings, each one's number of positions. */
  shapes: number[];
  /** Longitude and latitude of every position, degrees. */
  coordinates: number[];
}

/** A column with at most this share of different values lists each once. */
const REPEATED = 0.25;
/** Decimals of coordinates that are kept as integers: 1e-9 degrees are a tenth of a millimetre. */
const SCALES = [1e5, 1e6, 1e7, 1e8, 1e9];
const QUAD = [1, 1, 5];
/** Stands in a product id for the second of its acquisition. */
const STAMP = '*';

function columnOf(list: readonly Cell[]): Column {
  const places = new Map<Cell, number>();
  const at: number[] = [];
  for (const value of list) {
    let place = places.get(value);
    if (place === undefined) {
      place = places.size;
      if (place >= list.length * REPEATED) return [...list];
      places.set(value, place);
    }
    at.push(place);
  }
  const values = [...places.keys()];
  return values.length === 1 ? { values } : { values, at };
}

/** The second of an instant as product ids have it: 20261114T032205. */
const stampOf = (instant: string): string => instant.slice(0, 19).replaceAll(/[-:]/g, '');

/** Microseconds since 1970 of an ISO 8601 instant in UTC. */
function microsOf(instant: string): number {
  const dot = instant.indexOf('.');
  if (dot < 0) return Date.parse(instant) * 1000;
  return Date.parse(`${instant.slice(0, dot)}Z`) * 1000 + Number(instant.slice(dot + 1, -1).padEnd(6, '0'));
}

const DAY_MICROS = 86_400e6;
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/** Formats microseconds since 1970 as ISO 8601 UTC, without trailing zeros of the fraction. */
function instantWriter(): (micros: number) => string {
  // most scenes are of the same day as the one before
  let day = Number.NaN;
  let date = '';
  return (micros) => {
    const of = Math.floor(micros / DAY_MICROS);
    if (of !== day) {
      day = of;
      date = new Date((of * DAY_MICROS) / 1000).toISOString().slice(0, 11);
    }
    const rest = micros - of * DAY_MICROS;
    const seconds = Math.floor(rest / 1e6);
    const fraction = rest - seconds * 1e6;
    const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const whole = `${date}${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[seconds % 60]}`;
    if (fraction === 0) return `${whole}Z`;
    let digits = String(fraction + 1e6).slice(1);
    while (digits.endsWith('0')) digits = digits.slice(0, -1);
    return `${whole}.${digits}Z`;
  };
}

/** Differences of the instants; null where one would not come back as it is. */
function instantsOf(list: readonly Cell[]): number[] | null {
  const instantOf = instantWriter();
  let last = 0;
  const differences: number[] = [];
  for (const instant of list) {
    const micros = microsOf(String(instant));
    if (!Number.isSafeInteger(micros) || instantOf(micros) !== instant) return null;
    differences.push(micros - last);
    last = micros;
  }
  return differences;
}

/** The smallest scale at which every coordinate is an integer; null: none is exact. */
function scaleOf(coordinates: readonly number[]): number | null {
  let at = 0;
  for (const value of coordinates)
    while (Math.round(value * SCALES[at]!) / SCALES[at]! !== value) if (++at === SCALES.length) return null;
  return SCALES[at]!;
}

/** The value expected at place k of a ring (x and y alternate): the start, the corner before, then the next one of a parallelogram. */
const expected = (ring: readonly number[], k: number): number =>
  k < 2 ? 0 : k < 6 ? ring[k - 2]! : ring[k - 2]! + ring[k - 6]! - ring[k - 4]!;

/**
 * By how much the ring before differed from what was expected at place k; this one likely differs by as much. Of a ring with
 * another number of corners only the start is taken.
 */
const asBefore = (before: readonly number[], k: number, length: number): number =>
  k < 2 || before.length === length ? (before[k] ?? 0) : 0;

/** Visits the length of each ring. */
function eachRing(shapes: readonly number[], visit: (length: number) => void): void {
  for (let at = 0; at < shapes.length;)
    for (let parts = Math.abs(shapes[at++]!); parts > 0; parts--)
      for (let rings = shapes[at++]!; rings > 0; rings--) visit(shapes[at++]!);
}

/** Null if a ring isn't closed. */
function positionsOf({ shapes, coordinates }: Outlines, scale: number): number[] | null {
  const positions: number[] = [];
  let before: number[] = [];
  let [at, isClosed] = [0, true];
  eachRing(shapes, (length) => {
    const size = 2 * length - 2;
    const ring = coordinates.slice(at, at + size).map((value) => Math.round(value * scale));
    isClosed &&= [0, 1].every((axis) => coordinates[at + axis] === coordinates[at + size + axis]);
    const off = ring.map((value, k) => value - expected(ring, k));
    for (let k = 0; k < size; k++) positions.push(off[k]! - asBefore(before, k, size));
    before = off;
    at += size + 2;
  });
  return isClosed ? positions : null;
}

/**
 * Scenes as a table; null if a position would not come back exactly.
 * @param quicklooks the parts of each quicklook's address
 */
export function tableOfScenes(
  { acquisitionDate = [], ...facts }: FactLists,
  outlines: Outlines,
  quicklooks: SceneTable['quicklooks'],
): SceneTable | null {
  const scale = scaleOf(outlines.coordinates);
  const positions = scale === null ? null : positionsOf(outlines, scale);
  if (scale === null || positions === null) return null;
  const { productId } = facts;
  const instants = acquisitionDate.length === productId.length ? instantsOf(acquisitionDate) : null;
  const isStamped = instants !== null && !productId.some((id) => id.includes(STAMP));
  const lists = {
    ...facts,
    ...(instants === null && { acquisitionDate }),
    ...(isStamped && {
      productId: productId.map((id, at) => id.replace(stampOf(String(acquisitionDate[at])), STAMP)),
    }),
  };
  const { shapes } = outlines;
  return {
    count: productId.length,
    columns: Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, columnOf(list)])),
    isStamped,
    instants,
    positions,
    scale,
    shapes: shapes.every((number, at) => number === QUAD[at % QUAD.length]) ? null : shapes,
    quicklooks,
  };
}

/** Reads the footprints one after the other. */
function footprintReader({ positions, scale, shapes }: SceneTable): () => Footprint {
  let at = 0;
  let shape = 0;
  let before: number[] = [];
  const next = () => (shapes === null ? QUAD[shape++ % QUAD.length]! : shapes[shape++]!);
  const readRing = (): number[][] => {
    const size = 2 * next() - 2;
    const ring: number[] = [];
    const off: number[] = [];
    const list: number[][] = [];
    for (let k = 0; k < size; k++) {
      off.push(positions[at++]! + asBefore(before, k, size));
      ring.push(off[k]! + expected(ring, k));
      if (k % 2 === 1) list.push([ring[k - 1]! / scale, ring[k]! / scale]);
    }
    before = off;
    return [...list, [...list[0]!]];
  };
  const readPart = (): number[][][] => Array.from({ length: next() }, readRing);
  return () => {
    const count = next();
    return count === 1
      ? { type: 'Polygon', coordinates: readPart() }
      : { type: 'MultiPolygon', coordinates: Array.from({ length: -count }, readPart) };
  };
}

function listOf(column: Column, count: number): readonly Cell[] {
  if (!Array.isArray(column) && column.at === undefined)
    return Array.from({ length: count }, () => column.values[0]!);
  const list = Array.isArray(column) ? column : column.at!.map((place) => column.values[place]!);
  if (list.length === count) return list;
  throw new RangeError(`a column has ${list.length} values for ${count} scenes`);
}

/**
 * The scenes of a table, in its order.
 * @throws RangeError if the table's parts don't belong together; the values themselves are not checked (`scene` does)
 */
export function scenesOfTable(table: SceneTable): Scene[] {
  const { count, columns, isStamped, instants, quicklooks } = table;
  const keys = Object.keys(columns);
  const lists = Object.values(columns).map((column) => listOf(column, count));
  const footprintOf = footprintReader(table);
  const instantOf = instantWriter();
  let micros = 0;
  const scenes: Scene[] = [];
  for (let i = 0; i < count; i++) {
    const facts: Record<string, unknown> = {};
    for (let k = 0; k < keys.length; k++) facts[keys[k]!] = lists[k]![i];
    if (instants !== null) facts['acquisitionDate'] = instantOf((micros += instants[i]!));
    const text = String(facts['productId']);
    const id = isStamped ? text.replace(STAMP, stampOf(String(facts['acquisitionDate']))) : text;
    facts['productId'] = id;
    facts['quicklookUrl'] = `${quicklooks.before}${encodeURIComponent(id)}${quicklooks.after}`;
    const properties = facts as unknown as SceneProperties;
    scenes.push({ type: 'Feature', id, geometry: footprintOf(), properties });
  }
  return scenes;
}
