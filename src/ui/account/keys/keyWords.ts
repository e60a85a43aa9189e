import type { ApiKey } from '../../../../contract/calls/apiKeys.ts';
import { isUsedToday } from '../../../machines/account/keys/apiKeys.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDate, formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** When a key was last used: a time of today, or a day, in UTC. */
export function useLastUse(): (key: ApiKey) => string {
  const t = useT();
  const keys = useActorOf('apiKeys');
  return (key) => {
    const { lastUsedAt } = key;
    if (lastUsedAt === null) return t('keys.neverUsed');
    return isUsedToday(key)(keys.getSnapshot())
      ? t('keys.usedToday', { time: formatTime(lastUsedAt) })
      : t('keys.usedOn', { day: formatDate(lastUsedAt) });
  };
}
