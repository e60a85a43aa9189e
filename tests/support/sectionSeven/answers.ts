import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

export type Answer = { status: number; type: string; body: string | Buffer };

export const send = (type: string, body: string | Buffer, status = 200): Answer => ({ status, type, body });
export const json = (value: object, status = 200) => send('application/json', JSON.stringify(value), status);
export const html = (status: number, title: string) =>
  send('text/html', `<h1>${status} ${title}</h1>`, status);
export const ok = (data?: unknown) => json({ result: 1, data });
export const done = () => json({ result: 1, message: '' });
export const no = (message: string, status = 200) => json({ result: 0, message }, status);

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
};
/** The client's file at a path; the application's page where the path names no file. */
export const fileAt = async (clientDir: string, path: string) => {
  const name = normalize(decodeURIComponent(path));
  const read = (file: string) => readFile(join(clientDir, file)).catch(() => undefined);
  const file = await read(name);
  if (file) return send(types[extname(name)] ?? 'application/octet-stream', file);
  const index = extname(name) === '' ? await read('index.html') : undefined;
  return index ? send('text/html', index) : html(404, 'Not Found');
};
