import { createMachine } from 'xstate';
import { z } from 'zod';
import { type Chart, chartOf } from './chart.ts';
import type { Actors, Fact, SeenActor, SeenSnapshot } from './log.ts';
import { type Json, redact } from './redact.ts';

/**
 * The messages of @statelyai/inspect, in which every page says what its actors do: portals over a channel, any other app by
 * `postMessage`. They are checked here, because any page may send anything.
 */

/** The page of the app that opened the viewer; the others are portals. */
export const APP_PAGE = 'app';

const NAME = z.string().max(1000);
const MAYBE_NAME = NAME.nullable().default(null);
const VALUE: z.ZodType<Json> = z.lazy(() => z.union([NAME, z.record(NAME, VALUE)]));
const SNAPSHOT = z
  .object({
    status: z.enum(['active', 'done', 'error', 'stopped']).default('active'),
    value: VALUE.nullable().default(null),
    tags: z.array(NAME).default([]),
    context: z.unknown().optional(),
    input: z.unknown().optional(),
    output: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .nullable();
const EVENT = z.looseObject({ type: NAME });
const SENT = {
  sessionId: NAME,
  /** ms since 1970, at most what a date can hold. */
  createdAt: z.coerce.number().min(0).max(8.64e15),
};
const MESSAGE = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('@xstate.actor'),
    ...SENT,
    name: MAYBE_NAME,
    parentId: MAYBE_NAME,
    definition: z.string().max(1_000_000).nullable().default(null),
  }),
  z.object({ type: z.literal('@xstate.event'), ...SENT, sourceId: MAYBE_NAME, event: EVENT }),
  z.object({ type: z.literal('@xstate.snapshot'), ...SENT, event: EVENT, snapshot: SNAPSHOT }),
  z.object({ type: z.literal('@statelyai.disconnected') }),
]);

/** A machine as its page defines it. */
interface KnownMachine {
  chart: Chart;
  json: string;
}
/** Machines by name. */
export type Machines = Readonly<Record<string, KnownMachine>>;

/** What pages said that is in no fact yet. */
export interface Heard {
  /** Actors by key, the latest last, whether or not they run. */
  actors: Actors;
  /** Senders of events that have not been taken yet, by the receiver's key. */
  sources: Readonly<Record<string, readonly { type: string; source: string }[]>>;
  /** The number of messages of a wrong shape. */
  refused: number;
  /** When the last dated message was sent: others have no time. */
  at: number;
}
export const NOTHING_HEARD: Heard = { actors: {}, sources: {}, refused: 0, at: 0 };

/** Actors kept; an app may create others for ever. */
const ACTORS_MAX = 5000;
/** Events kept of an actor that takes none. */
const SOURCES_MAX = 100;
const MACHINES_MAX = 500;
/** Of an app's context or event, in characters. */
const COPY_MAX = 50_000;

/** A machine's definition; null for other logic, of which only the name is sent. */
function configIn(definition: string): { id?: unknown } | null {
  try {
    // what @statelyai/inspect writes where a definition is deeper than its limit
    const config: unknown = JSON.parse(definition, (_, value: unknown) =>
      value === '[Object]' ? {} : value === '[Array]' ? [] : value,
    );
    if (typeof config !== 'object' || config === null) return null;
    return Object.keys(config).every((name) => name === 'id') ? null : config;
  } catch {
    return null;
  }
}

function chartIn(config: object, id: string): Chart {
  try {
    return chartOf(createMachine({ ...config, id } as never));
  } catch {
    return chartOf(createMachine({ id }));
  }
}

