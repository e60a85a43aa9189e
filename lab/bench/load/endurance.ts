import { endpoints } from '../../../contract/calls/endpoints.ts';
import { benchFolder, startForBench } from '../start.ts';
import { Caller, everythingIn } from './caller.ts';

const CALLS = 50_000;
/** Memory is read after each of these. */
const CHUNK = 1_000;
/** Callers at the same time, spread over the demo accounts. */
const CALLERS = 12;
const EMAILS = ['demo1', 'demo2', 'demo6'].map((name) => `${name}@groundtrack.example`);
const AOI = 'POLYGON((103.75 1.25,103.85 1.25,103.85 1.35,103.75 1.35,103.75 1.25))';
const CONDITION = everythingIn(AOI);

interface Endurance {
  calls: number;
  errors: number;
  /** Of the resident memory after half of the calls: least squares, KB for 1,000 calls, and its standard error. */
  slopeKb: number;
  noiseKb: number;
  residentMb: number;
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

/** Whether the server's memory grows over many mixed calls, and whether all of them are answered. */
export async function benchEndurance(): Promise<Endurance> {
  const folder = benchFolder();
  const metricsPort = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = { SCENES: '6000', DEMO: 'on', DEMO_IMAGERY: 'off', METRICS_PORT: String(metricsPort) };
  const portal = await startForBench(folder.path, settings);
  const residentKb = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1024;
  };
  try {
    const callers = EMAILS.map(() => new Caller(portal.url));
    for (const [at, email] of EMAILS.entries()) await callers[at]?.logIn(email);
    let [sent, errors] = [0, 0];
    const resident: number[] = [];
    const work = async (caller: Caller, until: number) => {
      while (sent < until) {
        const n = sent++;
        const answer = await MIX[n % MIX.length]!(caller, Math.floor(n / MIX.length));
        await answer.arrayBuffer();
        if (!answer.ok) errors++;
      }
    };
    for (let until = CHUNK; until <= CALLS; until += CHUNK) {
      await Promise.all(
        Array.from({ length: CALLERS }, (_, at) => work(callers[at % callers.length]!, until)),
      );
      resident.push(await residentKb());
    }
    const { slope, error } = slopeOf(resident.slice(resident.length / 2));
    return {
      calls: sent,
      errors,
      slopeKb: Math.round(slope),
      noiseKb: Math.round(error),
      residentMb: Math.round((resident.at(-1) ?? 0) / 1024),
    };
  } finally {
    await portal.stop();
    folder.remove();
  }
}
