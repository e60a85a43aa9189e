import { PAGE_SIZE } from '../../../contract/limits.ts';

/** §7 Pagination: the total divided by 10, rounded up; an empty list has one page. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** The rows of a page, from 1 ('1–10 of 27'); `from` is 0 for an empty list. */
export function rangeOf(page: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(page * PAGE_SIZE, total) };
}
