import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFiles } from '../../../server/http/static.ts';

const SCRIPT = `export const text = ${JSON.stringify('map '.repeat(2000))};`;

describe('the files of the client', () => {
  let folder: string;
  let app: Hono;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'groundtrack-static-'));
    await mkdir(path.join(folder, 'dist/assets'), { recursive: true });
    await mkdir(path.join(folder, 'dist/aimf'));
    await writeFile(path.join(folder, 'dist/index.html'), '<!doctype html><title>Portal</title>');
    await writeFile(path.join(folder, 'dist/aimf/index.html'), '<!doctype html><title>Analytics</title>');
    await writeFile(path.join(folder, 'dist/assets/main-abc123.js'), SCRIPT);
    await writeFile(path.join(folder, 'secret.txt'), 'secret');
    app = new Hono();
    app.use(await clientFiles(path.join(folder, 'dist')));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['/', 'Portal'],
    ['/?skey=abc', 'Portal'],
    ['/index.html', 'Portal'],
    ['/aimf/index.html', 'Analytics'],
    ['/aimf/', 'Analytics'],
  ])('%s is a page that is revalidated each time', async (address, title) => {
    const answer = await app.request(address);
    expect(await answer.text()).toContain(title);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('hashed files are cached for a year, and are compressed', async () => {
    const answer = await app.request('/assets/main-abc123.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).toBe('br');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
  });

  it('clients that accept no compression get the plain file', async () => {
    const answer = await app.request('/assets/main-abc123.js', { headers: { 'accept-encoding': 'br;q=0' } });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('a file that the browser has cached is not sent again', async () => {
    const etag = (await app.request('/')).headers.get('etag') ?? '';
    const again = await app.request('/', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/%ff',
    '/%00',
  ])('no file from outside the build is served: %s', async (address) => {
    const answer = await app.request(address);
    expect(answer.status).toBe(404);
  });

  it('withheld files are not served', async () => {
    const some = new Hono();
    some.use(await clientFiles(path.join(folder, 'dist'), ['aimf/index.html']));
    expect((await some.request('/aimf/index.html')).status).toBe(404);
    expect((await some.request('/aimf/')).status).toBe(404);
    expect((await some.request('/index.html')).status).toBe(200);
  });

  it('a missing build serves nothing', async () => {
    const empty = new Hono();
    empty.use(await clientFiles(path.join(folder, 'nowhere')));
    expect((await empty.request('/')).status).toBe(404);
  });
});
