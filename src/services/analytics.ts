import { endpoints } from '../../contract/calls/endpoints.ts';
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
