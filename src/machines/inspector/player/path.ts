import type { Fact, SeenSnapshot } from '../fact.ts';
import { redact, type Json } from '../redact.ts';

/** The version of the path files that can be played (docs/paths.md). */
const SCHEMA = 'groundtrack.path/1';

/** What a path expects of the machine after a step, as far as it is played. */
interface Expected {
  value: unknown;
  tags: string[];
  changed: Record<string, unknown>;
  notified: { type: string }[];
  sent: { to: string; type: string }[];
  called: { actor: string; input: unknown }[];
}
interface PlayedStep {
  says: string;
  event: { type: string };
  outcome?: { actor: string; ending: string };
  expect: Expected;
}
export interface PlayedPath {
  id: string;
  title: string;
  /** The name of the machine's input in its model. */
  variant: string;
  start: Expected;
  steps: readonly PlayedStep[];
}
/** A file of `npm run paths`. */
export interface PlayedFile {
  machine: string;
  paths: readonly PlayedPath[];
}

/** Reads a path file; null if the text is none, or has no path. */
export function pathFileIn(text: string): PlayedFile | null {
  try {
    const file = JSON.parse(text) as Partial<PlayedFile> & { schema?: string };
    const isPlayable =
      file.schema === SCHEMA &&
      typeof file.machine === 'string' &&
      Array.isArray(file.paths) &&
      file.paths.length > 0 &&
      file.paths.every(({ start, steps }) => typeof start === 'object' && Array.isArray(steps));
    return isPlayable ? (file as PlayedFile) : null;
  } catch {
    return null;
  }
}

/** The page that a played path stands for in the log. */
const PATH_PAGE = 'path';
const keyOf = (id: string) => `${PATH_PAGE}/${id}`;
/** The key of the actor whose path is played. */
export const PLAYED_ACTOR = keyOf('0');
const PARENT = keyOf('parent');
/** Between two steps in the log, ms. */
const STEP_MS = 1000;

const PLAIN: SeenSnapshot = { status: 'active', value: null, tags: [], context: null };

/** The start of an actor that is known by its name alone. */
function started(key: string, id: string, parent: string | null, at: number, context: Json = null): Fact {
  const actor = { key, page: PATH_PAGE, id, parent, machine: null, snapshot: { ...PLAIN, context } };
  return { kind: 'started', at, actor };
}

/** An event from one actor to another. */
function told(key: string, source: string | null, event: object, at: number, snapshot = PLAIN): Fact {
  const { type, ...fields } = event as { type: string };
  return {
    kind: 'event',
    at,
    key,
    source,
    event: { type, ...(redact(fields) as object) },
    snapshot,
    isHandled: true,
  };
}

/** The actors that a moment of a path starts, and what the machine tells its children and its parent. */
function effectsOf({ called, sent, notified }: Expected, at: number): Fact[] {
  return [
    ...called.map(({ actor, input }) => started(keyOf(actor), actor, PLAYED_ACTOR, at, redact(input))),
    ...sent.map(({ to, ...event }) => told(keyOf(to), PLAYED_ACTOR, event, at)),
    ...notified.map((event) => told(PARENT, PLAYED_ACTOR, event, at)),
  ];
}

/**
 * The facts of a moment of a path, as if a page had told them.
 * @param moment 0 is the start, n follows the nth step
 */
export function factsOfMoment({ machine }: PlayedFile, { start, steps }: PlayedPath, moment: number): Fact[] {
  const at = moment * STEP_MS;
  const { value, tags, changed, ...effects } = moment === 0 ? start : steps[moment - 1]!.expect;
  const context = steps
    .slice(0, moment)
    .reduce((held, { expect }) => ({ ...held, ...expect.changed }), start.changed);
  const snapshot: SeenSnapshot = { status: 'active', value: redact(value), tags, context: redact(context) };
  const all = effectsOf({ value, tags, changed, ...effects }, at);
  if (moment === 0)
    return [
      started(PARENT, 'parent', null, at),
      {
        kind: 'started',
        at,
        actor: { key: PLAYED_ACTOR, page: PATH_PAGE, id: machine, parent: PARENT, machine, snapshot },
      },
      ...all,
    ];
  const { event, outcome } = steps[moment - 1]!;
  const child = outcome === undefined ? null : keyOf(outcome.actor);
  return [
    // an actor that ended leaves the list
    ...(child === null || outcome === undefined
      ? []
      : [
          told(child, child, { type: outcome.ending }, at, {
            ...PLAIN,
            status: outcome.ending === 'done' ? 'done' : 'error',
          }),
        ]),
    told(PLAYED_ACTOR, child, event, at, snapshot),
    ...all,
  ];
}

/** The end of a played path in the log. */
export const pathGone = (moment: number): Fact => ({ kind: 'gone', at: moment * STEP_MS, page: PATH_PAGE });
