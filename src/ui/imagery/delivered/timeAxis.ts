/** Least distance of two dots, pixels: each stays visible. */
const APART = 12;
/** From the ends of the axis to its first and last dot. */
const END = 8;

/**
 * Where days lie on an axis below their pictures: at their true distances, but for those that would cover each other.
 * @param times ms since 1970, ascending
 * @param sizes pixels from picture to picture, and of one picture
 * @returns the axis's width and for each day the x of its dot and of the middle of its picture
 */
export function timeAxis(
  times: readonly number[],
  { pitch, thumb }: { pitch: number; thumb: number },
): { width: number; dots: { x: number; thumb: number }[] } {
  const width = (times.length - 1) * pitch + thumb;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const long = width - 2 * END;
  const xs = times.map((time) => END + (last === first ? 0 : ((time - first) / (last - first)) * long));
  // pushed to the right, then back from the end
  for (let at = 1; at < xs.length; at++) xs[at] = Math.max(xs[at]!, xs[at - 1]! + APART);
  for (let at = xs.length - 1; at >= 0; at--)
    xs[at] = Math.min(xs[at]!, at === xs.length - 1 ? width - END : xs[at + 1]! - APART);
  return { width, dots: xs.map((x, at) => ({ x, thumb: at * pitch + thumb / 2 })) };
}
