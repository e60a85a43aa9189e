import type { Id, Listed } from '../../contract/calls/envelope.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { extensions } from '../../contract/calls/extensions.ts';
import {
  type AoiFactsReply,
  type ExportTask,
  exportTask,
  type RecalledDump,
  type SavedAoi,
  savedAoi,
  type SavedSearch,
  savedSearch,
  type SharedSearch,
} from '../../contract/saved.ts';
import { PRODUCT_MODES } from '../../contract/limits.ts';
import { scene, searchCondition } from '../../contract/search.ts';
import { SENSOR_TYPES } from '../../contract/sensors.ts';
import type { NewsItem, Watch, WatchResult } from '../../contract/watches/watches.ts';
import { dataOf, leftOutOf, type Call } from './call/call.ts';
import {
  codeOf,
  defined,
  fieldsOf,
  instantOf,
  linksOf,
  listIn,
  nameOf,
  numberOf,
  type Raw,
  type Readable,
  readList,
  readRows,
  textOf,
} from './call/reading.ts';
import { addressed, readScene, type SceneFields } from './search.ts';

const saved = (row: Raw) => ({
  ...row,
  name: nameOf(row['name']),
  ctime: instantOf(row['ctime']) ?? '',
});

/** §3 Saved AOI. */
const readAois = readList(savedAoi, saved);
/** §3 Saved search record. Its area and the key of its link may be missing. */
const readSearches = readList(savedSearch, (row) => ({
  ...saved(row),
  aoiGeom: textOf(row['aoiGeom']) ?? '',
  skey: textOf(row['skey']) ?? '',
}));

/** A value that may have been written as JSON text. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return undefined;
  }
}

/** §3 Search condition. */
const readCondition = (row: Raw) =>
  defined({
    aoiWkt: textOf(row['aoiWkt']),
    acquisitionDateFrom: instantOf(row['acquisitionDateFrom'])?.slice(0, 10),
    acquisitionDateTo: instantOf(row['acquisitionDateTo'])?.slice(0, 10),
    maxCloudCover: numberOf(row['maxCloudCover']),
    maxOffNadirAngle: numberOf(row['maxOffNadirAngle']),
    sensorType: codeOf(row['sensorType'], SENSOR_TYPES),
    satList: linksOf(row['satList']),
    gsd: numberOf(row['gsd']) ?? undefined,
    productMode: codeOf(row['productMode'], PRODUCT_MODES) ?? undefined,
  });

/** §3 dumpJson: result and resultStatus, as an object or as JSON text; the condition where it is known. */
const readDump =
  (names: SceneFields) =>
  (reply: Raw): Readable => {
    const dump = parsed(fieldsOf(reply['data'])['dumpJson']);
    const { condition, result, resultStatus } = fieldsOf(dump);
    const rows = listIn(parsed(result));
    const { list, leftOut } = readRows(rows, scene, (raw) => readScene(raw, names));
    const facts = fieldsOf(resultStatus);
    const status = defined({
      ...facts,
      numberMatched: numberOf(facts['numberMatched']) ?? undefined,
      searchedAt: instantOf(facts['searchedAt']) ?? undefined,
    });
    const known = searchCondition.safeParse(readCondition(fieldsOf(condition)));
    const dumpJson = { condition: known.data ?? null, result: rows && list, resultStatus: status };
    return { reply: { ...reply, data: { dumpJson } }, leftOut };
  };

/** GET /web/useraoi/view/list/all. Without the call for the whole of an outline, each area is taken as it is. */
export async function listAois(call: Call, signal: AbortSignal): Promise<Listed<SavedAoi>> {
  const reply = await call(endpoints.savedAois, {}, { signal, read: readAois });
  const list = dataOf(reply);
  const whole = () => list.map(({ isOutline: _, ...aoi }) => aoi);
  return { list: call.has('savedAoi') ? list : whole(), ...leftOutOf(reply) };
}

/** GET /web/useraoi/view/one/{id}: with the whole area. */
export async function fetchAoi(call: Call, id: Id, signal: AbortSignal): Promise<SavedAoi> {
  return dataOf(await call(extensions.savedAoi, { params: { id } }, { signal }));
}

/** POST /web/useraoi/view/facts. */
export async function fetchAoiFacts(
  call: Call,
  body: { ids: Id[]; isSameVisit: boolean },
  signal: AbortSignal,
): Promise<AoiFactsReply> {
  const { since, areas } = dataOf(await call(extensions.aoiFacts, { body }, { signal }));
  return {
    since,
    areas: areas.map((one) => ({
      ...one,
      newest: one.newest && { ...one.newest, scene: addressed(one.newest.scene, call) },
    })),
  };
}

