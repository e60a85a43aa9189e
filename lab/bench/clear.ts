import { fillMasks } from '../../server/search/masks/fillMasks.ts';
import { openQuicklooks } from '../../server/search/quicklooks/quicklookStore.ts';
import { idsWithoutMask } from '../../server/search/masks/masks.queries.ts';
import { findScenes } from '../../server/search/scenes.search.ts';
import { fillScenes } from '../../server/search/scenes.fill.ts';
import { beginBatch } from '../../server/search/scenes.store.ts';
import { calendarOf } from '../../server/search/calendar.ts';
import { clearShares } from '../../server/search/masks/clearShares.ts';
import { cappedAoi } from '../../server/search/area.rules.ts';
import { writeWkt } from '../../src/geo/wkt/wkt.ts';
import { sceneOf, square } from '../../tests/server/search/sceneFixtures.ts';
import { onEachDatabase, quantile, type BenchDatabase } from './support/databases.ts';

const SCENES = 5_000;
const RUNS = 9;
const AREA = square(103.75, 1.2, 103.95, 1.4);
const USER = { utype: 6 };

interface ClearFigures {
  /** Milliseconds for each mask, made and stored. */
  mask: number;
  /** Milliseconds of the search for 5,000 scenes in the database, and of their clear shares; medians. */
  search: number;
  shares: number;
  /** The same of a coverage calendar with these scenes. */
  calendar: number;
}

/** Scenes of 20 km over the area, each a little elsewhere and of another day. */
const scenes = () =>
  Array.from({ length: SCENES }, (_, at) => {
    const [x, y] = [103.7 + ((at * 7) % 100) / 1000, 1.15 + ((at * 13) % 100) / 1000];
    const day = new Date(Date.UTC(2026, 0, 1) + (at % 300) * 86_400_000).toISOString();
    return sceneOf(`CLEAR_${at}`, square(x, y, x + 0.2, y + 0.2), {
      acquisitionDate: day,
      cloudCover: at % 101,
    });
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return Math.round(quantile(times, 0.5));
}

async function measured({ deps: { db, files, scenePixels } }: BenchDatabase): Promise<ClearFigures> {
  const quicklooks = openQuicklooks({ files, scenePixels });
  const deps = { db, quicklooks, scenePixels, user: USER };
  await db.transaction(async (client) => {
    const batch = await beginBatch(client, { kind: 'imported', source: 'bench' });
    await fillScenes(client, batch, scenes());
  });
  const ids = await idsWithoutMask(db, 0, SCENES);
  const from = performance.now();
  await Promise.all(
    [0, 1].map((lane) =>
      fillMasks(
        deps,
        ids.filter((_, at) => at % 2 === lane),
      ),
    ),
  );
  const mask = Math.round((performance.now() - from) / (SCENES / 100)) / 100;
  const aoiWkt = writeWkt(AREA);
  const { geometry } = await cappedAoi(aoiWkt, USER.utype);
  const query = { area: geometry, from: '2026-01-01', to: '2026-12-31', cap: SCENES };
  const productIds = (await findScenes(db, query)).scenes.map(({ facts }) => facts.productId);
  return {
    mask,
    search: await timed(() => findScenes(db, query)),
    shares: await timed(() => clearShares(deps, { aoiWkt, productIds })),
    calendar: await timed(() => calendarOf(deps, { ...query, sensorType: 'OPTICAL' })),
  };
}

/** Masks and clear shares of 5,000 scenes, beside the search for them, on both databases. */
export const benchClear = (): Promise<Record<string, ClearFigures>> => onEachDatabase(measured);
