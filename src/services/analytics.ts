import { endpoints, files } from '../../contract/calls/endpoints.ts';
import type { LayerValues, LayerValuesRequest } from '../../contract/imagery.ts';
import { dataOf, type Call } from './call/call.ts';

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
