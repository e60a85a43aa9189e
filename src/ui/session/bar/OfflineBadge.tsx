import { isOffline } from '../../../machines/session/portal/portal.selectors.ts';
import { usePortalValue } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Badge } from '../../shared/kit/figures/Badge.tsx';

/** Decision 23: a lost connection is shown in the bar and announced, never as a toast. */
export function OfflineBadge() {
  const t = useT();
  const offline = usePortalValue(isOffline);
  return (
    <div className="gt-bar__offline" role="status" title={offline ? t('bar.offlineNote') : undefined}>
      {offline && (
        <>
          <Badge tone="warn" icon="offline">
            {t('bar.offline')}
          </Badge>
          <span className="gt-visually-hidden">{t('bar.offlineNote')}</span>
        </>
      )}
    </div>
  );
}
