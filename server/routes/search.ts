import { AOI_VERTICES_MAX, areaCapKm2 } from '../../contract/limits.ts';
import type { Scene, SearchCondition, SearchReply } from '../../contract/search.ts';
import { aoiOf, type Aoi } from '../../src/geo/aoi.ts';
import { GeometryError, type GeometryErrorCode } from '../../src/geo/geometryError.ts';
import { readAreaWkt } from '../../src/geo/wkt.ts';
import { quicklookLink } from '../catalogue/quicklookLink.ts';
import type { Database } from '../db/open.ts';
import { findScenes, type SceneQuery, type StoredScene } from '../db/scenes.ts';

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
export function sceneForReply(secret: string, { facts, geometry }: StoredScene): Scene {
  const properties = { ...facts, quicklookUrl: quicklookLink(secret, facts.productId) };
  return { type: 'Feature', id: facts.productId, geometry, properties };
}

function refusal(message: string): SearchReply {
  return { result: 0, message };
}

/** The catalogue's sentence (§5, §8) for each thing that keeps a geometry from being an AOI. */
const GEOMETRY_MESSAGES: Readonly<Record<GeometryErrorCode, string>> = {
  wktIncorrect: 'The WKT format is incorrect!',
  ringOpen: 'The WKT format is incorrect!',
  tooFewPoints: 'The WKT format is incorrect!',
  typeIncorrect: 'Type incorrect. The allowed type is: POLYGON, MULTIPOLYGON',
  coordinatesInvalid: 'Invalid latitude and longitude coordinates.',
  inputInvalid: 'Invalid input.',
  zeroArea: 'Invalid input. The area is zero.',
  selfCrossing: 'Invalid input. The outline crosses itself.',
  holeOutside: 'Invalid input. A hole lies outside the outline.',
  partsOverlap: 'Invalid input. Parts of the area overlap.',
  tooManyVertices: `Invalid input. More than ${AOI_VERTICES_MAX} vertices.`,
  tooWide: 'Invalid input. The area reaches around the globe.',
};

/** The AOI of the condition, checked again on this side (§5 Search), or the sentence that refuses it. */
function aoiOrRefusal(condition: SearchCondition, utype: number): Aoi | string {
  if (condition.aoiWkt.trim() === '') return 'Please set the AOI';
  try {
    const aoi = aoiOf(readAreaWkt(condition.aoiWkt, ['POLYGON', 'MULTIPOLYGON']));
    const cap = areaCapKm2(utype);
    return aoi.areaKm2 > cap ? `Area over limit: ${cap} km²` : aoi;
  } catch (error) {
    if (error instanceof GeometryError) return GEOMETRY_MESSAGES[error.code];
    throw error;
  }
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
 * that matched beside (decision 3). Refusals carry the catalogue's sentence.
 * @throws the signal's reason when the caller went away
 */
export async function searchScenes(deps: SearchDeps): Promise<SearchReply> {
  const { condition, config, secret } = deps;
  const aoi = aoiOrRefusal(condition, deps.user.utype);
  if (typeof aoi === 'string') return refusal(aoi);
  if (condition.acquisitionDateFrom > condition.acquisitionDateTo)
    return refusal('Please select a date range');
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
