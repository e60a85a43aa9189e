/** look.md, responsive: the sheet stands at 120 px, at 56 % of the window, or full. */
export const SHEET_STOPS = ['low', 'middle', 'full'] as const;
export type SheetStop = (typeof SHEET_STOPS)[number];

/** The stop whose height is nearest to where the sheet was let go. Heights in pixels. */
export function nearestStop(height: number, heights: Readonly<Record<SheetStop, number>>): SheetStop {
  let best: SheetStop = 'low';
  for (const stop of SHEET_STOPS)
    if (Math.abs(heights[stop] - height) < Math.abs(heights[best] - height)) best = stop;
  return best;
}

/** Where a press on the handle moves it: up, and from the top down again. */
export function nextStop(stop: SheetStop): SheetStop {
  return SHEET_STOPS[SHEET_STOPS.indexOf(stop) + 1] ?? 'low';
}
