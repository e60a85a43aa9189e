import type { CSSProperties } from 'react';
import type { ClearOfScene } from '../../../../machines/search/clear.rules.ts';
import { formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';

/** How much of the AOI is clear in a scene: as a bar and in words; hatched without a mask, pale while it is worked out. */
export function ClearLine({ clear }: { clear: ClearOfScene }) {
  const t = useT();
  const { percent, isEstimated, isPending } = clear;
  const style: CSSProperties & Record<'--share', string> = { '--share': `${percent ?? 0}%` };
  return (
    <p className="gt-clear" data-state={percent !== null ? undefined : isPending ? 'pending' : 'missing'}>
      <span className="gt-cover" style={style} aria-hidden="true" />
      {percent !== null
        ? t(isEstimated ? 'results.clearEstimated' : 'results.clear', { share: formatNumber(percent, 0) })
        : t(isPending ? 'results.clearPending' : 'results.clearMissing')}
    </p>
  );
}
