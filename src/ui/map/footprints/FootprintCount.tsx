import { useSelector } from '@xstate/react';
import { mappedScenes } from '../../../machines/search/results.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';

/** Announces the number of visible footprints to screen readers. */
export function FootprintCount() {
  const t = useT();
  const count = useSelector(useActorOf('results'), mappedScenes).length;
  return (
    <p className="gt-visually-hidden" role="status">
      {count > 0 ? t('map.footprints', { count }) : ''}
    </p>
  );
}