/** GET /web/useraoi/del/{id}; completed even if the page is left. */
export async function deleteAoi(call: Call, id: Id): Promise<void> {
  await call(endpoints.deleteAoi, { params: { id } }, { outlivesPage: true, isAnswerOpen: true });
}

/** GET /web/usersearchrecord/view/list/all. */
export async function listSearches(call: Call, signal: AbortSignal): Promise<Listed<SavedSearch>> {
  const reply = await call(endpoints.savedSearches, {}, { signal, read: readSearches });
  return { list: dataOf(reply), ...leftOutOf(reply) };
}

/** GET /web/usersearchrecord/del/{id}; completed even if the page is left. */
export async function deleteSearch(call: Call, id: Id): Promise<void> {
  await call(endpoints.deleteSearch, { params: { id } }, { outlivesPage: true, isAnswerOpen: true });
}

function withPictures<Dump extends RecalledDump>(dump: Dump, call: Call): Dump {
  return { ...dump, result: dump.result.map((scene) => addressed(scene, call)) };
}

/** GET /web/usersearchrecord/view/one/{id}. */
export async function fetchDump(call: Call, id: Id, signal: AbortSignal): Promise<RecalledDump> {
  const read = readDump(call.sceneFields);
  const reply = await call(endpoints.savedSearch, { params: { id } }, { signal, read });
  return { ...withPictures(dataOf(reply).dumpJson, call), ...leftOutOf(reply) };
}

/** GET /web/usersearchrecord/view/share/{skey} (decision 9). */
export async function fetchShared(call: Call, skey: string, signal: AbortSignal): Promise<SharedSearch> {
  const shared = dataOf(await call(endpoints.sharedSearch, { params: { skey } }, { signal }));
  return { ...shared, dumpJson: withPictures(shared.dumpJson, call) };
}

/** GET /web/watch/view/list/all. */
export async function listWatches(call: Call, signal: AbortSignal): Promise<Listed<Watch>> {
  return { list: dataOf(await call(extensions.watches, {}, { signal })) };
}

/** POST /web/watch/del/{id}; completed even if the page is left. */
export async function deleteWatch(call: Call, id: Id): Promise<void> {
  await call(extensions.deleteWatch, { params: { id } }, { outlivesPage: true });
}

/** POST /web/watch/cm/pause, or /web/watch/cm/replay/{id}. */
export async function changeWatch(
  call: Call,
  change: { pauseId: number; isPaused: boolean } | { replayId: number },
  signal: AbortSignal,
): Promise<void> {
  if ('replayId' in change)
    await call(extensions.replayDelivery, { params: { id: change.replayId } }, { signal });
  else
    await call(
      extensions.pauseWatch,
      { body: { id: change.pauseId, isPaused: change.isPaused } },
      { signal },
    );
}

/** POST /web/watch/view/result/{id}. */
export async function fetchFinds(call: Call, id: number, signal: AbortSignal): Promise<WatchResult> {
  const result = dataOf(await call(extensions.watchResult, { params: { id } }, { signal }));
  return { ...result, dumpJson: withPictures(result.dumpJson, call) };
}

/** POST /web/watch/hook/secret. */
export async function fetchHookSecret(call: Call, signal: AbortSignal): Promise<string> {
  return dataOf(await call(extensions.hookSecret, {}, { signal })).secret;
}

/** GET /web/news/view/list/all; pictures become URLs below the service base. */
export async function listNews(call: Call, signal: AbortSignal): Promise<NewsItem[]> {
  const items = dataOf(await call(extensions.news, {}, { signal }));
  return items.map((item) => ({
    ...item,
    quicklookUrl: item.quicklookUrl === null ? null : fileAddress(call.base, item.quicklookUrl),
  }));
}

/** §3 Scene export task; the file of a pending one may be missing. */
const readExports = readList(exportTask, (row) => ({
  ...row,
  name: nameOf(row['name']),
  status: numberOf(row['status']),
  expiredTime: instantOf(row['expiredTime']),
  outPathRel: textOf(row['outPathRel']),
  ctime: instantOf(row['ctime']) ?? undefined,
}));

/** GET /web/exporttask/view/list/all; file paths become URLs below the service base (§7). */
export async function listExports(call: Call, signal: AbortSignal): Promise<Listed<ExportTask>> {
  const reply = await call(endpoints.exportTasks, {}, { signal, read: readExports });
  const list = dataOf(reply).map((task) => ({
    ...task,
    outPathRel: task.outPathRel === null ? null : fileAddress(call.base, task.outPathRel),
  }));
  return { list, ...leftOutOf(reply) };
}

/** §7: the service base plus outPathRel, separated by one slash; an address of another host stays itself. */
export function fileAddress(base: string, path: string): string {
  if (/^https?:/.test(path)) return path;
  return `${base}${path.startsWith('/') ? '' : '/'}${path}`;
}
