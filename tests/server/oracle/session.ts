import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, createActor, toPromise } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { HIDDEN } from '../../../src/machines/inspector/redact.ts';
import { writeToken } from '../../../src/services/browser/browser.ts';
import type { Call } from '../../../src/services/call/call.ts';
import { wireAnalytics } from '../../../src/wiring/analytics.ts';
import { wirePortal } from '../../../src/wiring/portal.ts';
import { wireSharedPage } from '../../../src/wiring/sharedPage.ts';
import { wireWorkspace } from '../../../src/wiring/workspace.ts';
import type { Model, ModelEvent, Serve } from '../../model/paths/explore.ts';
import { happenedAt, readEvent } from '../../model/paths/pathData.ts';
import { type PathFile, SOMEONE } from '../../model/paths/pathFile.ts';
import { Live, type Seen } from '../../model/paths/replay/replay.ts';
import { modelsOfSaved, type SavedPath } from '../../model/paths/replay/saved.ts';
import {
  differenceInWords,
  fittingModel,
  nameOf,
  placeOf,
  savedPaths,
} from '../../model/paths/replay/session.ts';

/** The server that a session is played against, and the account that plays it. */
export interface Server {
  call: Call;
  email: string;
  password: string;
  token: string;
  /** Sets the server's clock, ms since 1970; one that is elsewhere has its own. */
  setClock?: (at: number) => void;
}

/** What a session met on a server. */
export interface Played {
  /** In words, in the order of the steps: the first difference of each actor. */
  findings: string[];
  /** Calls that the server answered. */
  answered: number;
}

/** Names of fields that a server fills its own way. */
const IDENTIFIER = /(?:^id|Id|num|Num|[kK]ey|^token)s?$/;

/** All texts of a value. */
function textsOf(value: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) textsOf(inner, found);
  return found;
}

/** What this server calls the things that another server called otherwise when the session was saved. */
class OwnNames {
  readonly #own = new Map<string, unknown>();
  readonly #copies = new WeakMap<object, object>();

  constructor({ email, password }: Server) {
    for (const name of ['upass', 'opwd']) this.#own.set(`${name} ${HIDDEN}`, password);
    for (const name of ['uname', 'email']) this.#own.set(`${name} ${SOMEONE}`, email);
  }

  /** Learns from the answers to the same call, then and now; a text that is in both names the same thing. */
  learn(then: unknown, now: unknown, name = '', here = textsOf(now)): void {
    if (typeof then === 'object' && then !== null && typeof now === 'object' && now !== null) {
      for (const [key, inner] of Object.entries(then))
        this.learn(inner, Reflect.get(now, key), Array.isArray(then) ? name : key, here);
      const given = this.#copies.get(then);
      if (given === undefined) {
        this.#copies.set(then, now);
        return;
      }
      // what one actor has been given already is given to the others as well, unless it has another name since
      this.#copies.delete(then);
      if (isDeepStrictEqual(this.of(then, name), given)) this.#copies.set(then, given);
    } else if (IDENTIFIER.test(name) && now !== undefined && !here.has(then))
      this.#own.set(`${name} ${String(then)}`, now);
  }

  /** A value of the session as it is on this server; an object is always the same one, which rules look for in lists. */
  of<Value>(value: Value, name?: string): Value;
  of(value: unknown, name = ''): unknown {
    if (typeof value === 'string' || typeof value === 'number')
      return this.#own.get(`${name} ${value}`) ?? value;
    if (typeof value !== 'object' || value === null) return value;
    let own = this.#copies.get(value);
    if (own === undefined) {
      const copy = this.#copyOf(value, name);
      own = isDeepStrictEqual(copy, value) ? value : copy;
      this.#copies.set(value, own);
    }
    return own;
  }

  #copyOf(value: object, name: string): object {
    const entries = (pairs: Iterable<[unknown, unknown]>) =>
      Array.from(pairs, ([key, inner]) => [this.of(key, 'id'), this.of(inner, String(key))] as const);
    if (Array.isArray(value)) return value.map((one) => this.of(one as unknown, name));
    if (value instanceof Map) return new Map(entries(value));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(entries(Object.entries(value)) as [string, unknown][]);
  }
}

