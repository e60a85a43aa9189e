import { html } from 'hono/html';
import type { Language } from '../../contract/languages.ts';

/** A page with a title and a few lines that loads nothing. */
export const plainPage = (language: Language, title: string, body: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="font:16px/1.6 sans-serif;max-width:36em;margin:48px auto;padding:0 16px">
        <h1 style="font-size:22px">${title}</h1>
        ${body}
      </body>
    </html>`;
