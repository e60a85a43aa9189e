import type { Id, Listed } from '../../contract/calls/envelope.ts';
import { endpoints, files } from '../../contract/calls/endpoints.ts';
import { CallError } from '../../contract/calls/callError.ts';
import { SENSOR_TYPES } from '../../contract/sensors.ts';
import { imageryLayer, type ImageryLayer } from '../../contract/imagery.ts';
import { dataOf, leftOutOf, type Call } from './call/call.ts';
import { codeOf, flagOf, instantOf, readData, readList, textOf } from './call/reading.ts';

/** §3 Imagery layer. */
const readLayers = readList(imageryLayer, (row) => ({
  ...row,
  name: textOf(row['name']) ?? textOf(row['id']),
  description: textOf(row['description']) ?? '',
  serviceType: 'TMS',
  existVec: flagOf(row['existVec']) ?? false,
  acquired: instantOf(row['acquired']),
  sensorType: codeOf(row['sensorType'], SENSOR_TYPES),
}));

/** GET /api/user/images: the layers that the user may see. */
export async function listLayers(call: Call, signal: AbortSignal): Promise<Listed<ImageryLayer>> {
  const reply = await call(endpoints.imageryLayers, {}, { signal, read: readLayers });
  return { list: dataOf(reply), ...leftOutOf(reply) };
}

/** GET /api/vec/irv/{layerId}; WKT. */
export async function fetchVector(call: Call, layerId: Id, signal: AbortSignal): Promise<string> {
  const read = readData((data) => ({ geom: textOf(data['geom']) ?? '' }));
  const { data } = await call(endpoints.layerVector, { params: { layerId } }, { signal, read });
  // §8: a layer without vector data
  if (!data?.geom) throw new CallError('refused');
  return data.geom;
}

/**
 * §7 GET /api/ogc: the URL template of the tiles with {layer}, {z}, {x} and {y} (counted from the south). It
 * includes the token (decision 16).
 */
export function tileAddress(base: string, token: string): string {
  return `${base}${files.tiles}?service=tms&layer={layer}&z={z}&x={x}&y={y}&token=${encodeURIComponent(token)}`;
}
