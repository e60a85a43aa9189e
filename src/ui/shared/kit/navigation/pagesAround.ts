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
