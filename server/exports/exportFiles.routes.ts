import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/calls/endpoints.ts';
import { EXPORT_FORMATS } from '../../contract/exportFormats.ts';
import type { Deps } from '../accounts/handler.ts';
import { safeFileStem, attachment } from '../base/fileName.ts';
import { languageOf } from '../base/messages.ts';
import { refusalReply } from '../base/refusal.ts';
import { IMAGERY_EXPORTS, imageryExportFile } from './imageryExports.loop.ts';
import {
  IMAGERY_EXPORT_STATUS,
  imageryExportOfSecret,
  type ImageryExportRow,
} from './imageryExports.queries.ts';
import { EXPORTS, exportFileName } from './sceneExports.loop.ts';
import { EXPORT_STATUS, exportOfSecret, type SceneExportRow } from './sceneExports.queries.ts';

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
  serveFiles(app, deps, fileRoutes.sceneExport, async (secret) => {
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
  serveFiles(app, deps, fileRoutes.imageryExport, async (secret) => {
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
  return app;
}

interface ExportedFile {
  id: number;
  /** When it expires; null until it is finished. */
  expiresAt: Date | null;
  /** Path in the file store. */
  place: readonly string[];
  contentType: string;
  /** The current name of the download. */
  name: string;
}

/** Fills {secret} and {fileName} into a path of the contract's `files`. */
function filePath(template: string, secret: string, fileName: string): string {
  const parts: Record<string, string> = { secret, fileName };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

/**
 * Serves export files to anyone who has the link with its 128-bit secret. The file name in the URL isn't
 * checked, so that links survive renaming; the download has the current name.
 * @param template a path of the contract's `files`
 * @param find finds the finished file of a secret; null if there is none
 */
function serveFiles(
  app: Hono,
  { files, clock, log }: Pick<Deps, 'files' | 'clock' | 'log'>,
  template: string,
  find: (secret: string) => Promise<ExportedFile | null>,
): void {
  app.get(template.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const file = await find(c.req.param('secret') ?? '');
    if (file === null || file.expiresAt === null) return c.notFound();
    if (file.expiresAt <= clock.now()) {
      const reply = refusalReply('exportExpired', languageOf(c.req.header('accept-language')));
      return c.json(reply, 410, { 'cache-control': 'no-store' });
    }
    const size = await files.sizeOf(...file.place);
    if (size === null) {
      log.error('an exported file is missing', { export: file.id });
      return c.notFound();
    }
    const headers = {
      'content-type': file.contentType,
      'content-length': String(size),
      'content-disposition': attachment(file.name),
      'cache-control': 'private, no-store',
    };
    // the stream of a HEAD request would never be read, leaving its file open
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const { contentType } = file;
    const link = await files.link(file.place, { contentType, disposition: attachment(file.name) });
    if (link !== null) return c.body(null, 302, { location: link, 'cache-control': 'private, no-store' });
    return c.body(await files.read(file.place), 200, headers);
  });
}
