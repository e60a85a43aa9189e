import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';

/** What a thread sends back for a task. */
type Answer = { id: number; bytes: Uint8Array } | { id: number; failure: string };

/** Does tasks that keep a processor busy, away from the thread that answers calls. */
export interface Thread<Task> {
  /** @throws Error when the task failed or the thread ended */
  ask(task: Task): Promise<Uint8Array>;
  /** Ends the thread; waiting tasks fail. The next task starts another. */
  close(): Promise<void>;
}

interface Waiting {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

/**
 * What the thread runs first: it makes itself read TypeScript, whoever started it, then loads the work. Node 20 does not
 * hand a loader on to its threads.
 */
function threadSource(work: URL): URL {
  // `require.resolve('tsx/esm/api')` would name its CommonJS twin, which can't be imported here
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const source = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(work.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/**
 * A thread, started with its first task; idle, it does not keep the process alive.
 * @param work the module that calls `answerTasks`
 * @param name for the errors
 */
export function openThread<Task>(work: URL, name: string): Thread<Task> {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();
  const failAll = (error: Error): void => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    // what `geotiff` brings along looks into a thread's data before it works, and fails where there is none
    const started = new Worker(threadSource(work), { execArgv: [], workerData: {} });
    started.unref();
    started.on('message', (answer: Answer) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) task?.resolve(answer.bytes);
      else task?.reject(new Error(answer.failure));
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => {
      if (worker === started) failAll(new Error(`the ${name} thread ended`));
    });
    return started;
  };
  return {
    ask(task) {
      worker ??= start();
      // a task that someone waits for keeps the process alive, an idle thread does not
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

/** Within a thread: does each task that comes and sends back what it gave. */
export function answerTasks<Task>(done: (task: Task) => Promise<Uint8Array>): void {
  const answer = (value: Answer): void => parentPort?.postMessage(value, []);
  parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
    done(task).then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
  });
}
