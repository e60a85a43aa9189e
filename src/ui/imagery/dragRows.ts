const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/**
 * Index of a dragged row. It passes another row once its edge passes the other's middle.
 * @param heights of the rows, pixels
 * @param by the dragged distance, pixels, downwards
 */
export function placeUnder(heights: readonly number[], place: number, by: number): number {
  let to = place;
  if (by > 0)
    while (to + 1 < heights.length && by > sum(heights.slice(place + 1, to + 1)) + heights[to + 1]! / 2) to++;
  else while (to > 0 && -by > sum(heights.slice(to, place)) + heights[to - 1]! / 2) to--;
  return to;
}

/** Shift of each row during a drag, pixels: the dragged row follows the pointer, passed rows move aside. */
export function shiftsOf(heights: readonly number[], place: number, to: number, by: number): number[] {
  const own = heights[place] ?? 0;
  return heights.map((_, at) => {
    if (at === place) return by;
    if (at > place && at <= to) return -own;
    return at < place && at >= to ? own : 0;
  });
}
