import { useSelector } from '@xstate/react';
import { orderScenes } from '../../../machines/orders/page/orderPage.selectors.ts';
import { mappedScenes } from '../../../machines/search/results/results.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';

/** Announces the number of visible footprints to screen readers. */
export function FootprintCount() {
  const t = useT();
  const mapped = useSelector(useActorOf('results'), mappedScenes);
  const ordered = useSelector(useActorIf('orderPage'), (page) => page && orderScenes(page));
  const count = (ordered ?? mapped).length;
  return (
    <p className="gt-visually-hidden" role="status">
      {count > 0 ? t('map.footprints', { count }) : ''}
    </p>
  );
}
