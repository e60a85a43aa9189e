import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { eventName, withDescendants } from '../../src/machines/inspector/chart.ts';
import { actorOf, type Model, type ModelEvent } from '../../tests/model/paths/explore.ts';
import { isDelay } from '../../tests/model/paths/replay/replay.ts';
import * as sample from '../../tests/model/shared/samples.ts';

/** Shows how a path test writes the events of a machine (docs/path-tests.md), from its model. */

/** Sample values and the names that tests use for them. */
const names = new Map<unknown, string>(
  Object.entries<unknown>(sample).flatMap(([name, value]) =>
    typeof value === 'object' ? [[value, name] as const] : [],
  ),
);
const failures = new Map<unknown, string>(
  Object.entries(sample.failures).map(([how, error]) => [error, how]),
);

const SECRET = /pass|pwd|token/i;
/** Preferred maximum line length of code: deeply nested values are left out first. */
const LONGEST = 160;

/** A value as code: samples by name, without secrets or values below the given depth. */
function codeAt(value: unknown, depth: number): string {
  const name = names.get(value);
  if (name !== undefined) return name;
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (value === undefined || typeof value === 'function') return '…';
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Date) return `new Date('${value.toISOString()}')`;
  if (value instanceof Error || ArrayBuffer.isView(value)) return '…';
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const entries = Object.entries(value).filter(([, inner]) => typeof inner !== 'function');
  if (entries.length === 0) return isList ? '[]' : '{}';
  if (depth === 0) return `${open}…${close}`;
  const inner = entries.map(([key, held]) => {
    const text =
      SECRET.test(key) && typeof held === 'string' && held !== '' ? "'•••'" : codeAt(held, depth - 1);
    return isList ? text : `${/^\w+$/.test(key) ? key : `'${key}'`}: ${text}`;
  });
  return `${open}${inner.join(', ')}${close}`;
}

function codeOf(value: unknown): string {
  const tried = [9, 3, 2, 1].map((depth) => codeAt(value, depth));
  return tried.find((text) => text.length <= LONGEST) ?? tried.at(-1) ?? '';
}

/** The ids under which an actor's slot runs; its outcome events carry them. */
export function idsOf(machine: AnyStateMachine, slot: string): string[] {
  const invoked = withDescendants(machine.root as AnyStateNode).flatMap((node) => node.invoke);
  return [...new Set(invoked.filter(({ src }) => src === slot).map(({ id }) => String(id)))];
}

/** The initial situations of paths, each with its input. */
export const beginnings = ({ variants }: Model): [string, string][] =>
  Object.entries(variants).map(([name, input]) => [name, codeOf(input)]);

function written(event: ModelEvent): string {
  const actor = actorOf(event);
  if (actor !== null) {
    if (event.type.startsWith('xstate.error.')) {
      const how = failures.get(event['error']);
      return how === undefined ? `breaks('${actor}')` : `fails('${actor}', '${how}')`;
    }
    return event['output'] === undefined
      ? `done('${actor}')`
      : `done('${actor}', ${codeOf(event['output'])})`;
  }
  if (!isDelay(event)) return codeOf(event);
  const [, , delay, ...state] = event.type.split('.');
  return `after('${delay}', '${state.join('.')}')`;
}

/** Number of samples shown per event. */
const SAMPLES = 3;

/** The events of a machine by name, with the first samples of each as a test writes them. */
export function happenings({ events }: Model): [string, string[]][] {
  return [...new Set(events.map(({ type }) => type))].map((type) => {
    const samples = events.filter((event) => event.type === type).map(written);
    // all calls fail in the same ways
    const shown = type.startsWith('xstate.error.') ? samples.slice(0, 1) : samples;
    return [eventName(type), [...new Set(shown)].slice(0, SAMPLES)];
  });
}