/** Counts the calls of what runs in it. */
const running = new AsyncLocalStorage<{ calls: number }>();

/** The machines of the pages with their production services, by the ids of an actor's parents and its own. */
function production(call: Call): (place: string) => AnyStateMachine | null {
  const counted = Object.assign((...given: Parameters<Call>) => {
    const store = running.getStore();
    if (store !== undefined) store.calls += 1;
    return call(...given);
  }, call) as Call;
  const load = () => Promise.resolve();
  const known = {
    ...wireSharedPage(counted),
    ...wireWorkspace(counted),
    portal: wirePortal(counted, { forms: load, workspace: load, shared: load }),
    analytics: wireAnalytics(counted, null),
  } as unknown as Record<string, AnyStateMachine>;
  const invokesOf = (node: AnyStateNode): AnyStateNode['invoke'] => [
    ...node.invoke,
    ...Object.values(node.states).flatMap((inner) => invokesOf(inner as AnyStateNode)),
  ];
  const sourceOf = ({ root: node }: AnyStateMachine, id: string) =>
    invokesOf(node as AnyStateNode).find((one) => one.id === id)?.src;
  return (place) => {
    const [root = '', ...ids] = place.split('/');
    let machine: AnyStateMachine | undefined = known[root];
    for (const [at, id] of ids.entries()) {
      const src = machine && sourceOf(machine, id);
      if (typeof src !== 'string') return null;
      // the machines of the workspace are loaded later than the portal
      machine = (at === 0 && known[src]) || (machine?.implementations.actors[src] as AnyStateMachine);
    }
    return machine ?? null;
  };
}

const isDone = ({ type }: ModelEvent) => type.startsWith('xstate.done.');

/** The end of a call in words: `done`, `refused orderGone`. */
function endOf(event: ModelEvent): string {
  const { error } = event;
  if (isDone(event)) return 'done';
  if (!(error instanceof CallError)) return 'broken';
  return error.messageKey === undefined ? error.kind : `${error.kind} ${error.messageKey}`;
}

/** What is not of the server: the network, the end of the session that was played, and what only a browser does. */
const isElsewhere = (end: string) => /^(?:offline|malformed|unauthorized|broken)/.test(end);

/** Of what is seen, what doesn't depend on the data of a server. */
const told = ({ value, tags, called, notified, sent, did }: Seen) => ({
  value,
  tags,
  called: called.map(({ actor }) => ({ actor })),
  notified: notified.map(({ type }) => ({ type })),
  sent: sent.map(({ to, type }) => ({ to, type })),
  did: did.map(({ action }) => ({ action })),
});

/** An actor of the session on the machine of this build, whose calls are made for real. */
class Player {
  readonly #live: Live;
  readonly #model: Model;
  readonly #path: SavedPath;
  readonly #names: OwnNames;
  readonly #answers = new Map<string, Promise<ModelEvent | null>>();

  constructor(path: SavedPath, model: Model, names: OwnNames, machine: AnyStateMachine | null) {
    this.#path = path;
    this.#names = names;
    const answered = new Set(path.steps.map(({ outcome }) => outcome?.actor));
    const serve: Serve = ({ id, input, src, signal }) => {
      const logic = machine?.implementations.actors[src] as AnyActorLogic | undefined;
      if (logic === undefined || 'root' in logic || !answered.has(id)) return;
      this.#answers.set(id, answerOf(id, logic, input ?? this.#inputOf(id), signal));
    };
    const { snapshot, clock } = model.saved!;
    const begin = snapshot as { context: object };
    const own = { ...begin, context: names.of(begin.context) };
    this.#model = { ...model, saved: { snapshot: own, clock, serve } };
    this.#live = new Live(this.#model, path.variant);
  }

