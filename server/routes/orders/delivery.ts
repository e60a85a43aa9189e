import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { files as fileRoutes } from '../../../contract/calls/endpoints.ts';
import { secretOfFile } from '../../db/orders/orderFiles.ts';
import type { Deps } from '../../http/handler.ts';

/** Folder of delivered files in the file store. */
export const DELIVERIES = 'deliveries';

/** Path of a delivered file on this server. */
export function deliveryPath(orderNum: string, secret: string, fileName: string): string {
  const parts: Record<string, string> = { orderNum, secret, fileName };
  return fileRoutes.delivery.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts[name] ?? ''),
  );
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.tif': 'image/tiff; application=geotiff; profile=cloud-optimized',
  '.json': 'application/json',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
};

/** Of a delivered file; orders older than decision 205 have zips. */
function contentTypeOf(fileName: string): string {
  return CONTENT_TYPES[path.extname(fileName)] ?? 'application/octet-stream';
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Decision 25: files of an order, for anyone with the link, i.e. its 128-bit secret. A wrong secret and a
 * missing file get the same reply.
 */
export function deliveryRoutes({ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>): Hono {
  const app = new Hono();
  app.get(fileRoutes.delivery.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const { orderNum = '', secret = '', fileName = '' }: Record<string, string> = c.req.param();
    const wanted = await secretOfFile(db.pool, orderNum, fileName);
    if (wanted === null || !isSame(secret, wanted)) return c.notFound();
    const size = await files.sizeOf(DELIVERIES, orderNum, fileName);
    if (size === null) {
      log.error('a delivered file is missing', { order: orderNum, file: fileName });
      return c.notFound();
    }
    const headers = {
      'content-type': contentTypeOf(fileName),
      'content-length': String(size),
      'content-disposition': `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'cache-control': 'private, no-store',
    };
    // nothing reads the stream of a HEAD: its file would stay open
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const stream = createReadStream(files.pathOf(DELIVERIES, orderNum, fileName));
    return c.body(Readable.toWeb(stream) as ReadableStream, 200, headers);
  });
  return app;
}
