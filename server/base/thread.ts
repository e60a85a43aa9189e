import { readFileSync, readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { presentCaller } from './caller.ts';
import { isMemoryShort, memoryMost, threadsThatFit } from './memory.ts';
import { Refusal } from './refusal.ts';
import { openTurns } from './turns.ts';

/** A thread's reply to a task. */
type Answer =
  | { id: number; bytes: Uint8Array }
  | { id: number; failure: string; code?: unknown; refusal?: Pick<Refusal, 'key' | 'params' | 'status'> };
/** A thread's first message: it has loaded its work. `id`: of Linux, for its times; null on other systems. */
interface Loaded {
  id: string | null;
  isLoaded: true;
}

/**
 * Niceness of threads, above their process's. The loop comes first by far. Then come tasks of calls, then orders and exports,
 * because nobody watches them being made. All of these still get time on a busy machine. Work ahead of any request has the
 * lowest priority, and may have to wait.
 */
const NICE = {
  short: 5,
  long: constants.priority.PRIORITY_BELOW_NORMAL,
  accepted: 12,
  ahead: constants.priority.PRIORITY_LOW,
} as const;
export type Pace = keyof typeof NICE;

/** The niceness of a thread. A process may not take back what its operator made nicer, nor go beyond the lowest priority. */
export const nicenessOf = (pace: Pace, ofProcess: number): number =>
  Math.min(ofProcess + NICE[pace], constants.priority.PRIORITY_LOW);

/** A thread without a task for so long ends, and gives its memory back, ms; the next task waits for a start. */
const IDLE_MS = 5 * 60_000;
/** The same when memory is short, or for another thread: who comes back every few seconds doesn't wait for a start. */
const SHORT_IDLE_MS = 30_000;
/** What a thread may have of short-lived values, a quarter of what V8 takes by itself: theirs are few and large. */
const YOUNG_MB = 12;
/** The threads of this process that run, the one used last at the end: the time since, and how each ends. */
const running = new Set<{ idleMs: () => number; close: () => Promise<void> }>();

/** Ends the thread that has had no task for longest if as many run as there is memory for. */
function makeRoom(): void {
  if (running.size < threadsThatFit()) return;
  const idle = [...running].find(({ idleMs }) => idleMs() >= SHORT_IDLE_MS);
  void idle?.close();
}

/** Runs CPU-bound tasks off the thread that answers calls. */
export interface Thread<Task> {
  /** Starts the thread, unless it runs. Resolves once it takes tasks. @throws Error if it ended before */
  start(): Promise<void>;
  /** @throws Error if the task failed or the thread ended; Refusal if the task was refused */
  ask(task: Task): Promise<Uint8Array>;
  /** The time for which it has worked, ms: of a processor on Linux, elsewhere the clock's. */
  worked(): number;
  /** Ends the thread; pending tasks fail. The next task starts a new thread. */
  close(): Promise<void>;
}

function errorOf({ failure, code, refusal }: Extract<Answer, { failure: string }>): Error {
  if (refusal === undefined) {
    // the code alone says whether the disk is full
    return Object.assign(new Error(failure), { code });
  }
  const { key, params, status } = refusal;
  // what a thread refuses is never refused for now
  return new Refusal(key, params, { status: status as 200 });
}

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/** Whether a program is a source, which needs the TypeScript loader: tests and developers run them, `npm start` the build. */
export const isSource = (program: URL): boolean => program.pathname.endsWith('.ts');

/**
 * The thread's entry code. For a source it registers the TypeScript loader, which Node 20 doesn't pass on to threads, then
 * loads the work.
 */
export function threadSource(work: URL): URL {
  if (!isSource(work)) return work;
  // `require.resolve('tsx/esm/api')` would return the CommonJS version, which can't be imported here
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const source = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(work.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/**
 * A thread, started with its first task. It does not keep the process alive while idle, and ends when it is idle for long.
 * @param work the module that calls `answerTasks`
 * @param name for the errors
 * @param pace long: its tasks may take seconds, shorter ones of other threads come before them; accepted: its tasks are orders and
 *   exports; ahead: its tasks are work ahead of any request
 * @param keepsState it holds something from one task to the next: memory that is short doesn't end it
 */
export function openThread<Task>(
  work: URL,
  name: string,
  pace: Pace = 'short',
  { idleMs = IDLE_MS, keepsState = false } = {},
): Thread<Task> {
  let worker: Worker | undefined;
  let isLoaded = false;
  let usedAt = 0;
  let idle: NodeJS.Timeout | undefined;
  /** Settles once the thread has loaded its work, or has ended before. */
  let loading: Promise<void> = Promise.resolve();
  let last = 0;
  let times: string | null = null;
  const waiting = new Map<number, Waiting>();
  const failAll = (error: Error): void => {
    worker = undefined;
    running.delete(self);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const begin = (): Worker => {
    makeRoom();
    isLoaded = false;
    const started = new Worker(threadSource(work), {
      execArgv: [],
      workerData: { pace, memory: memoryMost() },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.unref();
    loading = new Promise((resolve, reject) => {
      started.once('message', () => resolve());
      started.once('exit', () => reject(new Error(`the ${name} thread ended`)));
    });
    // known by the task too
    loading.catch(() => undefined);
    started.on('message', (answer: Answer | Loaded) => {
      if ('isLoaded' in answer) {
        isLoaded = true;
        times = answer.id === null ? null : `/proc/self/task/${answer.id}/schedstat`;
        return;
      }
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) task?.resolve(answer.bytes);
      else task?.reject(errorOf(answer));
      if (waiting.size === 0) started.unref();
      rest();
    });
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      if (worker === started) failAll(new Error(`the ${name} thread ended`));
    });
    return started;
  };
  const close = async (): Promise<void> => {
    const ending = worker;
    failAll(new Error(`the ${name} thread was closed`));
    await ending?.terminate();
  };
  const idleFor = () => (isLoaded && waiting.size === 0 ? performance.now() - usedAt : 0);
  const self = { idleMs: () => (keepsState ? 0 : idleFor()), close };
  const touch = (): void => {
    clearTimeout(idle);
    worker ??= begin();
    usedAt = performance.now();
    running.delete(self);
    running.add(self);
  };
  const look = (): void => {
    const sinceMs = idleFor();
    if (sinceMs >= idleMs || (self.idleMs() >= SHORT_IDLE_MS && isMemoryShort())) void close();
    else idle = setTimeout(look, Math.min(SHORT_IDLE_MS, idleMs - sinceMs)).unref();
  };
  const rest = (): void => {
    clearTimeout(idle);
    usedAt = performance.now();
    if (waiting.size === 0) look();
  };
  return {
    start() {
      touch();
      rest();
      return loading;
    },
    ask(task) {
      touch();
      // a pending task keeps the process alive, an idle thread does not
      worker!.ref();
      const id = ++last;
      const bytes = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker!.postMessage({ id, task }, []);
      return bytes;
    },
    // its first figure is in nanoseconds (proc_pid_schedstat of Linux)
    worked: () => (times === null ? performance.now() : Number.parseInt(readFileSync(times, 'utf8')) / 1e6),
    close,
  };
}

/** A task took longer than its budget. */
export class TaskTooLong extends Error {
  override readonly name = 'TaskTooLong';
}

/** A task whose caller has left is given this long, ms, to end by itself: to start another thread costs more. */
const GRACE_MS = 50;

/** A task ends after so many times its budget by the clock, whatever it did. */
const STUCK = 5;

/** Does one task. One that exceeds the budget, ms of work, or whose caller has left, ends with its thread; the next task gets another. */
async function within<Task>(
  thread: Thread<Task>,
  task: Task,
  budgetMs: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // the start of a thread, which takes seconds on a busy machine, is not the task's
  await thread.start();
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      reject(reason instanceof Error ? reason : new Error(String(reason)));
      // the next caller doesn't wait for a start
      void thread.close().then(() => thread.start().catch(() => undefined));
    };
    const [begun, from] = [performance.now(), thread.worked()];
    // a thread that waited for a processor has not used its budget; one that waits for something else may be stuck
    const look = () => {
      const leftMs = budgetMs - (thread.worked() - from);
      if (leftMs < 1 || performance.now() - begun > STUCK * budgetMs) return end(new TaskTooLong());
      timer = setTimeout(look, leftMs);
    };
    let timer = setTimeout(look, budgetMs);
    const onAbort = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end(signal?.reason), GRACE_MS);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    thread
      .ask(task)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
  });
}