  /** The input of a call that ran when the session began: a restored actor has none. */
  #inputOf(id: string): unknown {
    const { machine, saved } = this.#model;
    const { value, context } = saved!.snapshot as { value: never; context: never };
    const snapshot = machine.resolveState({ value, context });
    const input = snapshot._nodes.flatMap(({ invoke }) => invoke).find((one) => one.id === id)?.input;
    return typeof input === 'function'
      ? (input as (of: object) => unknown)({ context, event: { type: 'xstate.init' } })
      : input;
  }

  /** Plays a step. @returns what is otherwise, in words; null if nothing */
  async step(at: number, noteAnswer: () => void): Promise<string | null> {
    const { event: saved, expect, outcome, at: time } = this.#path.steps[at]!;
    const then = readEvent(saved);
    let event: ModelEvent | null = null;
    if (outcome !== undefined && !isElsewhere(endOf(then))) {
      const now = await this.#answers.get(outcome.actor);
      if (now !== undefined && now !== null) {
        noteAnswer();
        if (endOf(now) !== endOf(then))
          return `${outcome.actor} is answered with “${endOf(now)}” instead of “${endOf(then)}”`;
        const { output } = now as { output?: { token?: unknown } };
        if (typeof output?.token === 'string') writeToken(output.token);
        this.#names.learn(then['output'], output);
        event = now;
      }
    }
    event ??= this.#names.of(then);
    if (time !== undefined) happenedAt.set(event, time);
    try {
      // what began with it was called before
      if (at === 0) await this.#live.observe();
      this.#live.happen(event);
      const seen = told(await this.#live.observe());
      const expected = told(expect);
      return isDeepStrictEqual(seen, expected)
        ? null
        : differenceInWords(this.#model, { step: at + 1, expected, seen });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** What waits so long without having called the server waits for something of a browser. */
const PATIENCE_MS = 5000;

/** The answer of the server to an invoked actor; null if that makes no call, or does what only a browser can. */
async function answerOf(
  id: string,
  logic: AnyActorLogic,
  input: unknown,
  signal: AbortSignal,
): Promise<ModelEvent | null> {
  const own = { calls: 0 };
  const ended = running.run(own, async (): Promise<ModelEvent> => {
    const actor = createActor(logic, { input });
    signal.addEventListener('abort', () => actor.stop());
    const end = toPromise(actor).then(
      (output: unknown) => ({ type: `xstate.done.actor.${id}`, output }),
      (error: unknown) => ({ type: `xstate.error.actor.${id}`, error }),
    );
    actor.start();
    return end;
  });
  const event = await Promise.race([
    ended,
    setTimeout(PATIENCE_MS, null, { ref: false }).then(() => (own.calls === 0 ? null : ended)),
  ]);
  return own.calls === 0 || event === null || endOf(event) === 'broken' ? null : event;
}

/** Plays a saved session against a real server: what its actors call is called, and answered, by production services. */
export async function playOnServer(file: PathFile, server: Server): Promise<Played> {
  const machineAt = production(server.call);
  const names = new OwnNames(server);
  const players = new Map<SavedPath, Player | null>();
  const found: Played = { findings: [], answered: 0 };
  writeToken(server.token);
  const steps = savedPaths(file)
    .flatMap((path) => path.steps.map(({ number = 0 }, at) => ({ path, at, number })))
    .sort((one, other) => one.number - other.number);
  for (const { path, at, number } of steps) {
    const { at: time } = path.steps[at]!;
    if (time !== undefined) server.setClock?.(time);
    const find = (step: number, says: string) => {
      found.findings.push(`step ${number}, ${placeOf(path, step)}: ${says}`);
      players.set(path, null);
    };
    if (!players.has(path)) {
      const fitting = await fittingModel(path);
      const model = modelsOfSaved(path)[fitting];
      if (model === undefined) find(0, `this build has no machine ${path.machine}`);
      else players.set(path, new Player(path, model, names, machineAt(nameOf(path))));
    }
    const says = await players.get(path)?.step(at, () => (found.answered += 1));
    if (typeof says === 'string') find(at + 1, says);
  }
  writeToken(null);
  return found;
}
