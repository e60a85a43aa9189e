import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOperator } from '../../../server/operator/operator.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { secondArchive, staticCatalogue } from '../sources/archives.ts';
import { CLOCK_SHIFT } from '../support/clock.ts';

describe.each(databaseServers)("the operator's sources ($name)", (server) => {
  const app = serverFor(server);
  let elsewhere: Awaited<ReturnType<typeof secondArchive>>;
  let environment: Record<string, string>;
  beforeAll(async () => {
    elsewhere = await secondArchive(server, [
      sceneOf('ALPHA', square(103.7, 1.1, 104, 1.4), { supplier: 'Skyview Imaging' }),
      sceneOf('BRAVO', square(104.7, 1.1, 105, 1.4), { supplier: 'Skyview Imaging' }),
    ]);
    environment = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.dataDir,
      CLOCK_SHIFT,
      LOG_LEVEL: 'silent',
    };
  });
  afterAll(() => elsewhere.close());

  const sources = async (words: readonly string[], settings: Record<string, string> = {}) => {
    const printed: string[] = [];
    const warned: string[] = [];
    const output = { print: (line: string) => printed.push(line), warn: (line: string) => warned.push(line) };
    const code = await runOperator(['sources', ...words], output, { ...environment, ...settings });
    return { code, printed: printed.join('\n'), warned: warned.join('\n') };
  };
  const near = { SOURCES_PRIVATE: 'on' };
  const scenesHere = async () => {
    const { rows } = await app.deps.db.pool.query<{ id: string; supplier: string }>(
      'select product_id as id, supplier from scenes order by product_id',
    );
    return rows;
  };

  it('an address that is no STAC catalogue, or a private one, is refused at once', async () => {
    const web = await staticCatalogue(new Map<string, unknown>([['/page.json', { type: 'Feature' }]]));
    try {
      const refused = await sources(['add', elsewhere.url]);
      expect(refused.code).not.toBe(0);
      expect(refused.warned).toContain('is on a private address; SOURCES_PRIVATE=on allows that');
      expect((await sources(['add', `${web.url}/page.json`], near)).warned).toContain(
        'is neither the landing page of a STAC API nor a STAC catalogue',
      );
      expect((await sources(['add', `${web.url}/none.json`], near)).warned).toContain("can't be read");
      expect((await sources(['list'])).printed).toBe('No sources. Add one: operator sources add URL');
    } finally {
      web.close();
    }
  });

  it('an archive is added, mapped, harvested, listed and removed with its scenes', async () => {
    const added = await sources(['add', elsewhere.url, '--name', 'Second'], near);
    expect(added).toMatchObject({ code: 0, warned: '' });
    expect((await sources(['add', elsewhere.url, '--name', 'Other'], near)).warned).toContain(
      'there is a source with this name or address',
    );
    expect((await sources(['harvest', 'Second'], near)).printed).toContain(
      '2 new scenes, 0 changed, 0 unchanged, 0 refused',
    );
    expect(await scenesHere()).toEqual([
      { id: 'ALPHA', supplier: 'Skyview Imaging' },
      { id: 'BRAVO', supplier: 'Skyview Imaging' },
    ]);
    const listed = (await sources(['list'])).printed.split('\n');
    expect(listed).toHaveLength(2);
    expect(listed[1]).toMatch(/^Second +2 +2 +0 +0 +0 +harvested .*Z +http/);

    const collection = /^(\S+) .* yes /m.exec((await sources(['show', 'Second'])).printed)?.[1] ?? '';
    expect((await sources(['map', 'Second', collection])).warned).toContain('sources map needs');
    expect((await sources(['map', 'Second', collection, '--sensor', 'RADAR'])).warned).toContain(
      '--sensor must be one of',
    );
    expect((await sources(['map', 'Second', 'none', '--skip'])).warned).toContain('has no collection none');
    expect(await sources(['map', 'Second', collection, '--supplier', 'Bird Watch'])).toMatchObject({
      code: 0,
    });
    expect((await sources(['show', 'Second'])).printed).toContain('Bird Watch');
    await sources(['harvest', 'Second'], near);
    expect(new Set((await scenesHere()).map(({ supplier }) => supplier))).toEqual(new Set(['Bird Watch']));

    expect((await sources(['show', 'Third'])).warned).toContain(
      'no source Third; see: operator sources list',
    );
    expect((await sources(['remove', 'Second', '--with-scenes'])).printed).toBe(
      'Second is no longer a source; 2 scenes removed.',
    );
    expect(await scenesHere()).toEqual([]);
  });
});
