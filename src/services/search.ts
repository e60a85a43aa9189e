import {
  type ItemAssets,
  searchReply,
  type ClearShares,
  type Scene,
  type SceneTable,
  type SearchCondition,
  type SearchResult,
} from '../../contract/search.ts';
import { CallError } from '../../contract/calls/callError.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { scenesOfTable } from '../../contract/calls/sceneTable.ts';
import { dataOf, type Call } from './call/call.ts';
import { checkReply } from './call/checkReply.ts';

/** The scene with the absolute URL of its quicklook. */
export function addressed(scene: Scene, base: string): Scene {
  const path = scene.properties.quicklookUrl;
  if (base === '' || path === null || !path.startsWith('/')) return scene;
  return { ...scene, properties: { ...scene.properties, quicklookUrl: `${base}${path}` } };
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
  const reply = await call(endpoints.searchScenes, { body }, { signal });
  const found = reply.table === undefined ? reply.features : await scenesOf(reply.table, signal);
  if (found === undefined) throw new CallError('malformed');
  const features = found.map((scene) => addressed(scene, call.base));
  return { features, numberMatched: reply.numberMatched ?? features.length };
}

/** GET /web/scene/assets: the files of a scene from another archive. */
export async function fetchAssets(call: Call, productId: string, signal: AbortSignal): Promise<ItemAssets> {
  const { scene, assets } = dataOf(await call(endpoints.itemAssets, { query: { productId } }, { signal }));
  const urlOf = (path: string | null) => (path === null ? null : `${call.base}${path}`);
  return {
    scene: addressed(scene, call.base),
    assets: assets.map((asset) => ({ ...asset, imageUrl: urlOf(asset.imageUrl) })),
  };
}

/** POST /api/soi/v1/search/clear: how much of an area is clear in each scene; without a call for no scene. */
export async function fetchClearShares(
  call: Call,
  { scenes, aoi }: { scenes: readonly Scene[]; aoi: { wkt: string } },
  signal: AbortSignal,
): Promise<ClearShares> {
  if (scenes.length === 0) return { shares: [], estimated: [], pending: [] };
  const body = { aoiWkt: aoi.wkt, productIds: scenes.map(({ id }) => id) };
  return dataOf(await call(endpoints.clearShares, { body }, { signal }));
}
