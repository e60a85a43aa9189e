import {
  createActor,
  createMachine,
  fromPromise,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { actorOf, shownBy, type Model, type ModelEvent, type Shown } from './explore.ts';
import { brief, briefFields } from './pathData.ts';

/** What a live actor shows and did on one event. Long values stand by their fingerprint, unless they are asked for whole. */
export interface Seen extends Shown {
  /** What of the context is new. */
  changed: Record<string, unknown>;
  /** Facts told to the parent; its own end is one of them, with the output. */
  notified: Record<string, unknown>[];
  /** Facts told to children. */
  sent: Record<string, unknown>[];
  /** Actors that were invoked, with their input. */
  called: { actor: string; input: unknown }[];
  /** What else was done: actions that the page carries out, with their parameters, and events that it listens to. */
  did: { action: string; params: unknown }[];
  /** What views read of it, where the replay was asked to look. */
  views?: unknown;
}

/** What views read of a machine, and of it with what they last sent it. */
export type Views = (snapshot: AnyMachineSnapshot, last: ModelEvent | null) => Promise<unknown>;

/** What views ask of a machine beside its selectors, by the model. @throws what a rule breaks with */
export const asked =
  ({ queries }: Model) =>
  async (snapshot: AnyMachineSnapshot, last: ModelEvent | null): Promise<Record<string, unknown>> => {
    const answers: Record<string, unknown> = {};
    for (const [name, ask] of Object.entries(queries ?? {}))
      answers[name] = await ask(snapshot as never, last);
    return answers;
  };

/** An invoked actor whose outcome the replay decides. */
interface Pending {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}
/** How a value is noted: in short for files and comparisons, whole for a test that expects something of it. */
export type Note = (value: unknown) => unknown;
type Recorded = Omit<Seen, keyof Shown | 'changed' | 'views'>;
const silence = (): Recorded => ({ notified: [], sent: [], called: [], did: [] });

const AFTER = 'xstate.after.';

/** What a replay holds in its hand: every slot, and every action that the page would carry out. */
class Hand {
  readonly pending = new Map<string, Pending>();
  readonly #note: Note;
  recorded = silence();

  constructor(note: Note) {
    this.#note = note;
  }

  /** The machine with its slots and actions under the replay's hand; transitions, guards and contexts are its own. */
  take(machine: AnyStateMachine): AnyStateMachine {
    const slot = fromPromise(
      ({ self, input }) =>
        new Promise((resolve, reject) => {
          this.pending.set(self.id, { resolve, reject });
          this.recorded.called.push({ actor: self.id, input: this.#note(input) });
        }),
    );
    const slots = Object.keys(machine.implementations.actors).map((name) => [name, slot]);
    // what the library resolves by itself (assign, sendTo, emit…) is left as it is
    const carriedOut = Object.entries(machine.implementations.actions)
      .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => [
        name,
        (_: unknown, params: unknown) => this.recorded.did.push({ action: name, params: this.#note(params) }),
      ]);
    return machine.provide({
      actors: Object.fromEntries(slots),
      actions: Object.fromEntries(carriedOut),
    } as never);
  }

  /** An invoked actor ends as the path says. @throws Error when it does not run */
  end(id: string, event: ModelEvent): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) {
      const running = [...this.pending.keys()].join(', ');
      throw new Error(`${id} does not run now; ${running === '' ? 'nothing does' : `what runs: ${running}`}`);
    }
    this.pending.delete(id);
    if (event.type.startsWith('xstate.done.')) waiting.resolve(event['output']);
    else waiting.reject(event['error']);
  }

  /** What was heard since the last time. */
  empty(): Recorded {
    const { recorded } = this;
    this.recorded = silence();
    return recorded;
  }
}

/** Lets every promise that can settle do so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** How long a delay of a machine is, in ms. @throws Error for one that is no constant */
export function delayOf(machine: AnyStateMachine, event: ModelEvent): number {
  const name = event.type.slice(AFTER.length).split('.')[0] ?? '';
  const delay: unknown = machine.implementations.delays[name];
  if (typeof delay !== 'number') throw new Error(`${name} is no constant delay`);
  return delay;
}

/** Whether an event is the end of a delay. */
export const isDelay = (event: ModelEvent) => event.type.startsWith(AFTER);

/** A live actor under a simulated clock, to which the events of a path happen the way they do in life. */
export class Live {
  readonly #model: Model;
  readonly #hand: Hand;
  readonly #note: Note;
  readonly #clock = new SimulatedClock();
  readonly #parent: AnyActorRef;
  readonly #actor: AnyActorRef;
  #context: Record<string, string> = {};
  #last: ModelEvent | null = null;

  constructor(model: Model, variant: string, note: Note = brief) {
    this.#model = model;
    this.#note = note;
    this.#hand = new Hand(note);
    if (!(variant in model.variants))
      throw new Error(
        `${model.name} does not begin with '${variant}', but with: ${Object.keys(model.variants).join('; ')}`,
      );
    const notified = (event: object) => this.#hand.recorded.notified.push(briefFields(event, note));
    this.#parent = createActor(
      createMachine({
        invoke: { id: 'model', src: this.#taken(), input: model.variants[variant] as never },
        on: { '*': { actions: ({ event }) => notified(event) } },
      }),
      {
        clock: this.#clock,
        inspect: (said) => {
          if (said.type !== '@xstate.event' || said.sourceRef === undefined) return;
          // its own outcomes are told by the path, not by the machine
          const isToChild = said.sourceRef === this.#actor && said.actorRef !== this.#parent;
          if (isToChild && said.actorRef !== this.#actor && !said.event.type.startsWith('xstate.'))
            this.#hand.recorded.sent.push({
              to: (said.actorRef as AnyActorRef).id,
              ...briefFields(said.event, note),
            });
        },
      },
    );
    // an actor that breaks is found when one looks
    this.#parent.subscribe({ error: () => {} });
    this.#parent.start();
    const actor = (this.#parent.getSnapshot() as AnyMachineSnapshot).children['model'];
    if (actor === undefined) throw new Error(`${model.name} ended before it began`);
    this.#actor = actor;
    actor.on('*', (event: object) => this.#hand.recorded.did.push({ action: 'emits', params: note(event) }));
  }

  #taken(): AnyStateMachine {
    const copy = this.#hand.take(this.#model.machine);
    this.#model.broken?.(copy);
    return copy;
  }

  /** The actor as it is now. */
  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  /** What is seen of it now, and what it did since the last look. @throws what the actor broke with */
  async observe(views?: Views): Promise<Seen> {
    await settled();
    const { snapshot } = this;
    if (snapshot.status === 'error') throw snapshot.error;
    const context = Object.entries(snapshot.context as object).map(
      ([key, value]) => [key, JSON.stringify(this.#note(value)) ?? 'null'] as const,
    );
    const changed = context.filter(([key, text]) => this.#context[key] !== text);
    this.#context = Object.fromEntries(context);
    return {
      ...shownBy(this.#model, snapshot),
      changed: Object.fromEntries(changed.map(([key, text]) => [key, JSON.parse(text) as unknown])),
      ...this.#hand.empty(),
      ...(views === undefined ? {} : { views: await views(snapshot, this.#last) }),
    };
  }

  /** Makes an event happen. @throws Error where it can't: the outcome of an actor that does not run */
  happen(event: ModelEvent): void {
    this.#last = event;
    const actor = actorOf(event);
    if (actor !== null) this.#hand.end(actor, event);
    else if (isDelay(event)) this.#clock.increment(delayOf(this.#model.machine, event));
    else this.#actor.send(event);
  }

  stop(): void {
    this.#parent.stop();
  }
}

/** Replays events on a live actor; the first entry is what is seen before any of them. */
export async function replay(
  model: Model,
  variant: string,
  events: readonly ModelEvent[],
  views?: Views,
): Promise<Seen[]> {
  const live = new Live(model, variant);
  try {
    const seen = [await live.observe(views)];
    for (const event of events) {
      live.happen(event);
      seen.push(await live.observe(views));
    }
    return seen;
  } finally {
    live.stop();
  }
}
