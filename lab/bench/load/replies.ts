import { Agent, request } from 'node:http';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { SCENE_TABLE_TYPE } from '../../../contract/search.ts';
import { quantile } from '../support/databases.ts';
import { onPortal, secondsToFill } from '../start.ts';
import { Caller, everythingIn, largestArea } from './caller.ts';

const SCENES = 1_000_000;
/** Replies one after the other, and over ten connections. */
const RUNS = { one: 30, ten: 100 } as const;
const CONNECTIONS = 10;
/** So many scenes are priced, clipped to an area of so many vertices. */
const PRICED = { scenes: 100, vertices: 3_000, runs: 9 } as const;
/** An area with more scenes than one search returns, 5,000. */
const WIDE = 'POLYGON((100 -4,118 -4,118 14,100 14,100 -4))';
const MOST = 5_000;

interface Replies {
  /** Compressed, as it comes over the wire. */
  kilobytes: number;
  /** Median of one connection, until the last byte. */
  oneMs: number;
  /** Replies a second over ten connections. */
  tenPerSecond: number;
}

/** Bytes of one reply, as sent. */
function bytesOf(caller: Caller, agent: Agent, accept: string): Promise<number> {
  const { url, init } = caller.request(endpoints.searchScenes, everythingIn(WIDE));
  return new Promise((resolve, reject) => {
    const headers = { ...init.headers, accept, 'accept-encoding': 'gzip' };
    const sent = request(url, { method: init.method, headers, agent }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
      reply.on('error', reject);
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`answered ${reply.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(init.body);
  });
}

async function repliesOf(caller: Caller, accept: string): Promise<Replies> {
  const found = endpoints.searchScenes.reply.parse(
    JSON.parse(await caller.send(endpoints.searchScenes, everythingIn(WIDE))),
  );
  if (found.features?.length !== MOST) throw new Error(`${found.features?.length} scenes: ${found.message}`);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const one = () => bytesOf(caller, agent, accept);
  const bytes = await one();
  const times: number[] = [];
  for (let run = 0; run < RUNS.one; run++) {
    const began = performance.now();
    await one();
    times.push(performance.now() - began);
  }
  const began = performance.now();
  let asked = 0;
  const connection = async () => {
    while (asked++ < RUNS.ten) await one();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    kilobytes: Math.round(bytes / 1000),
    oneMs: quantile(times, 0.5),
    tenPerSecond: Math.round((10 * RUNS.ten) / seconds) / 10,
  };
}

/** Median ms of the price of clipped scenes. */
async function priceMs(caller: Caller): Promise<number> {
  const aoiWkt = largestArea(PRICED.vertices);
  const found = await caller.send(endpoints.searchScenes, everythingIn(aoiWkt));
  const features = endpoints.searchScenes.reply.parse(JSON.parse(found)).features ?? [];
  const supplier = features[0]?.properties.supplier;
  const productIds = features
    .filter(({ properties }) => properties.supplier === supplier)
    .slice(0, PRICED.scenes)
    .map(({ id }) => id);
  const order = { productIds, aoiWkt, productLevel: 'L2A', cropByAoi: true };
  if (productIds.length < PRICED.scenes) throw new Error(`${productIds.length} scenes to price`);
  const times: number[] = [];
  for (let run = 0; run <= PRICED.runs; run++) {
    const began = performance.now();
    const { result } = endpoints.archivePrice.reply.parse(
      JSON.parse(await caller.send(endpoints.archivePrice, order)),
    );
    if (result !== 1) throw new Error('the price was refused');
    // the first one starts the threads
    if (run > 0) times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}

/**
 * Replies of 5,000 scenes over HTTP from an archive of 1,000,000 (embedded database), as the table that the page asks for
 * and as GeoJSON; and the price of 100 clipped scenes with an area of 3,000 vertices.
 */
export function benchReplies(): Promise<Record<'table' | 'geoJson', Replies> & { priceMs: number }> {
  const settings = { DEMO: 'on', DEMO_IMAGERY: 'off', SCENES: String(SCENES), WORK: 'archive' };
  return onPortal(settings, async ({ url }) => {
    await secondsToFill(url);
    const caller = new Caller(url);
    await caller.logIn('demo6@groundtrack.example');
    return {
      table: await repliesOf(caller, SCENE_TABLE_TYPE),
      geoJson: await repliesOf(caller, 'application/json'),
      priceMs: await priceMs(caller),
    };
  });
}
