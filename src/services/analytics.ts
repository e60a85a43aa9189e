import { endpoints, files } from '../../contract/calls/endpoints.ts';
import type { ImageryLayer, LayerValues, LayerValuesRequest } from '../../contract/imagery.ts';
import { dataOf, type Call } from './call/call.ts';

/** GET /api/user/images: the layers that the user may see. */
export async function fetchLayers(call: Call, signal: AbortSignal): Promise<ImageryLayer[]> {
  return dataOf(await call(endpoints.imageryLayers, {}, { signal }));
}

/** POST /api/imagery/v1/values: samples of a layer's bands in a window. */
export async function fetchValues(
  call: Call,
  body: LayerValuesRequest,
  signal: AbortSignal,
): Promise<LayerValues> {
  return dataOf(await call(endpoints.layerValues, { body }, { signal }));
}

/** §7 GET /api/ogc: URL template of the tiles; token in the query (decision 16), y counts from the south. */
export function tilesOfLayer(base: string, layer: number, token: string): string {
  const query = new URLSearchParams({ service: 'tms', layer: String(layer), token });
  return `${base}${files.tiles}?${query.toString()}&z={z}&x={x}&y={y}`;
}
