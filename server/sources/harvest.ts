import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Satellite } from '../../contract/settings.ts';
import type { Database } from '../database/open.ts';
import { beginBatch, dropEmptyBatch } from '../search/scenes.store.ts';
import {
  addDocuments,
  endPass,
  forgetSince,
  noteRead,
  noteTry,
  openDocuments,
  type OpenDocument,
  type Reading,
} from './documents.queries.ts';
import {
  changeSource,
  collectionsOf,
  leaseSource,
  noteCollections,
  type Source,
  type SourceChange,
  noteRefusals,
  type SourceRefusal,
} from './sources.queries.ts';
import { NoAnswer } from '../base/outgoing/address.ts';
import { keptConnections, TooLarge, type Agents, type Answer } from '../base/outgoing/get.ts';
import type { Clock } from '../base/clock.ts';
import { fetchDocument, notBefore, Postponed } from './fetchDocument.ts';
import { DocumentRefusal, readDocument, type DocumentContent } from './readDocument.ts';
import { keepCollections } from '../stac/queries/collections.ts';
import { storeItems, type StoredCounts } from './storeItems.ts';

export interface HarvestDeps {
  db: Database;
  clock: Clock;
  config: { sourcesPrivate: boolean };
  satellites: readonly Satellite[];
}

/** How long a process may be silent before another one goes on with its source. */
const LEASE_MS = 180_000;
/** How often a source is asked for changes. */
const EVERY_MS = 60 * 60_000;
/** What the clocks of source and archive, and its longest transaction, may differ by. */
const OVERLAP_MS = 30 * 60_000;
/** Documents of single Items that are stored together. */
const ITEMS_AT_ONCE = 50;
/** A document is given up after so many answers that are no document. */
const TRIES_MAX = 3;

/** A document that was read, or is as it was. */
interface Fetched {
  document: OpenDocument;
  answer: Answer | null;
  content: DocumentContent | null;
  refusal: string | null;
}

/** The lease was lost: another process goes on. */
class LeaseLost extends Error {}

/** One process's work on a source. */
class Harvest {
  readonly #deps: HarvestDeps;
  readonly #source: Source;
  readonly #lease: string;
  readonly #agents: Agents;

  constructor(deps: HarvestDeps, source: Source, lease: string, agents: Agents) {
    this.#deps = deps;
    this.#source = source;
    this.#lease = lease;
    this.#agents = agents;
  }

  #later(milliseconds: number): Date {
    return new Date(this.#deps.clock.now().getTime() + milliseconds);
  }

