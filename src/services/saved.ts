import { endpoints } from '../../contract/calls/endpoints.ts';
import { extensions } from '../../contract/calls/extensions.ts';
import type { ExportTask, SavedAoi, SavedSearch, SearchDump, SharedSearch } from '../../contract/saved.ts';
import type { NewsItem, Watch, WatchResult } from '../../contract/watches/watches.ts';
import { dataOf, type Call } from './call/call.ts';
import { addressed } from './search.ts';

/** GET /web/useraoi/view/list/all. */
export async function listAois(call: Call, signal: AbortSignal): Promise<SavedAoi[]> {
  return dataOf(await call(endpoints.savedAois, {}, { signal }));
}

/** GET /web/useraoi/view/one/{id}: with the whole area. */
export async function fetchAoi(call: Call, id: number, signal: AbortSignal): Promise<SavedAoi> {
  return dataOf(await call(extensions.savedAoi, { params: { id } }, { signal }));
}

/** GET /web/useraoi/del/{id}; completed even if the page is left. */
export async function deleteAoi(call: Call, id: number): Promise<void> {
  await call(endpoints.deleteAoi, { params: { id } }, { outlivesPage: true });
}

/** GET /web/usersearchrecord/view/list/all. */
export async function listSearches(call: Call, signal: AbortSignal): Promise<SavedSearch[]> {
  return dataOf(await call(endpoints.savedSearches, {}, { signal }));
}

/** GET /web/usersearchrecord/del/{id}; completed even if the page is left. */
export async function deleteSearch(call: Call, id: number): Promise<void> {
  await call(endpoints.deleteSearch, { params: { id } }, { outlivesPage: true });
}

function withPictures(dump: SearchDump, base: string): SearchDump {
  return { ...dump, result: dump.result.map((scene) => addressed(scene, base)) };
}

/** GET /web/usersearchrecord/view/one/{id}. */
export async function fetchDump(call: Call, id: number, signal: AbortSignal): Promise<SearchDump> {
  const { dumpJson } = dataOf(await call(endpoints.savedSearch, { params: { id } }, { signal }));
  return withPictures(dumpJson, call.base);
}

/** GET /web/usersearchrecord/view/share/{skey} (decision 9). */
export async function fetchShared(call: Call, skey: string, signal: AbortSignal): Promise<SharedSearch> {
  const shared = dataOf(await call(endpoints.sharedSearch, { params: { skey } }, { signal }));
  return { ...shared, dumpJson: withPictures(shared.dumpJson, call.base) };
}

/** GET /web/watch/view/list/all. */
export async function listWatches(call: Call, signal: AbortSignal): Promise<Watch[]> {
  return dataOf(await call(extensions.watches, {}, { signal }));
}

/** POST /web/watch/del/{id}; completed even if the page is left. */
export async function deleteWatch(call: Call, id: number): Promise<void> {
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
  return { ...result, dumpJson: withPictures(result.dumpJson, call.base) };
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

/** GET /web/exporttask/view/list/all; file paths become URLs below the service base (§7). */
export async function listExports(call: Call, signal: AbortSignal): Promise<ExportTask[]> {
  const tasks = dataOf(await call(endpoints.exportTasks, {}, { signal }));
  return tasks.map((task) => ({
    ...task,
    outPathRel: task.outPathRel === null ? null : fileAddress(call.base, task.outPathRel),
  }));
}

/** §7: the service base plus outPathRel, separated by one slash. */
export function fileAddress(base: string, path: string): string {
  return `${base}${path.startsWith('/') ? '' : '/'}${path}`;
}
