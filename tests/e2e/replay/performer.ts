import { test } from 'playwright/test';
import { pathsOf, type ModelEvent, type Path, type Seen } from '../../model/explore.ts';
import { models } from '../../model/models.ts';
import type { HeldCalls } from './heldCalls.ts';

/** How the events of one machine happen on a real page, and how its states look there. */
export interface Performer {
  /** The production machine's name. */
  machine: string;
  /** Of its variants those that a page can be brought to. */
  variants: readonly string[];
  /** Slots of invoked actors and the addresses of the calls behind them. */
  calls: Readonly<Record<string, string>>;
  /** Brings the page to where the machine begins. */
  begin(variant: string): Promise<void>;
  /** Leaves whatever a path ended in. */
  leave(): Promise<void>;
  /** What a person does for an event of this type; undefined where no person can. */
  act(event: ModelEvent): (() => Promise<void>) | undefined;
  /** How an invoked actor's success comes about where the real server would not give this one. */
  answer?(slot: string, event: ModelEvent): unknown;
  /** §4: a 401 logs the user out, and the form with its machine goes. */
  logsOut?: boolean;
  /** Expects the page to show this state. */
  look(seen: Seen): Promise<void>;
}

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';

const isUnauthorized = (event: ModelEvent) =>
  (event['error'] as { kind?: string } | undefined)?.kind === 'unauthorized';

/** How one event happens on the page; undefined where it can't. */
function happening(
  performer: Performer,
  calls: HeldCalls,
  event: ModelEvent,
): (() => Promise<void>) | undefined {
  if (event.type.startsWith(AFTER)) return async () => {};
  const isDone = event.type.startsWith(DONE);
  if (!isDone && !event.type.startsWith(ERROR)) return performer.act(event);
  const slot = event.type.slice((isDone ? DONE : ERROR).length);
  if (performer.calls[slot] === undefined) return performer.act(event);
  if (!isDone) {
    const isOfNetwork = (event['error'] as { kind?: string } | undefined)?.kind !== undefined;
    return isOfNetwork ? () => calls.fail(slot, event) : undefined;
  }
  const reply = performer.answer?.(slot, event);
  return reply === undefined ? () => calls.pass(slot) : () => calls.answer(slot, reply);
}

/** The generated paths of the performer's machine of which every event can happen on a page. */
export function performablePaths(performer: Performer, calls: HeldCalls): Path[] {
  const model = models.find(({ name }) => name === performer.machine);
  if (model === undefined) throw new Error(`no machine ${performer.machine}`);
  return pathsOf(model).paths.filter(
    ({ variant, events }) =>
      performer.variants.includes(variant) &&
      events.every((event) => happening(performer, calls, event) !== undefined),
  );
}

/** Replays a path on the page, expecting after each event what the path saw. */
export async function perform(performer: Performer, calls: HeldCalls, path: Path): Promise<void> {
  const title = `${path.variant}: ${path.events.map(({ type }) => type).join(' → ')}`;
  await test.step(title, async () => {
    await performer.begin(path.variant);
    const [first, ...rest] = path.seen;
    if (first !== undefined) await performer.look(first);
    for (const [index, event] of path.events.entries()) {
      await happening(performer, calls, event)?.();
      if (performer.logsOut === true && isUnauthorized(event)) {
        await performer.look({ value: 'loggedOut', tags: [], can: [] });
        break;
      }
      const seen = rest[index];
      if (seen !== undefined) await performer.look(seen);
    }
    await calls.dropAll();
    await performer.leave();
  });
}
