import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { tileAddress } from '../../../src/services/imagery.ts';
import { benchFolder, startForBench } from '../start.ts';
import { Caller, everythingIn } from './caller.ts';
import { worldLayer } from './fairness.ts';

const CALLS = Number(process.env['ENDURANCE_CALLS'] ?? 50_000);
/** The calls are spread over so long, ms; without it each caller sends one after the other. */
const SPREAD_MS = Number(process.env['ENDURANCE_MINUTES'] ?? 0) * 60_000;
/** Memory is read after each of these. */
const CHUNK = 1_000;
/** Callers at the same time, spread over the demo accounts. */
const CALLERS = 12;
const EMAILS = ['demo1', 'demo2', 'demo6'].map((name) => `${name}@groundtrack.example`);
const AOI = 'POLYGON((103.75 1.25,103.85 1.25,103.85 1.35,103.75 1.35,103.75 1.25))';
const CONDITION = everythingIn(AOI);
/** After the calls nothing is asked for so long, ms: threads without a task have ended. */
const IDLE_MS = 10 * 60_000;
/** A server that was started is as long in peace before its memory is read, ms. */
const SETTLED_MS = 15_000;
const SAMPLE_MS = 1_000;

interface Endurance {
  calls: number;
  errors: number;
  /** Of the resident memory after half of the calls: least squares, KB for 1,000 calls, and its standard error. */
  slopeKb: number;
  noiseKb: number;
  residentMb: number;
  /** At most during the calls, after ten minutes without one, and after a restart. */
  peakMb: number;
  idleMb: number;
  restartedMb: number;
}

/** The mix, in turn: what a person's page sends, and now and then a refused or a failing call. */
const MIX: readonly ((caller: Caller, n: number) => Promise<Response>)[] = [
  (caller) => ask(caller, endpoints.currentUser),
  (caller) => ask(caller, endpoints.searchScenes, CONDITION),
  (caller) => ask(caller, endpoints.savedAois),
  (caller, n) =>
    ask(caller, { method: 'GET', path: `${endpoints.places.path}?q=${['Singa', 'Ham', 'Lon'][n % 3]}` }),
  (caller) => ask(caller, endpoints.settings),
  (caller) => ask(caller, endpoints.credits),
  (caller) => ask(caller, endpoints.saveAoi, { name: 'Crossed', geom: 'POLYGON((0 0,1 1,1 0,0 1,0 0))' }),
  (caller) => ask(caller, endpoints.exportTasks),
  (caller) => ask(caller, endpoints.savedSearches),
  (caller) => ask(caller, { method: 'GET', path: `${endpoints.imageryExports.path}?cpage=1` }),
];

/** What the calls beside the mix are about. */
interface Subject {
  layer: number;
  scenes: readonly { id: string; properties: { quicklookUrl: string | null } }[];
}

/** Calls that take memory, each in place of one of so many of the mix. */
const HEAVY: readonly [every: number, call: (caller: Caller, n: number, of: Subject) => Promise<Response>][] =
  [
    [20, (caller, n, { layer }) => fetch(tileOf(caller, layer, n))],
    [
      101,
      (caller, n, { scenes }) =>
        fetch(caller.url + String(scenes[n % scenes.length]!.properties.quicklookUrl)),
    ],
    [
      211,
      (caller, _, { scenes }) =>
        ask(caller, endpoints.clearShares, { aoiWkt: AOI, productIds: idsOf(scenes) }),
    ],
    [
      499,
      (caller, _, { scenes }) =>
        ask(caller, endpoints.submitExportTask, {
          name: 'Bench',
          type: 'GeoJSON',
          productIds: idsOf(scenes),
          aoiWkt: '',
        }),
    ],
    [1_999, order],
  ];

const idsOf = (scenes: Subject['scenes']) => scenes.map(({ id }) => id);

/** A tile that no call before asked for. */
function tileOf(caller: Caller, layer: number, n: number): string {
  const place = { layer, z: 8, x: n % 2 ** 8, y: 60 + (Math.floor(n / 2 ** 8) % 128) };
  return Object.entries(place).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    tileAddress(caller.url, caller.token),
  );
}

