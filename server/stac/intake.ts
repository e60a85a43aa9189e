import { DatabaseError, type PoolClient } from 'pg';
import type { NewScene } from '../search/scenes.ts';
import { storeScenes } from '../search/scenes.store.ts';
import { FILES, namesOfCollections } from './queries/collections.ts';
import { ItemRefusal } from './stacItem.ts';
import type { FoundValue } from './stacReader.ts';

/** Scenes per insert. */
export const CHUNK = 1_000;
/** Bytes of Items per insert, about: a few large Items fill a chunk too. */
const CHUNK_BYTES = 16 * 1024 * 1024;

/** A scene, what was repaired in its Item, or null, and the place where the Item was found. */
export interface FoundScene {
  scene: NewScene;
  repair: string | null;
  found: FoundValue;
}

/** What storing came to. */
export interface IntakeCounts {
  /** Stored Items: inserted, updated and unchanged. */
  accepted: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Accepted Items that took the place of an earlier one of the same import. */
  replaced: number;
  /** Accepted Items with a ring that was closed, or whose pole was taken from the bbox. */
  repaired: number;
}

/** The counts before anything is stored. */
export const noCounts = (): IntakeCounts => ({
  accepted: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  replaced: 0,
  repaired: 0,
});

/** Called with every Item that the database refused, and with every one that was stored after a repair. */
interface IntakeNotes {
  refuse: (found: FoundValue, refusal: ItemRefusal) => void;
  repaired: (found: FoundValue, id: string, repair: string) => void;
}

/**
 * Whether the database refused a value: data exceptions, constraints, limits of a row or of nesting, and errors of PostGIS
 * (PostgreSQL, appendix A: classes 22, 23, 54 and code XX000). JSON.stringify refuses nesting with a RangeError.
 */
const isRefused = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (error instanceof DatabaseError && /^(?:22|23|54)|^XX000$/.test(error.code ?? ''));

/**
 * Scenes with collections that no other origin has, and product ids that no scene of another collection or origin has: of two
 * Items with the same id the later one becomes `collection/id`, or `origin/id` without a collection.
 * @param origin the name of a source; null for files
 */
async function withOwnIds<Found extends { scene: NewScene }>(
  client: PoolClient,
  origin: string | null,
  given: readonly Found[],
): Promise<Found[]> {
  const names = await namesOfCollections(
    client,
    origin,
    given.flatMap(({ scene }) => collectionOf(scene) ?? []),
  );
  const found = given.map((one) => {
    const id = collectionOf(one.scene);
    const collection = id === null ? null : names.get(id)!;
    if (collection === id) return { one, collection };
    return {
      one: { ...one, scene: { ...one.scene, item: { ...(one.scene.item as object), collection } } },
      collection,
    };
  });
  const ids = found.map(({ one: { scene }, collection }) => {
    const id = idOf(scene);
    return [id, `${collection ?? origin ?? FILES}/${id}`] as const;
  });
  const { rows } = await client.query<{ id: string; collection: string; isOurs: boolean }>(
    `select product_id as id, collection, source is not distinct from $2 as "isOurs" from scenes
     where product_id = any($1::text[] collate "C")`,
    [ids.flat(), origin],
  );
  const taken = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ one, collection }, at) => {
    const { scene } = one;
    const [id, other] = ids[at]!;
    const before = taken.get(id);
    const isOwn =
      before === undefined || (before.isOurs && (collection ?? before.collection) === before.collection);
    const productId = isOwn && !taken.has(other) ? id : other;
    return productId === scene.facts.productId
      ? one
      : { ...one, scene: { ...scene, facts: { ...scene.facts, productId } } };
  });
}

const fieldOf = (item: unknown, name: string): string | null => {
  const value = ((item ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
};
const idOf = ({ item, facts }: NewScene): string =>
  typeof (item as { id?: unknown } | null)?.id === 'string' ? (item as { id: string }).id : facts.productId;
const collectionOf = ({ item }: NewScene): string | null => fieldOf(item, 'collection');

/** Collects scenes and stores them in chunks; a product id occurs once per chunk. */
export class Intake {
  readonly #client: PoolClient;
  readonly #origin: string | null;
  readonly #batch: number;
  readonly #counts: IntakeCounts;
  readonly #notes: IntakeNotes;
  readonly #ids = new Set<string>();
  #chunk = new Map<string, FoundScene>();
  #chunkBegin = 0;
  #storing: Promise<void> = Promise.resolve();

  /** @param origin the name of a source; null for files */
  constructor(
    client: PoolClient,
    origin: string | null,
    batch: number,
    counts: IntakeCounts,
    notes: IntakeNotes,
  ) {
    this.#client = client;
    this.#origin = origin;
    this.#batch = batch;
    this.#counts = counts;
    this.#notes = notes;
  }

  /** Call before the first add. */
  async begin(): Promise<void> {
    await this.#client.query('savepoint chunk');
  }

  async add(item: FoundScene): Promise<void> {
    const { scene, found } = item;
    // a repeated id is a newer version of the same Item
    if (this.#chunk.has(scene.facts.productId)) await this.flush();
    if (this.#chunk.size === 0) this.#chunkBegin = found.bytesRead;
    this.#chunk.set(scene.facts.productId, item);
    if (this.#chunk.size >= CHUNK || found.bytesRead - this.#chunkBegin >= CHUNK_BYTES) await this.flush();
  }

  /** Starts storing the chunk while the next one is read. */
  async flush(): Promise<void> {
    await this.#storing;
    if (this.#chunk.size === 0) return;
    this.#storing = this.#store([...this.#chunk.values()]);
    // suppresses the unhandled rejection; the next flush throws it
    this.#storing.catch(() => undefined);
    this.#chunk = new Map();
  }

  /** Waits until everything is stored. */
  async end(): Promise<void> {
    await this.flush();
    await this.#storing;
  }

  /**
   * Stores the scenes; if the database refuses one of them, halves them until that one is found. The savepoint stands
   * before each call, so that the database is at work while the next chunk is read.
   */
  async #store(scenes: readonly FoundScene[]): Promise<void> {
    try {
      const own = await withOwnIds(this.#client, this.#origin, scenes);
      const stored = await storeScenes(
        this.#client,
        this.#batch,
        own.map(({ scene }) => scene),
      );
      await this.#client.query('release savepoint chunk; savepoint chunk');
      this.#count(own, stored);
    } catch (error) {
      if (!isRefused(error)) throw error;
      await this.#client.query('rollback to savepoint chunk');
      const [only, another] = scenes;
      if (only !== undefined && another === undefined)
        this.#notes.refuse(
          only.found,
          new ItemRefusal(only.scene.facts.productId, `it can't be stored: ${error.message}`),
        );
      else {
        const half = Math.ceil(scenes.length / 2);
        await this.#store(scenes.slice(0, half));
        await this.#store(scenes.slice(half));
      }
    }
  }

  #count(scenes: readonly FoundScene[], stored: Awaited<ReturnType<typeof storeScenes>>): void {
    this.#counts.accepted += scenes.length;
    this.#counts.inserted += stored.inserted;
    this.#counts.updated += stored.updated;
    this.#counts.unchanged += stored.unchanged;
    for (const { scene, repair, found } of scenes) {
      const id = scene.facts.productId;
      if (this.#ids.has(id)) this.#counts.replaced++;
      this.#ids.add(id);
      if (repair === null) continue;
      this.#counts.repaired++;
      this.#notes.repaired(found, id, repair);
    }
  }
}
