import { test } from 'playwright/test';
import { walksOf } from '../../model/paths/coverage.ts';
import type { ModelEvent } from '../../model/paths/explore.ts';
import { models } from '../../model/session/models.ts';
import { eventsOf, pathFileOf, type Path, type PathFile, type PathStep } from '../../model/paths/pathFile.ts';
import type { Seen } from '../../model/paths/replay.ts';
import type { HeldCalls } from './heldCalls.ts';

/** What a page is to show: a machine's state, or that a 401 has ended the session (§4). */
export type ToSee = Pick<Seen, 'value'> | 'loggedOut';

/** How the events of one machine happen on a real page, and how its states look there. */
export interface Performer {
  /** The production machine's name. */
  machine: string;
  /** Of its variants those that a page can be brought to. */
  variants: readonly string[];
  /** Invoked actors and the addresses of the calls behind them. */
  calls: Readonly<Record<string, string>>;
  /** Brings the page to where the machine begins. */
  begin(variant: string): Promise<void>;
  /** Leaves whatever a path ended in. */
  leave(): Promise<void>;
  /** What a person does for an event where this is seen; undefined where no person can. */
  act(event: ModelEvent, before: ToSee): (() => Promise<void>) | undefined;
  /** What is answered in the server's place where the real one would not end an actor so. */
  answer?(actor: string, event: ModelEvent): unknown;
  /** §4: a 401 logs the user out, and the machine goes with the session. */
  logsOut?: boolean;
  /** Expects the page to show this. */
  look(seen: ToSee): Promise<void>;
}

type Do = () => Promise<void>;

/** How one step happens on the page; undefined where it can't. */
function happening(
  performer: Performer,
  calls: HeldCalls,
  step: PathStep,
  event: ModelEvent,
  before: ToSee,
): Do | undefined {
  if (step.kind === 'delay') return async () => {};
  const { actor, ending } = step.outcome ?? {};
  if (actor === undefined || performer.calls[actor] === undefined) return performer.act(event, before);
  if (ending === 'broken') return undefined;
  if (ending !== 'done') return () => calls.fail(actor, event);
  const reply = performer.answer?.(actor, event);
  return reply === undefined ? () => calls.pass(actor) : () => calls.answer(actor, reply);
}

/** What happens on the page, step by step; null where a step can't, or a person is not offered it. */
function doings(performer: Performer, calls: HeldCalls, path: Path): Do[] | null {
  const events = eventsOf(path);
  const before = [path.start, ...path.steps.map(({ expect }) => expect)];
  const found = path.steps.map((step, index) => {
    const [seen, event] = [before[index], events[index]];
    if (seen === undefined || event === undefined) return undefined;
    const isOffered = step.kind !== 'fact' || seen.can.includes(step.label);
    return isOffered ? happening(performer, calls, step, event, seen) : undefined;
  });
  return found.every((one) => one !== undefined) ? found : null;
}

/** The paths of the performer's machine: of a file where one is given, else those that reach something for the first time. */
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

/** Whether a path begins with all of another's steps and goes on: then it sees all that the other sees. */
function continues(longer: Path, path: Path): boolean {
  return (
    longer.variant === path.variant &&
    longer.steps.length > path.steps.length &&
    path.steps.every(({ label }, index) => longer.steps[index]?.label === label)
  );
}

/**
 * Replays the paths of one machine on the page, expecting after each step what the path saw on live actors.
 * @returns how many paths there were of which every step can happen on a page
 */
export async function performAll(
  performer: Performer,
  calls: HeldCalls,
  file: PathFile | null = null,
): Promise<number> {
  const known = (await pathsOf(performer, file)).filter(({ variant }) =>
    performer.variants.includes(variant),
  );
  const possible = known.flatMap((path) => {
    const acts = doings(performer, calls, path);
    return acts === null ? [] : [{ path, acts }];
  });
  const whole = possible.filter(
    ({ path }) => file !== null || !possible.some((longer) => continues(longer.path, path)),
  );
  for (const { path, acts } of whole) {
    await test.step(`${path.id}: ${path.variant}: ${path.title}`, () => perform(performer, path, acts));
    await calls.dropAll();
    await performer.leave();
  }
  return whole.length;
}

async function perform(performer: Performer, path: Path, acts: Do[]): Promise<void> {
  await performer.begin(path.variant);
  await performer.look(path.start);
  for (const [index, { outcome, expect: seen }] of path.steps.entries()) {
    await acts[index]?.();
    if (performer.logsOut === true && outcome?.ending === 'unauthorized') {
      await performer.look('loggedOut');
      return;
    }
    await performer.look(seen);
  }
}
