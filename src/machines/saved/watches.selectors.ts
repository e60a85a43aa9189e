import type { SnapshotFrom } from 'xstate';
import { HOOK_FAILED_TRIES, type Watch } from '../../../contract/watches/watches.ts';
import type { watchesMachine } from './watches.machine.ts';

const DAY_MS = 86_400_000;

type Watches = SnapshotFrom<typeof watchesMachine>;

export const openWatchId = ({ context }: Watches): number | null => context.openId;
export const isLoadingTries = (watches: Watches): boolean => watches.hasTag('loadingTries');
export const hasTriesFailed = (watches: Watches): boolean => watches.hasTag('triesFailed');
/** Whole days since a watch was made. */
export const daysOfWatch =
  ({ ctime }: Watch) =>
  ({ context }: Watches): number =>
    Math.max(0, Math.floor((context.now().getTime() - Date.parse(ctime)) / DAY_MS));
/** Whether a webhook counts as failed: several tries in a row, or it was given up. */
export const isHookFailed = ({ webhookFailed }: Watch): boolean =>
  webhookFailed !== null && webhookFailed.tries >= HOOK_FAILED_TRIES;
