import type { SnapshotFrom } from 'xstate';
import type { ApiKey } from '../../../../contract/calls/apiKeys.ts';
import { utcDayOf } from '../../shared/days.ts';
import type { apiKeysMachine } from './apiKeys.machine.ts';

type ApiKeys = SnapshotFrom<typeof apiKeysMachine>;

const DAY_MS = 86_400_000;
/** A key that ends sooner is marked. */
const SOON_DAYS = 14;

/** Newest first; null until first loaded. */
export const apiKeysOf = (keys: ApiKeys): ApiKey[] | null => keys.context.keys;
export const isLoadingKeys = (keys: ApiKeys): boolean => keys.hasTag('list busy');
export const haveKeysFailed = (keys: ApiKeys): boolean => keys.hasTag('list failed');
/** The key that a question asks about. */
export const keyToRevoke = (keys: ApiKeys): ApiKey | null =>
  keys.matches({ dialog: 'asking' }) ? keys.context.chosen : null;
export const isRevokingKey = (keys: ApiKeys): boolean => keys.hasTag('revoking');

/** Whether a key was last used today (UTC). */
export const isUsedToday =
  ({ lastUsedAt }: ApiKey) =>
  ({ context }: ApiKeys): boolean =>
    lastUsedAt?.slice(0, 10) === utcDayOf(context.now());

/** Whether a key has ended, or ends within 14 days; null if neither. */
export function endOfKey({ endsOn }: ApiKey) {
  return ({ context }: ApiKeys): 'ended' | 'soon' | null => {
    if (endsOn === null) return null;
    const leftMs = Date.parse(endsOn) + DAY_MS - context.now().getTime();
    if (leftMs <= 0) return 'ended';
    return leftMs <= SOON_DAYS * DAY_MS ? 'soon' : null;
  };
}
