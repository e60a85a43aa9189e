/** Mean width of a character of the labels (11 px), and the gap between two labels; units of the drawing. */
const CHARACTER = 6.2;
const GAP = 8;
/** Height of a label with its gap, units. */
const LINE = 15;

interface Line {
  at: number;
  degrees: number;
}

/** The lines with a label: those close enough to the middle to fit, and far enough from the previous one. */
function spaced(lines: readonly Line[], from: number, to: number, room: number): Line[] {
  let last = Number.NaN;
  return lines.filter(({ at }) => {
    if (at < from || at > to || Math.abs(at - last) < room) return false;
    last = at;
    return true;
  });
}

/**
 * The grid lines of a small map whose labels neither overlap nor cross its edge: meridians are labelled along its
 * lower edge, parallels above their left ends.
 * @param longest characters of the longest label of a meridian
 */
export function labelledLines(
  { meridians, parallels }: { meridians: readonly Line[]; parallels: readonly Line[] },
  { width, height }: { width: number; height: number },
  longest: number,
): { meridians: Line[]; parallels: Line[] } {
  const room = longest * CHARACTER + GAP;
  return {
    meridians: spaced(meridians, room / 2, width - room / 2, room),
    parallels: spaced(parallels, LINE, height - LINE - 4, LINE),
  };
}
