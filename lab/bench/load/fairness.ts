import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { Caller, everythingIn, tilePath } from './caller.ts';
import { quantile } from '../support/databases.ts';
import type { Flooded, FloodRequest } from './flood.ts';
import { onPortal } from '../start.ts';

/** One account's flood, all at once. */
const FLOOD = { searches: 1000, tiles: 800, exports: 300 } as const;
/** Calls of the quiet account by itself, of each kind. */
const ALONE = 120;
/** Zoom of the tiles: each is new to the server. */
const ZOOM = 7;
const AROUND_SINGAPORE = 'POLYGON((103.6 1.2,104 1.2,104 1.5,103.6 1.5,103.6 1.2))';
const CONDITION = everythingIn(AROUND_SINGAPORE);

type Kind = keyof typeof FLOOD;
/** p95 of the quiet account's own calls of the flood's kind and of its short calls, ms. */
interface Beside {
  aloneP95Ms: number;
  besideP95Ms: number;
  ratio: number;
  shortAloneP95Ms: number;
  shortBesideP95Ms: number;
  served: number;
  refused: number;
  errors: number;
}

/** The requests of one caller, by kind; each tile is asked for once. */
class Requests {
  private column: number;
  private readonly caller: Caller;
  private readonly layer: number;
  private readonly productIds: string[];
  constructor(caller: Caller, layer: number, productIds: string[], firstColumn: number) {
    this.caller = caller;
    this.layer = layer;
    this.productIds = productIds;
    this.column = firstColumn;
  }
  next(kind: Kind): FloodRequest {
    if (kind === 'searches') return this.caller.request(endpoints.searchScenes, CONDITION);
    const task = { name: 'Bench', type: 'GeoJSON', productIds: this.productIds, aoiWkt: '' };
    if (kind === 'exports') return this.caller.request(endpoints.submitExportTask, task);
    const [x, y] = [this.column % 2 ** ZOOM, 30 + Math.floor(this.column / 2 ** ZOOM)];
    this.column++;
    const path = tilePath(this.caller.token, { layer: this.layer, z: ZOOM, x, y });
    return { url: this.caller.url + path, init: { method: 'GET', headers: {} } };
  }
}

async function send({ url, init }: FloodRequest): Promise<string> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url.split('?')[0]} answered ${answer.status}`);
  return answer.text();
}

/** ms of one call of the quiet account; an export's ends when its file can be downloaded. */
async function timeOf(kind: Kind, caller: Caller, requests: Requests): Promise<number> {
  const began = performance.now();
  const text = await send(requests.next(kind));
  if (kind === 'exports') {
    const { data } = endpoints.submitExportTask.reply.parse(JSON.parse(text));
    for (let isDone = false; !isDone;) {
      const listed = endpoints.exportTasks.reply.parse(JSON.parse(await caller.send(endpoints.exportTasks)));
      isDone = listed.data?.some(({ id, status }) => id === data?.id && status === 1) ?? false;
    }
  }
  return performance.now() - began;
}

/** Times of the quiet account's calls, one after the other, while `goesOn` says so. */
async function timesWhile(goesOn: (done: number) => boolean, kind: Kind, caller: Caller, requests: Requests) {
  const [own, short]: [number[], number[]] = [[], []];
  while (goesOn(own.length)) {
    own.push(await timeOf(kind, caller, requests));
    const began = performance.now();
    await send(caller.request(endpoints.currentUser));
    short.push(performance.now() - began);
  }
  return { own, short };
}

/** Floods the server from a process of its own. */
async function flood(folder: string, requests: FloodRequest[], once: boolean): Promise<Flooded> {
  const file = join(folder, 'flood.json');
  writeFileSync(file, JSON.stringify(requests));
  const command = ['--import', 'tsx', 'lab/bench/load/flood.ts', file, ...(once ? ['once'] : [])];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('exit', resolve));
  return JSON.parse(output) as Flooded;
}

/** The id of the world-wide demo layer, once all layers are made. */
export async function worldLayer(caller: Caller): Promise<number> {
  for (;;) {
    const text = await caller.send(endpoints.imageryLayers);
    const layers = endpoints.imageryLayers.reply.parse(JSON.parse(text)).data ?? [];
    const world = layers.find(({ name }) => name === 'Blue Marble');
    if (world && layers.length >= 4) return Number(world.id);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * p95 of a quiet account's calls, alone and beside another account's flood of the same calls. Alone is before and after
 * the flood, so that other load of the machine counts on both sides.
 */
export function benchFairness(): Promise<Record<string, Beside>> {
  return onPortal({ DEMO: 'on', DEMO_IMAGERY: 'on' }, async ({ url }, folder) => {
    const [quiet, loud] = [new Caller(url), new Caller(url)];
    await quiet.logIn('demo2@groundtrack.example');
    await loud.logIn('demo6@groundtrack.example');
    const layer = await worldLayer(quiet);
    const found = endpoints.searchScenes.reply.parse(
      JSON.parse(await quiet.send(endpoints.searchScenes, CONDITION)),
    );
    const productIds = (found.features ?? []).slice(0, 100).map(({ id }) => id);
    const quietly = new Requests(quiet, layer, productIds, 0);
    const loudly = new Requests(loud, layer, productIds, 40 * 2 ** ZOOM);
    const figures: Record<string, Beside> = {};
    for (const [kind, count] of Object.entries(FLOOD) as [Kind, number][]) {
      const samples = kind === 'exports' ? 20 : ALONE;
      for (let at = 0; at < 3; at++) await timeOf(kind, quiet, quietly);
      const before = await timesWhile((done) => done < samples, kind, quiet, quietly);
      const state = { isOver: false };
      const requests = Array.from({ length: count }, () => loudly.next(kind));
      const flooded = flood(folder, requests, kind === 'exports').finally(() => (state.isOver = true));
      const beside = await timesWhile(() => !state.isOver, kind, quiet, quietly);
      const sent = await flooded;
      const after = await timesWhile((done) => done < samples, kind, quiet, quietly);
      const p95 = (...times: (readonly number[])[]) => quantile(times.flat(), 0.95);
      const aloneP95Ms = p95(before.own, after.own);
      figures[kind] = {
        aloneP95Ms,
        besideP95Ms: p95(beside.own),
        ratio: Math.round((100 * p95(beside.own)) / aloneP95Ms) / 100,
        shortAloneP95Ms: p95(before.short, after.short),
        shortBesideP95Ms: p95(beside.short),
        ...sent,
      };
      console.log(kind, figures[kind]);
    }
    return figures;
  });
}
