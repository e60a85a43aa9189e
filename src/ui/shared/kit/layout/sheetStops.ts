/** The sheet is 120 px high, 56% of the window, or full (docs/design.md, Responsive). */
export const SHEET_STOPS = ['low', 'middle', 'full'] as const;
export type SheetStop = (typeof SHEET_STOPS)[number];

/** The stop nearest to the sheet's height when it was released. Heights in pixels. */
export function nearestStop(height: number, heights: Readonly<Record<SheetStop, number>>): SheetStop {
  let best: SheetStop = 'low';
  for (const stop of SHEET_STOPS)
    if (Math.abs(heights[stop] - height) < Math.abs(heights[best] - height)) best = stop;
  return best;
}

/** The stop after a press on the handle: the next one up, or from the top back down. */
export function nextStop(stop: SheetStop): SheetStop {
  return SHEET_STOPS[SHEET_STOPS.indexOf(stop) + 1] ?? 'low';
}
