import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom something is done: known to everything that a call reaches. */
export interface Caller {
  /** The name among those who take turns: an account, a client before its log-in, or the server itself. */
  who: string;
  /** The call by its method and route, never its address, which may hold a secret. */
  call: string;
  /** Of the request's body. */
  bytes: number;
  /** Aborted when the caller leaves, or when the time of the call is over. */
  signal?: AbortSignal | undefined;
  /** Waits behind the caller's other work of its kind. */
  isLater?: boolean;
}

const SERVER: Caller = { who: 'server', call: 'background work', bytes: 0 };
const callers = new AsyncLocalStorage<Caller>();

/** Does work for a caller; what it starts is done for the same one. */
export const onBehalfOf = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** For whom the present work is done; background work is the server's own. */
export const presentCaller = (): Caller => callers.getStore() ?? SERVER;

/** The time that a call may take, ms: less than the client waits. */
export const CALL_MS = 25_000;

/** Does work for a caller until its time is over. @param work gets the signal that then is aborted */
export async function inTime<T>(
  caller: Caller,
  work: (signal: AbortSignal) => Promise<T>,
  callMs = CALL_MS,
): Promise<T> {
  const over = new AbortController();
  const leave = () => over.abort(caller.signal?.reason);
  const end = () => over.abort(new DOMException('the time of the call is over', 'TimeoutError'));
  // not by AbortSignal.timeout, whose timer would outlive each call
  const timer = setTimeout(end, callMs);
  caller.signal?.addEventListener('abort', leave, { once: true });
  if (caller.signal?.aborted) leave();
  try {
    return await onBehalfOf({ ...caller, signal: over.signal }, () => work(over.signal));
  } finally {
    clearTimeout(timer);
    caller.signal?.removeEventListener('abort', leave);
  }
}

/** Whether work has ended because its call's time was over. */
export const isOverTime = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
