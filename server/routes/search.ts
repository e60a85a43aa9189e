import type { Scene, SearchCondition, SearchReply } from '../../contract/search.ts';
import type { Aoi } from '../../src/geo/aoi.ts';
import { quicklookLink } from '../catalogue/quicklookLink.ts';
import type { Database } from '../db/open.ts';
import { findScenes, type SceneQuery, type StoredScene } from '../db/scenes.ts';
import { Refusal } from '../refusal.ts';
import { orderAoi } from '../rules/pricing.ts';

/** What a search needs of the server. */
export interface SearchDeps {
  db: Pick<Database, 'readPool'>;
  config: { searchCap: number };
  /** Signs the addresses of the pictures. */
  secret: string;
  condition: SearchCondition;
  user: { utype: number };
  signal?: AbortSignal;
}

/** The stored scene as it travels (decision 3). */
export function sceneForReply(
  secret: string,
  { facts, geometry }: Pick<StoredScene, 'facts' | 'geometry'>,
): Scene {
  const properties = { ...facts, quicklookUrl: quicklookLink(secret, facts.productId) };
  return { type: 'Feature', id: facts.productId, geometry, properties };
}

/**
 * The AOI of the condition, checked again on this side (§5 Search).
 * @throws Refusal with the catalogue's sentence
 */
function aoiOfCondition(condition: SearchCondition, utype: number): Aoi {
  if (condition.aoiWkt.trim() === '') throw new Refusal('aoiMissing');
  return orderAoi(condition.aoiWkt, utype);
}

function queryOf(condition: SearchCondition, aoi: Aoi, cap: number): SceneQuery {
  const isOptical = condition.sensorType === 'OPTICAL';
  return {
    area: aoi.geometry,
    from: condition.acquisitionDateFrom,
    to: condition.acquisitionDateTo,
    maxCloudCover: condition.maxCloudCover,
    maxOffNadirAngle: condition.maxOffNadirAngle,
    sensorType: condition.sensorType,
    satellites: condition.satList,
    // §2 Search panel: only OPTICAL has these two
    ...(isOptical && condition.gsd !== undefined ? { maxGsd: condition.gsd } : {}),
    ...(isOptical && condition.productMode !== undefined ? { productMode: condition.productMode } : {}),
    cap,
  };
}

/**
 * §7 POST /api/soi/v1/search: scenes over an AOI, newest first, at most `config.searchCap` of them with the number
 * that matched beside (decision 3).
 * @throws Refusal with the catalogue's sentence, or the signal's reason when the caller went away
 */
export async function searchScenes(deps: SearchDeps): Promise<SearchReply> {
  const { condition, config, secret } = deps;
  const aoi = aoiOfCondition(condition, deps.user.utype);
  const { acquisitionDateFrom: from, acquisitionDateTo: to } = condition;
  if (from > to) throw new Refusal('badRequest', { fields: 'acquisitionDateFrom, acquisitionDateTo' });
  const { scenes, numberMatched } = await findScenes(
    deps.db,
    queryOf(condition, aoi, config.searchCap),
    deps.signal,
  );
  return {
    result: 1,
    type: 'FeatureCollection',
    features: scenes.map((scene) => sceneForReply(secret, scene)),
    numberMatched,
  };
}
