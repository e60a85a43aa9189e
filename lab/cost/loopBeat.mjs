// Preloaded into the server (NODE_OPTIONS=--import): measures how long one turn of its event loop uses the processor.
// A held loop is measured by the main thread's own processor time between two beats, which Linux counts for each thread
// (/proc/PID/task/TID/schedstat). Wall time, monitorEventLoopDelay and eventLoopUtilization also count the time in which
// the machine ran something else, and process.cpuUsage counts the server's other threads. A thread watches the beats,
// so that a hold is told while it lasts, with the functions that a sampling profiler sees in it.
import { openSync, readSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';

const BEAT_MS = 5;

if (isMainThread && process.env.COST_HOLDS && process.argv[1]?.endsWith('dist-server/main.js')) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const bytes = Buffer.alloc(64);
  const processorMs = () =>
    Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0))) / 1e6;
  /** Number of beats; processor ms at the last one; ms of the longest turn since it was told; beats that don't count. */
  const beats = new Float64Array(new SharedArrayBuffer(4 * 8));
  setInterval(() => {
    const now = processorMs();
    if (beats[3] > 0) beats[3] -= 1;
    else if (beats[0] > 0) beats[2] = Math.max(beats[2], now - beats[1]);
    beats[1] = now;
    beats[0] += 1;
  }, BEAT_MS).unref();
  const workerData = { beats, pid: process.pid, to: process.env.COST_HOLDS };
  new Worker(new URL('loopWatch.mjs', import.meta.url), { workerData, execArgv: [] }).unref();
}
