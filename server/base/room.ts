import type { FileStore } from './files/fileStore.ts';
import { Refusal } from './refusal.ts';
import type { Config } from './settings/config.ts';

/** When to try again on a full disk: exports and orders take minutes, and expired files go every hour. */
const RETRY_SECONDS = 60;

/** Free bytes of the disk, or of the object store, without the operator's reserve; accepted exports and orders have promised some of them. */
export function roomOnDisk({
  files,
  config,
}: {
  files: FileStore;
  config: Pick<Config, 'diskReserve'>;
}): Promise<number> {
  return files.room(config.diskReserve);
}

export const diskFull = (): Refusal =>
  new Refusal('diskFull', {}, { status: 503, retryAfter: RETRY_SECONDS });

/** The refusal of one more export or order than an account may have in process. */
export function tooManyInProcess(
  key: 'tooManyExportsInProcess' | 'tooManyOrdersInProcess',
  most: number,
): Refusal {
  return new Refusal(key, { most }, { status: 429, retryAfter: RETRY_SECONDS });
}
