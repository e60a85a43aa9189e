import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { IMAGERY_EXPORT_STATUS } from '../../exports/imageryExports.queries.ts';
import { EXPORT_STATUS, type ExportJob } from '../../exports/sceneExports.queries.ts';
import { EXPORTS, exportFileName } from '../../exports/sceneExports.loop.ts';
import type { FileStore } from '../../base/files/fileStore.ts';
import { IMAGERY_EXPORTS, imageryExportFile } from '../../exports/imageryExports.loop.ts';
import { filesOf, IMAGERY } from '../../imagery/layers/addLayer.ts';
import type { LayerRow } from '../../imagery/imagery.queries.ts';
import { DELIVERIES } from '../../orders/delivery.routes.ts';

/** Where a file is in the store: folders and name. */
/** The moment of a backup by the server's clock, and by the machine's, which stamps files. */
export interface Moment {
  at: Date;
  written: Date;
}

type Place = string[];

async function exportFiles(client: PoolClient, at: Date): Promise<Place[]> {
  const { rows: exports } = await client.query<Pick<ExportJob, 'id' | 'type'>>(
    'select id, type from scene_exports where status = $1 and expires_at > $2',
    [EXPORT_STATUS.done, at],
  );
  const { rows: imagery } = await client.query<{ id: number }>(
    'select id from imagery_exports where status = $1 and expires_at > $2',
    [IMAGERY_EXPORT_STATUS.done, at],
  );
  return [
    ...exports.map((job) => [EXPORTS, exportFileName(job)]),
    ...imagery.map((job) => [IMAGERY_EXPORTS, imageryExportFile(job)]),
  ];
}

async function layerFiles(client: PoolClient, files: FileStore): Promise<Place[]> {
  const { rows } = await client.query<Pick<LayerRow, 'storeName' | 'overviews' | 'display'>>(
    'select store_name as "storeName", overviews, display from imagery_layers',
  );
  return rows.flatMap((layer) => {
    const { file, overviewFiles } = filesOf(files, layer);
    return [file, ...overviewFiles].map((one) => [IMAGERY, layer.storeName, path.basename(one)]);
  });
}

/** Mails are named by no row: those written before the moment. */
async function outboxFiles(files: FileStore, { written }: Moment): Promise<Place[]> {
  const names = await readdir(files.pathOf('outbox')).catch(() => []);
  const places: Place[] = [];
  for (const name of names) {
    const found = name.endsWith('.part') ? null : await stat(files.pathOf('outbox', name)).catch(() => null);
    if (found && found.mtime <= written) places.push(['outbox', name]);
  }
  return places;
}

/**
 * The files that belong to the rows that a transaction sees. Files are written before their rows and removed after them, and
 * a written file never changes, so that a copy made later is of the same moment. Previews are not among them: they are
 * painted again.
 */
export async function namedFiles(client: PoolClient, files: FileStore, moment: Moment): Promise<Place[]> {
  // also of deliveries that are not complete, which go on with the next scene
  const { rows: delivered } = await client.query<{ orderNum: string; fileName: string }>(
    'select order_num as "orderNum", file_name as "fileName" from order_files f join orders o on o.id = f.order_id',
  );
  return [
    ...delivered.map(({ orderNum, fileName }) => [DELIVERIES, orderNum, fileName]),
    ...(await exportFiles(client, moment.at)),
    ...(await layerFiles(client, files)),
    ...(await outboxFiles(files, moment)),
  ];
}
