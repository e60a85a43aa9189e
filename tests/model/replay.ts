import {
  createActor,
  createMachine,
  fromPromise,
  SimulatedClock,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { seenIn, type Model, type ModelEvent, type Path, type Seen } from './explore.ts';

/** An invoked actor whose outcome the replay decides. */
interface Pending {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

const DONE = 'xstate.done.actor.';
const ERROR = 'xstate.error.actor.';
const AFTER = 'xstate.after.';

/** The machine with every slot under the replay's hand. */
export function inHand(machine: AnyStateMachine, pending: Map<string, Pending>): AnyStateMachine {
  const slots = Object.keys(machine.implementations.actors);
  return machine.provide({
    actors: Object.fromEntries(
      slots.map((slot) => [
        slot,
        fromPromise(
          ({ self }) =>
            new Promise((resolve, reject) => {
              pending.set(self.id, { resolve, reject });
            }),
        ),
      ]),
    ),
  });
}

/** Lets every promise that can settle do so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Makes one event of a path happen to a live actor, the way it happens in life. */
async function happen(
  model: Model,
  actor: AnyActorRef,
  event: ModelEvent,
  pending: Map<string, Pending>,
  clock: SimulatedClock,
): Promise<void> {
  if (event.type.startsWith(DONE) || event.type.startsWith(ERROR)) {
    const isDone = event.type.startsWith(DONE);
    const id = event.type.slice((isDone ? DONE : ERROR).length);
    const waiting = pending.get(id);
    if (waiting === undefined) throw new Error(`${id} was not invoked`);
    pending.delete(id);
    if (isDone) waiting.resolve(event['output']);
    else waiting.reject(event['error']);
  } else if (event.type.startsWith(AFTER)) {
    const name = event.type.slice(AFTER.length).split('.')[0] ?? '';
    const delay = model.machine.implementations.delays[name];
    if (typeof delay !== 'number') throw new Error(`${name} is no constant delay`);
    clock.increment(delay);
  } else {
    actor.send(event);
  }
  await settled();
}

/**
 * Replays a path on a live actor under a simulated clock. `seen` begins with the actor before any event; `heard` is what
 * it told its parent.
 */
export async function replay(model: Model, path: Path): Promise<{ seen: Seen[]; heard: EventObject[] }> {
  const pending = new Map<string, Pending>();
  const clock = new SimulatedClock();
  const heard: EventObject[] = [];
  const parent = createActor(
    createMachine({
      invoke: {
        id: 'model',
        src: inHand(model.machine, pending),
        input: model.variants[path.variant] as never,
      },
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    }),
    { clock },
  ).start();
  const actor: AnyActorRef | undefined = parent.getSnapshot().children['model'];
  if (actor === undefined) throw new Error(`${model.name} ended before it began`);
  const look = () => seenIn(model, actor.getSnapshot());
  await settled();
  const seen = [look()];
  for (const event of path.events) {
    await happen(model, actor, event, pending, clock);
    seen.push(look());
  }
  parent.stop();
  return { seen, heard };
}
