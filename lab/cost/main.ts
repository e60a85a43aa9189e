/**
 * `npm run cost -- [--seconds 60] [--seed 1] [--only NAME] [--guard]`: looks for a product of allowed numbers that stops others.
 *
 * Starts a server of its own, draws pairs and triples of factors of every call at their largest (contractTargets.ts from
 * the contract, so that a new call is attacked without being named; stacTargets.ts), and sends them one by one, at once
 * from five accounts, and dropped in the middle, with ways to press on connections between (attacker.ts). Beside it
 * another account works normally (neighbour.ts), and one orders and saves (keeper.ts). Prints each bar with what was
 * measured, and exits with 1 if one is broken: turns of the server's loop, the neighbour's times against its quiet ones, the time
 * of a call, what goes on after its caller has left, memory, and what was acknowledged. A step that breaks a bar is
 * printed with its names, its requests are in reports/cost: `--only NAME` with the same seed sends them again. NAME is a call
 * (`clearShares`, `GET:/stac/search`), a combination in quotes as it was printed, or a way to press (`oneByteBodies`).
 * With `--guard` the neighbour's times, whose bar is not reached yet (docs/figures.md), are told and break nothing.
 * With COST_PROFILE set, a profiler names the functions of a long turn, and slows everybody down.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { ensureServer } from '../../scripts/bundle/builds.mjs';
import { GLIBC, processOptions } from '../../server/base/memory.ts';
import { stopCluster } from '../../server/database/cluster.ts';
import { openDatabase } from '../../server/database/open.ts';
import { idsWithoutMask } from '../../server/search/masks/masks.queries.ts';
import { randomOf } from '../../server/simulator/archive/random.ts';
import { startProcess } from '../../tests/server/process/serverProcess.ts';
import { runClock } from '../../tests/server/support/clock.ts';
import { Caller, everythingIn } from '../bench/load/caller.ts';
import { worldLayer } from '../bench/load/fairness.ts';
import { benchFolder } from '../bench/start.ts';
import { createBuyers, emailOf } from '../farm/buyers.ts';
import { drop, PRESSURES, send } from './attacker.ts';
import { contractTargets } from './contractTargets.ts';
import {
  BARS,
  countsOf,
  holdsIn,
  isAnswered,
  longestHold,
  p95Of,
  timesOf,
  turnOf,
  type StepFigures,
} from './figures.ts';
import { Keeper } from './keeper.ts';
import type { Given, Sample } from './neighbour.ts';
import { ACCOUNTS, planOf, type Step } from './plan.ts';
import { residentMb, untilCalm, untilIdle } from './serverLoad.ts';
import { stacTargets } from './stacTargets.ts';
import { requestOf, type World } from './targets.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    guard: { type: 'boolean', default: false },
  },
});
const { seed, only } = values;
const QUIET_MS = 15_000;
const WARM_UP_MS = 10_000;
/** After as many steps every kind of thread has worked. */
const WARM_STEPS = 7;
const DROPPED = { count: 200, afterMs: 100 };
const REPORTS = 'reports/cost';
const AROUND = 'POLYGON((103.7 1.2,103.9 1.2,103.9 1.4,103.7 1.4,103.7 1.2))';

await ensureServer();
const folder = benchFolder();
const dataDir = path.join(folder.path, 'data');
const holdsFile = path.join(folder.path, 'holds.ndjson');
writeFileSync(holdsFile, '');
const server = await startProcess({
  DATA_DIR: dataDir,
  HOST: '::',
  SCENES: '12000',
  DEMO: 'off',
  DEMO_IMAGERY: 'on',
  LOG_LEVEL: 'error',
  SUPPLIER_STEP_SECONDS: '0.5',
  COST_HOLDS: holdsFile,
  // as a process of `npm start` has them
  ...GLIBC,
  NODE_OPTIONS: `${processOptions(512).join(' ')} --import ${new URL('loopBeat.mjs', import.meta.url).href}`,
});
const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null });
/** Ends everything that this program started. */
async function end(signal: NodeJS.Signals, code: number): Promise<never> {
  await db.close();
  await server.end(signal);
  await stopCluster(path.join(dataDir, 'postgres'));
  folder.remove();
  process.exit(code);
}
process.once('uncaughtException', (error) => {
  console.error(error);
  void end('SIGKILL', 1);
});
await createBuyers(db, ACCOUNTS + 2, runClock.now());
const callers = await Promise.all(
  Array.from({ length: ACCOUNTS }, async (_, number) => {
    const caller = new Caller(server.url);
    await caller.logIn(emailOf(number));
    return caller;
  }),
);
const first = callers[0]!;
const anonymous = new Caller(server.url);

const targets = [...contractTargets, ...stacTargets];
const targetOf = (name: string) => targets.find(({ call }) => call === name.split(' ')[0])!;

