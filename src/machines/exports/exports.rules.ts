import type { ImageryExportTask } from '../../../contract/imagery.ts';
import type { ExportType } from '../../../contract/limits.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { ExportTask } from '../../../contract/saved.ts';

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
  /** Integer credits; null for what costs none. */
  cost: number | null;
  /** Where its files are, below the service base; none before it is done. */
  files: string[];
}

/** What a list of exports answers with: the scenes' whole, the imagery's by pages. */
export type ExportReply =
  | { kind: 'scene'; list: ExportTask[] }
  | { kind: 'imagery'; list: ImageryExportTask[]; total: number };

/** §4 Scene export task status: 0 in process, 1 done, any other value failed. */
function sceneStage(status: number): ExportStage {
  if (status === 0) return 'inProcess';
  return status === 1 ? 'done' : 'failed';
}

/** §4 Imagery export task status: 1 pending, 2 done, 3 failed; numbers unknown here have not ended. */
function imageryStage(status: number): ExportStage {
  if (status === 2) return 'done';
  return status === 3 ? 'failed' : 'pending';
}

const isOpen = (stage: ExportStage): boolean => stage === 'inProcess' || stage === 'pending';

/** What both kinds have in common: a done one is expired from its expiry time on, and has files only until then. */
function itemOf(
  told: Omit<ExportItem, 'stage' | 'progress' | 'files'>,
  stage: ExportStage,
  { progress, files }: { progress: number | undefined; files: string[] },
  now: Date,
): ExportItem {
  const isOver = told.expiredTime !== null && Date.parse(told.expiredTime) <= now.getTime();
  const shown = stage === 'done' && isOver ? 'expired' : stage;
  return {
    ...told,
    stage: shown,
    progress: isOpen(stage) ? (progress ?? null) : null,
    // §4: download enabled once it is done
    files: shown === 'done' ? files : [],
  };
}

function sceneItem(task: ExportTask, now: Date): ExportItem {
  const told = {
    key: String(task.id),
    name: task.name,
    type: task.type ?? null,
    ctime: task.ctime ?? null,
    expiredTime: task.expiredTime,
    cost: null,
  };
  const files = task.outPathRel === null ? [] : [task.outPathRel];
  return itemOf(told, sceneStage(task.status), { progress: task.progress, files }, now);
}

function imageryItem(task: ImageryExportTask, now: Date): ExportItem {
  const told = {
    key: task.taskNum,
    name: task.taskName,
    type: null,
    ctime: task.ctime,
    expiredTime: task.expiredTime ?? null,
    cost: task.cost ?? null,
  };
  return itemOf(told, imageryStage(task.status), { progress: task.progress, files: task.downloadUrl }, now);
}

/** A reply as the list holds it: `list` are all exports, or those of the page that was asked for. */
export function itemsOf(reply: ExportReply, now: Date): { list: ExportItem[]; total: number } {
  if (reply.kind === 'imagery')
    return { list: reply.list.map((task) => imageryItem(task, now)), total: reply.total };
  return { list: reply.list.map((task) => sceneItem(task, now)), total: reply.list.length };
}

/** The rows of a page: what came whole is cut into pages here, what came by pages is shown as it is. */
export function rowsOf(list: readonly ExportItem[], total: number, page: number): ExportItem[] {
  return list.length === total ? list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) : [...list];
}

/** Whether it may still become something else. */
export const isUnderWay = ({ stage }: ExportItem): boolean => isOpen(stage);

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

/** A pending imagery export can be ended: its credits come back. */
export const isCancellableExport = (kind: ExportKind, { stage }: ExportItem): boolean =>
  kind === 'imagery' && stage === 'pending';
