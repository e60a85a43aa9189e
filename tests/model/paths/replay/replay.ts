import {
  createActor,
  createMachine,
  fromPromise,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import { actorOf, shownBy, type Model, type ModelEvent, type Serve, type Shown } from '../explore.ts';
import { shapeOf } from '../../../../src/machines/inspector/sessionValues.ts';
import { brief, briefFields, happenedAt } from '../pathData.ts';

/** Changes of state within one step; real machines make a dozen. */
const MICROSTEPS_MAX = 1_000;

/**
 * What a live actor shows and did on one event; long values by fingerprint unless whole values are requested.
 */
export interface Seen extends Shown {
  /** The context fields that changed. */
  changed: Record<string, unknown>;
  /** Events sent to the parent, including its own end with the output. */
  notified: Record<string, unknown>[];
  /** Events sent to children. */
  sent: Record<string, unknown>[];
  /** Actors that were invoked, with their input. */
  called: { actor: string; input: unknown }[];
  /** Other effects: the page's actions with their parameters, and emitted events. */
  did: { action: string; params: unknown }[];
  /** What views read of it, if the replay was asked to look. */
  views?: unknown;
}

/** What views read of a machine, given the last event they sent. */
export type Views = (snapshot: AnyMachineSnapshot, last: ModelEvent | null) => Promise<unknown>;

/** Runs the model's queries. @throws whatever a rule throws */
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
function settle({ resolve, reject }: Pending, event: ModelEvent): void {
  if (event.type.startsWith('xstate.done.')) resolve(event['output']);
  else reject(event['error']);
}
/**
 * How a value is recorded: short for files and comparisons, whole for a test's expectations, by its shape for a saved session.
 * `name` is that of the field that holds it.
 */
export type Note = (value: unknown, name?: string) => unknown;
type Recorded = Omit<Seen, keyof Shown | 'changed' | 'views'>;
const silence = (): Recorded => ({ notified: [], sent: [], called: [], did: [] });

const AFTER = 'xstate.after.';

/** Controls every slot, and records every action that the page would perform. */
class Hand {
  readonly pending = new Map<string, Pending>();
  /** Every call that was made, also those that ended or were stopped. */
  readonly calls: (Pending & { id: string })[] = [];
  readonly #note: Note;
  readonly #serve: Serve | undefined;
  recorded = silence();

  constructor(note: Note, serve?: Serve) {
    this.#note = note;
    this.#serve = serve;
  }

  /** Notes that an actor was invoked. @returns its outcome, which the path decides */
  call(id: string, input: unknown, src: string, signal: AbortSignal): Promise<unknown> {
    this.#serve?.({ id, input, src, signal });
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.calls.push({ id, resolve, reject });
      // a saved session has no inputs of calls
      this.recorded.called.push({
        actor: id,
        ...(this.#note === shapeOf ? {} : { input: this.#note(input) }),
      } as Seen['called'][number]);
    });
  }

  /** Notes an event that was sent to the parent. */
  notify(event: object): void {
    this.recorded.notified.push(briefFields(event, this.#note));
  }

  /** Notes an action that the page would perform. */
  act(action: string, params: unknown): void {
    this.recorded.did.push({ action, params: this.#note(params) });
  }

  /** Settles an invoked actor as the path says. @throws Error if it is not running */
  end(id: string, event: ModelEvent): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) {
      const running = [...this.pending.keys()].join(', ');
      throw new Error(`${id} does not run now; ${running === '' ? 'nothing does' : `what runs: ${running}`}`);
    }
    this.pending.delete(id);
    settle(waiting, event);
  }

  /** Settles an earlier call, as a late or second answer does. */
  endFormer(id: string, event: ModelEvent, age: number): void {
    const call = this.calls.filter((one) => one.id === id).at(-1 - age);
    if (call === undefined) throw new Error(`${id} was not called ${age} times before`);
    if (age === 0) this.pending.delete(id);
    settle(call, event);
  }

  isPending(id: string): boolean {
    return this.pending.has(id);
  }

  /** What was recorded since the last call. */
  empty(): Recorded {
    const { recorded } = this;
    this.recorded = silence();
    return recorded;
  }
}

/** The hand of each live actor's system. */
const hands = new WeakMap<object, Hand>();

/** Replaces a machine's slots and actions; transitions, guards and contexts stay the same. */
function taken(machine: AnyStateMachine): AnyStateMachine {
  const slots = Object.keys(machine.implementations.actors).map((src) => [
    src,
    fromPromise(({ self, system, input, signal }) => hands.get(system)!.call(self.id, input, src, signal)),
  ]);
  // keep the actions that XState resolves (assign, sendTo, emit…)
  const carriedOut = Object.entries(machine.implementations.actions)
    .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
    .map(([name]) => [
      name,
      ({ system }: { system: object }, params: unknown) => hands.get(system)!.act(name, params),
    ]);
  return machine.provide({
    actors: Object.fromEntries(slots),
    actions: Object.fromEntries(carriedOut),
  } as never);
}

/** The parent of a model's machine, and the copy that it runs. */
interface Parent {
  parent: AnyStateMachine;
  copy: AnyStateMachine;
}
const parents = new WeakMap<Model, Parent>();

/**
 * A parent that runs a model's machine under the hand of its system. All live actors of a model share it, because
 * XState prepares each copy of a machine anew, which takes longer than most paths.
 */
function parentOf(model: Model): Parent {
  const known = parents.get(model);
  if (known !== undefined) return known;
  const copy = taken(model.machine);
  model.broken?.(copy);
  const parent = createMachine({
    context: ({ input }) => ({ input }),
    invoke: { id: 'model', src: copy, input: ({ context }) => context.input },
    on: {
      '*': { actions: ({ system, event }) => hands.get(system)!.notify(event) },
    },
  });
  const made = { parent, copy };
  parents.set(model, made);
  return made;
}

/** The parent's snapshot while it runs. */
const RUNNING = {
  status: 'active',
  value: {},
  context: { input: null },
  historyValue: {},
  output: undefined,
  error: undefined,
};

/** Waits until all promises that can settle have settled. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The duration of a machine's delay, in ms; null if it depends on the context and none is given. */
export function delayOf(machine: AnyStateMachine, event: ModelEvent, context?: unknown): number | null {
  const name = event.type.slice(AFTER.length).split('.')[0] ?? '';
  const delay: unknown = machine.implementations.delays[name];
  if (typeof delay === 'number') return delay;
  if (typeof delay !== 'function') throw new Error(`${name} is no delay`);
  return context === undefined ? null : (delay as (of: { context: unknown }) => number)({ context });
}

/** Whether an event is the end of a delay. */
export const isDelay = (event: ModelEvent) => event.type.startsWith(AFTER);

/**
 * A live actor with a simulated clock, which receives the events of a path as in production. It needs no end: nothing
 * but the caller refers to it, its clock and its calls.
 */
export class Live {
  readonly #model: Model;
  readonly #hand: Hand;
  readonly #note: Note;
  readonly #clock = new SimulatedClock();
  readonly #parent: AnyActorRef;
  readonly #actor: AnyActorRef;
  #context: Record<string, string> = {};
  #last: ModelEvent | null = null;

  /** @param watch gets what XState says of the actor and its parent */
  constructor(
    model: Model,
    variant: string,
    note: Note = model.saved === undefined ? brief : shapeOf,
    watch?: (said: InspectionEvent) => void,
  ) {
    this.#model = model;
    this.#note = note;
    this.#hand = new Hand(note, model.saved?.serve);
    if (model.saved === undefined && !(variant in model.variants))
      throw new Error(
        `${model.name} does not begin with '${variant}', but with: ${Object.keys(model.variants).join('; ')}`,
      );
    const { parent, copy } = parentOf(model);
    const child = { src: copy, snapshot: model.saved?.snapshot, syncSnapshot: false };
    let microsteps = 0;
    this.#parent = createActor(parent, {
      clock: this.#clock,
      ...(model.saved === undefined
        ? { input: model.variants[variant] }
        : { snapshot: { ...RUNNING, children: { model: child } } as never }),
      inspect: (said) => {
        watch?.(said);
        // a broken machine may never end its step
        if (said.type === '@xstate.event') microsteps = 0;
        if (said.type === '@xstate.microstep' && ++microsteps > MICROSTEPS_MAX)
          throw new Error('the machine goes round in one step');
        if (said.type !== '@xstate.event' || said.sourceRef === undefined) return;
        // the path decides its outcomes, not the machine
        const isToChild = said.sourceRef === this.#actor && said.actorRef !== this.#parent;
        if (isToChild && said.actorRef !== this.#actor && !said.event.type.startsWith('xstate.'))
          this.#hand.recorded.sent.push({
            to: (said.actorRef as AnyActorRef).id,
            ...briefFields(said.event, note),
          });
      },
    });
    hands.set(this.#parent.system, this.#hand);
    // an actor's error is thrown by the next look
    this.#parent.subscribe({ error: () => {} });
    this.#parent.start();
    const actor = (this.#parent.getSnapshot() as AnyMachineSnapshot).children['model'];
    if (actor === undefined) throw new Error(`${model.name} ended before it began`);
    this.#actor = actor;
    // a saved session doesn't have what was emitted
    if (model.saved === undefined) actor.on('*', (event: object) => this.#hand.act('emits', event));
  }

  /** The actor itself, for views. */
  get actor(): AnyActorRef {
    return this.#actor;
  }

  /** The current snapshot. */
  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  /** The current state and what the actor did since the last look. @throws the actor's error */
  async observe(views?: Views): Promise<Seen> {
    await settled();
    const { snapshot } = this;
    if (snapshot.status === 'error') throw snapshot.error;
    const context = Object.entries(snapshot.context as object).map(
      ([key, value]) => [key, JSON.stringify(this.#note(value, key)) ?? 'null'] as const,
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

  /** The actors of all calls so far. */
  get calls(): readonly string[] {
    return this.#hand.calls.map(({ id }) => id);
  }

  /** Whether the machine waits for the answer to a call of this actor: to the latest one, in the state that made it. */
  waitsFor(actor: string, age: number): boolean {
    return age === 0 && actor in this.snapshot.children && this.#hand.isPending(actor);
  }

  /** What the actor did since the last look. */
  drain(): Recorded {
    return this.#hand.empty();
  }

  /**
   * Performs an event.
   * @param age which call an outcome is for, whether or not it runs: 0 is the actor's latest; by default the running one
   * @throws Error if it can't happen, e.g. the outcome of an actor that is not running
   */
  happen(event: ModelEvent, age?: number): void {
    this.#last = event;
    const { saved } = this.#model;
    if (saved !== undefined) saved.clock.now = happenedAt.get(event) ?? saved.clock.now;
    const actor = actorOf(event);
    if (actor !== null && age !== undefined) this.#hand.endFormer(actor, event, age);
    else if (actor !== null) this.#hand.end(actor, event);
    else if (isDelay(event) && saved === undefined)
      this.#clock.increment(delayOf(this.#model.machine, event, this.snapshot.context) ?? 0);
    else this.#actor.send(event);
  }
}

/**
 * Replays events on a live actor; the first entry is the state before any of them.
 * @param seen gets the entries, also if an event can't happen
 */
export async function replay(
  model: Model,
  variant: string,
  events: readonly ModelEvent[],
  views?: Views,
  seen: Seen[] = [],
): Promise<Seen[]> {
  const live = new Live(model, variant);
  seen.push(await live.observe(views));
  for (const event of events) {
    live.happen(event);
    seen.push(await live.observe(views));
  }
  return seen;
}
