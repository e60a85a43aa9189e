import { createContext, use } from 'react';
import type { SheetStop } from '../../../machines/shared/sheet.machine.ts';

/** Space covered at the map's edges, pixels; a selected item must not be hidden there. */
export interface MapPadding {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const NO_PADDING: MapPadding = { left: 0, right: 0, top: 0, bottom: 0 };

/** The padding of the maps of a page, which says it. */
export const PaddingContext = createContext<MapPadding>(NO_PADDING);
export const useMapPadding = (): MapPadding => use(PaddingContext);

/** Whether a page of this width (pixels) has the layout of a phone. */
export const isPhoneWide = (width: number): boolean => width < 640;

/** Minimum distances of a fitted area from the edges of the free map, and from the map's upper edge, where the place search is. */
export const fitMargins = (width: number) =>
  isPhoneWide(width) ? { sides: 24, upperEdge: 0 } : { sides: 32, upperEdge: 68 };

/** What the foot of a phone's map holds, pixels: the navigation, the bar of a mode, the low sheet, the cards above it. */
const FOOT = { navigation: 56, mode: 112, low: 96, cards: 144 };

/** Space covered by bar, panel, toolbar and drawer at this window size (docs/design.md, Measures and Responsive). */
export function mapPaddingOf(look: {
  width: number;
  height: number;
  isPanelOpen: boolean;
  isDrawerOpen: boolean;
  /** Whether the open panel is that of a new acquisition. */
  isPanelWide?: boolean | undefined;
  /** Whether the open panel is an order's page. */
  isOrderShown?: boolean | undefined;
  /** Where the phone's sheet stops. */
  stop?: SheetStop | undefined;
  /** Whether a mode takes taps, and nothing else is on a phone. */
  isInMode?: boolean | undefined;
  /** Whether the results are cards on the map of a phone. */
  hasCards?: boolean | undefined;
  /** Whether the page has neither bar nor toolbar. */
  isBare?: boolean | undefined;
}): MapPadding {
  const {
    width,
    height,
    isPanelOpen,
    isDrawerOpen,
    isPanelWide = false,
    stop = 'middle',
    isInMode = false,
    hasCards = false,
    isBare = false,
  } = look;
  const wide = look.isOrderShown === true ? 560 : 392;
  if (isPhoneWide(width)) {
    const low = FOOT.navigation + FOOT.low + (hasCards ? FOOT.cards : 0);
    const sheet = stop === 'low' ? low : Math.max(340, Math.round(height * 0.44));
    const drawn = isDrawerOpen ? Math.round(height * 0.64) : isPanelOpen ? sheet : FOOT.navigation;
    const bottom = isInMode ? FOOT.mode : drawn;
    return { left: 0, right: 0, top: isInMode || hasCards ? 72 : 12, bottom };
  }
  const bar = isBare ? 0 : width < 1024 || height < 720 ? 56 : 72;
  const narrow = width < 1024 ? 344 : width < 1280 ? 360 : wide;
  // some of the map remains visible next to it
  const panel = isPanelWide ? Math.min(784, width - bar - 84) : narrow;
  // below 1280 pixels the drawer covers the list instead of the map
  const drawer = isDrawerOpen && width >= 1280 ? 356 : 0;
  return {
    left: bar + (isPanelOpen ? 12 + panel : 0),
    right: 12 + 44 + drawer,
    top: 0,
    bottom: 56,
  };
}

/**
 * Space covered beside the middle that the page address names: the same whatever is open, so that a reload shows the
 * same map. Window size in pixels.
 */
export const addressPadding = (width: number, height: number): MapPadding =>
  mapPaddingOf({ width, height, isPanelOpen: true, isDrawerOpen: false });