/** Orders a scene, cut to the area. */
async function order(caller: Caller, n: number, { scenes }: Subject): Promise<Response> {
  const productIds = [scenes[n % scenes.length]!.id];
  const form = { productIds, aoiWkt: AOI, productLevel: 'L2A', cropByAoi: true };
  const { data } = endpoints.archivePrice.reply.parse(
    JSON.parse(await caller.send(endpoints.archivePrice, form)),
  );
  return ask(caller, endpoints.archiveSubmit, {
    ...form,
    projection: 'UTM',
    orderName: 'Bench',
    agreedPrice: data?.finalPrice,
  });
}

function ask(caller: Caller, row: { method: string; path: string }, body?: unknown): Promise<Response> {
  const { url, init } = caller.request(row, body);
  return fetch(url, init);
}

/** The least-squares slope of values, and its standard error. */
function slopeOf(values: readonly number[]): { slope: number; error: number } {
  const count = values.length;
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (count - 2) / spread) };
}

/** The resident memory of a server in KB, by its metrics. */
async function residentKb(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024;
}

/** The resident memory in MB after a time without calls. */
async function afterMs(ms: number, metricsPort: number): Promise<number> {
  await pause(ms);
  return Math.round((await residentKb(metricsPort)) / 1024);
}

/** Whether the server's memory grows over many mixed calls, comes back after them, and whether all of them are answered. */
export async function benchEndurance(): Promise<Endurance> {
  const folder = benchFolder();
  const metricsPort = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = {
    SCENES: '6000',
    DEMO: 'on',
    DEMO_IMAGERY: 'on',
    METRICS_PORT: String(metricsPort),
    // as `npm start` does
    SUPERVISE: 'on',
    SUPPLIER_STEP_SECONDS: '1',
    DELIVERY_MEGAPIXELS: '4',
  };
  let portal = await startForBench(folder.path, settings);
  let sampling: NodeJS.Timeout | undefined;
  try {
    const callers = EMAILS.map(() => new Caller(portal.url));
    for (const [at, email] of EMAILS.entries()) await callers[at]?.logIn(email);
    const found = endpoints.searchScenes.reply.parse(
      JSON.parse(await callers[0]!.send(endpoints.searchScenes, CONDITION)),
    );
    const subject = { layer: await worldLayer(callers[0]!), scenes: (found.features ?? []).slice(0, 500) };
    let [sent, errors, peak] = [0, 0, 0];
    const resident: number[] = [];
    const sample = async () => {
      const kb = await residentKb(metricsPort);
      peak = Math.max(peak, kb);
      return kb;
    };
    sampling = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
    const began = performance.now();
    const work = async (caller: Caller, until: number) => {
      while (sent < until) {
        const n = sent++;
        if (SPREAD_MS > 0) await pause(Math.max(0, began + (n / CALLS) * SPREAD_MS - performance.now()));
        const heavy = HEAVY.findLast(([every]) => n % every === every - 1);
        const send = () =>
          heavy === undefined
            ? MIX[n % MIX.length]!(caller, Math.floor(n / MIX.length))
            : heavy[1](caller, Math.floor(n / heavy[0]), subject);
        // a kept connection may be closed while it is used again, and on a busy machine the next one too
        const answer = await send().catch(send).catch(send);
        await answer.arrayBuffer();
        if (!answer.ok) errors++;
      }
    };
    for (let until = CHUNK; until <= CALLS; until += CHUNK) {
      await Promise.all(
        Array.from({ length: CALLERS }, (_, at) => work(callers[at % callers.length]!, until)),
      );
      resident.push(await sample());
    }
    clearInterval(sampling);
    const { slope, error } = slopeOf(resident.slice(resident.length / 2));
    const idleMb = await afterMs(IDLE_MS, metricsPort);
    await portal.stop();
    portal = await startForBench(folder.path, settings);
    return {
      calls: sent,
      errors,
      slopeKb: Math.round(slope),
      noiseKb: Math.round(error),
      residentMb: Math.round((resident.at(-1) ?? 0) / 1024),
      peakMb: Math.round(peak / 1024),
      idleMb,
      restartedMb: await afterMs(SETTLED_MS, metricsPort),
    };
  } finally {
    clearInterval(sampling);
    await portal.stop();
    folder.remove();
  }
}
