import { test } from 'playwright/test';
import { walksOf } from '../../model/paths/coverage.ts';
import type { ModelEvent } from '../../model/paths/explore.ts';
import { models } from '../../model/session/models.ts';
import { eventsOf } from '../../model/paths/pathData.ts';
import { pathFileOf, type Path, type PathFile, type PathStep } from '../../model/paths/pathFile.ts';
import type { Seen } from '../../model/paths/replay/replay.ts';
import type { HeldCalls } from './heldCalls.ts';
import { STAGED } from './stage/staged.ts';

/** The expected page: a machine's state, or the log-in panel after a 401 (§4). */
export type ExpectedView = Pick<Seen, 'value'> | 'loggedOut';

/** Performs the events of one machine on a real page, and checks its states there. */
export interface Performer {
  /** The production machine's name. */
  machine: string;
  /** The model's variants that a page can be set up for. */
  variants: readonly string[];
  /** Invoked actors and the URLs of their calls. */
  calls: Readonly<Record<string, string>>;
  /** Sets up the page for the machine's initial state. */
  begin(variant: string): Promise<void>;
  /** Leaves the state in which a path ended. */
  leave(): Promise<void>;
  /** The user action for an event in the given state; undefined if a user can't cause it. */
  act(event: ModelEvent, before: ExpectedView): (() => Promise<void>) | undefined;
  /** A reply for an outcome that the real server would not produce now. */
  answer?(actor: string, event: ModelEvent): unknown;
  /** §4: a 401 logs the user out, and the machine is stopped with the session. */
  logsOut?: boolean;
  /** Expects the page to match this state. */
  expectState(expected: ExpectedView): Promise<void>;
}

/** Time for each path: generous, as for sentences on one page. */
const PATH_LIMIT_MS = 30_000;

type Action = () => Promise<void>;

/** The action for one step on the page; undefined if there is none. */
function actionFor(
  performer: Performer,
  calls: HeldCalls,
  step: PathStep,
  event: ModelEvent,
  before: ExpectedView,
): Action | undefined {
  if (step.kind === 'delay') return async () => {};
  const { actor, ending } = step.outcome ?? {};
  if (actor === undefined || performer.calls[actor] === undefined) return performer.act(event, before);
  if (ending === 'broken') return undefined;
  if (ending !== 'done') return () => calls.fail(actor, event);
  const reply = performer.answer?.(actor, event);
  return reply === undefined ? () => calls.pass(actor) : () => calls.answer(actor, reply);
}

/** The actions for all steps; null if a step has none or the page doesn't offer it. */
function actionsFor(performer: Performer, calls: HeldCalls, path: Path): Action[] | null {
  const events = eventsOf(path);
  const before = [path.start, ...path.steps.map(({ expect }) => expect)];
  const found = path.steps.map((step, index) => {
    const [expected, event] = [before[index], events[index]];
    if (expected === undefined || event === undefined) return undefined;
    const isOffered = step.kind !== 'fact' || expected.can.includes(step.label);
    return isOffered ? actionFor(performer, calls, step, event, expected) : undefined;
  });
  return found.every((one) => one !== undefined) ? found : null;
}

/** The paths of the performer's machine: from the file if given, otherwise those that add coverage. */
async function pathsOf(performer: Performer, file: PathFile | null): Promise<Path[]> {
  if (file !== null) return file.paths;
  const model = models.find(({ name }) => name === performer.machine);
  if (model === undefined) throw new Error(`no machine ${performer.machine}`);
  const { paths } = await pathFileOf(
    model,
    walksOf(model).walks.filter(({ reaches }) => reaches.length > 0),
  );
  return paths;
}

/** Whether a path starts with all of another's steps: replaying it covers the other too. */
function continues(longer: Path, path: Path): boolean {
  return (
    longer.variant === path.variant &&
    longer.steps.length > path.steps.length &&
    path.steps.every(({ label }, index) => longer.steps[index]?.label === label)
  );
}

/** Whether the real server answers each call of a path, and at least one. */
function isServed({ calls }: Performer, path: Path): boolean {
  const endings = path.steps.flatMap(({ outcome }) =>
    outcome !== undefined && calls[outcome.actor] !== undefined ? [outcome.ending] : [],
  );
  return endings.length > 0 && endings.every((ending) => ending === 'done');
}

/**
 * Replays the paths of one machine on the page and expects after each step the state recorded on live actors: those of
 * the file if given, otherwise, if the stage plays the machine with made-up answers, those that the server answers.
 * @returns the number of paths whose every step can be performed on a page
 */
export async function performAll(
  performer: Performer,
  calls: HeldCalls,
  file: PathFile | null = null,
): Promise<number> {
  const isAsked = (path: Path) =>
    file !== null || !(performer.machine in STAGED) || isServed(performer, path);
  const known = (await pathsOf(performer, file)).filter(
    (path) => performer.variants.includes(path.variant) && isAsked(path),
  );
  const possible = known.flatMap((path) => {
    const acts = actionsFor(performer, calls, path);
    return acts === null ? [] : [{ path, acts }];
  });
  const whole = possible.filter(
    ({ path }) => file !== null || !possible.some((longer) => continues(longer.path, path)),
  );
  test.setTimeout(test.info().timeout + whole.length * PATH_LIMIT_MS);
  for (const { path, acts } of whole) {
    await test.step(`${path.id}: ${path.variant}: ${path.title}`, () => perform(performer, path, acts));
    await calls.dropAll();
    await performer.leave();
  }
  return whole.length;
}

async function perform(performer: Performer, path: Path, acts: Action[]): Promise<void> {
  await performer.begin(path.variant);
  await performer.expectState(path.start);
  for (const [index, { outcome, expect: expected }] of path.steps.entries()) {
    await acts[index]?.();
    if (performer.logsOut === true && outcome?.ending === 'unauthorized') {
      await performer.expectState('loggedOut');
      return;
    }
    await performer.expectState(expected);
  }
}
