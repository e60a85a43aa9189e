import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import {
  listFailure,
  pageCountOf,
  rangeOf,
  shownPage,
  type PagedList,
} from '../../../machines/shared/pages.rules.ts';
import { formatNumber } from '../i18n/formats.ts';
import { useT } from '../i18n/useT.ts';
import { Pager } from '../kit/navigation/Pager.tsx';

/** An actor that holds a list in pages. */
export interface PagedActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot: () => PagedList;
  send: (event: { type: 'page.chosen'; page: number } | { type: 'reload.requested' }) => void;
}

interface ListPagerProps {
  list: PagedActor;
  total: number;
  /** Whether it stays while the list can't be shown. */
  stays?: boolean;
}

/** §7 Pagination: '1–10 of 27' and the page buttons; renders nothing for an empty list. */
export function ListPager({ list, total, stays = false }: ListPagerProps) {
  const t = useT();
  const page = useSelector(list, shownPage);
  const failure = useSelector(list, listFailure);
  if (total === 0 || (failure !== null && !stays)) return null;
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
