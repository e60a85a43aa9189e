import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { files } from '../../contract/calls/endpoints.ts';
import type { Deps } from '../http/handler.ts';
import { openapiDocument } from './document.ts';

/** GET /api/openapi.json, for anyone: it says nothing that isn't public. */
export function openapiRoute({ config }: Pick<Deps, 'config'>): Hono {
  const app = new Hono();
  let made: { text: string; etag: string } | null = null;
  const document = () => {
    if (made === null) {
      const { appName, publicUrl } = config;
      const text = JSON.stringify(openapiDocument({ appName, server: publicUrl ?? '/' }));
      made = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    }
    return made;
  };
  app.get(files.openapi, (c) => {
    const { text, etag } = document();
    const headers = { etag, 'cache-control': 'no-cache' };
    return c.req.header('if-none-match') === etag
      ? c.body(null, 304, headers)
      : c.body(text, 200, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  });
  return app;
}
