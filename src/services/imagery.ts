import { endpoints, files } from '../../contract/calls/endpoints.ts';
import type { ImageryLayer } from '../../contract/imagery.ts';
import { dataOf, type Call } from './call/call.ts';

/** GET /api/user/images: the layers that the user may see. */
export async function listLayers(call: Call, signal: AbortSignal): Promise<ImageryLayer[]> {
  return dataOf(await call(endpoints.imageryLayers, {}, { signal }));
}

/** GET /api/vec/irv/{layerId}; WKT. */
export async function fetchVector(call: Call, layerId: number, signal: AbortSignal): Promise<string> {
  const { geom } = dataOf(await call(endpoints.layerVector, { params: { layerId } }, { signal }));
  return geom;
}

/**
 * §7 GET /api/ogc: the URL template of the tiles with {layer}, {z}, {x} and {y} (counted from the south). It
 * includes the token (decision 16).
 */
export function tileAddress(base: string, token: string): string {
  return `${base}${files.tiles}?service=tms&layer={layer}&z={z}&x={x}&y={y}&token=${encodeURIComponent(token)}`;
}
