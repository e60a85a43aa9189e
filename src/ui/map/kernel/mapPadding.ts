import { createContext, use } from 'react';

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

/** Minimum distance between a fitted area and the edges of the free map, pixels. */
export const FIT_MARGIN = 32;

/** Minimum distance from the map's upper edge, where the place search is, pixels. */
export const UPPER_EDGE = 68;

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
  /** Whether the phone's sheet is at its low stop, as in the map's modes. */
  isSheetLow?: boolean | undefined;
  /** Whether the page has neither bar nor toolbar. */
  isBare?: boolean | undefined;
}): MapPadding {
  const {
    width,
    height,
    isPanelOpen,
    isDrawerOpen,
    isPanelWide = false,
    isSheetLow = false,
    isBare = false,
  } = look;
  const wide = look.isOrderShown === true ? 560 : 392;
  // the sheet's middle stop covers 56%, its low one 120 pixels above the bar
  const sheet = isSheetLow ? 56 + 120 : Math.round(height * 0.56);
  if (width < 640) return { left: 0, right: 0, top: 64, bottom: isPanelOpen ? sheet : 56 };
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
