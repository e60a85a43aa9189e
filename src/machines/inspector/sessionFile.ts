import type { Json } from './redact.ts';

/** The version of path files, of walks and of saved sessions (docs/paths.md). */
export const PATH_SCHEMA = 'groundtrack.path/1';

/** What is seen of an actor after a step; values by their shape (`shapeOf`). */
export interface SessionSeen {
  value: Json;
  tags: string[];
  changed: Record<string, Json>;
  notified: Json[];
  sent: Json[];
  called: Json[];
  did: Json[];
}

/** An event that an actor got. */
export interface SessionStep {
  kind: 'fact' | 'outcome' | 'delay';
  label: string;
  event: { type: string; [name: string]: Json };
  outcome?: { actor: string; ending: string };
  delay?: { name: string; ms: null };
  says: string;
  /** Its place among all events of the page, from 1. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  expect: SessionSeen;
}

/** An actor as XState restores it: state, context and the actors that run below it. */
export interface SessionBegin {
  value: Json;
  context: Json;
  children: Record<string, string>;
  history: Record<string, string[]>;
}

/** What one actor lived through: a path of its machine that begins with a snapshot instead of an input. */
export interface SessionPath {
  id: string;
  title: string;
  machine: string;
  variant: string;
  reaches: [];
  begin: SessionBegin;
  start: SessionSeen;
  steps: SessionStep[];
}

/** The largest saved session, bytes of UTF-8. */
export const SESSION_BYTES_MAX = 1_000_000;

/** Shorter values are not worth a reference, characters. */
const SHARED_FROM = 60;

/** A value in which objects that come more than once stand in a list, and `{"$value": n}` in their places. */
function shared(value: unknown): { values: unknown[]; rest: unknown } {
  const counts = new Map<object, number>();
  const count = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const before = counts.get(one) ?? 0;
    counts.set(one, before + 1);
    if (before === 0) Object.values(one).forEach(count);
  };
  count(value);
  const values: unknown[] = [];
  const places = new Map<object, number>();
  const put = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    const inner = () =>
      Array.isArray(one)
        ? one.map(put)
        : Object.fromEntries(Object.entries(one).map(([name, held]) => [name, put(held)]));
    if (counts.get(one) === 1) return inner();
    let place = places.get(one);
    if (place === undefined) {
      const written = inner();
      if (JSON.stringify(written).length < SHARED_FROM) return written;
      place = values.push(written) - 1;
      places.set(one, place);
    }
    return { $value: place };
  };
  const rest = put(value);
  return { values, rest };
}

/** A file whose shared values stand where they belong; any other file as it is. */
export function unshared(file: unknown): unknown {
  const { values } = (file ?? {}) as { values?: unknown };
  if (!Array.isArray(values)) return file;
  const put = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    if ('$value' in one) return whole[Number(one.$value)];
    if (Array.isArray(one)) return one.map(put);
    return Object.fromEntries(Object.entries(one).map(([name, held]) => [name, put(held)]));
  };
  // a value refers to earlier ones only
  const whole: unknown[] = [];
  for (const value of values) whole.push(put(value));
  const { values: _, ...rest } = file as { values: unknown };
  return put(rest);
}

/** What a saved session says of itself. */
export interface SessionHead {
  saved: string;
  /** The numbers of its first and its last event. */
  from: number;
  to: number;
}

/** A saved session as text: a path file with a path for each actor. */
export function sessionText(session: SessionHead, paths: readonly SessionPath[]): string {
  const { values, rest } = shared(paths);
  return JSON.stringify({ schema: PATH_SCHEMA, machine: 'portal', session, values, paths: rest });
}
