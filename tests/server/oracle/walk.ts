import {
  createActor,
  createMachine,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
} from 'xstate';
import { seeded } from '../../../src/raster/kMeans.ts';
import { isOutcome, labelsOf, type Model, type ModelEvent, type Shown } from '../../model/paths/explore.ts';
import { delayOf } from '../../model/paths/replay/replay.ts';
import type { Judge, Ledger } from './conform.ts';
import { newWorld, type Opened, type Plan, type World } from './world.ts';

/** How often a walk lets a slow call go on, changes the world, lets time pass, or uses a machine inside, if it can. */
const KINDS = { release: 0.4, change: 0.25, delay: 0.4, inner: 0.4 };
/** How often a change is this path's own trouble; each path has one, so that all answers to it are met. */
const OWN_TROUBLE = 0.7;
/** How often it comes before the machine starts. */
const EARLY = 0.4;
/** How much more often than other events those are sent that lead to calls, the last ones most, and those that change nothing. */
const WEIGHTS = { preferred: 4, refused: 0.05 };

/** How often each move was made in each situation, so that walks go where they were seldom. */
export type Tried = Map<string, number>;

interface Choice {
  name: string;
  weight: number;
  make: () => unknown;
}

/** A path on which machine and model differ. */
export interface Difference {
  says: string;
  moves: string[];
  seed: number;
}
/** The real machine in a parent that takes its events. */
class Running {
  readonly clock = new SimulatedClock();
  readonly #parent: AnyActorRef;
  readonly actor: AnyActorRef;

  constructor(
    { machine, input }: Opened,
    onTransition: (event: ModelEvent, snapshot: AnyMachineSnapshot) => void,
  ) {
    this.#parent = createActor(
      createMachine({ invoke: { id: 'model', src: machine, input: input as never }, on: { '*': {} } }),
      {
        clock: this.clock,
        inspect: (seen) => {
          if (seen.type === '@xstate.snapshot' && seen.actorRef === this.actor)
            onTransition(seen.event as ModelEvent, seen.snapshot as AnyMachineSnapshot);
        },
      },
    );
    // a failed actor is noticed by its status
    this.#parent.subscribe({ error: () => {} });
    this.#parent.start();
    const actor = (this.#parent.getSnapshot() as AnyMachineSnapshot).children['model'];
    if (actor === undefined) throw new Error('the machine ended before it began');
    this.actor = actor;
  }

  get snapshot(): AnyMachineSnapshot {
    return this.actor.getSnapshot() as AnyMachineSnapshot;
  }

  stop(): void {
    this.#parent.stop();
  }
}

/** What the real machine shows, in the model's labels. */
function shownOf(model: Model, { bind }: Opened, snapshot: AnyMachineSnapshot): Shown {
  const facts = [...labelsOf(model)].filter(([event]) => !isOutcome(event));
  return {
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    can: facts.filter(([event]) => snapshot.can(bind?.(event, snapshot) ?? event)).map(([, label]) => label),
  };
}

/**
 * Plays one path against a real server.
 * @param number of the path, which decides its trouble
 */
export async function walkPath(
  plan: Plan,
  { model, judge, ledger, tried }: { model: Model; judge: Judge; ledger: Ledger; tried: Tried },
  server: Pick<World, 'app' | 'line'>,
  seed: number,
  number: number,
): Promise<Difference | null> {
  const random = seeded(seed);
  const world = await newWorld(server, random, plan.account);
  const opened = await plan.open(world);
  const { line } = world;
  const moves: string[] = [];
  const troubles = Object.entries({ ...world.changes, ...opened.changes }).map(([name, make]): Choice => ({
    name,
    weight: 1,
    make,
  }));
  const trouble = troubles[number % troubles.length]!;
  const watch = judge.watch(opened.variant, ledger);
  const labels = labelsOf(model);
  const seen = {
    says: null as string | null,
    shown: { value: null, tags: [], can: [] } as Shown,
  };
  let sent: { event: ModelEvent; sample: ModelEvent } | null = null;
  const see = (event: ModelEvent, snapshot: AnyMachineSnapshot) => {
    if (seen.says !== null) return;
    const status: string = snapshot.status;
    if (status === 'error') seen.says = `${model.name} fails: ${String(snapshot.error)}`;
    else if (event.type !== 'xstate.init' && event.type !== 'xstate.stop') {
      const sample = sent?.event === event ? sent.sample : null;
      seen.shown = shownOf(model, opened, snapshot);
      seen.says = watch.see(event, seen.shown, status, sample);
    }
  };
  if (random() < EARLY) {
    moves.push(trouble.name);
    await trouble.make();
  }
  moves.push(opened.variant);
  const running = new Running(opened, see);
  const send = (event: ModelEvent, sample: ModelEvent) => {
    sent = { event, sample };
    running.actor.send(event);
  };
  /** What can happen now, of one kind. */
  const choicesOf = (snapshot: AnyMachineSnapshot): Choice[] => {
    if (line.isHeld && random() < KINDS.release)
      return [{ name: 'the slow call goes on', weight: 1, make: () => line.release() }];
    if (random() < KINDS.change) return random() < OWN_TROUBLE ? [trouble] : troubles;
    const delays = snapshot._nodes.flatMap(({ after }) => after);
    if (delays.length > 0 && random() < KINDS.delay)
      return delays.map(({ eventType: name }): Choice => {
        const wait = delayOf(opened.machine, { type: name }, snapshot.context) ?? 0;
        return { name, weight: 1, make: () => running.clock.increment(wait) };
      });
    const children = snapshot.children as Record<string, AnyActorRef | undefined>;
    const inner = (opened.inner ?? []).filter(({ to }) => children[to] !== undefined);
    if (inner.length > 0 && random() < KINDS.inner)
      return inner.map(({ to, event }): Choice => {
        const make = () => children[to]?.send(event);
        return { name: `${to}: ${event.type}`, weight: 1, make };
      });
    const facts = [...labels].filter(([event]) => !isOutcome(event) && !opened.skips?.includes(event.type));
    return facts.map(([sample, name]): Choice => {
      const rank = (opened.prefers?.indexOf(name) ?? -1) + 1;
      const possible = rank === 0 ? 1 : WEIGHTS.preferred * rank ** 2;
      return {
        name,
        weight: seen.shown.can.includes(name) ? possible : WEIGHTS.refused,
        // a new object, by which the transition is recognized
        make: () => send({ ...(opened.bind?.(sample, snapshot) ?? sample) }, sample),
      };
    });
  };
  try {
    seen.shown = shownOf(model, opened, running.snapshot);
    seen.says ??= watch.begin(seen.shown, running.snapshot.status);
    for (let at = 0; at < plan.moves && seen.says === null; at += 1) {
      await line.quiet();
      const { snapshot } = running;
      if (seen.says !== null || snapshot.status !== 'active') break;
      const situation = JSON.stringify([snapshot.value, line.isHeld, seen.shown.can]);
      const often = ({ name }: Choice) => tried.get(`${situation} ${name}`) ?? 0;
      const choices = choicesOf(snapshot);
      const weights = choices.map((one) => one.weight / (1 + (one.weight > 1 ? 0 : often(one))));
      let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
      const chosen = choices.find((_, place) => (left -= weights[place]!) <= 0) ?? choices[0]!;
      tried.set(`${situation} ${chosen.name}`, often(chosen) + 1);
      moves.push(chosen.name);
      await chosen.make();
    }
    if (seen.says === null) await line.quiet();
  } finally {
    running.stop();
    line.release();
    await line.quiet();
    await opened.close?.();
  }
  return seen.says === null ? null : { says: seen.says, moves, seed };
}
