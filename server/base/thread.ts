import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';

/** A thread's reply to a task. */
type Answer = { id: number; bytes: Uint8Array } | { id: number; failure: string; code?: unknown };
/** A thread's first message: it has loaded its work. */
const LOADED = 'loaded';

/** Runs CPU-bound tasks off the thread that answers calls. */
export interface Thread<Task> {
  /** Starts the thread, unless it runs. Resolves once it takes tasks. @throws Error if it ended before */
  start(): Promise<void>;
  /** @throws Error if the task failed or the thread ended */
  ask(task: Task): Promise<Uint8Array>;
  /** Ends the thread; pending tasks fail. The next task starts a new thread. */
  close(): Promise<void>;
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
function threadSource(work: URL): URL {
  if (!isSource(work)) return work;
  // `require.resolve('tsx/esm/api')` would return the CommonJS version, which can't be imported here
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const source = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(work.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/**
 * A thread, started with its first task. It does not keep the process alive while idle.
 * @param work the module that calls `answerTasks`
 * @param name for the errors
 */
export function openThread<Task>(work: URL, name: string): Thread<Task> {
  let worker: Worker | undefined;
  /** Settles once the thread has loaded its work, or has ended before. */
  let loading: Promise<void> = Promise.resolve();
  let last = 0;
  const waiting = new Map<number, Waiting>();
  const failAll = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const begin = (): Worker => {
    // a dependency of `geotiff` reads a thread's workerData on load, and fails if there is none
    const started = new Worker(threadSource(work), { execArgv: [], workerData: {} });
    started.unref();
    loading = new Promise((resolve, reject) => {
      started.once('message', () => resolve());
      started.once('exit', () => reject(new Error(`the ${name} thread ended`)));
    });
    // known by the task too
    loading.catch(() => undefined);
    started.on('message', (answer: Answer | typeof LOADED) => {
      if (answer === LOADED) return;
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) task?.resolve(answer.bytes);
      // the code alone says whether the disk is full
      else task?.reject(Object.assign(new Error(answer.failure), { code: answer.code }));
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      if (worker === started) failAll(new Error(`the ${name} thread ended`));
    });
    return started;
  };
  return {
    start() {
      worker ??= begin();
      return loading;
    },
    ask(task) {
      worker ??= begin();
      // a pending task keeps the process alive, an idle thread does not
      worker.ref();
      const id = ++last;
      const bytes = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, task }, []);
      return bytes;
    },
    async close() {
      const ending = worker;
      failAll(new Error(`the ${name} thread was closed`));
      await ending?.terminate();
    },
  };
}

/** A task took longer than its budget. */
export class TaskTooLong extends Error {
  override readonly name = 'TaskTooLong';
}

/**
 * Gives a thread one task at a time. One that exceeds the budget, in ms, ends with its thread; the next gets another. The
 * start of a thread, which takes seconds on a busy machine, is not the task's.
 */
export function withinBudget<Task>(thread: Thread<Task>, budgetMs: number): Thread<Task> {
  let last: Promise<unknown> = Promise.resolve();
  const run = async (task: Task) => {
    await thread.start();
    return new Promise<Uint8Array>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new TaskTooLong());
        void thread.close();
      }, budgetMs);
      thread
        .ask(task)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  };
  return {
    start: () => thread.start(),
    ask(task) {
      const answer = last.then(() => run(task));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => thread.close(),
  };
}

/** Called in a thread: runs each received task and sends back its result. */
export function answerTasks<Task>(done: (task: Task) => Promise<Uint8Array>): void {
  const answer = (value: Answer): void => parentPort?.postMessage(value, []);
  parentPort?.postMessage(LOADED, []);
  parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
    done(task).then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        answer({ id, failure: error instanceof Error ? error.message : String(error), code });
      },
    );
  });
}
