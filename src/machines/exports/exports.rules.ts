import type { Listed } from '../../../contract/calls/envelope.ts';
import type { ImageryExportTask } from '../../../contract/imagery.ts';
import type { ExportType } from '../../../contract/exportFormats.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { ExportTask } from '../../../contract/saved.ts';

/** The two kinds of exports (§2 My Export panel). */
export type ExportKind = 'scene' | 'imagery';
/** The stage of an export, from §4's status numbers and its expiry time. */
export type ExportStage = 'pending' | 'inProcess' | 'done' | 'expired' | 'failed' | 'unknown';

/** A row of the list, of either kind. Times ISO 8601 UTC. */
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
  /** Integer credits; null if the export is free. */
  cost: number | null;
  /** Addresses of its files below the service base; empty before it is done. */
  files: string[];
}

/** The reply of a list: all scene exports, or one page of imagery exports. */
export type ExportReply =
  | ({ kind: 'scene' } & Listed<ExportTask>)
  | ({ kind: 'imagery'; total: number } & Listed<ImageryExportTask>);

/** §4 Scene export task status: 0 in process, 1 done, any other value failed. */
function sceneStage(status: number | null): ExportStage {
  if (status === null) return 'unknown';
  if (status === 0) return 'inProcess';
  return status === 1 ? 'done' : 'failed';
}

/** §4 Imagery export task status: 1 pending, 2 done, 3 failed. Unknown numbers count as pending. */
function imageryStage(status: number | null): ExportStage {
  if (status === null) return 'unknown';
  if (status === 2) return 'done';
  return status === 3 ? 'failed' : 'pending';
}

const isOpen = (stage: ExportStage): boolean => stage === 'inProcess' || stage === 'pending';

/** A task of either kind; `progress` is undefined if the server doesn't name it. */
type Task = Omit<ExportItem, 'progress'> & { progress: number | undefined };

function sceneTask(task: ExportTask): Task {
  return {
    key: String(task.id),
    name: task.name,
    stage: sceneStage(task.status),
    type: task.type ?? null,
    ctime: task.ctime ?? null,
    expiredTime: task.expiredTime,
    cost: null,
    progress: task.progress,
    files: task.outPathRel === null ? [] : [task.outPathRel],
  };
}

function imageryTask(task: ImageryExportTask): Task {
  return {
    key: task.taskNum,
    name: task.taskName,
    stage: imageryStage(task.status),
    type: null,
    ctime: task.ctime,
    expiredTime: task.expiredTime ?? null,
    cost: task.cost ?? null,
    progress: task.progress,
    files: task.downloadUrl,
  };
}

/** A done export expires at its expiry time, and has files only until then. */
function itemOf({ progress, ...task }: Task, now: Date): ExportItem {
  const isOver = task.expiredTime !== null && Date.parse(task.expiredTime) <= now.getTime();
  const stage = task.stage === 'done' && isOver ? 'expired' : task.stage;
  return {
    ...task,
    stage,
    progress: isOpen(stage) ? (progress ?? null) : null,
    // §4: download enabled once it is done
    files: stage === 'done' ? task.files : [],
  };
}

/** The rows of a reply: all exports, or those of the requested page. */
export function itemsOf(reply: ExportReply, now: Date): { list: ExportItem[]; total: number } {
  const tasks = reply.kind === 'imagery' ? reply.list.map(imageryTask) : reply.list.map(sceneTask);
  return {
    list: tasks.map((task) => itemOf(task, now)),
    total: reply.kind === 'imagery' ? reply.total : reply.list.length,
  };
}

/** The rows of a page. A complete list is cut into pages here; a list that the server paged is shown as it is. */
export function rowsOf(list: readonly ExportItem[], total: number, page: number): ExportItem[] {
  return list.length === total ? list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) : [...list];
}

/** Whether the export is still in progress. */
export const isUnderWay = ({ stage }: ExportItem): boolean => isOpen(stage);

/**
 * The outcome of the awaited exports.
 * @param awaited their keys; an export that the list lacks is no longer awaited
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

/** The exports that ended since they were last shown; announced to screen readers. */
export function endedItems(before: readonly ExportItem[], after: readonly ExportItem[]): ExportItem[] {
  const open = new Set(before.filter(isUnderWay).map(({ key }) => key));
  return after.filter((item) => open.has(item.key) && !isUnderWay(item));
}

/** A pending imagery export can be cancelled; its credits are refunded. */
export const isCancellableExport = (kind: ExportKind, { stage }: ExportItem): boolean =>
  kind === 'imagery' && stage === 'pending';
