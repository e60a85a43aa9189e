import { useSelector } from '@xstate/react';
import { Satellite, Search } from 'lucide-react';
import { isSearching } from '../../../machines/search/search.selectors.ts';
import { isTaskingOffered } from '../../../machines/session/shell.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Search panel: Search, and Tasking only if the order_tasking API is enabled. */
export function SearchFoot() {
  const t = useT();
  const search = useActorOf('search');
  const isBusy = useSelector(search, isSearching);
  const hasTasking = useSelector(useActorOf('shell'), isTaskingOffered);
  return (
    <>
      <Button
        variant="primary"
        icon={<Search {...ICON} />}
        busy={isBusy}
        busyLabel={t('search.searching')}
        onPress={() => search.send({ type: 'search.requested' })}
      >
        {t('search.search')}
      </Button>
      {isBusy ? (
        <span className="gt-search__cancel">
          <Button onPress={() => search.send({ type: 'search.cancelled' })}>{t('common.cancel')}</Button>
        </span>
      ) : (
        hasTasking && (
          <Button icon={<Satellite {...ICON} />} onPress={() => search.send({ type: 'tasking.requested' })}>
            {t('search.tasking')}
          </Button>
        )
      )}
    </>
  );
}
