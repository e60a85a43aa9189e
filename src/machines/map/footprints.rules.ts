import type { FootprintView } from '../shared/preferences.machine.ts';

/** How the footprints are drawn. */
export type DrawnFootprints = Exclude<FootprintView, 'auto'>;

/** Up to this number in view, outlines stay readable. */
export const OUTLINES_MAX = 200;
/** From this zoom, as shown (decision 18), outlines are far enough apart. */
export const OUTLINES_ZOOM = 13;

/** Number of scenes at a place from which each colour of the density applies. */
export const DENSITY_STEPS = [1, 25, 50, 100, 150, 200] as const;

/**
 * How footprints are drawn: as the user selected, otherwise by density where outlines would be unreadable.
 * @param inView number of footprints in the visible part of the map
 */
export function drawnFootprints(view: FootprintView, inView: number, zoom: number): DrawnFootprints {
  if (view !== 'auto') return view;
  return inView > OUTLINES_MAX && zoom < OUTLINES_ZOOM ? 'density' : 'outlines';
}

/** The view that the key F switches to. */
export const otherFootprints = (drawn: DrawnFootprints): DrawnFootprints =>
  drawn === 'density' ? 'outlines' : 'density';
