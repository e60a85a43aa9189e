/** What covers the map's edges, in pixels: nothing that is chosen may hide behind it. */
export interface MapPadding {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const NO_PADDING: MapPadding = { left: 0, right: 0, top: 0, bottom: 0 };

/** Least distance between a shown area and the free map's edges, pixels. */
export const FIT_MARGIN = 32;

/** look.md, measures and responsive: what bar, panel, toolbar and drawer cover at this window's size. */
export function mapPaddingOf(look: {
  width: number;
  height: number;
  isPanelOpen: boolean;
  isDrawerOpen: boolean;
  /** The phone's sheet is at its low stop, as in the map's modes. */
  isSheetLow?: boolean | undefined;
  /** The page has no bar and no toolbar. */
  isBare?: boolean | undefined;
}): MapPadding {
  const { width, height, isPanelOpen, isDrawerOpen, isSheetLow = false, isBare = false } = look;
  // the sheet's middle stop covers 56 %, its low one 120 pixels above the bar
  const sheet = isSheetLow ? 56 + 120 : Math.round(height * 0.56);
  if (width < 640) return { left: 0, right: 0, top: 64, bottom: isPanelOpen ? sheet : 56 };
  const bar = isBare ? 0 : width < 1024 || height < 720 ? 56 : 72;
  const panel = width < 1024 ? 344 : width < 1280 ? 360 : 392;
  // below 1280 the drawer covers the list, not the map
  const drawer = isDrawerOpen && width >= 1280 ? 356 : 0;
  return {
    left: bar + (isPanelOpen ? 12 + panel : 0),
    right: 12 + 44 + drawer,
    top: 0,
    bottom: 56,
  };
}
