import type { SnapshotFrom } from 'xstate';
import type { SharedSearch } from '../../../contract/saved.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { sharedSearchMachine } from './sharedSearch.machine.ts';

type Shared = SnapshotFrom<typeof sharedSearchMachine>;

/** The shown search; null before it is loaded, and if the key has none. */
export const shownSearch = (shared: Shared): SharedSearch | null => shared.context.shared;
export const isLoadingShared = (shared: Shared): boolean => shared.hasTag('busy');
/** There is no search behind this key, or no longer. */
export const isShareUnknown = (shared: Shared): boolean => shared.matches('unknown');
/** Why it could not be loaded, where another try may help. */
export const shareFailure = (shared: Shared): NoticeText | null =>
  shared.matches('failed') ? shared.context.refusal : null;
