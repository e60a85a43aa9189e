import type { Footprint, Scene, SceneProperties, SceneTable } from '../search.ts';

type Column = SceneTable['columns'][string];
type Cell = string | number | boolean | null;
type Facts = Omit<SceneProperties, 'quicklookUrl'>;
/** A scene of a table: its quicklook's address follows from its id. */
interface TableScene {
  facts: Facts;
  geometry: Footprint;
}
type Rings = readonly (readonly (readonly number[])[])[];

/** A column with at most this share of different values lists each once. */
const REPEATED = 0.25;
/** Decimals of coordinates that are kept as integers: 1e-9 degrees are a tenth of a millimetre. */
const SCALES = [1e5, 1e6, 1e7, 1e8, 1e9];
const QUAD = 5;

function columnOf(list: readonly Cell[]): Column {
  const places = new Map<Cell, number>();
  for (const value of list) if (!places.has(value)) places.set(value, places.size);
  if (places.size > list.length * REPEATED) return [...list];
  return { values: [...places.keys()], at: list.map((value) => places.get(value)!) };
}

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
function instantsOf(list: readonly string[]): number[] | null {
  const instantOf = instantWriter();
  let last = 0;
  const differences: number[] = [];
  for (const instant of list) {
    const micros = microsOf(instant);
    if (!Number.isSafeInteger(micros) || instantOf(micros) !== instant) return null;
    differences.push(micros - last);
    last = micros;
  }
  return differences;
}

/**
 * The coordinate expected at place i of a ring, from its integers so far (x and y alternate) and the start of the ring
 * before: the next corner of a parallelogram, and at the end the start again.
 */
function predicted(ring: readonly number[], i: number, length: number, start: number, axis: 0 | 1): number {
  if (i === 0) return start;
  if (i === length - 1) return ring[axis]!;
  const at = i * 2 + axis;
  return i < 3 ? ring[at - 2]! : ring[at - 2]! + ring[at - 6]! - ring[at - 4]!;
}

function partsOf(geometry: Footprint): readonly Rings[] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** The smallest scale at which every coordinate is an integer; null: none is exact. */
function scaleOf(scenes: readonly TableScene[]): number | null {
  let at = 0;
  for (const { geometry } of scenes)
    for (const rings of partsOf(geometry))
      for (const ring of rings)
        for (const position of ring) {
          if (position.length !== 2) return null;
          for (const value of position)
            while (Math.round(value * SCALES[at]!) / SCALES[at]! !== value)
              if (++at === SCALES.length) return null;
        }
  return SCALES[at]!;
}

function positionsOf(scenes: readonly TableScene[], scale: number): number[] {
  const differences: number[] = [];
  let [startX, startY] = [0, 0];
  for (const { geometry } of scenes)
    for (const rings of partsOf(geometry))
      for (const positions of rings) {
        const ring: number[] = [];
        for (let i = 0; i < positions.length; i++) {
          const x = Math.round(positions[i]![0]! * scale);
          const y = Math.round(positions[i]![1]! * scale);
          differences.push(x - predicted(ring, i, positions.length, startX, 0));
          differences.push(y - predicted(ring, i, positions.length, startY, 1));
          ring.push(x, y);
        }
        [startX, startY] = [ring[0]!, ring[1]!];
      }
  return differences;
}

function shapesOf(scenes: readonly TableScene[]): number[] | null {
  const isQuad = ({ geometry }: TableScene) =>
    geometry.type === 'Polygon' &&
    geometry.coordinates.length === 1 &&
    geometry.coordinates[0]!.length === QUAD;
  if (scenes.every(isQuad)) return null;
  return scenes.flatMap(({ geometry }) => {
    const parts = partsOf(geometry);
    // a MultiPolygon has its number of parts as a negative one
    const count = geometry.type === 'Polygon' ? 1 : -parts.length;
    return [count, ...parts.flatMap((rings) => [rings.length, ...rings.map((ring) => ring.length)])];
  });
}

/**
 * Scenes as a table; null if a position would not come back exactly.
 * @param quicklooks the parts of each quicklook's address
 */
export function tableOfScenes(
  scenes: readonly TableScene[],
  quicklooks: SceneTable['quicklooks'],
): SceneTable | null {
  const scale = scaleOf(scenes);
  if (scale === null) return null;
  const dates = scenes.flatMap(({ facts }) => facts.acquisitionDate ?? []);
  const instants = dates.length === scenes.length ? instantsOf(dates) : null;
  const columns: Record<string, Column> = {};
  const [first] = scenes;
  for (const key of Object.keys(first?.facts ?? {}) as (keyof Facts)[])
    if (key !== 'acquisitionDate' || instants === null)
      columns[key] = columnOf(scenes.map(({ facts }) => facts[key] ?? null));
  return {
    count: scenes.length,
    columns,
    instants,
    positions: positionsOf(scenes, scale),
    scale,
    shapes: shapesOf(scenes),
    quicklooks,
  };
}

/** Reads the footprints one after the other. */
function footprintReader({ positions, scale, shapes }: SceneTable): () => Footprint {
  let at = 0;
  let shape = 0;
  let [startX, startY] = [0, 0];
  const readRing = (length: number): number[][] => {
    const ring: number[] = [];
    const list: number[][] = [];
    for (let i = 0; i < length; i++) {
      const x = positions[at++]! + predicted(ring, i, length, startX, 0);
      const y = positions[at++]! + predicted(ring, i, length, startY, 1);
      ring.push(x, y);
      list.push([x / scale, y / scale]);
    }
    [startX, startY] = [ring[0]!, ring[1]!];
    return list;
  };
  const readPart = (): number[][][] =>
    Array.from({ length: shapes![shape++]! }, () => readRing(shapes![shape++]!));
  return () => {
    if (shapes === null) return { type: 'Polygon', coordinates: [readRing(QUAD)] };
    const count = shapes[shape++]!;
    if (count === 1) return { type: 'Polygon', coordinates: readPart() };
    return { type: 'MultiPolygon', coordinates: Array.from({ length: -count }, readPart) };
  };
}

function listOf(column: Column, count: number): readonly Cell[] {
  const list = Array.isArray(column) ? column : column.at.map((place) => column.values[place]!);
  if (list.length === count) return list;
  throw new RangeError(`a column has ${list.length} values for ${count} scenes`);
}

/**
 * The scenes of a table, in its order.
 * @throws RangeError if the table's parts don't belong together; the values themselves are not checked (`scene` does)
 */
export function scenesOfTable(table: SceneTable): Scene[] {
  const { count, columns, instants, quicklooks } = table;
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
    const id = String(facts['productId']);
    facts['quicklookUrl'] = `${quicklooks.before}${encodeURIComponent(id)}${quicklooks.after}`;
    const properties = facts as unknown as SceneProperties;
    scenes.push({ type: 'Feature', id, geometry: footprintOf(), properties });
  }
  return scenes;
}
