import { Hono } from 'hono';
import { html } from 'hono/html';
import { files } from '../../contract/calls/endpoints.ts';
import type { Deps } from '../accounts/handler.ts';
import { filled, languageOf, mailText } from '../base/messages.ts';
import { plainPage } from '../base/page.ts';
import type { ServerApp, ServerContext } from '../base/request.ts';
import { endMails, watchOfMailKey } from './watches.queries.ts';

/** The page behind the link in a watch's mails. */
function page(language: ReturnType<typeof languageOf>, name: string, isEnded: boolean) {
  const text = (key: string) => filled(mailText('unsubscribe', key, language), { watch: name });
  const button = html`<form method="post"><button>${text('button')}</button></form>`;
  return plainPage(
    language,
    text('title'),
    html`<p>${text(isEnded ? 'ended' : 'question')}</p>
      ${isEnded ? '' : button}`,
  );
}

/**
 * The link that ends the mails of a watch: a GET asks, because mail scanners open links; a POST does it, also that of mail
 * programs (RFC 8058).
 */
export function unsubscribeRoutes({ db }: Pick<Deps, 'db'>): ServerApp {
  const app: ServerApp = new Hono();
  const watchOf = (c: ServerContext) => {
    const id = Number(c.req.param('id'));
    return Number.isSafeInteger(id) && id > 0 ? watchOfMailKey(db.pool, id, c.req.param('key') ?? '') : null;
  };
  const path = files.unsubscribe.replaceAll(/\{(\w+)\}/g, ':$1');
  const language = (c: ServerContext) => languageOf(c.req.header('accept-language'));
  app.get(path, async (c) => {
    const watch = await watchOf(c);
    return watch ? c.html(page(language(c), watch.name, !watch.mail)) : c.notFound();
  });
  app.post(path, async (c) => {
    const watch = await watchOf(c);
    if (!watch) return c.notFound();
    await db.transaction((client) => endMails(client, Number(c.req.param('id'))));
    return c.html(page(language(c), watch.name, true));
  });
  return app;
}

/** The path of the link that ends the mails of a watch. */
export function unsubscribePath(watchId: number, key: string): string {
  return files.unsubscribe.replace('{id}', String(watchId)).replace('{key}', key);
}