/** The time of a task, ms of a processor, if its kind has no other: a client doesn't wait longer. */
const TASK_MS = 60_000;

/** As many as cores, as far as there is memory, at least two: one long task never is the only one. */
const threadsOfKind = (): number => Math.max(2, Math.min(availableParallelism(), threadsThatFit() >> 1));

/** Threads that share tasks of one kind. */
export type Threads<Task> = Pick<Thread<Task>, 'ask' | 'close'>;

/**
 * Threads as one: each does one task at a time, of every caller in turn; as long as there are two, one is left to the others.
 * @param isKept as in `openThreads`
 */
export function sharing<Task>(all: readonly Thread<Task>[], budgetMs: number, isKept = false): Threads<Task> {
  // the last one that worked is the next: it has loaded its work
  const idle = all.toReversed();
  // who may wait is decided where calls come in
  const unlimited = { waitingEach: Infinity, waiting: Infinity };
  const turns = openTurns({ atOnce: all.length, each: Math.max(1, all.length - 1), ...unlimited });
  return {
    async ask(task) {
      const { signal, ...caller } = presentCaller();
      const until = isKept ? undefined : signal;
      const place = turns.enter(caller.who);
      try {
        await place.turn(until, caller.isLater);
        const thread = idle.pop()!;
        try {
          return await within(thread, task, budgetMs, until);
        } finally {
          idle.push(thread);
        }
      } finally {
        place.leave();
      }
    },
    async close() {
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

/**
 * Threads for one kind of work, each started with its first task.
 * @param work the module that calls `answerTasks`
 * @param name for the errors
 * @param limits.budgetMs the time of one task
 * @param limits.pace as in `openThread`
 * @param limits.isKept results are kept for others: a task is done even if its caller leaves
 */
export function openThreads<Task>(
  work: URL,
  name: string,
  {
    count,
    budgetMs = TASK_MS,
    pace,
    isKept,
  }: { count?: number; budgetMs?: number; pace?: Pace; isKept?: boolean } = {},
): Threads<Task> {
  let threads: Threads<Task> | undefined;
  return {
    ask(task) {
      // the settings are read by now
      const length = count ?? threadsOfKind();
      const all = () => Array.from({ length }, () => openThread<Task>(work, name, pace));
      threads ??= sharing(all(), budgetMs, isKept);
      return threads.ask(task);
    },
    close: async () => threads?.close(),
  };
}

const refusalOf = ({ key, params, status }: Refusal) => ({ key, params, status });

/** Called in a thread: runs each received task and sends back its result, or its refusal. The loop that answers calls comes first. */
export function answerTasks<Task>(done: (task: Task) => Promise<Uint8Array>): void {
  // Linux has a priority for each thread, other systems one for the process
  const { pace } = workerData as { pace: Pace };
  if (process.platform === 'linux') setPriority(nicenessOf(pace, getPriority()));
  const answer = (value: Answer): void => parentPort?.postMessage(value, []);
  const id = process.platform === 'linux' ? basename(readlinkSync('/proc/thread-self')) : null;
  parentPort?.postMessage({ id, isLoaded: true } satisfies Loaded, []);
  parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
    done(task).then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => {
        const failure = error instanceof Error ? error.message : String(error);
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        const refusal = error instanceof Refusal ? refusalOf(error) : undefined;
        answer({ id, failure, code, ...(refusal && { refusal }) });
      },
    );
  });
}
