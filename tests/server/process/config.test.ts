import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../server/base/settings/config.ts';
import { SETTINGS, settingRows } from '../../../server/base/settings/settingTable.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('configuration by environment', () => {
  it('a bucket is named by an address without keys', () => {
    const url = 's3://files/a/b/?endpoint=http://store:9000&public=https://files.example&region=eu-west-1';
    expect(readConfig({ FILES_URL: url }).filesUrl).toEqual({
      bucket: 'files',
      prefix: 'a/b/',
      region: 'eu-west-1',
      endpoint: 'http://store:9000',
      publicEndpoint: 'https://files.example',
    });
    expect(readConfig({ FILES_URL: 's3://files' }).filesUrl).toMatchObject({ prefix: '', endpoint: null });
    for (const wrong of ['files', 'https://files', 's3://key:secret@files', 's3://files?region=x&key=secret'])
      expect(problemsOf({ FILES_URL: wrong })).toEqual([expect.stringMatching(/^FILES_URL (?!.*secret)/)]);
  });

  it('the background work of a server is all, none, or some of its kinds', () => {
    expect(readConfig({}).work).toContain('deliveries');
    expect(readConfig({ WORK: 'none' }).work).toEqual([]);
    expect(readConfig({ WORK: 'exports, orders' }).work).toEqual(['orders', 'exports']);
    expect(problemsOf({ WORK: 'exports,all' })).toHaveLength(1);
  });

  it('an empty environment is a working configuration with the embedded database', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: null,
      appName: 'Groundtrack',
      apis: { order_archive: true, order_tasking: true, imagery_export: true },
      searchCap: 5000,
      scenes: 300_000,
      demo: true,
    });
  });

  it('an order takes about a minute at the default pace', () => {
    expect(readConfig({}).supplierStepSeconds * 5).toBeGreaterThanOrEqual(30);
    expect(readConfig({}).supplierStepSeconds * 5).toBeLessThanOrEqual(90);
  });

  it('demo accounts are off with DATABASE_URL, unless enabled', () => {
    const DATABASE_URL = 'postgres://localhost/groundtrack';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '::' }, true],
    [{ HOST: '192.168.1.5' }, true],
    [{ HOST: 'portal.example' }, true],
    [{ PUBLIC_URL: 'https://portal.example' }, true],
    [{ HOST: '127.0.0.1' }, false],
    [{ HOST: '127.1.2.3' }, false],
    [{ HOST: 'localhost' }, false],
    [{ HOST: '::1' }, false],
  ])(
    'a server with %j is exposed: %s; then it has demo accounts only with DEMO=on',
    (environment, exposed) => {
      const config = readConfig(environment);
      expect([config.exposed, config.demo, config.demoImagery]).toEqual([exposed, !exposed, !exposed]);
      expect(readConfig({ ...environment, DEMO: 'on' }).demo).toBe(true);
    },
  );

  it('an empty OSM_TILES selects the built-in outline map', () => {
    expect(readConfig({ OSM_TILES: '' }).osm.tiles).toEqual([]);
  });

  it.each([
    [{ PORT: '80a' }, /^PORT must be a whole number from 0 to 65535, not "80a"$/],
    [{ PORT: '70000' }, /^PORT must be/],
    [
      { DATABASE_URL: 'mysql://root:geheim@db/x' },
      /^DATABASE_URL must be an address that begins with postgres:\/\//,
    ],
    [{ DATABASE_READ_URL: 'postgres://replica/x' }, /^DATABASE_READ_URL needs DATABASE_URL$/],
    [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL must be/],
    [{ HOSTS: 'portal.lan, https://portal.lan' }, /^HOSTS must be host names/],
    [{ HOSTS: 'portal.lan:x' }, /^HOSTS must be/],
    [{ HOSTS: 'someone@portal.lan' }, /^HOSTS must be/],
    [{ SMTP_URL: 'http://mail' }, /^SMTP_URL must be/],
    [{ REGISTRATION_ALLOWED: 'maybe' }, /^REGISTRATION_ALLOWED must be on or off/],
    [{ DEMO: 'perhaps' }, /^DEMO must be on or off/],
    [{ SUPPLIER_STEP_SECONDS: '0' }, /^SUPPLIER_STEP_SECONDS must be a number/],
    [{ OSM_TILES: 'https://tiles/{z}/{x}' }, /^OSM_TILES must be http\(s\) tile addresses/],
    [{ OSM_TILES: "https://tiles/{z}/{x}/{y} javascript:'{z}{x}{y}'" }, /^OSM_TILES must be/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of error, warn, info, debug, silent, not "loud"$/],
    [{ TERMS_URL: 'javascript:alert(1)' }, /^TERMS_URL must be/],
    [{ ANALYTICS_URL: '//elsewhere' }, /^ANALYTICS_URL must be/],
    [{ SCENES: '-1' }, /^SCENES must be/],
    [{ SEARCH_CAP: '0' }, /^SEARCH_CAP must be/],
    [{ MEMORY_MB: '64' }, /^MEMORY_MB must be/],
    [{ CLOCK_SHIFT: '60', NODE_ENV: 'production' }, /^CLOCK_SHIFT is for tests/],
  ])('%j is refused with a message that names it', (environment, sentence) => {
    const problems = problemsOf(environment);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
    expect(problems[0]).not.toContain('geheim');
  });

  it('all problems are listed at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', DEMO: 'x' })).toHaveLength(3);
  });

  it('every setting has a description for the settings table', () => {
    expect(settingRows.map((row) => row.name)).toEqual(Object.keys(SETTINGS));
    for (const { meaning } of settingRows) expect(meaning).toMatch(/^\w.*\.$/);
  });
});
