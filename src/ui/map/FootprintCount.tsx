import { useSelector } from '@xstate/react';
import { useActorOf } from '../actors.tsx';
import { useT } from '../i18n/useT.ts';

/** Says how many footprints the map shows, to those who do not see it. */
export function FootprintCount() {
  const t = useT();
  const count = useSelector(useActorOf('search'), (search) =>
    search.matches('found') ? search.context.scenes.length : 0,
  );
  return (
    <p className="gt-visually-hidden" role="status">
      {count > 0 ? t('map.footprints', { count }) : ''}
    </p>
  );
}
