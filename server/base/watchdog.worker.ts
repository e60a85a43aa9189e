import { appendFileSync, writeSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { createLog } from './log.ts';
import { BEAT_MS, BEATS, heldMs, HOLDS, waitedMs, type WatchdogData } from './watchdog.ts';

const { counts, endSeconds, endsFile } = workerData as WatchdogData;
const cells = new Int32Array(counts);
/** The loop is held longer than this before anything is said, ms. */
const HELD_MS = 2_000;
/** How long the loop is asked who holds it: native code, such as a regular expression, doesn't answer. */
const ASKED_MS = 1_000;
// a thread's own standard error goes through the loop that is held
const log = createLog('warn', (line) => writeSync(2, `${line}\n`));

type Holder = Record<string, string | number | null>;
const UNKNOWN: Holder = { call: 'unknown: the loop is in native code' };

/** For whom the loop works, and in which function, by a debugger that pauses it for a moment. */
function holder(): Promise<Holder> {
  const session = new Session();
  return new Promise<Holder>((resolve) => {
    setTimeout(() => resolve(UNKNOWN), ASKED_MS);
    session.on('Debugger.paused', ({ params }) => {
      const [frame] = params.callFrames;
      const asked: Debugger.EvaluateOnCallFrameParameterType = {
        callFrameId: frame?.callFrameId ?? '',
        expression: 'globalThis.whoHoldsTheLoop()',
        returnByValue: true,
      };
      session.post('Debugger.evaluateOnCallFrame', asked, (error, answer) => {
        const named = error === null ? (JSON.parse(String(answer.result.value)) as Holder) : UNKNOWN;
        resolve({ ...named, function: frame?.functionName ?? null });
      });
    });
    session.connectToMainThread();
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  }).finally(() => {
    session.post('Debugger.resume');
    session.disconnect();
  });
}

let last = -1;
/** Looks since the last beat, by this thread's own count: a machine that slept did not hold the loop. */
let looks = 0;
/** How long the loop's thread had waited for a processor by then, ms. */
let waitedBefore = waitedMs() ?? 0;
let asked: Promise<Holder> | null = null;

setInterval(() => {
  const beats = Atomics.load(cells, BEATS);
  if (beats !== last) {
    last = beats;
    looks = 0;
    waitedBefore = waitedMs() ?? waitedBefore;
    asked = null;
    return;
  }
  looks++;
  const held = heldMs(looks, (waitedMs() ?? waitedBefore) - waitedBefore);
  const seconds = Math.round(held) / 1000;
  if (held > HELD_MS && asked === null) {
    Atomics.add(cells, HOLDS, 1);
    asked = holder();
    void asked.then((named) => log.error('the loop that answers calls is held', { seconds, ...named }));
  }
  if (endSeconds === 0 || held <= endSeconds * 1000) return;
  log.error('the loop is held for too long: the process ends', { seconds });
  appendFileSync(endsFile, `${new Date().toISOString()} ended after ${seconds} s\n`);
  process.kill(process.pid, 'SIGKILL');
}, BEAT_MS);
