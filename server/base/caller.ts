import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom something is done: known to everything that a call reaches. */
export interface Caller {
  /** The name among those who take turns: an account, a client before its log-in, or the server itself. */
  who: string;
  /** The call by its method and route, never its address, which may hold a secret. */
  call: string;
  /** Of the request's body. */
  bytes: number;
  /** Aborted once nobody waits for the result, or its time is over. */
  signal?: AbortSignal | undefined;
}

const SERVER: Caller = { who: 'server', call: 'background work', bytes: 0 };
const callers = new AsyncLocalStorage<Caller>();

/** Does work for a caller; what it starts is done for the same one. */
export const onBehalfOf = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** For whom the present work is done; background work is the server's own. */
export const presentCaller = (): Caller => callers.getStore() ?? SERVER;

/** The time that a call may take from its turn on, ms: less than the client waits. */
const CALL_MS = 25_000;

/** Does work for a caller until its time is over. @param work gets the signal that then is aborted */
export function inTime<T>(caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signals = [AbortSignal.timeout(CALL_MS), ...(caller.signal === undefined ? [] : [caller.signal])];
  const signal = AbortSignal.any(signals);
  return onBehalfOf({ ...caller, signal }, () => work(signal));
}

/** Whether work has ended because its call's time was over. */
export const isOverTime = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
