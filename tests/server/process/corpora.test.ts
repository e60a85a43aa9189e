import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGdal } from '../imagery/pictures.ts';
import { installedPostgis } from '../support/globalSetup.ts';

const FIXTURES = 'tests/fixtures/geo';
/** Latitude before longitude: the portal proposes to swap them, the others read what is written. */
const SWAPPED = {
  type: 'Polygon',
  coordinates: [[[1, 103], [2, 103], [2, 104], [1, 104], [1, 103]]], // prettier-ignore
};

describe.skipIf(!hasGdal || (await installedPostgis()) === null)('npm run corpora', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'groundtrack-corpora-'));
    for (const file of ['polygon.kml', 'SHP_Exclude.zip', 'bad.kml'])
      await copyFile(path.join(FIXTURES, file), path.join(folder, file));
    await writeFile(path.join(folder, 'swapped.geojson'), JSON.stringify(SWAPPED));
    await writeFile(
      path.join(folder, 'areas.wkt'),
      'POLYGON((0 0,1 0,1 1,0 1,0 0))\nPOLYGON((0 0,1 1,1 0,0 1,0 0))\nPOINT(1 2)\n',
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (...words: string[]) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const script = path.resolve('lab/corpora/corpora.ts');
      const args = ['--import', import.meta.resolve('tsx'), script, ...words];
      // the report goes to the folder in which it runs
      execFile(process.execPath, args, { cwd: folder }, (error, output) =>
        resolve({ code: error?.code ?? 0, output }),
      );
    });

  it('files that agree are counted, one that differs is named and fails the run', async () => {
    const { code, output } = await run('.');
    expect(code).toBe(1);
    expect(output).toContain('another place: swapped.geojson');
    expect(output).toContain('7 read beside GDAL and PostGIS: 4 agree, 2 both refuse, 1 another place');
  });

  it('an accepted difference does not', async () => {
    await writeFile(path.join(folder, 'accepted'), 'swapped.geojson\n');
    expect((await run('--accepted', 'accepted', '.')).code).toBe(0);
  });
});
