import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workOffExports } from '../../../server/exports/sceneExports.loop.ts';
import { tidyExports } from '../../../server/exports/tidyExports.ts';
import { EXPORT_LIFE_MS, EXPORT_REMEMBERED_MS } from '../../../server/base/limits.ts';
import { IDS, SCENES } from './exportScenes.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { storeAll } from '../search/storedScenes.ts';
import { refusal } from '../support/refusal.ts';

describe.each(databaseServers)('decision 10: downloads of scene exports ($name)', (server) => {
  const app = serverFor(server);
  let token: string;
  beforeAll(async () => {
    await storeAll(app.deps.db, SCENES);
    token = (await app.signIn()).token;
  });

  /** Submits an export of product IDs and completes it. @returns the URL path of its file */
  async function exported(name = 'Harbour'): Promise<string> {
    const body = { name, type: 'productIds' as const, productIds: IDS, aoiWkt: '' };
    const { reply } = await app.call('submitExportTask', { body }, { token });
    await workOffExports(app.deps);
    const tasks = (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const urlPath = tasks.find((task) => task.id === reply.data?.id)?.outPathRel;
    if (!urlPath) throw new Error(`no file: ${JSON.stringify(tasks[0])} ${app.logged.join()}`);
    return urlPath;
  }

  it('a download needs no token, has a file name in any script, and is not cached', async () => {
    const { headers } = await app.request(await exported("港口's: *"));
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="__'s_ _.txt"; filename*=UTF-8''%E6%B8%AF%E5%8F%A3%27s_%20_.txt`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(20);
  });

  it('a renamed export is downloaded under its new name, and its old link still works', async () => {
    const urlPath = await exported();
    const tasks = async () => (await app.call('exportTasks', {}, { token })).reply.data ?? [];
    const id = (await tasks())[0]!.id;
    await app.call('renameExportTask', { body: { id, name: 'Strait' } }, { token });
    const renamed = (await tasks())[0]?.outPathRel ?? '';
    expect(renamed).toMatch(/\/Strait\.txt$/);
    for (const address of [urlPath, renamed])
      expect((await app.request(address)).headers.get('content-disposition')).toContain(
        'filename="Strait.txt"',
      );
  });

  it.each(['..', 'CON', '../../etc/passwd', '<script>', '\u202Egnp.exe', '...', 'a\r\nb', '😀'])(
    'the name %j becomes a safe file name',
    async (name) => {
      const answer = await app.request(await exported(name));
      expect(answer.status).toBe(200);
      const shown = decodeURIComponent(
        /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
      );
      expect(shown).toMatch(/^(?!con\.|\.)[^<>:"/\\|?*\p{Cc}\p{Cf}]+\.txt$/iu);
    },
  );

  it('a wrong secret, or an export that is not done, gets 404', async () => {
    const urlPath = await exported();
    const wrong = urlPath.replace(/exportfile\/./, (text) =>
      text.endsWith('A') ? 'exportfile/B' : 'exportfile/A',
    );
    expect((await app.request(wrong)).status).toBe(404);
    const body = { name: 'Later', type: 'productIds' as const, productIds: IDS, aoiWkt: '' };
    const { reply } = await app.call('submitExportTask', { body }, { token });
    const { rows } = await app.deps.db.pool.query<{ secret: string }>(
      'select secret from scene_exports where id = $1',
      [reply.data?.id],
    );
    expect((await app.request(`/web/exportfile/${rows[0]?.secret}/Later.txt`)).status).toBe(404);
    await workOffExports(app.deps);
    expect((await app.request(`/web/exportfile/${rows[0]?.secret}/Later.txt`)).status).toBe(200);
  });

  it('after 7 days the link returns 410 and the file is removed, but the list still has the export', async () => {
    const urlPath = await exported();
    const exportFolder = app.deps.files.pathOf('exports');
    const before = await readdir(exportFolder);
    app.clock.advance(EXPORT_LIFE_MS - 1);
    await tidyExports(app.deps);
    expect(await readdir(exportFolder)).toEqual(before);
    expect((await app.request(urlPath)).status).toBe(200);
    app.clock.advance(1);
    const gone = await app.request(urlPath, { headers: { 'accept-language': 'zh' } });
    expect([gone.status, await gone.json()]).toEqual([410, refusal('该导出文件已过期，请重新导出。')]);
    await tidyExports(app.deps);
    expect(await readdir(exportFolder)).toEqual([]);
    expect((await app.request(urlPath)).status).toBe(410);
    const { rows } = await app.deps.db.pool.query('select from scene_exports where status = 1');
    expect(rows.length).toBeGreaterThan(0);
    app.clock.advance(EXPORT_REMEMBERED_MS + 1);
    await tidyExports(app.deps);
    expect((await app.request(urlPath)).status).toBe(404);
    token = (await app.signIn()).token;
  });

  it('files without an export, and old partial files of killed processes, are removed', async () => {
    const exportFolder = app.deps.files.pathOf('exports');
    const urlPath = await exported();
    const [mine] = await readdir(exportFolder);
    await app.deps.files.write(['exports', '999999.zip'], 'nobody asks for it any more');
    await writeFile(path.join(exportFolder, '1.zip.0000.part'), 'half');
    await writeFile(path.join(exportFolder, '2.zip.0000.part'), 'half');
    const old = new Date(app.clock.now().getTime() - 2 * 86_400_000);
    await utimes(path.join(exportFolder, '1.zip.0000.part'), old, old);
    await utimes(path.join(exportFolder, '2.zip.0000.part'), app.clock.now(), app.clock.now());
    await tidyExports(app.deps);
    expect((await readdir(exportFolder)).sort()).toEqual(['2.zip.0000.part', mine].sort());
    expect((await app.request(urlPath)).status).toBe(200);
  });
});
