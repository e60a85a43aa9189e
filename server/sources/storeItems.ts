import type { PoolClient } from 'pg';
import type { Satellite } from '../../contract/settings.ts';
import { type SourceRefusal, type SourceCollection } from './sources.queries.ts';
import type { SceneFacts } from '../search/scenes.ts';
import { nextTurn } from '../base/spells.ts';
import { Intake, noCounts, type FoundScene, type IntakeCounts } from '../stac/intake.ts';
import { satelliteOf } from '../stac/sensorTable.ts';
import { ItemRefusal, sceneOfItem } from '../stac/stacItem.ts';

/** Items that are read before other work of the process has its turn. */
const ITEMS_A_TURN = 20;

interface HarvestedItem {
  value: unknown;
  /** The Item's own address. */
  url: string;
  /** The collection that led to it, if one did. */
  collection: string | null;
}

/** What storing came to. */
export interface StoredCounts extends Pick<IntakeCounts, 'inserted' | 'updated' | 'unchanged'> {
  refused: number;
  refusals: SourceRefusal[];
  /** Collections with an Item that doesn't say when it was changed. */
  withoutUpdated: ReadonlySet<string>;
}

const collectionIn = (value: unknown): string | null => {
  const { collection } = (value ?? {}) as { collection?: unknown };
  return typeof collection === 'string' ? collection : null;
};
const hasUpdated = (value: unknown): boolean => {
  const { properties } = (value ?? {}) as { properties?: { updated?: unknown } | null };
  return typeof properties?.updated === 'string';
};

/** The facts as the operator's table of collections says. */
function mappedFacts(
  facts: SceneFacts,
  source: string,
  table: SourceCollection | undefined,
  satellites: readonly Satellite[],
): SceneFacts {
  const satellite = table?.satellite ?? null;
  const known = satellite === null ? null : satelliteOf(satellite.toLowerCase(), satellites);
  return {
    ...facts,
    source,
    ...(satellite === null
      ? {}
      : { satellite, satCode: known?.satCode ?? null, sourceCode: known?.sourceCode ?? null }),
    sensorType: table?.sensorType ?? facts.sensorType,
    supplier: table?.supplier ?? facts.supplier,
  };
}

/** Stores the Items of a source in the caller's transaction. Those that can't be scenes are refused with their reason. */
export async function storeItems(
  client: PoolClient,
  given: {
    batch: number;
    source: string;
    known: readonly SourceCollection[];
    items: readonly HarvestedItem[];
    satellites: readonly Satellite[];
  },
): Promise<StoredCounts> {
  const { batch, source, items, satellites } = given;
  const table = new Map(given.known.map((one) => [one.id, one]));
  const refusals: SourceRefusal[] = [];
  const withoutUpdated = new Set<string>();
  const found: FoundScene[] = [];
  const refuse = (url: string, { id, message }: ItemRefusal) =>
    refusals.push({ itemId: id, url, reason: message });
  for (const [at, { value, url, collection: led }] of items.entries()) {
    if (at > 0 && at % ITEMS_A_TURN === 0) await nextTurn();
    const collection = collectionIn(value) ?? led;
    const row = collection === null ? undefined : table.get(collection);
    if (row?.isWanted === false) continue;
    if (collection !== null && !hasUpdated(value)) withoutUpdated.add(collection);
    try {
      const { scene, repair } = sceneOfItem(value, { url }, satellites);
      const facts = mappedFacts(scene.facts, source, row, satellites);
      found.push({
        scene: { ...scene, facts },
        repair,
        found: { file: url, place: at, value, bytesRead: at },
      });
    } catch (error) {
      if (!(error instanceof ItemRefusal)) throw error;
      refuse(url, error);
    }
  }
  const counts = noCounts();
  const intake = new Intake(client, source, batch, counts, {
    refuse: ({ file }, refusal) => refuse(file, refusal),
    repaired: () => undefined,
  });
  await intake.begin();
  for (const one of found) await intake.add(one);
  await intake.end();
  const { inserted, updated, unchanged } = counts;
  return { inserted, updated, unchanged, refused: refusals.length, refusals, withoutUpdated };
}
