import { rangeOf } from '../../machines/shared/pages.rules.ts';
import { formatNumber } from './i18n/formats.ts';
import { useT } from './i18n/useT.ts';
import { Pager } from './kit/navigation/Pager.tsx';

interface ListPagerProps {
  /** From 1. */
  page: number;
  pageCount: number;
  total: number;
  /** The key of '1–10 of 27'. */
  range: 'orders.range' | 'saved.range';
  onPage: (page: number) => void;
}

/** §7 Pagination: '1–10 of 27' and the page buttons. */
export function ListPager({ page, pageCount, total, range, onPage }: ListPagerProps) {
  const t = useT();
  const { from, to } = rangeOf(page, total);
  return (
    <Pager
      page={page}
      pageCount={pageCount}
      summary={t(range, { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      onPage={onPage}
    />
  );
}
