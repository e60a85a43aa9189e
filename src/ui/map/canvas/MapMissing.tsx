import { MonitorX } from 'lucide-react';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

/** Replaces the map without WebGL: explains what is missing, what to do, and what works without the map. */
export function MapMissing({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div className="gt-map__missing" role="status">
      <MonitorX size={24} strokeWidth={1.6} aria-hidden="true" />
      <p className="gt-map__missing-title">{t('map.missing.title')}</p>
      <p>{t('map.missing.how')}</p>
      <p>{t('map.missing.rest')}</p>
      <Button size="small" onPress={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