/** A search to save. */
const searchOf = (known: World): object =>
  JSON.parse(targetOf('saveSearch').build([], randomOf(seed), known).body!) as object;

/** What requests name, and whose masks and threads are then ready. */
async function worldOf(): Promise<World> {
  const layerId = await worldLayer(first);
  const found = JSON.parse(await first.send(endpoints.searchScenes, everythingIn(AROUND))) as unknown;
  const { features = [] } = endpoints.searchScenes.reply.parse(found);
  const productIds = features
    .filter(({ properties }) => properties.supplier === features[0]?.properties.supplier)
    .slice(0, 200)
    .map(({ id }) => id);
  await first.send(endpoints.clearShares, { aoiWkt: AROUND, productIds });
  const saved = JSON.parse(await first.send(endpoints.saveSearch, searchOf({ productIds, fields: {} })));
  const { id: searchId, skey } = endpoints.saveSearch.reply.parse(saved).data!;
  const stac = await first.send({ method: 'GET', path: '/stac/collections' });
  const collection = (JSON.parse(stac) as { collections: { id: string }[] }).collections[0]?.id;
  const productId = productIds[0];
  return { productIds, fields: { layerId, dsId: layerId, searchId, skey, collection, productId } };
}
const world = await worldOf();
const layerId = Number(world.fields['layerId']);
const built = (name: string) => requestOf(targetOf(name), name, seed, world);

