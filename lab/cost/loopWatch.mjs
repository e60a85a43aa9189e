// Thread of the attacked server, started by loopBeat.mjs: appends every turn of the loop that used the processor for
// longer than LEAST_MS to a file, a line of JSON each, and a long one while it lasts; with COST_PROFILE also the functions
// in which it was, by a profiler that takes its time from everybody.
import { appendFileSync, openSync, readSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

const LEAST_MS = 25;
const LOOK_MS = 20;
/** A hold is told again whenever it has become this much longer, ms. */
const AGAIN_MS = 1_000;
const SAMPLED_US = 5_000;

const { beats, pid, to } = workerData;
const file = openSync(`/proc/self/task/${pid}/schedstat`);
const bytes = Buffer.alloc(64);
const processorMs = () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0))) / 1e6;

/** A held thread may not answer the profiler. */
const ANSWER_MS = 500;

const session = new Session();
session.connectToMainThread();
/** Orders to the profiler that the thread has not answered: it may be the profiler that holds it. */
let pending = 0;
const post = (method, params) => {
  pending += 1;
  const answer = new Promise((resolve) =>
    session.post(method, params, (error, result) => {
      pending -= 1;
      // what the profiler took is not the server's
      beats[3] = 2;
      resolve(error ? null : result);
    }),
  );
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, ANSWER_MS, null))]);
};

/** Functions in which the samples since the last call were, the most frequent first, as `name file:line`. */
async function functions() {
  beats[3] = 2;
  const { profile } = (await post('Profiler.stop')) ?? {};
  await post('Profiler.start');
  const nodes = new Map((profile?.nodes ?? []).map((node) => [node.id, node]));
  const counts = new Map();
  for (const id of profile?.samples ?? []) {
    const { functionName, url, lineNumber } = nodes.get(id).callFrame;
    const name = `${functionName} ${url.split('/').at(-1)}:${lineNumber + 1}`;
    if (!/^\((idle|root)\)/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 6);
}

const isProfiled = Boolean(process.env.COST_PROFILE);
if (isProfiled) {
  await post('Profiler.enable');
  await post('Profiler.setSamplingInterval', { interval: SAMPLED_US });
  await post('Profiler.start');
}
let [seen, told, profiledAt] = [0, 0, Date.now()];
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  if (beats[0] === 0 || pending > 0) continue;
  const lasting = beats[0] === seen ? processorMs() - beats[1] : 0;
  if (beats[0] !== seen) told = 0;
  seen = beats[0];
  const longest = Math.max(beats[2], lasting > told + AGAIN_MS ? lasting : 0);
  beats[2] = 0;
  // old samples are of no use
  const isOld = isProfiled && Date.now() - profiledAt > 2_000 && lasting === 0;
  if (longest < LEAST_MS && !isOld) continue;
  told = lasting;
  const at = Date.now();
  const sampled = isProfiled ? await functions() : [];
  const line = { at, ms: Math.round(longest), in: sampled };
  if (longest >= LEAST_MS) appendFileSync(to, `${JSON.stringify(line)}\n`);
  profiledAt = Date.now();
}
