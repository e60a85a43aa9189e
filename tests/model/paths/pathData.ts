import { createHash } from 'node:crypto';
import { CallError, type CallFailure } from '../../../contract/calls/callError.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { RasterError, type RasterFault } from '../../../src/raster/delivered/rasterError.ts';
import type { ModelEvent } from './explore.ts';

/** Converts errors, typed arrays and non-finite numbers to data; functions are dropped. */
function written(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (value instanceof CallError)
    return { $error: { call: value.kind, said: value.serverMessage, reply: value.reply } };
  if (value instanceof Error) return { $error: { message: value.message } };
  if (ArrayBuffer.isView(value)) return { $numbers: [...(value as Float64Array)] };
  if (value instanceof Map || value instanceof Set) return { $items: [...value].map(written) };
  if (Array.isArray(value)) return value.map(written);
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value;
  if (value instanceof Date) return value.toISOString();
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner)]));
}

interface WrittenError {
  call?: CallFailure;
  said?: string;
  reply?: ConstructorParameters<typeof CallError>[2];
  message?: string;
  raster?: RasterFault;
  geometry?: GeometryError['code'];
  params?: Record<string, string | number>;
}
function read(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (!reads.has(value)) reads.set(value, readObject(value));
  return reads.get(value);
}
/** An object that stands in several places of a saved session is one object again, which machines look for in lists. */
const reads = new WeakMap<object, unknown>();

function readObject(value: object): unknown {
  if (Array.isArray(value)) return value.map(read);
  if ('$error' in value) {
    const { call, said, reply, message, raster, geometry, params } = value.$error as WrittenError;
    if (raster !== undefined) return new RasterError(raster);
    if (geometry !== undefined) return new GeometryError(geometry, params);
    return call === undefined ? new Error(message) : new CallError(call, said, reply);
  }
  if ('$number' in value) return Number(value.$number);
  if ('$items' in value) return new Set(read(value.$items) as unknown[]);
  if ('$numbers' in value)
    return new Float64Array(wholeList(value.$numbers as number[], (value as Cut).$more));
  if ('$map' in value) return new Map(read(value.$map) as [unknown, unknown][]);
  if ('$date' in value) return new Date((value.$date as string | null) ?? Number.NaN);
  if ('$list' in value) return wholeList(value.$list as unknown[], (value as Cut).$more);
  if ('$file' in value) return fileOf(value.$file as { name: string; size: number; type: string });
  if ('$function' in value) return () => null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]));
}

interface Cut {
  $more?: number;
}
/** A list of which a saved session kept the beginning: as long as it was, with its last kept entry again and again. */
function wholeList<One>(list: readonly One[], $more = 0): One[] {
  const kept = list.map(read) as One[];
  return [...kept, ...Array.from({ length: $more }, () => kept.at(-1)!)];
}

/** A file as large as the one that was given, without its contents. */
function fileOf({ name, size, type }: { name: string; size: number; type: string }): File {
  return Object.defineProperty(new File([], name, { type }), 'size', { value: size });
}

/** An event as written to a file. */
export const writtenEvent = (event: ModelEvent) => written(event) as ModelEvent;
/** The event read from a file. */
export const readEvent = (event: unknown) => read(event) as ModelEvent;

/** When the events of a saved session happened, ms since 1970. */
export const happenedAt = new WeakMap<ModelEvent, number>();

/** The events of a path read from a file. */
export const eventsOf = ({ steps }: { steps: readonly { event: unknown; at?: number }[] }): ModelEvent[] =>
  steps.map(({ event, at }) => {
    const own = readEvent(event);
    if (at !== undefined) happenedAt.set(own, at);
    return own;
  });

const hasFunction = (value: object): boolean =>
  '$function' in value ||
  Object.values(value).some((one) => typeof one === 'object' && one !== null && hasFunction(one as object));

/**
 * A value read from a file. A function, which no file holds, is the given one of its name, or else that in the same place of
 * another value.
 */
export function readLike(
  value: unknown,
  like: unknown,
  given: Readonly<Record<string, unknown>>,
  name = '',
): unknown {
  if (value === null || typeof value !== 'object' || !hasFunction(value)) return read(value);
  if ('$function' in value) return given[name] ?? (typeof like === 'function' ? like : read(value));
  if (Array.isArray(value)) return value.map((one) => readLike(one, null, given));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      readLike(inner, (like as Record<string, unknown> | null | undefined)?.[key], given, key),
    ]),
  );
}

const LONGEST = 200;

let briefs = new WeakMap<object, unknown>();
let prints: Map<string, unknown> | null = null;

/** From now on records values by their fingerprint. */
export function keepPrinted(): ReadonlyMap<string, unknown> {
  if (prints === null) {
    prints = new Map();
    // values that were printed before are printed again
    briefs = new WeakMap();
  }
  return prints;
}

/** A value for comparing and showing: short values as they are, long ones by kind, size and fingerprint. */
export function brief(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return briefOf(value);
  // a machine's values are replaced, never mutated, so they can be cached
  if (!briefs.has(value)) briefs.set(value, briefOf(value));
  return briefs.get(value);
}

function briefOf(value: unknown): unknown {
  const plain = written(value);
  const text = JSON.stringify(plain);
  if (text === undefined || text.length <= LONGEST) return plain;
  const size = Array.isArray(plain) ? ` of ${plain.length}` : '';
  const print = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const name = `${Array.isArray(plain) ? 'list' : typeof plain}${size} #${print}`;
  prints?.set(name, plain);
  return name;
}

/** The whole value as data. */
export const whole = (value: unknown): unknown => written(value);

/** Shortens each field separately, so that a long field doesn't hide a short one. */
export const briefFields = (fields: object, note: (value: unknown, name: string) => unknown = brief) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, note(value, key)] as const)
      .filter(([, value]) => value !== undefined),
  );
