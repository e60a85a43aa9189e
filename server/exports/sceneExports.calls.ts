import { newLinkKey } from '../accounts/tokens.rules.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import { rowIdOf } from './queue.queries.ts';
import { EXPORT_FORMATS, type ExportType } from '../../contract/exportFormats.ts';
import { EXPORT_RECORDS_MAX } from '../../contract/limits.ts';
import type { Endpoints } from '../../contract/calls/endpoints.ts';
import type { RequestOf } from '../../contract/calls/row.ts';
import type { ExportTask } from '../../contract/saved.ts';
import {
  EXPORT_STATUS,
  insertExport,
  listExports,
  renameExport,
  type SceneExportRow,
} from './sceneExports.queries.ts';
import { keptScenes } from '../search/scenes.ts';
import { signedIn, type Deps, type Handlers } from '../accounts/handler.ts';
import { diskFull, roomOnDisk, tooManyInProcess } from '../base/room.ts';
import { Refusal } from '../base/refusal.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { knownScenes } from '../search/knownScenes.rules.ts';
import { EXPORT_LIFE_MS, EXPORTS_KEPT_MAX } from '../base/limits.ts';
import { exportPath } from './exportFiles.routes.ts';

const DAY_MS = 86_400_000;
const SCENE_BYTES = 20_000;
const PREVIEW_BYTES = 200_000;

type ExportCalls = 'submitExportTask' | 'exportTasks' | 'renameExportTask';
type Wanted = RequestOf<Endpoints['submitExportTask']>['body'];

function taskOf(row: SceneExportRow, now: Date): ExportTask {
  const isThere = row.status === EXPORT_STATUS.done && row.expiresAt !== null && row.expiresAt > now;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    expiredTime: row.expiresAt?.toISOString() ?? null,
    outPathRel: isThere ? exportPath(row) : null,
    type: row.type,
    ctime: row.createdAt.toISOString(),
    progress: row.progress,
  };
}

/**
 * The contents of an export: the AOI, or scenes of the archive without duplicates.
 * @throws Refusal if nothing is selected, or a scene is missing
 */
async function contentsOf(
  { db }: Deps,
  wanted: Wanted,
): Promise<{ productIds: string[]; aoiWkt: string | null }> {
  if (EXPORT_FORMATS[wanted.type].isOfAoi) {
    if (wanted.aoiWkt.trim() === '') throw new Refusal('aoiMissing');
    return { productIds: [], aoiWkt: (await areaOfWkt(wanted.aoiWkt)).wkt };
  }
  const productIds = [...new Set(wanted.productIds)];
  if (productIds.length === 0) throw new Refusal('nothingSelected');
  if (productIds.length > EXPORT_RECORDS_MAX)
    throw new Refusal('tooManyRecords', { most: EXPORT_RECORDS_MAX });
  knownScenes(productIds, await keptScenes(db, productIds));
  return { productIds, aoiWkt: null };
}

/** Size of an export's file, at most: attributes and geometry, and for each preview 512 × 512 pixels as JPEG. */
function bytesAtMost(
  type: ExportType,
  { productIds, aoiWkt }: { productIds: string[]; aoiWkt: string | null },
) {
  const ofScene = EXPORT_FORMATS[type].isSlow ? PREVIEW_BYTES + SCENE_BYTES : SCENE_BYTES;
  return productIds.length * ofScene + 3 * (aoiWkt?.length ?? 0) + SCENE_BYTES;
}

/** §7 Imagery and exports, decision 10: the caller's scene exports. */
export function sceneExportHandlers(deps: Deps): Pick<Handlers, ExportCalls> {
  const { db, clock, config } = deps;
  return {
    async submitExportTask({ body }, context) {
      const accountId = signedIn(context).id;
      const contents = await contentsOf(deps, body);
      const secret = newLinkKey();
      const { name, type } = body;
      const bytes = bytesAtMost(type, contents);
      const task = { accountId, name, type, ...contents, secret, bytes, now: clock.now() };
      const inProcess = config.accountExports;
      const room = await roomOnDisk(deps);
      const id = await insertExport(db, task, { inProcess, kept: EXPORTS_KEPT_MAX, room });
      if (id === 'inProcess') throw tooManyInProcess('tooManyExportsInProcess', inProcess);
      if (id === 'room') throw diskFull();
      if (id === 'kept')
        throw new Refusal('tooManyExportsKept', { most: EXPORTS_KEPT_MAX, days: EXPORT_LIFE_MS / DAY_MS });
      return { result: SUCCESS, data: { id } };
    },

    async exportTasks(_, context) {
      const rows = await listExports(db.pool, signedIn(context).id);
      return { result: SUCCESS, data: rows.map((row) => taskOf(row, clock.now())) };
    },

    async renameExportTask({ body }, context) {
      if (!(await renameExport(db.pool, signedIn(context).id, rowIdOf(body.id), body.name)))
        throw new Refusal('exportUnknown');
      return { result: SUCCESS };
    },
  };
}
