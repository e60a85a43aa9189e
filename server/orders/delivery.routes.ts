import { timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { Hono } from 'hono';
import { files as fileRoutes } from '../../contract/calls/endpoints.ts';
import type { Deps } from '../accounts/handler.ts';
import { linkOfFile } from './orderFiles.queries.ts';

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
  '.pdf': 'application/pdf',
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
 * missing file get the same reply. Parts of a file can be read (RFC 9110 §14): the map draws from them (decision 200).
 */
export function deliveryRoutes({ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>): Hono {
  const app = new Hono();
  app.get(fileRoutes.delivery.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
    const { orderNum = '', secret = '', fileName = '' }: Record<string, string> = c.req.param();
    const known = await linkOfFile(db.pool, orderNum, fileName);
    if (known === null || !isSame(secret, known.secret)) return c.notFound();
    const size = await files.sizeOf(DELIVERIES, orderNum, fileName);
    if (size === null) {
      log.error('a delivered file is missing', { order: orderNum, file: fileName });
      return c.notFound();
    }
    const etag = known.sha256 === null ? null : `"${known.sha256}"`;
    const contentType = contentTypeOf(fileName);
    const disposition = `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
    const headers = {
      'content-type': contentType,
      'content-disposition': disposition,
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      ...(etag !== null && { etag }),
    };
    const range = requestedRange(c.req.header('range'), c.req.header('if-range'), size, etag);
    if (range === 'unsatisfiable')
      return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` });
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const length = { 'content-length': String(end - start + 1) };
    // nothing reads the stream of a HEAD: its file would stay open
    if (c.req.method === 'HEAD' || size === 0)
      return c.body(null, 200, { ...headers, 'content-length': String(size) });
    const place = [DELIVERIES, orderNum, fileName];
    // parts come from here, so that a map needs no leave of the store, and no second address for each
    const link = range === null ? await files.link(place, { contentType, disposition }) : null;
    if (link !== null) return c.body(null, 302, { location: link, 'cache-control': 'private, no-store' });
    const body = await files.read(place, { start, end });
    if (range === null) return c.body(body, 200, { ...headers, ...length });
    return c.body(body, 206, { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` });
  });
  return app;
}

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110 §14.2 and §13.1.5).
 * @param range the Range header; several parts, another unit and a malformed range are answered with the whole file
 * @param ifRange the If-Range header: the part is only sent if the file still is this one
 * @param size bytes of the file
 * @param etag strong entity tag of the file; null if it has none
 * @returns null for the whole file
 */
export function requestedRange(
  range: string | undefined,
  ifRange: string | undefined,
  size: number,
  etag: string | null,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