/** The name of a machine, which is added if it's new; another machine of the same id gets a number. */
function nameOf(definition: string, machines: Record<string, KnownMachine>): string | null {
  const config = configIn(definition);
  if (config === null) return null;
  const id = typeof config.id === 'string' ? config.id : '(machine)';
  for (let number = 1; number <= MACHINES_MAX; number += 1) {
    const name = number === 1 ? id : `${id} ${number}`;
    const known = machines[name];
    if (known === undefined) {
      if (Object.keys(machines).length >= MACHINES_MAX) return null;
      machines[name] = { chart: chartIn(config, id), json: definition };
    }
    if (machines[name]?.json === definition) return name;
  }
  return null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Reads the messages of a page.
 * @param running the actors that run
 * @returns the facts in them, and what is known since
 */
export function heardFrom(
  { machines: knownMachines, heard: before }: { machines: Machines; heard: Heard },
  running: Actors,
  page: string,
  messages: readonly unknown[],
): { facts: Fact[]; machines: Machines; heard: Heard } {
  const machines = { ...knownMachines };
  const actors = { ...before.actors };
  const sources = { ...before.sources };
  let { refused, at: last } = before;
  const latest = new Map(Object.values(running).map(({ key, snapshot }) => [key, snapshot]));
  const facts: Fact[] = [];
  // a portal has redacted what it sends
  const kept = (value: unknown) => (page === APP_PAGE ? redact(value, COPY_MAX) : (value as Json));
  const keyOf = (sessionId: string) => `${page}/${sessionId}`;

  /** An actor runs from its first snapshot on, and with it those above: React creates actors that it never starts. */
  const start = (key: string, at: number) => {
    if (latest.has(key)) return;
    const actor = actors[key];
    if (actor === undefined) return;
    latest.set(key, actor.snapshot);
    if (actor.parent !== null) start(actor.parent, at);
    facts.push({ kind: 'started', at, actor });
  };

  for (const message of messages) {
    const { data } = MESSAGE.safeParse(message);
    if (data === undefined) {
      refused += 1;
      continue;
    }
    if (data.type === '@statelyai.disconnected') {
      for (const known of [actors, sources])
        for (const key of Object.keys(known)) if (key.startsWith(keyOf(''))) delete known[key];
      for (const key of latest.keys()) if (key.startsWith(keyOf(''))) latest.delete(key);
      facts.push({ kind: 'gone', at: last, page });
      continue;
    }
    const { sessionId, createdAt: at } = data;
    last = at;
    const key = keyOf(sessionId);
    if (data.type === '@xstate.actor') {
      actors[key] = actorOf(page, key, data.name ?? sessionId, {
        parent: data.parentId === null ? null : keyOf(data.parentId),
        machine: data.definition === null ? null : nameOf(data.definition, machines),
      });
    } else if (data.type === '@xstate.event') {
      if (data.sourceId === null) continue;
      const sent = { type: data.event.type, source: keyOf(data.sourceId) };
      sources[key] = [...(sources[key] ?? []).slice(1 - SOURCES_MAX), sent];
    } else {
      const { status, value, tags, ...others } = data.snapshot ?? SNAPSHOT.unwrap().parse({});
      const { context, ...plain } = others;
      const previous = latest.get(key);
      if (previous === undefined && status === 'stopped') continue;
      actors[key] ??= actorOf(page, key, sessionId, { parent: null, machine: null });
      start(key, at);
      const { type, ...fields } = data.event;
      const copy = kept(context ?? plain);
      // an unchanged context is held once
      const snapshot: SeenSnapshot = {
        status,
        value,
        tags,
        context: previous !== undefined && isSame(previous.context, copy) ? previous.context : copy,
      };
      const senders = sources[key] ?? [];
      const sender = senders.findIndex((one) => one.type === type);
      if (sender !== -1) sources[key] = senders.slice(sender + 1);
      facts.push({
        kind: 'event',
        at,
        key,
        source: senders[sender]?.source ?? null,
        event: { ...(kept(fields) as object), type },
        snapshot,
        isHandled:
          previous === undefined ||
          previous.context !== snapshot.context ||
          !isSame({ ...previous, context: null }, { ...snapshot, context: null }),
      });
      if (status === 'active') latest.set(key, snapshot);
      else latest.delete(key);
    }
  }
  for (const key of Object.keys(actors).slice(0, -ACTORS_MAX)) {
    delete actors[key];
    delete sources[key];
  }
  return { facts, machines, heard: { actors, sources, refused, at: last } };
}

const actorOf = (
  page: string,
  key: string,
  id: string,
  more: Pick<SeenActor, 'parent' | 'machine'>,
): SeenActor => ({
  key,
  page,
  id,
  ...more,
  snapshot: { status: 'active', value: null, tags: [], context: null },
});
