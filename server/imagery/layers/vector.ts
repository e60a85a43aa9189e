import { type AreaGeometry, polygonsOf } from '../../../src/geo/area/areaGeometry.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { GeometryError } from '../../../src/geo/geometryError.ts';
import { ImageError } from './imageFile.ts';

interface Json {
  type?: unknown;
  features?: unknown;
  geometry?: unknown;
  geometries?: unknown;
  coordinates?: unknown;
}

/** Every polygon in a GeoJSON value, including features and collections. */
function areasIn(value: unknown): AreaGeometry[] {
  const json = (typeof value === 'object' && value !== null ? value : {}) as Json;
  switch (json.type) {
    case 'FeatureCollection':
      return Array.isArray(json.features) ? json.features.flatMap(areasIn) : [];
    case 'GeometryCollection':
      return Array.isArray(json.geometries) ? json.geometries.flatMap(areasIn) : [];
    case 'Feature':
      return areasIn(json.geometry);
    case 'Polygon':
    case 'MultiPolygon':
      return [value as AreaGeometry];
    default:
      throw new ImageError(`its vector file holds ${JSON.stringify(json.type)}; areas alone can be shown`);
  }
}

/**
 * Parses a layer's vector data to WKT in WGS 84.
 * @param text GeoJSON with polygons, in degrees; edges are read the short way round, as in files
 * @throws ImageError if it is invalid
 */
export function vectorOf(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ImageError('its vector file is no JSON');
  }
  const areas = areasIn(json);
  if (areas.length === 0) throw new ImageError('its vector file holds no area');
  try {
    return aoiOf({ type: 'MultiPolygon', coordinates: areas.flatMap(polygonsOf) }, 'shortest').wkt;
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    if (error.code === 'poleUnclear')
      throw new ImageError(
        'its vector file holds an area around the globe, and its side is unclear: ' +
          'write it along the pole (… 180 90, -180 90 …)',
      );
    if (error.code === 'edgeUnclear')
      throw new ImageError(
        'its vector file holds an edge wider than 180°, and its way round the globe is unclear: cut the area at 180°',
      );
    throw new ImageError(`its vector file holds an area that is none (${error.code})`);
  }
}
