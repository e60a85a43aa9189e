import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/endpoints.ts';
import { EXPORT_STATUS, exportOfSecret } from '../db/sceneExports.ts';
import type { SceneExportRow } from '../db/sceneExports.ts';
import { EXPORT_FILES } from '../exports/contents.ts';
import { EXPORTS, exportFileName } from '../exports/exportLoop.ts';
import type { Deps } from '../handler.ts';
import { languageOf, message } from '../messages.ts';
import { attachment, safeFileStem } from '../rules/fileName.ts';

function downloadName({ name, type }: Pick<SceneExportRow, 'name' | 'type'>): string {
  return `${safeFileStem(name)}.${EXPORT_FILES[type].ending}`;
}

/** Address of an export's file, below the server's own: `outPathRel` (§7). */
export function exportPath(row: Pick<SceneExportRow, 'name' | 'type' | 'secret'>): string {
  const parts: Record<string, string> = { secret: row.secret, fileName: downloadName(row) };
  return fileRoutes.sceneExport.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts[name] ?? ''),
  );
}

/**
 * Decision 10: the file of a scene export, for whoever has the link, that is: knows its 128-bit secret. The name in the
 * address is for the eye alone, so that a link stays good when the export is renamed; the download has the present one.
 */
export function exportFileRoutes({
  db,
  files,
  clock,
  log,
}: Pick<Deps, 'db' | 'files' | 'clock' | 'log'>): Hono {
  const app = new Hono();
  app.get(fileRoutes.sceneExport.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const row = await exportOfSecret(db.pool, c.req.param('secret') ?? '');
    if (row?.status !== EXPORT_STATUS.done || row.expiresAt === null) return c.notFound();
    if (row.expiresAt <= clock.now()) {
      const text = message('exportExpired', languageOf(c.req.header('accept-language')));
      return c.json({ result: 0, message: text }, 410, { 'cache-control': 'no-store' });
    }
    const place = [EXPORTS, exportFileName(row)];
    const size = await files.sizeOf(...place);
    if (size === null) {
      log.error('an exported file is missing', { export: row.id });
      return c.notFound();
    }
    const headers = {
      'content-type': EXPORT_FILES[row.type].contentType,
      'content-length': String(size),
      'content-disposition': attachment(downloadName(row)),
      'cache-control': 'private, no-store',
    };
    // nobody would read the stream of a HEAD: its file would stay open
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const stream = createReadStream(files.pathOf(...place));
    return c.body(Readable.toWeb(stream) as ReadableStream, 200, headers);
  });
  return app;
}