const samples: Sample[] = [];
const neighbour = fork('lab/cost/neighbour.ts', { execArgv: ['--import', 'tsx'] });
neighbour.on('message', (sample: Sample) => samples.push(sample));
// connections are counted by their address
const given: Given = {
  url: server.url.replace('127.0.0.1', '[::1]'),
  email: emailOf(ACCOUNTS),
  layerId,
  productId: world.productIds[0]!,
};
neighbour.send(given);
const during = (from: number, to: number) => samples.filter(({ at }) => at >= from && at < to);
/** Whether the server answers within the time of a call; a connection that it closed meanwhile is no answer. */
async function isAlive(): Promise<boolean> {
  for (const until = Date.now() + BARS.callMs; Date.now() < until; await pause(500)) {
    const signal = AbortSignal.timeout(BARS.callMs);
    const answer = await fetch(`${server.url}/health`, { signal }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}

/** Makes a step. @returns ms and status of its calls; none of those that are dropped on purpose */
async function make({ kind, names }: Step) {
  if (kind === 'pressing') {
    await PRESSURES[names[0]!]!(server.url, callers, layerId);
    return [];
  }
  const ready = names.map((name, n) => {
    const caller = targetOf(name).isAnonymous ? anonymous : callers[n % ACCOUNTS]!;
    return { caller, request: built(name) };
  });
  if (kind !== 'dropped')
    return Promise.all(ready.map(({ caller, request }) => send(caller, request, BARS.callMs)));
  const all = Array.from({ length: DROPPED.count }, (_, n) => {
    const { request } = ready[n % ready.length]!;
    return drop(callers[n % ACCOUNTS]!, request, DROPPED.afterMs);
  });
  await Promise.all(all);
  return [];
}

// the archive's own work comes to an end, too
while ((await idsWithoutMask(db, 0, 1)).length > 0) await pause(1_000);
await pause(WARM_UP_MS);
const quietFrom = Date.now();
await pause(QUIET_MS);
const quietTo = Date.now();
const quiet = p95Of(during(quietFrom, quietTo));
const quietHold = longestHold(holdsIn(holdsFile), quietFrom, quietTo);
console.log(
  `seed ${seed}; quiet p95: ${[...quiet].map(([kind, ms]) => `${kind} ${Math.round(ms)}`).join(', ')} ms`,
);
console.log(`quiet: longest turn ${turnOf(quietHold)}, ${Math.round(residentMb(server.pid))} MB`);

// an attacker's own work is done on another machine: here it takes what the server and its neighbour leave, with all its threads
for (const thread of readdirSync('/proc/self/task'))
  setPriority(Number(thread), constants.priority.PRIORITY_LOW);
const keeper = await Keeper.of(server.url, emailOf(ACCOUNTS + 1), seed, searchOf(world));
const life = { ended: false };
const keeping = keeper.live(life).then(
  () => null,
  (error: unknown) => error,
);
const steps: StepFigures[] = [];
const began = Date.now();
let alive = true;
for (const step of planOf(targets, randomOf(seed), only)) {
  if (Date.now() - began > Number(values.seconds) * 1000 || !alive) break;
  const from = Date.now();
  const calls = await make(step);
  const to = Date.now();
  const { idleMs, busy } = await untilIdle(server.pid, db, BARS.idleMs);
  const times = calls.map(({ status, ms }) => (status === 0 ? Infinity : ms));
  const callMs = Math.max(0, ...times);
  steps.push({
    step,
    number: steps.length,
    from,
    to,
    callMs,
    longest: step.names[times.indexOf(callMs)] ?? '',
    idleMs,
    busy,
    mb: residentMb(server.pid),
    statuses: countsOf(calls),
  });
  alive = await isAlive();
  if (alive) await untilCalm(server.pid, BARS.idleMs);
}
const ended = Date.now();
neighbour.send('end');
await once(neighbour, 'exit');
const settledMs = alive ? (await untilIdle(server.pid, db, 60_000)).idleMs : Infinity;
// the first steps start each kind of thread
const warmMb = steps[WARM_STEPS]?.mb ?? Infinity;
const residentTimes = residentMb(server.pid) / warmMb;
life.ended = true;
const keptError = alive ? await keeping : new Error('the server no longer answers');
const kept =
  keptError === null ? await keeper.audit(db, dataDir) : { figures: String(keptError), wrong: ['no audit'] };

const holds = holdsIn(holdsFile);
mkdirSync(REPORTS, { recursive: true });
const round = (value: number) => (Number.isFinite(value) ? Math.round(value * 10) / 10 : 'no end');
let holdMs = 0;
for (const { step, number, from, to, callMs, longest, idleMs, busy, mb, statuses } of steps) {
  const hold = longestHold(holds, from, to + Math.min(idleMs, BARS.idleMs));
  // of many requests at once, one turn may answer several
  if (step.kind === 'alone') holdMs = Math.max(holdMs, hold?.ms ?? 0);
  const [slowest] = timesOf(during(from, to), quiet);
  const { kind, times } = slowest ?? { kind: 'none', times: 0 };
  const refused = during(from, steps[number + 1]?.from ?? ended).filter((one) => !isAnswered(one));
  const refusedMs = Math.max(0, (refused.at(-1)?.at ?? 0) - to);
  const isLong = step.kind === 'alone' && (hold?.ms ?? 0) > BARS.holdMs;
  if (!isLong && times <= BARS.times && callMs <= BARS.callMs && idleMs <= BARS.idleMs) continue;
  const file = `${REPORTS}/${seed}-${number}.json`;
  const content = step.kind === 'alone' || step.kind === 'dropped' ? step.names.map(built) : [];
  writeFileSync(file, JSON.stringify({ seed, ...step, holds: hold, requests: content }));
  console.log(
    `${step.kind} ${step.names.slice(0, 3).join(' | ')}: turn ${turnOf(hold)}, neighbour's ${kind} ${round(times)} times, ` +
      `call ${round(callMs)} ms (${longest}) ${statuses}, idle after ${round(idleMs)} ms${busy.length > 0 ? ` (${busy.join(', ')})` : ''}, ${round(mb)} MB, ` +
      `neighbour's unanswered ${countsOf(refused)}, the last ${refusedMs} ms after the end, ${file}`,
  );
}

const most = (list: readonly number[]) => Math.max(0, ...list);
const alone = steps.filter(({ step }) => step.kind === 'alone' || step.kind === 'together');
const allTimes = timesOf(during(began, ended), quiet);
const [slowest = { kind: 'none', times: 0 }] = allTimes;
const health = during(began, ended).filter(({ kind }) => kind === 'health');
const OTHERS = `neighbour's p95 (${slowest.kind})`;
const bars: readonly [string, number, number, string][] = [
  ['longest turn of the loop by one request', holdMs, BARS.holdMs, 'ms of processor'],
  [OTHERS, slowest.times, BARS.times, 'times its quiet one'],
  ['longest call', most(alone.map(({ callMs }) => callMs)), BARS.callMs, 'ms'],
  [
    'work after its callers have gone',
    most([settledMs > 59_000 ? Infinity : 0, ...steps.map(({ idleMs }) => idleMs)]),
    BARS.idleMs,
    'ms',
  ],
  ['memory', residentTimes, BARS.residentTimes, `times ${Math.round(warmMb)} MB`],
  [`acknowledged and not there once, of ${kept.figures}`, kept.wrong.length, 0, ''],
];
console.log(
  `neighbour's p95: ${allTimes.map(({ kind, times }) => `${kind} ${round(times)}`).join(', ')} times`,
);
console.log(`${steps.length} steps; /health at most ${round(most(health.map(({ ms }) => ms)))} ms`);
const broken = bars.filter(([, measured, limit]) => measured > limit).map(([name]) => name);
const counted = broken.filter((name) => name !== OTHERS || !values.guard);
for (const [name, measured, limit, unit] of bars)
  console.log(
    `${counted.includes(name) ? 'BROKEN' : broken.includes(name) ? 'told  ' : 'ok    '} ${name}: ${round(measured)} ${unit} (at most ${limit})`,
  );
for (const fault of kept.wrong.slice(0, 10)) console.log(`  ${fault}`);

await end(alive ? 'SIGTERM' : 'SIGKILL', counted.length === 0 ? 0 : 1);
