import { createHash } from 'node:crypto';
import { CallError, type CallFailure } from '../../../contract/callError.ts';
import type { ModelEvent } from './explore.ts';

/** Errors, typed arrays and numbers that are none as data; everything else is data already. Functions are left out. */
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
  if ('$numbers' in value) return new Float64Array(value.$numbers as number[]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, read(inner)]));
}

/** An event as it stands in a file. */
export const writtenEvent = (event: ModelEvent) => written(event) as ModelEvent;
/** The event that stands in a file. */
export const readEvent = (event: unknown) => read(event) as ModelEvent;

const LONGEST = 200;

const briefs = new WeakMap<object, unknown>();
let prints: Map<string, unknown> | null = null;

/** From now on keeps what stands by its fingerprint: the values by theirs. */
export function keepPrinted(): ReadonlyMap<string, unknown> {
  prints ??= new Map();
  return prints;
}

/** A value as it is compared and shown: short ones as they are, long ones by their kind, size and fingerprint. */
export function brief(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return briefOf(value);
  // what a machine holds is never changed, only replaced: once is enough
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

/** A value as data, however long. */
export const whole = (value: unknown): unknown => written(value);

/** Each field of an object by itself, so that one long field hides no short one. */
export const briefFields = (fields: object, note: (value: unknown) => unknown = brief) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, value]) => [key, note(value)] as const)
      .filter(([, value]) => value !== undefined),
  );
