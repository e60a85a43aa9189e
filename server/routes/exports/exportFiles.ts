import { Hono } from 'hono';
import { files as fileRoutes } from '../../../contract/calls/endpoints.ts';
import { IMAGERY_EXPORT_STATUS, imageryExportOfSecret } from '../../db/exports/imageryExports.ts';
import type { ImageryExportRow } from '../../db/exports/imageryExports.ts';
import { EXPORT_STATUS, exportOfSecret } from '../../db/exports/sceneExports.ts';
import type { SceneExportRow } from '../../db/exports/sceneExports.ts';
import { EXPORT_FORMATS } from '../../../contract/exportFormats.ts';
import { EXPORTS, exportFileName } from '../../exports/exportLoop.ts';
import { exportFileRoute, filePath } from '../../exports/fileRoute.ts';
import type { Deps } from '../../http/handler.ts';
import { IMAGERY_EXPORTS, imageryExportFile } from '../../imagery/export/exportLoop.ts';
import { safeFileStem } from '../../rules/fileName.ts';

function sceneFileName({ name, type }: Pick<SceneExportRow, 'name' | 'type'>): string {
  return `${safeFileStem(name)}.${EXPORT_FORMATS[type].ending}`;
}

function imageryFileName({ form }: Pick<ImageryExportRow, 'form'>): string {
  return `${safeFileStem(form.taskName)}.tif`;
}

/** Path of a scene export's file on this server: `outPathRel` (§7). */
export function exportPath(row: Pick<SceneExportRow, 'name' | 'type' | 'secret'>): string {
  return filePath(fileRoutes.sceneExport, row.secret, sceneFileName(row));
}

/** Path of an imagery export's file on this server. */
export function imageryExportPath(row: Pick<ImageryExportRow, 'form' | 'secret'>): string {
  return filePath(fileRoutes.imageryExport, row.secret, imageryFileName(row));
}

/** Decision 10: the files of scene and imagery exports, for anyone with the link. */
export function exportFileRoutes(deps: Pick<Deps, 'db' | 'files' | 'clock' | 'log'>): Hono {
  const { pool } = deps.db;
  const app = new Hono();
  const scenes = exportFileRoute(deps, fileRoutes.sceneExport, async (secret) => {
    const row = await exportOfSecret(pool, secret);
    if (row?.status !== EXPORT_STATUS.done) return null;
    return {
      id: row.id,
      expiresAt: row.expiresAt,
      place: [EXPORTS, exportFileName(row)],
      contentType: EXPORT_FORMATS[row.type].mediaType,
      name: sceneFileName(row),
    };
  });
  const imagery = exportFileRoute(deps, fileRoutes.imageryExport, async (secret) => {
    const row = await imageryExportOfSecret(pool, secret);
    if (row?.status !== IMAGERY_EXPORT_STATUS.done) return null;
    return {
      id: row.id,
      expiresAt: row.expiresAt,
      place: [IMAGERY_EXPORTS, imageryExportFile(row)],
      contentType: 'image/tiff',
      name: imageryFileName(row),
    };
  });
  app.route('/', scenes);
  app.route('/', imagery);
  return app;
}
