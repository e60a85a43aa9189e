import { newLinkKey } from '../accounts/tokens.rules.ts';
import { createHash, randomInt } from 'node:crypto';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import type {
  ImageryExportEstimate,
  ImageryExportForm,
  ImageryExportPriceForm,
  ImageryExportTask,
} from '../../contract/imagery.ts';
import { EXPORT_CREDITS_PER_KM2, exportCredits } from '../../contract/imageryPrice.ts';
import { AREA_CAP, isOverExportCap } from '../../contract/limits.ts';
import { layerOf } from '../imagery/imagery.queries.ts';
import {
  cancelImageryExport,
  IMAGERY_EXPORT_STATUS,
  insertImageryExport,
  listImageryExports,
  type ImageryExportRow,
} from './imageryExports.queries.ts';
import { signedIn, type CallContext, type Deps, type Handlers } from '../accounts/handler.ts';
import { exportBytes, exportGrid, regionOf } from './exportGrid.ts';
import { promisedBytes, rowIdOf } from './queue.queries.ts';
import { diskFull, roomOnDisk, tooManyInProcess } from '../base/room.ts';
import { Refusal } from '../base/refusal.ts';
import { areaOfWkt } from '../base/areas/areas.ts';
import { imageryExportPath } from './exportFiles.routes.ts';
import { idempotencyKey } from '../orders/submitOnce.ts';

type ExportCalls = 'imageryExportPrice' | 'imageryExportSubmit' | 'imageryExports' | 'cancelImageryExport';

const NUMBER_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GB = 1e9;

/** E, the UTC date, and eight letters: easy to read aloud, unlikely to repeat. */
function newTaskNum(now: Date): string {
  const letters = Array.from({ length: 8 }, () => NUMBER_LETTERS[randomInt(NUMBER_LETTERS.length)]).join('');
  return `E${now.toISOString().slice(0, 10).replaceAll('-', '')}-${letters}`;
}

function taskOf(row: ImageryExportRow, origin: string, now: Date): ImageryExportTask {
  const isThere = row.status === IMAGERY_EXPORT_STATUS.done && row.expiresAt !== null && row.expiresAt > now;
  return {
    taskNum: row.taskNum,
    taskName: row.form.taskName,
    status: row.status,
    ctime: row.createdAt.toISOString(),
    downloadUrl: isThere ? [origin + imageryExportPath(row)] : [],
    progress: row.progress,
    expiredTime: row.expiresAt?.toISOString() ?? null,
    cost: row.cost,
  };
}

/**
 * §5 Imagery export: checks the rules again on the server.
 * @returns the layer, the price in credits, and how it is made up
 * @throws Refusal with the catalogue's message
 */
async function priced(
  deps: Deps,
  form: ImageryExportPriceForm,
  context: CallContext,
): Promise<{ layerId: number; credits: number; estimate: ImageryExportEstimate }> {
  const { db, config } = deps;
  if (form.aoi.trim() === '') throw new Refusal('aoiMissing');
  const layer = await layerOf(db.pool, signedIn(context).id, rowIdOf(form.dsId));
  if (!layer) throw new Refusal('layerUnknown');
  const aoi = await areaOfWkt(form.aoi);
  if (isOverExportCap(aoi.areaKm2)) throw new Refusal('areaOverLimit', { limit: AREA_CAP.imageryExport });
  const region = regionOf(form, aoi);
  const grid = exportGrid(form, region.geometry, layer.facts);
  if (!grid) throw new Refusal('exportOutside');
  const bytes = exportBytes(grid, layer.facts);
  if (bytes > config.imageryExportMax)
    throw new Refusal('exportTooLarge', {
      size: Math.ceil((10 * bytes) / GB) / 10,
      limit: config.imageryExportMax / GB,
    });
  if ((await promisedBytes(db.pool)) + bytes > (await roomOnDisk(deps))) throw diskFull();
  const { areaKm2 } = region;
  return {
    layerId: layer.id,
    credits: exportCredits(areaKm2, form.outResolution),
    estimate: {
      areaKm2,
      creditsPerKm2: EXPORT_CREDITS_PER_KM2[form.outResolution],
      width: grid.width,
      height: grid.height,
      bytes,
    },
  };
}

async function submit(deps: Deps, form: ImageryExportForm, context: CallContext): Promise<void> {
  const key = idempotencyKey(context);
  const { layerId, credits: cost, estimate } = await priced(deps, form, context);
  const most = { inProcess: deps.config.accountExports, room: await roomOnDisk(deps) };
  const now = deps.clock.now();
  const task = {
    taskNum: newTaskNum(now),
    accountId: signedIn(context).id,
    layerId,
    form,
    cost,
    secret: newLinkKey(),
    key,
    bodyHash: createHash('sha256').update(JSON.stringify(form)).digest(),
    bytes: estimate.bytes,
    now,
  };
  const outcome = await insertImageryExport(deps.db, task, most);
  if (outcome === 'poor') throw new Refusal('creditsShort');
  if (outcome === 'reused') throw new Refusal('keyReused');
  if (outcome === 'closed') throw new Refusal('keyClosed');
  if (outcome === 'inProcess') throw tooManyInProcess('tooManyExportsInProcess', most.inProcess);
  if (outcome === 'room') throw diskFull();
}

/** §7 Imagery and exports: the caller's imagery exports. */
export function imageryExportHandlers(deps: Deps): Pick<Handlers, ExportCalls> {
  const { db, clock, config } = deps;
  /** §6: API enablement flags switch features on and off. */
  const enabled = (): void => {
    if (!config.apis.imagery_export) throw new Refusal('notAllowed');
  };
  return {
    async imageryExportPrice({ body }, context) {
      enabled();
      const { credits, estimate } = await priced(deps, body, context);
      return { result: SUCCESS, data: credits, estimate };
    },

    async imageryExportSubmit({ body }, context) {
      enabled();
      await submit(deps, body, context);
      return { result: SUCCESS };
    },

    async imageryExports({ query }, context) {
      const { list, total } = await listImageryExports(db.pool, signedIn(context).id, query.cpage);
      const now = clock.now();
      return { list: list.map((row) => taskOf(row, context.origin, now)), total };
    },

    async cancelImageryExport({ params }, context) {
      const outcome = await cancelImageryExport(db, signedIn(context).id, params.taskNum, clock.now());
      if (outcome === 'unknown') throw new Refusal('exportUnknown');
      if (outcome === 'tooLate') throw new Refusal('taskPastCancel');
      return { result: SUCCESS };
    },
  };
}
