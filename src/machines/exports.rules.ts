import type { ImageryExportTask } from '../../contract/imagery.ts';
import type { ExportType } from '../../contract/limits.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import type { ExportTask } from '../../contract/saved.ts';

/** Scenes, or a layer of imagery (§2 My Export panel). */
export type ExportKind = 'scene' | 'imagery';
/** What an export has come to: §4 has the numbers; a done one expires. */
export type ExportStage = 'pending' | 'inProcess' | 'done' | 'expired' | 'failed';

/** An export as its list shows it, of either kind. Times ISO 8601 UTC. */
export interface ExportItem {
  /** The id of a scene export, the task number of an imagery export. */
  key: string;
  name: string;
  stage: ExportStage;
  type: ExportType | null;
  ctime: string | null;
  expiredTime: string | null;
  /** 0 to 100. */
  progress: number | null;
  /** Where its files are, below the service base; none before it is done. */
  files: string[];
}

/** What a list of exports answers with: the scenes' whole, the imagery's by pages. */
export type ExportReply =
  | { kind: 'scene'; list: ExportTask[] }
  | { kind: 'imagery'; list: ImageryExportTask[]; total: number };

/** §4 Scene export task status: 0 in process, 1 done, any other value failed. */
function sceneStage(task: ExportTask, now: Date): ExportStage {
  if (task.status === 0) return 'inProcess';
  if (task.status !== 1) return 'failed';
  return task.expiredTime !== null && Date.parse(task.expiredTime) <= now.getTime() ? 'expired' : 'done';
}

/** §4 Imagery export task status: 1 pending, 2 done, 3 failed; numbers unknown here have not ended. */
function imageryStage(status: number): ExportStage {
  if (status === 2) return 'done';
  return status === 3 ? 'failed' : 'pending';
}

function sceneItem(task: ExportTask, now: Date): ExportItem {
  const stage = sceneStage(task, now);
  return {
    key: String(task.id),
    name: task.name,
    stage,
    type: task.type ?? null,
    ctime: task.ctime ?? null,
    expiredTime: task.expiredTime,
    progress: stage === 'inProcess' ? (task.progress ?? null) : null,
    files: stage === 'done' && task.outPathRel !== null ? [task.outPathRel] : [],
  };
}

function imageryItem(task: ImageryExportTask): ExportItem {
  const stage = imageryStage(task.status);
  return {
    key: task.taskNum,
    name: task.taskName,
    stage,
    type: null,
    ctime: task.ctime,
    expiredTime: null,
    progress: null,
    // §4: download enabled once it is done
    files: stage === 'done' ? task.downloadUrl : [],
  };
}

/** A reply as the list holds it: `list` are all exports, or those of the page that was asked for. */
export function itemsOf(reply: ExportReply, now: Date): { list: ExportItem[]; total: number } {
  if (reply.kind === 'imagery') return { list: reply.list.map(imageryItem), total: reply.total };
  return { list: reply.list.map((task) => sceneItem(task, now)), total: reply.list.length };
}

/** The rows of a page: what came whole is cut into pages here, what came by pages is shown as it is. */
export function rowsOf(list: readonly ExportItem[], total: number, page: number): ExportItem[] {
  return list.length === total ? list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) : [...list];
}

/** Whether it may still become something else. */
export const isUnderWay = ({ stage }: ExportItem): boolean => stage === 'inProcess' || stage === 'pending';

/**
 * What became of the exports that somebody waits for.
 * @param awaited their keys; one that the list does not hold is waited for no longer
 */
export function outcomeOf(
  awaited: readonly string[],
  list: readonly ExportItem[],
): { done: ExportItem[]; failed: ExportItem[]; still: string[] } {
  const waited = list.filter(({ key }) => awaited.includes(key));
  return {
    done: waited.filter(({ stage }) => stage === 'done'),
    failed: waited.filter(({ stage }) => stage === 'failed'),
    still: waited.filter(isUnderWay).map(({ key }) => key),
  };
}

/** The exports that ended since they were last shown: told to those who don't see it. */
export function endedItems(before: readonly ExportItem[], after: readonly ExportItem[]): ExportItem[] {
  const open = new Set(before.filter(isUnderWay).map(({ key }) => key));
  return after.filter((item) => open.has(item.key) && !isUnderWay(item));
}
