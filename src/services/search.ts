import {
  type ItemAssets,
  scene as sceneSchema,
  searchReply,
  type ClearShares,
  type Scene,
  type SceneTable,
  type SearchCondition,
  type SearchResult,
} from '../../contract/search.ts';
import { PRODUCT_MODES, SOURCES } from '../../contract/limits.ts';
import { SENSOR_TYPES } from '../../contract/sensors.ts';
import { CallError } from '../../contract/calls/callError.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { scenesOfTable } from '../../contract/calls/sceneTable.ts';
import { dataOf, leftOutOf, type Call } from './call/call.ts';
import { checkReply } from './call/checkReply.ts';
import {
  codeOf,
  fieldsOf,
  flagOf,
  instantOf,
  listIn,
  numberOf,
  type Raw,
  type Read,
  readRows,
  textOf,
} from './call/reading.ts';

/** Where a back end keeps the facts of a scene: paths of names with dots, by the contract's names (docs/back-ends.md). */
export type SceneFields = Readonly<Record<string, string>>;

/** The value at a path such as `properties.acqTime`; undefined where a part is missing. */
function valueAt(raw: Raw, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], raw);
}

/** Decision 3: a scene as a back end gives it. A geometry and an id suffice; what else is missing is unknown. */
export function readScene(raw: Raw, names: SceneFields = {}): unknown {
  const properties = fieldsOf(raw['properties']);
  const named = (name: string): unknown => {
    const path = names[name];
    return path === undefined ? (properties[name] ?? raw[name]) : valueAt(raw, path);
  };
  const id = textOf(names['id'] === undefined ? raw['id'] : named('id')) ?? textOf(named('productId'));
  return {
    type: 'Feature',
    id,
    geometry: names['geometry'] === undefined ? raw['geometry'] : named('geometry'),
    properties: {
      productId: textOf(named('productId')) ?? id,
      acquisitionDate: instantOf(named('acquisitionDate')),
      satellite: textOf(named('satellite')),
      satCode: textOf(named('satCode')),
      sensor: textOf(named('sensor')),
      sensorType: codeOf(named('sensorType'), SENSOR_TYPES),
      gsd: numberOf(named('gsd')),
      cloudCover: numberOf(named('cloudCover')),
      offNadirAngle: numberOf(named('offNadirAngle')),
      sunElevation: numberOf(named('sunElevation')),
      area: numberOf(named('area')),
      orbitDirection: textOf(named('orbitDirection')),
      sideLookDirection: textOf(named('sideLookDirection')),
      imagingMode: textOf(named('imagingMode')),
      productMode: codeOf(named('productMode'), PRODUCT_MODES),
      sourceCode: codeOf(named('sourceCode'), SOURCES),
      supplier: textOf(named('supplier')),
      quicklookUrl: textOf(named('quicklookUrl')),
      simulated: flagOf(named('simulated')) ?? false,
      attribution: textOf(named('attribution')),
      source: textOf(named('source')),
    },
  };
}

/** The scenes of a search reply: its `features`, beside the result or in `data`. */
function readFound(names: SceneFields): Read {
  const read = (reply: Raw) => {
    const { features: _, type: __, ...envelope } = reply;
    const rows = listIn(reply) ?? listIn(reply['data']);
    const { list, leftOut } = readRows(rows, sceneSchema, (raw) => readScene(raw, names));
    const numberMatched = numberOf(reply['numberMatched']) ?? undefined;
    return { reply: { ...envelope, features: rows && list, numberMatched }, leftOut };
  };
  return Object.assign(read, { isSliced: true });
}

/**
 * The scene with the absolute URL of its quicklook. Where it came from is meant as ours is only by a back end that has the files of
 * other archives' scenes.
 */
export function addressed(scene: Scene, { base, has }: Pick<Call, 'base' | 'has'>): Scene {
  const { quicklookUrl, attribution, source } = scene.properties;
  const path =
    base !== '' && quicklookUrl?.startsWith('/') === true ? `${base}${quicklookUrl}` : quicklookUrl;
  const isForeign = (attribution ?? source ?? null) !== null && !has('itemAssets');
  if (path === quicklookUrl && !isForeign) return scene;
  const origin = isForeign ? { attribution: null, source: null } : {};
  return { ...scene, properties: { ...scene.properties, quicklookUrl: path, ...origin } };
}

/** The scenes of a table, checked as those of a GeoJSON reply are. @throws CallError malformed */
async function scenesOf(table: SceneTable, signal: AbortSignal): Promise<Scene[] | undefined> {
  let features: Scene[];
  try {
    features = scenesOfTable(table);
  } catch {
    throw new CallError('malformed');
  }
  const checked = await checkReply(searchReply, { result: SUCCESS, features }, signal);
  return checked?.data.features;
}

/** POST /api/soi/v1/search. */
export async function searchScenes(
  call: Call,
  body: SearchCondition,
  signal: AbortSignal,
): Promise<SearchResult> {
  const reply = await call(endpoints.searchScenes, { body }, { signal, read: readFound(call.sceneFields) });
  const found = reply.table === undefined ? reply.features : await scenesOf(reply.table, signal);
  if (found === undefined || (found.length === 0 && (reply.leftOut ?? 0) > 0))
    throw new CallError('malformed');
  const features = found.map((scene) => addressed(scene, call));
  const { leftOut = 0, numberMatched = features.length + leftOut } = reply;
  // those left out are counted apart
  return { features, numberMatched: numberMatched - leftOut, ...leftOutOf(reply) };
}

/** GET /web/scene/assets: the files of a scene from another archive. */
export async function fetchAssets(call: Call, productId: string, signal: AbortSignal): Promise<ItemAssets> {
  const { scene, assets } = dataOf(await call(endpoints.itemAssets, { query: { productId } }, { signal }));
  const urlOf = (path: string | null) => (path === null ? null : `${call.base}${path}`);
  return {
    scene: addressed(scene, call),
    assets: assets.map((asset) => ({ ...asset, imageUrl: urlOf(asset.imageUrl) })),
  };
}

/** POST /api/soi/v1/search/clear: how much of an area is clear in each scene; without a call for no scene. */
export async function fetchClearShares(
  call: Call,
  { scenes, aoi }: { scenes: readonly Scene[]; aoi: { wkt: string } },
  signal: AbortSignal,
): Promise<ClearShares> {
  if (scenes.length === 0 && call.has('clearShares')) return { shares: [], estimated: [], pending: [] };
  const body = { aoiWkt: aoi.wkt, productIds: scenes.map(({ id }) => id) };
  return dataOf(await call(endpoints.clearShares, { body }, { signal }));
}
