import { boundsMeet, boundsOf, type Bounds } from '../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';

/** The imagery that is seen on the map. */
export interface SeenImagery {
  /** The uppermost layer of the Imagery panel. */
  layerId: number | null;
  /** A delivered image, which lies above the layers: its address, box in degrees, and outline as WKT. */
  image: { url: string; bbox: Bounds; outlineWkt: string } | null;
}

/** What the AI analytics page starts with. */
export interface AnalyticsStart {
  /** The AOI, WKT. */
  area: string | null;
  layerId: number | null;
  imageUrl: string | null;
}

/** The AOI, or the outline of the image that is seen, if the AOI doesn't meet it. */
export function analyticsStart(areaWkt: string | null, seen?: SeenImagery): AnalyticsStart {
  const { layerId = null, image = null } = seen ?? {};
  if (image === null) return { area: areaWkt, layerId, imageUrl: null };
  const isOnImage =
    areaWkt !== null && boundsMeet(boundsOf(readAreaWkt(areaWkt, ['POLYGON', 'MULTIPOLYGON'])), image.bbox);
  return { area: isOnImage ? areaWkt : image.outlineWkt, layerId: null, imageUrl: image.url };
}
