import { existsSync, readFileSync } from 'node:fs';
import { HIDDEN_EMAIL } from '../../../src/machines/inspector/redact.ts';
import { PATH_SCHEMA, type SessionHead, unshared } from '../../../src/machines/inspector/sessionFile.ts';
import { CallError } from '../../../contract/calls/callError.ts';
import { actorOf, labelsOf, type Model, type ModelEvent } from './explore.ts';
import { eventsOf, writtenEvent } from './pathData.ts';
import { delayOf, isDelay, replay, type Seen } from './replay/replay.ts';
import type { Reaching } from './coverage.ts';
import { eventInWords } from './words.ts';

/** How an invoked actor ends; `broken` is a failure other than a call's. */
type Ending = 'done' | 'refused' | 'offline' | 'malformed' | 'unauthorized' | 'absent' | 'broken';

export interface PathStep {
  /** A fact is sent, an outcome is an invoked actor's, a delay elapses. */
  kind: 'fact' | 'outcome' | 'delay';
  /** The event's name in its model: its type, numbered if several have that type. */
  label: string;
  event: ModelEvent;
  /** For an outcome: the actor and how it ends. */
  outcome?: { actor: string; ending: Ending };
  /** For a delay. */
  delay?: { name: string; ms: number | null };
  /** The step in English. */
  says: string;
  /** The observed state after it. */
  expect: Seen;
  /** In a saved session: its place among the events of all actors, and its time, ms since 1970. */
  number?: number;
  at?: number;
}
export interface Path {
  id: string;
  /** Short names of the events. */
  title: string;
  /** The name of the machine's input in the model. */
  variant: string;
  /** What this path covers first; empty if it only covers a pair of transitions. */
  reaches: string[];
  /** The observed state before the first step. */
  start: Seen;
  steps: PathStep[];
}
export interface PathFile {
  schema: typeof PATH_SCHEMA;
  machine: string;
  /** Of a saved session, whose paths are one for each actor. */
  session?: SessionHead;
  paths: Path[];
}

function endingOf(event: ModelEvent): Ending {
  if (event.type.startsWith('xstate.done.')) return 'done';
  const { error } = event;
  return error instanceof CallError ? error.kind : 'broken';
}

function stepOf(model: Model, event: ModelEvent, expect: Seen): PathStep {
  const label = labelsOf(model).get(event) ?? event.type;
  const said = { label, event: writtenEvent(event), says: eventInWords(model, event), expect };
  const actor = actorOf(event);
  if (actor !== null) return { kind: 'outcome', outcome: { actor, ending: endingOf(event) }, ...said };
  if (!isDelay(event)) return { kind: 'fact', ...said };
  const name = event.type.split('.')[2] ?? '';
  return { kind: 'delay', delay: { name, ms: delayOf(model.machine, event) }, ...said };
}

/** A path with the states a live actor shows along it. */
export async function recorded(
  model: Model,
  id: string,
  variant: string,
  events: readonly ModelEvent[],
  reaches: string[] = [],
): Promise<Path> {
  const [start, ...after] = await replay(model, variant, events);
  const steps = events.map((event, index) => stepOf(model, event, after[index]!));
  const short = steps.map((step) =>
    step.outcome ? `${step.outcome.actor} ${step.outcome.ending}` : step.label,
  );
  return {
    id,
    title: short.length === 0 ? 'it starts' : short.join(' → '),
    variant,
    reaches,
    start: start!,
    steps,
  };
}

/** Records every path of a model. */
export async function pathFileOf(model: Model, walks: readonly Reaching[]): Promise<PathFile> {
  const paths: Path[] = [];
  for (const [index, { walk, reaches }] of walks.entries()) {
    const id = `${model.name}-${String(index + 1).padStart(4, '0')}`;
    const events = walk.steps.map((step) => step.event);
    paths.push(await recorded(model, id, walk.variant, events, reaches));
  }
  return { schema: PATH_SCHEMA, machine: model.name, paths };
}

/** Stands in for an address that a saved session hides, because rules ask whether it is one. */
export const SOMEONE = 'someone@groundtrack.example';

/** The paths of a file. @throws Error if it is missing or has another format */
export function readPathFile(file: string): PathFile {
  if (!existsSync(file))
    throw new Error(`there is no ${file}; npm run paths writes reports/paths/MACHINE.json`);
  return pathFileIn(readFileSync(file, 'utf8'), file);
}

/** The paths of a file's text. @throws Error if it has another format */
export function pathFileIn(text: string, file = 'this'): PathFile {
  let read: Partial<PathFile> | null = null;
  try {
    read = unshared(JSON.parse(text.replaceAll(HIDDEN_EMAIL, SOMEONE))) as PathFile;
  } catch {
    // invalid JSON is reported as an invalid path file
  }
  if (read?.schema !== PATH_SCHEMA)
    throw new Error(
      `${file} is no file of paths: JSON with "schema": "${PATH_SCHEMA}", as reports/paths/MACHINE.json`,
    );
  return read as PathFile;
}

/** Where a replay differs from its path. */
export interface Difference {
  /** 0 is the start, n follows the nth step. */
  step: number;
  expected: unknown;
  seen: unknown;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Replays a path of a file on live actors. @returns the first difference, or null */
export async function check(model: Model, path: Path): Promise<Difference | null> {
  const expected = [path.start, ...path.steps.map((step) => step.expect)];
  const seen = await seenOf(model, path.variant, eventsOf(path));
  const step = expected.findIndex((one, index) => !same(one, like(one, seen[index])));
  return step === -1 ? null : { step, ...apart(expected[step], like(expected[step]!, seen[step])) };
}

/** What was expected of something seen: an actor of a saved session was not asked for everything. */
const like = (expected: object, seen: unknown): unknown =>
  typeof seen !== 'object' || seen === null || 'impossible' in seen
    ? seen
    : Object.fromEntries(Object.keys(expected).map((key) => [key, (seen as Record<string, unknown>)[key]]));

/** Replays events as far as possible; an event that can't happen is reported with its reason. */
export async function seenOf(model: Model, variant: string, events: ModelEvent[]): Promise<unknown[]> {
  const seen: Seen[] = [];
  try {
    return await replay(model, variant, events, undefined, seen);
  } catch (error) {
    return [...seen, { impossible: error instanceof Error ? error.message : String(error) }];
  }
}

/** Only the fields that differ. */
function apart(expected: unknown, seen: unknown): Pick<Difference, 'expected' | 'seen'> {
  const [one, other] = [expected, seen].map((value) => (value ?? {}) as Record<string, unknown>);
  const keys = [...new Set([...Object.keys(one!), ...Object.keys(other!)])].filter(
    (key) => !same(one![key], other![key]),
  );
  const only = (value: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, value[key]]));
  return { expected: only(one!), seen: only(other!) };
}
