import { useSelector } from '@xstate/react';
import { Search, SlidersHorizontal } from 'lucide-react';
import { SENSORS } from '../../../contract/sensors.ts';
import { searchDraft } from '../../machines/search/search.selectors.ts';
import { useActorOf, usePortal } from '../shared/actors.tsx';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import './summary.css';

/** The search summary above the map on phones; a press opens the form. */
export function SearchSummary({ onPress }: { onPress: () => void }) {
  const t = useT();
  const portal = usePortal();
  const draft = useSelector(useActorOf('search'), searchDraft);
  const hasDates = draft.dateFrom !== '' && draft.dateTo !== '';
  const dates = hasDates ? formatDateRange(draft.dateFrom, draft.dateTo, true) : t('common.none');
  const conditions = [
    formatPercent(draft.maxCloudCover),
    formatDegrees(draft.maxOffNadirAngle),
    ...(SENSORS[draft.sensorType].hasResolution && draft.gsd !== null ? [formatGsd(draft.gsd)] : []),
  ]
    .map((value) => t('results.upTo', { value }))
    .join(' · ');
  return (
    <button
      type="button"
      className="gt-summary"
      aria-label={t('search.summary', { dates, conditions })}
      onClick={() => {
        portal.send({ type: 'searchForm.requested' });
        onPress();
      }}
    >
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="gt-summary__words">
        <span className="gt-summary__dates">{dates}</span>
        <span className="gt-summary__conditions">{conditions}</span>
      </span>
      <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
