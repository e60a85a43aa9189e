import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { NoticeText } from './notice.ts';

/** §7 Pagination: the total divided by 10, rounded up; an empty list has one page. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The page, or the nearest one that exists: the last page may disappear while it is shown. */
export function pageWithin(page: number, total: number): number {
  return Math.min(Math.max(1, page), pageCountOf(total));
}

/** The rows of a page, from 1 ('1–10 of 27'); `from` is 0 for an empty list. */
export function rangeOf(page: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(page * PAGE_SIZE, total) };
}

export interface PagedList {
  context: { page: number; refusal: NoticeText | null; leftOut: number };
  hasTag: (tag: 'busy' | 'failed') => boolean;
}

export const shownPage = ({ context }: PagedList): number => context.page;
/** Rows of the list that could not be read. */
export const leftOutOf = ({ context }: PagedList): number => context.leftOut;
export const listTotal = ({ context }: { context: { total: number } }): number => context.total;
export const isLoadingList = (list: PagedList): boolean => list.hasTag('busy');
/** Why the list can't be shown. */
export const listFailure = (list: PagedList): NoticeText | null =>
  list.hasTag('failed') ? list.context.refusal : null;
