import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { Deps } from '../http/handler.ts';
import { refusalReply } from '../http/refusal.ts';
import { languageOf } from '../messages.ts';
import { attachment } from '../rules/fileName.ts';

/** The file of an export, as whoever has its link gets it. */
export interface ExportedFile {
  id: number;
  /** When it goes; null until it is there. */
  expiresAt: Date | null;
  /** In the file store. */
  place: readonly string[];
  contentType: string;
  /** The present name of the download. */
  name: string;
}

/** Fills the {secret} and {fileName} of an address of the contract's `files`. */
export function filePath(template: string, secret: string, fileName: string): string {
  const parts: Record<string, string> = { secret, fileName };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

/**
 * Files of exports for whoever has the link, that is: knows its 128-bit secret. The name in the address is for the eye
 * alone, so that a link stays good when the export is renamed; the download has the present one.
 * @param template an address of the contract's `files`
 * @param find the file that a secret opens; null where it opens none, or none that is done
 */
export function exportFileRoute(
  { files, clock, log }: Pick<Deps, 'files' | 'clock' | 'log'>,
  template: string,
  find: (secret: string) => Promise<ExportedFile | null>,
): Hono {
  const app = new Hono();
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
    // nobody would read the stream of a HEAD: its file would stay open
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const stream = createReadStream(files.pathOf(...file.place));
    return c.body(Readable.toWeb(stream) as ReadableStream, 200, headers);
  });
  return app;
}
