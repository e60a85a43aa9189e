import type { ApiKey } from '../../../../contract/calls/apiKeys.ts';
import { formatDate, formatTime } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** When a key was last used: a time of today, or a day, in UTC. */
export function useLastUse(): (key: ApiKey) => string {
  const t = useT();
  return ({ lastUsedAt }) => {
    if (lastUsedAt === null) return t('keys.neverUsed');
    const isToday = lastUsedAt.slice(0, 10) === new Date().toISOString().slice(0, 10);
    return isToday
      ? t('keys.usedToday', { time: formatTime(lastUsedAt) })
      : t('keys.usedOn', { day: formatDate(lastUsedAt) });
  };
}
