import type { SnapshotFrom } from 'xstate';
import { HOOK_FAILED_TRIES, type Watch, type WatchTry } from '../../../../contract/watches/watches.ts';
import type { watchesMachine } from './watches.machine.ts';
import type { SearchesTab } from './watches.setup.ts';

type Watches = SnapshotFrom<typeof watchesMachine>;

export const searchesTab = ({ context }: Watches): SearchesTab => context.tab;
export const openWatchId = ({ context }: Watches): number | null => context.openId;
export const triesOf = ({ context }: Watches): WatchTry[] => context.tries;
export const isLoadingTries = (watches: Watches): boolean => watches.hasTag('loadingTries');
export const hasTriesFailed = (watches: Watches): boolean => watches.hasTag('triesFailed');
export const findsRequestedId = ({ context }: Watches): number | null => context.recallingId;
/** Whether a webhook counts as failed: several tries in a row, or it was given up. */
export const isHookFailed = ({ webhookFailed }: Watch): boolean =>
  webhookFailed !== null && webhookFailed.tries >= HOOK_FAILED_TRIES;
