import { FILES_AWAY_CODE } from '../process/diskFull.ts';

/** What stores call a used-up quota. */
const FULL = /StorageFull|QuotaExceeded|InsufficientStorage/;

/**
 * An object store's error as the system's: ENOENT if there is no such object, ENOSPC if it is full, otherwise one after which the
 * same can be tried again, because a wrong key or a store that is away must not end an order.
 */
export function storeError(error: unknown): Error & { code: string } {
  const {
    name = '',
    message = String(error),
    $metadata: answer = {},
  } = error as Error & {
    $metadata?: { httpStatusCode?: number };
  };
  const status = answer.httpStatusCode;
  const isMissing = name === 'NoSuchKey' || name === 'NotFound';
  const isFull = status === 507 || FULL.test(name);
  const code = isMissing ? 'ENOENT' : isFull ? 'ENOSPC' : FILES_AWAY_CODE;
  return Object.assign(new Error(`object store: ${name} ${message}`, { cause: error }), { code });
}
