import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import {
  isLoadingList,
  leftOutOf,
  listFailure,
  pageCountOf,
  type PagedList,
  rangeOf,
  shownPage,
} from '../../machines/shared/pages.rules.ts';
import { formatNumber } from './i18n/formats.ts';
import { messageText } from './i18n/messageText.ts';
import { useT } from './i18n/useT.ts';
import { TooltipButton } from './kit/actions/TooltipButton.tsx';
import { Note } from './kit/figures/Note.tsx';
import { Pager } from './kit/layout/Pager.tsx';
import { FailedState } from './kit/states/FailedState.tsx';
import './kit/layout/lists.css';

interface PagedActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot: () => PagedList;
  send: (event: { type: 'page.chosen'; page: number } | { type: 'reload.requested' }) => void;
}

interface ListPagerProps {
  list: PagedActor;
  total: number;
  /** Whether it stays while the list can't be shown. */
  stays?: boolean;
}

/** §7 Pagination: '1–10 of 27' and the page buttons; renders nothing for a list of one page. */
export function ListPager({ list, total, stays = false }: ListPagerProps) {
  const t = useT();
  const page = useSelector(list, shownPage);
  const failure = useSelector(list, listFailure);
  if (pageCountOf(total) === 1 || (failure !== null && !stays)) return null;
  const { from, to } = rangeOf(page, total);
  return (
    <Pager
      page={page}
      pageCount={pageCountOf(total)}
      summary={t('common.range', {
        from: formatNumber(from),
        to: formatNumber(to),
        total: formatNumber(total),
      })}
      onPage={(next) => list.send({ type: 'page.chosen', page: next })}
    />
  );
}

interface ListOrStateProps {
  list: PagedActor;
  isEmpty: boolean;
  /** What a failed load leaves as it is. */
  unaffected: string;
  loading: ReactNode;
  empty: ReactNode;
  children: (isLoading: boolean) => ReactNode;
}

/** Says that rows of a list could not be read. */
export function LeftOut({ count }: { count: number }) {
  const t = useT();
  return (
    count > 0 && (
      <div className="gt-pad-top-side">
        <Note tone="warn">{t('common.leftOut', { count })}</Note>
      </div>
    )
  );
}

/** The rows of a list, or its failed, loading or empty state. */
export function ListOrState({ list, isEmpty, unaffected, loading, empty, children }: ListOrStateProps) {
  const t = useT();
  const isLoading = useSelector(list, isLoadingList);
  const failure = useSelector(list, listFailure);
  const leftOut = useSelector(list, leftOutOf);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        text={unaffected}
        onRetry={() => list.send({ type: 'reload.requested' })}
      />
    );
  return (
    <>
      <LeftOut count={leftOut} />
      {isEmpty ? (isLoading ? loading : empty) : children(isLoading)}
    </>
  );
}

/** Loads the shown page again. */
export function ReloadButton({ list }: { list: PagedActor }) {
  const t = useT();
  return (
    <TooltipButton
      label={t('common.reload')}
      icon={<RotateCcw size={16} strokeWidth={1.75} />}
      onPress={() => list.send({ type: 'reload.requested' })}
    />
  );
}
