import { randomBytes } from 'node:crypto';
import { SUCCESS } from '../../../contract/calls/envelope.ts';
import { EXPORT_FORMATS } from '../../../contract/exportFormats.ts';
import { EXPORT_RECORDS_MAX } from '../../../contract/limits.ts';
import type { Endpoints } from '../../../contract/calls/endpoints.ts';
import type { RequestOf } from '../../../contract/calls/row.ts';
import type { ExportTask } from '../../../contract/saved.ts';
import { EXPORT_STATUS, insertExport, listExports, renameExport } from '../../db/exports/sceneExports.ts';
import type { SceneExportRow } from '../../db/exports/sceneExports.ts';
import { keptScenes } from '../../db/search/scenes.saved.ts';
import { signedIn } from '../../http/handler.ts';
import type { Deps, Handlers } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { areaOfWkt } from '../../areas/areas.ts';
import { knownScenes } from '../../rules/search/knownScenes.ts';
import { EXPORT_LIFE_MS, EXPORTS_IN_PROCESS_MAX, EXPORTS_KEPT_MAX } from '../../rules/limits.ts';
import { exportPath } from './exportFiles.ts';

/** Length of the file's secret, as for decision 9's keys. */
const SECRET_BYTES = 16;
const DAY_MS = 86_400_000;

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

/** §7 Imagery and exports, decision 10: the caller's scene exports. */
export function sceneExportHandlers(deps: Deps): Pick<Handlers, ExportCalls> {
  const { db, clock } = deps;
  return {
    async submitExportTask({ body }, context) {
      const accountId = signedIn(context).id;
      const contents = await contentsOf(deps, body);
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const task = { accountId, name: body.name, type: body.type, ...contents, secret, now: clock.now() };
      const id = await insertExport(db, task, { inProcess: EXPORTS_IN_PROCESS_MAX, kept: EXPORTS_KEPT_MAX });
      if (id === 'inProcess') throw new Refusal('tooManyExportsInProcess', { most: EXPORTS_IN_PROCESS_MAX });
      if (id === 'kept')
        throw new Refusal('tooManyExportsKept', { most: EXPORTS_KEPT_MAX, days: EXPORT_LIFE_MS / DAY_MS });
      return { result: SUCCESS, data: { id } };
    },

    async exportTasks(_, context) {
      const rows = await listExports(db.pool, signedIn(context).id);
      return { result: SUCCESS, data: rows.map((row) => taskOf(row, clock.now())) };
    },

    async renameExportTask({ body }, context) {
      if (!(await renameExport(db.pool, signedIn(context).id, body.id, body.name)))
        throw new Refusal('exportUnknown');
      return { result: SUCCESS };
    },
  };
}
