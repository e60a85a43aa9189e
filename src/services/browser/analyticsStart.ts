import { store, stored } from './browser.ts';

const ANALYTICS_AREA_KEY = 'groundtrack.analytics.area';
const ANALYTICS_LAYER_KEY = 'groundtrack.analytics.layer';

/** What a new analytics window starts with: the AOI of the portal as WKT, and the layer that is seen there. */
export interface AnalyticsStart {
  area: string | null;
  layerId: number | null;
}

/** Stores the start for a new analytics window, which copies session storage. */
export function storeAnalyticsStart({ area, layerId }: AnalyticsStart): void {
  store(() => sessionStorage, ANALYTICS_AREA_KEY, area);
  store(() => sessionStorage, ANALYTICS_LAYER_KEY, layerId === null ? null : String(layerId));
}

export function readAnalyticsStart(): AnalyticsStart {
  const layer = stored(() => sessionStorage, ANALYTICS_LAYER_KEY);
  return {
    area: stored(() => sessionStorage, ANALYTICS_AREA_KEY),
    layerId: layer === null ? null : Number(layer),
  };
}
