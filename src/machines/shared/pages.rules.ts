import { PAGE_SIZE } from '../../../contract/limits.ts';

/** §7 Pagination: the total divided by 10, rounded up; an empty list has one page. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** Which rows of the list a page shows, from 1; from is 0 when there are none ('1–10 of 27'). */
export function rangeOf(page: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: (page - 1) * PAGE_SIZE + 1, to: Math.min(page * PAGE_SIZE, total) };
}
