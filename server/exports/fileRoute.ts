import { Hono } from 'hono';
import type { Deps } from '../http/handler.ts';
import { refusalReply } from '../http/refusal.ts';
import { languageOf } from '../messages.ts';
import { attachment } from '../rules/fileName.ts';

/** The file of an export link. */
export interface ExportedFile {
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
export function filePath(template: string, secret: string, fileName: string): string {
  const parts: Record<string, string> = { secret, fileName };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

/**
 * Serves export files to anyone who has the link with its 128-bit secret. The file name in the URL isn't
 * checked, so that links survive renaming; the download has the current name.
 * @param template a path of the contract's `files`
 * @param find finds the finished file of a secret; null if there is none
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
    // the stream of a HEAD request would never be read, leaving its file open
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const { contentType } = file;
    const link = await files.link(file.place, { contentType, disposition: attachment(file.name) });
    if (link !== null) return c.body(null, 302, { location: link, 'cache-control': 'private, no-store' });
    return c.body(await files.read(file.place), 200, headers);
  });
  return app;
}
