import { createHash } from 'node:crypto';
import { CallError, type CallFailure } from '../../../contract/calls/callError.ts';
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
}
function read(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(read);
  if (value === null || typeof value !== 'object') return value;
  if ('$error' in value) {
    const { call, said, reply, message } = value.$error as WrittenError;
    return call === undefined ? new Error(message) : new CallError(call, said, reply);
  }
  if ('$number' in value) return Number(value.$number);
  if ('$items' in value) return new Set((value.$items as unknown[]).map(read));
  if ('$numbers' in value) return new Float64Array(value.$numbers as number[]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]));
}

/** An event as written to a file. */
export const writtenEvent = (event: ModelEvent) => written(event) as ModelEvent;
/** The event read from a file. */
export const readEvent = (event: unknown) => read(event) as ModelEvent;

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
export const briefFields = (fields: object, note: (value: unknown) => unknown = brief) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, note(value)] as const)
      .filter(([, value]) => value !== undefined),
  );
