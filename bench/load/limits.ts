import { outlinedArea } from '../../server/areas/areas.ts';
import { EXPORT_RECORDS_MAX } from '../../contract/limits.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { openDatabase } from '../../server/db/connection/open.ts';
import { SAVED_AOIS_MAX } from '../../server/routes/saved/savedAois.ts';
import { Caller } from './caller.ts';
import { quantile } from '../support/databases.ts';
import { benchFolder, startForBench } from '../start.ts';

/** Positions of the largest area that every call takes. */
const CORNERS = 9_800;
const SCENES = 6_000;
const TIMES = 3;
const LOUD = 'demo6@groundtrack.example';

/** An outline around Singapore whose corners lie on two circles, as WKT. */
function largestArea(): string {
  const ring = Array.from({ length: CORNERS }, (_, at) => {
    const [angle, radius] = [(at / CORNERS) * 2 * Math.PI, at % 2 === 0 ? 0.3 : 0.29];
    return `${(103.8 + radius * Math.cos(angle)).toFixed(7)} ${(1.3 + radius * Math.sin(angle)).toFixed(7)}`;
  });
  return `POLYGON((${[...ring, ring[0]].join(',')}))`;
}

/** ms of a quiet user's calls, one after another, until the work is done. */
async function besides(quiet: Caller, work: () => Promise<unknown>): Promise<number[]> {
  const state = { isDone: false };
  const worked = work().finally(() => (state.isDone = true));
  const times: number[] = [];
  while (!state.isDone) {
    const began = performance.now();
    await quiet.send(endpoints.currentUser);
    times.push(performance.now() - began);
  }
  await worked;
  return times;
}

type Calls = Readonly<Record<string, () => Promise<string>>>;

/** Saves as many areas as an account may have, each as large as it may be. */
async function saveAreas(dataDir: string, email: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  const { wkt, areaKm2, outline } = await outlinedArea(largestArea());
  await db.pool.query(
    `insert into saved_aois (account_id, name, geom, area_km2, outline, created_at)
     select id, 'Area ' || n, $2, $4, $5, now() from accounts, generate_series(1, $3::int) n where email = $1`,
    [email, wkt, SAVED_AOIS_MAX, areaKm2, outline],
  );
  await db.close();
}

async function callsAtLimits(loud: Caller): Promise<Calls> {
  const aoiWkt = largestArea();
  const condition = {
    aoiWkt,
    acquisitionDateFrom: '2000-01-01',
    acquisitionDateTo: '2100-01-01',
    maxCloudCover: 100,
    maxOffNadirAngle: 45,
    sensorType: 'OPTICAL',
    satList: [],
  };
  const found = endpoints.searchScenes.reply.parse(
    JSON.parse(await loud.send(endpoints.searchScenes, condition)),
  );
  const features = found.features ?? [];
  const productIds = features
    .filter(({ properties }) => properties.supplier === features[0]?.properties.supplier)
    .slice(0, EXPORT_RECORDS_MAX)
    .map(({ id }) => id);
  const order = { productIds, aoiWkt, productLevel: 'L2A', cropByAoi: true, projection: 'UTM' };
  const tasking = {
    aoiWkt,
    sourceCode: 'S',
    taskingWindowStart: '2099-01-01',
    taskingWindowEnd: '2099-02-01',
    maxCloudCover: 30,
    maxOffNadirAngle: 45,
    resolution: 0.5,
    productMode: 'MONO',
    productLevel: 'L1',
    cropByAoi: true,
    projection: 'LAT_LON',
  };
  const dumpJson = { condition, result: features.map(({ id }) => ({ id })), resultStatus: {} };
  return {
    search: () => loud.send(endpoints.searchScenes, condition),
    relaxedSearch: () => loud.send(endpoints.relaxedSearch, condition),
    archivePrice: () => loud.send(endpoints.archivePrice, order),
    taskingPrice: () => loud.send(endpoints.taskingPrice, tasking),
    saveSearch: () => loud.send(endpoints.saveSearch, { name: 'All', aoiGeom: aoiWkt, dumpJson }),
    savedSearches: () => loud.send(endpoints.savedSearches),
    savedAois: () => loud.send(endpoints.savedAois),
    exportAoi: () =>
      loud.send(endpoints.submitExportTask, { name: 'Area', type: 'aoi', productIds: [], aoiWkt }),
  };
}

/** ms of a quiet user's calls, alone and beside each call at its limits, with that call's own time and size. */
export async function benchLimits(): Promise<Record<string, Record<string, number>>> {
  const folder = benchFolder();
  const portal = await startForBench(folder.path, {
    SCENES: String(SCENES),
    DEMO: 'on',
    DEMO_IMAGERY: 'off',
  });
  try {
    const [quiet, loud] = [new Caller(portal.url), new Caller(portal.url)];
    await quiet.logIn('demo1@groundtrack.example');
    await loud.logIn(LOUD);
    await saveAreas(folder.path, LOUD);
    const calls = await callsAtLimits(loud);
    const alone = await besides(quiet, () => new Promise((resolve) => setTimeout(resolve, 3000)));
    const figures: Record<string, Record<string, number>> = {
      alone: { quietP99Ms: quantile(alone, 0.99) },
    };
    for (const [name, call] of Object.entries(calls)) {
      let [text, ms] = ['', 0];
      await call();
      const times = await besides(quiet, async () => {
        const began = performance.now();
        for (let at = 0; at < TIMES; at += 1) text = await call();
        ms = (performance.now() - began) / TIMES;
      });
      figures[name] = {
        quietP99Ms: quantile(times, 0.99),
        quietMaxMs: Math.round(Math.max(...times)),
        ms: Math.round(ms),
        replyKb: Math.round(text.length / 1000),
      };
    }
    return figures;
  } finally {
    await portal.stop();
    folder.remove();
  }
}
