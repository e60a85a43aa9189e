import { store, stored } from './browser.ts';

const ANALYTICS_AREA_KEY = 'groundtrack.analytics.area';
const ANALYTICS_LAYER_KEY = 'groundtrack.analytics.layer';
const ANALYTICS_IMAGE_KEY = 'groundtrack.analytics.image';

/** What a new analytics window starts with: the AOI of the portal as WKT, and what is seen there: a layer, or an image by its address. */
export interface AnalyticsStart {
  area: string | null;
  layerId: number | null;
  imageUrl: string | null;
}

/** Stores the start for a new analytics window, which copies session storage. */
export function storeAnalyticsStart({ area, layerId, imageUrl }: AnalyticsStart): void {
  store(() => sessionStorage, ANALYTICS_AREA_KEY, area);
  store(() => sessionStorage, ANALYTICS_LAYER_KEY, layerId === null ? null : String(layerId));
  store(() => sessionStorage, ANALYTICS_IMAGE_KEY, imageUrl);
}

export function readAnalyticsStart(): AnalyticsStart {
  const layer = stored(() => sessionStorage, ANALYTICS_LAYER_KEY);
  return {
    area: stored(() => sessionStorage, ANALYTICS_AREA_KEY),
    layerId: layer === null ? null : Number(layer),
    imageUrl: stored(() => sessionStorage, ANALYTICS_IMAGE_KEY),
  };
}
