import type { Footprint } from '../../contract/search.ts';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import { FACTS_COUNT, storedScene, type SceneQuery, type StoredScene } from './scenes.ts';
import { inTurns } from '../base/spells.ts';
import { intersectionTest } from './scenes.intersects.ts';
import { partsToSearch, searchesWithPostgis, type Bind } from './scenes.place.ts';
import { factsOf, factsSql, NEWEST_FIRST, type Statement } from './scenes.search.ts';
import { boxOf, readWkb, writeWkb } from './scenes.wkb.ts';

/** A scene with its id in the table: later ones came later. */
export type NumberedScene = StoredScene & { id: number };

/** What searches of several areas find in one snapshot. */
export interface FoundOver {
  /** The scenes over each area, newest first, then by product id; null if more than `cap` are near it. */
  scenes: (NumberedScene[] | null)[];
  /** The id of the last scene that came; 0 for an empty archive. */
  lastId: number;
}

/**
 * All areas in one statement: for each part of an area its newest scenes, with the index of `searchStatement`. Its rows begin with the
 * columns FACTS, followed by footprint, id and the area's place.
 */
function statementOver(
  areas: readonly Footprint[],
  query: Omit<SceneQuery, 'area'>,
  postgis: boolean,
): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const parts = areas.flatMap((area, nth) => partsToSearch(area).map((part) => ({ nth, part })));
  const [type, made, test] = postgis
    ? ['bytea', 'ST_GeomFromWKB(part, 4326)', 'ST_Intersects(geom, wanted.place)']
    : ['text', 'part::box', 'bounds && wanted.place'];
  const places = parts.map(({ part }) => (postgis ? writeWkb(part) : boxOf(part)));
  // `offset 0`: a place is made once for its area, not for each scene
  const text = `select facts.*, found.footprint, found.id, wanted.nth
    from (select nth, ${made} as place
      from unnest(${bind(parts.map(({ nth }) => nth))}::int[], ${bind(places)}::${type}[]) as parts (nth, part) offset 0) wanted
    cross join lateral (select id, ctid as stored, footprint, acquired, product_id
      from scenes where ${test} and ${factsSql(query, bind)} ${NEWEST_FIRST} limit ${bind(query.cap + 1)}) found
    cross join ${factsOf('found.stored')}
    order by wanted.nth, found.acquired desc, found.product_id`;
  return { text, values };
}

/**
 * Searches several areas with the same conditions at once, each as `findScenes` does.
 * @throws the signal's reason if aborted; pg's error if the statement timed out
 */
export async function findScenesOver(
  db: Pick<Database, 'readPool'>,
  areas: readonly Footprint[],
  query: Omit<SceneQuery, 'area'>,
  signal?: AbortSignal,
): Promise<FoundOver> {
  const postgis = await searchesWithPostgis(db.readPool);
  return readCancellably(db.readPool, signal, async (client) => {
    const last = await client.query<{ id: number }>('select coalesce(max(id), 0) as id from scenes');
    const { rows } = await client.query<unknown[]>({
      ...statementOver(areas, query, postgis),
      rowMode: 'array',
    });
    const found = areas.map((area) => ({
      isMatch: postgis ? () => true : intersectionTest(area),
      /** A scene may be over several parts of an area. */
      seen: new Set<number>(),
      scenes: [] as NumberedScene[],
    }));
    await inTurns(rows, signal, (row) => {
      const [footprint, id, nth] = row.slice(FACTS_COUNT) as [Buffer, number, number];
      const { isMatch, seen, scenes } = found[nth]!;
      if (seen.has(id)) return;
      seen.add(id);
      const geometry = readWkb(footprint);
      if (isMatch(geometry)) scenes.push({ ...storedScene(row, geometry), id });
    });
    return {
      scenes: found.map(({ seen, scenes }) => (seen.size > query.cap ? null : scenes)),
      lastId: last.rows[0]?.id ?? 0,
    };
  });
}
