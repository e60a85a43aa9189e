import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { Reasoned } from '../overlays/Tooltip.tsx';
import './lists.css';

interface PagerProps {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** '1–10 of 27' */
  summary: string;
}

/** The page buttons of a list (§7: ten rows a page). */
export function Pager({ page, pageCount, onPage, summary }: PagerProps) {
  const t = useT();
  return (
    <nav className="gt-pager gt-across gt-gap-4 gt-wide" aria-label={t('kit.pages')}>
      <span className="gt-pager__summary gt-grow gt-nowrap gt-quiet">{summary}</span>
      <Reasoned reason={page <= 1 ? t('kit.firstPage') : null}>
        {(closed) => (
          <IconButton
            {...closed}
            label={t('kit.previousPage')}
            icon={<ChevronLeft size={16} strokeWidth={1.75} />}
            size="small"
            onPress={() => onPage(page - 1)}
          />
        )}
      </Reasoned>
      {pagesAround(page, pageCount).map((one, place) =>
        one === null ? (
          <span key={`gap-${place}`} className="gt-faint" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={one}
            type="button"
            className="gt-pager__page gt-hovers gt-strong gt-muted gt-round-tag"
            aria-current={one === page ? 'page' : undefined}
            aria-label={t('kit.page', { page: one })}
            onClick={() => {
              if (one !== page) onPage(one);
            }}
          >
            {one}
          </button>
        ),
      )}
      <Reasoned reason={page >= pageCount ? t('kit.lastPage') : null}>
        {(closed) => (
          <IconButton
            {...closed}
            label={t('kit.nextPage')}
            icon={<ChevronRight size={16} strokeWidth={1.75} />}
            size="small"
            onPress={() => onPage(page + 1)}
          />
        )}
      </Reasoned>
    </nav>
  );
}

/**
 * The page numbers of a pager: all if there are at most five; otherwise the first, the last, the current and
 * its neighbours, with null for gaps. At most seven entries.
 */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const all = Array.from({ length: Math.max(1, pageCount) }, (_, index) => index + 1);
  if (pageCount <= 5) return all;
  const shown = all.filter((one) => one === 1 || one === pageCount || Math.abs(one - page) <= 1);
  return shown.flatMap((one, place) => {
    const before = shown[place - 1];
    return before !== undefined && one - before > 1 ? [null, one] : [one];
  });
}