  async #change(client: PoolClient, change: Partial<SourceChange>): Promise<void> {
    const whole = { dueAt: this.#later(LEASE_MS), ...change };
    if (!(await changeSource(client, this.#source.id, this.#lease, whole))) throw new LeaseLost();
  }

  /** Begins a pass, unless one is under way. */
  async begin(): Promise<void> {
    if (this.#source.isPassing) return;
    const { id, url } = this.#source;
    const pass = this.#source.pass + 1;
    const at = this.#deps.clock.now();
    await this.#deps.db.transaction(async (client) => {
      await this.#change(client, { begins: { pass, at } });
      await addDocuments(client, id, pass, [{ request: { url }, role: 'catalogue', collection: null }]);
    });
    Object.assign(this.#source, { pass, isPassing: true, beganAt: at, unread: 0 });
  }

  async #fetch(document: OpenDocument, signal: AbortSignal): Promise<Fetched> {
    const nothing: Fetched = { document, answer: null, content: null, refusal: null };
    try {
      const { sourcesPrivate: isPrivateAllowed } = this.#deps.config;
      const found = await fetchDocument(document, { isPrivateAllowed, agents: this.#agents, signal });
      if (found === null) return nothing;
      const { answer, value } = found;
      const known = new Map(
        (await collectionsOf(this.#deps.db.pool, this.#source.id)).map((one) => [one.id, one]),
      );
      const { role, collection, request } = document;
      const content = readDocument(value, {
        role,
        collection,
        url: answer.url,
        request,
        api: this.#source.api,
        known,
      });
      return { ...nothing, answer, content };
    } catch (error) {
      if (error instanceof DocumentRefusal || error instanceof TooLarge)
        return { ...nothing, refusal: error.message };
      throw error;
    }
  }

  /** Stores what was read and where it leads in one transaction, so that nothing is lost or read twice. */
  async #store(all: readonly Fetched[]): Promise<void> {
    const { db, satellites } = this.#deps;
    const { id, name, url, pass } = this.#source;
    const refusals: SourceRefusal[] = [];
    const read: { id: number; reading: Reading | null }[] = [];
    let api: Source['api'] | undefined;
    let unread = 0;
    await db.transaction(async (client) => {
      for (const { document, answer, content, refusal } of all) {
        if (refusal !== null) {
          refusals.push({ itemId: null, url: document.request.url, reason: refusal });
          // read again in the pass, a few times
          if (document.tries + 1 < TRIES_MAX) {
            await noteTry(client, document.id);
            continue;
          }
          unread += 1;
          if (document.collection !== null) await forgetSince(client, id, document.collection, true);
        }
        const links = content?.links ?? document.links ?? [];
        if (refusal === null) await addDocuments(client, id, pass, links);
        if (content !== null) {
          await noteCollections(client, id, content.collections);
          await keepCollections(client, name, content.collections);
        }
        if (content?.api !== undefined && document.request.url === url) api = content.api;
        const { etag = null, 'last-modified': modified = null } = answer?.headers ?? {};
        read.push({ id: document.id, reading: answer === null ? null : { etag, modified, links } });
      }
      const batch = await beginBatch(client, { kind: 'imported', source: url });
      const known = await collectionsOf(client, id);
      const items = all.flatMap(({ document, content }) =>
        (content?.items ?? []).map((item) => ({ ...item, collection: document.collection })),
      );
      const stored: StoredCounts = await storeItems(client, {
        batch,
        source: name,
        known,
        items,
        satellites,
      });
      await dropEmptyBatch(client, batch);
      for (const collection of stored.withoutUpdated) await forgetSince(client, id, collection, false);
      await noteRead(client, read);
      refusals.push(...stored.refusals);
      await noteRefusals(client, id, this.#deps.clock.now(), refusals);
      const { inserted, updated, unchanged, refused } = stored;
      await this.#change(client, {
        counts: { inserted, updated, unchanged, refused, unread },
        tries: 0,
        problem: null,
        ...(api === undefined ? {} : { api }),
      });
    });
    if (api !== undefined) this.#source.api = api;
    this.#source.unread += unread;
  }

  /** @returns whether the pass has ended */
  async step(signal: AbortSignal): Promise<boolean> {
    const { db } = this.#deps;
    const { id, pass, beganAt, unread } = this.#source;
    const documents = await openDocuments(db.pool, id, ITEMS_AT_ONCE);
    if (documents.length === 0) {
      const since = unread > 0 || beganAt === null ? null : new Date(beganAt.getTime() - OVERLAP_MS);
      await db.transaction(async (client) => {
        await endPass(client, id, pass, since);
        const endsAt = this.#deps.clock.now();
        await this.#change(client, { endsAt, dueAt: this.#later(EVERY_MS), isLeft: true });
      });
      return true;
    }
    const fetched: Fetched[] = [];
    // one after the other, over one connection
    for (const document of documents) {
      if (signal.aborted) break;
      // what was read before a failure is stored
      const one = await this.#fetch(document, signal).catch(async (error: unknown) => {
        if (fetched.length > 0) await this.#store(fetched);
        throw error;
      });
      fetched.push(one);
    }
    if (fetched.length > 0) await this.#store(fetched);
    return false;
  }

  /** Gives the source up until it may be asked again. */
  async leave(change: { dueAt: Date } & Partial<SourceChange>): Promise<void> {
    await this.#deps.db.transaction((client) => this.#change(client, { ...change, isLeft: true }));
  }
}

/** What one visit to a source came to. */
export type Visit = 'none' | 'under way' | 'ended' | 'postponed' | 'lost';

/**
 * Works on a source that is due, or on one source, until its pass ends or the time is up. Each document is stored with the
 * documents that it leads to in one transaction, so that a process may be killed at any time.
 * @param options.signal ends it after the document that is being read
 * @throws Error of the database
 */
export async function harvest(
  deps: HarvestDeps,
  options: { signal: AbortSignal; sliceMs: number; only?: number },
): Promise<Visit> {
  const { clock, db } = deps;
  const lease = randomUUID();
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const { only } = options;
  const source = await leaseSource(db.pool, { lease, now, until, ...(only === undefined ? {} : { only }) });
  if (source === null) return 'none';
  const agents = keptConnections(1);
  const work = new Harvest(deps, source, lease, agents);
  const end = performance.now() + options.sliceMs;
  try {
    await work.begin();
    while (!options.signal.aborted && performance.now() < end)
      if (await work.step(options.signal)) return 'ended';
    await work.leave({ dueAt: clock.now() });
    return 'under way';
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    if (!(error instanceof Postponed || error instanceof NoAnswer)) throw error;
    if (options.signal.aborted) {
      await work.leave({ dueAt: clock.now() });
      return 'under way';
    }
    const tries = source.tries + 1;
    const dueAt = notBefore(error, tries, clock.now());
    await work.leave({ dueAt, tries, problem: error.message });
    return 'postponed';
  } finally {
    agents.close();
  }
}
