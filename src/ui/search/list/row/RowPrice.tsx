import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Scene } from '../../../../../contract/search.ts';
import type { Aoi } from '../../../../geo/aoi.ts';
import { estimateOf } from '../../../../machines/search/results/prices.rules.ts';
import { knownPricing } from '../../../../machines/search/results/results.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { formatMoney } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';

/** The estimated price of an order of this scene alone (decision 150). */
export function RowPrice({ scene, aoi }: { scene: Scene; aoi: Aoi }) {
  const t = useT();
  const pricing = useSelector(useActorOf('results'), knownPricing);
  const estimate = useMemo(() => pricing && estimateOf([scene], aoi, pricing), [scene, aoi, pricing]);
  if (estimate === null) return null;
  return (
    <span className="gt-result__price" title={t('results.estimatedPrice')}>
      <span className="gt-visually-hidden">{t('results.estimatedPrice')} </span>
      {formatMoney(estimate.cents)}
    </span>
  );
}
