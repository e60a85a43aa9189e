import { useSelector } from '@xstate/react';
import type { Relaxation } from '../../../../contract/search.ts';
import { isExplaining, isUnexplained, relaxations } from '../../../machines/search/search.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatDateRange, formatDegrees, formatGsd, formatPercent } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { FailedState } from '../../shared/kit/states/FailedState.tsx';
import { Loading } from '../../shared/kit/states/Loading.tsx';
import './whyNothing.css';

/** Next to 'No result': the number of scenes without each condition; a press searches that way. */
export function WhyNothing() {
  const t = useT();
  const search = useActorOf('search');
  const found = useSelector(search, relaxations);
  const isBusy = useSelector(search, isExplaining);
  const hasFailed = useSelector(search, isUnexplained);
  if (isBusy) return <Loading label={t('why.asking')} rows={2} rowHeight={44} />;
  if (hasFailed)
    return (
      <FailedState title={t('why.failed')} onRetry={() => search.send({ type: 'explanation.requested' })} />
    );
  if (found === null) return null;
  const useful = found.filter(({ numberMatched }) => numberMatched > 0);
  if (useful.length === 0) return <p className="gt-why__none">{t('why.nothingHelps')}</p>;
  return (
    <section className="gt-why" aria-label={t('why.title')}>
      <h3 className="gt-why__title">{t('why.title')}</h3>
      <ul className="gt-why__list">
        {useful.map((relaxation) => (
          <li key={relaxation.filter} className="gt-why__way">
            <span className="gt-why__words">
              {t('why.way', { without: withoutWords(t, relaxation), count: relaxation.numberMatched })}
            </span>
            <Button
              size="small"
              onPress={() => search.send({ type: 'relaxation.chosen', filter: relaxation.filter })}
            >
              {t('why.apply')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The label of a relaxation: 'Without the cloud limit', 'With cloud up to 45%'. */
function withoutWords(t: Translate, { filter, change }: Relaxation): string {
  const { acquisitionDateFrom: from, acquisitionDateTo: to } = change;
  switch (filter) {
    case 'dates':
      return from !== undefined && to !== undefined
        ? t('why.dates', { dates: formatDateRange(from, to, true) })
        : t('why.anyDates');
    case 'cloudCover':
      return t('why.cloudCover', { limit: formatPercent(change.maxCloudCover ?? 100) });
    case 'offNadirAngle':
      return t('why.offNadirAngle', { limit: formatDegrees(change.maxOffNadirAngle ?? 45) });
    case 'resolution':
      return t('why.resolution', { limit: formatGsd(change.gsd ?? 2) });
    case 'satellites':
      return t('why.satellites');
    case 'productMode':
      return t('why.productMode');
    case 'sensor':
      return t('why.sensor', { sensor: change.sensorType ?? '' });
  }
}
