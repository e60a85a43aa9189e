import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { databaseUrl, installedPostgis, temporaryCluster } from '../../tests/server/support/globalSetup.ts';

/**
 * `npm run image`: does what the Dockerfile does on a machine without a container engine. A built checkout is assembled in a
 * folder of its own, the server is started there as another user on PostgreSQL with PostGIS, and is asked for its health,
 * a search and a quicklook.
 */
const NOBODY = 65_534;

async function started(folder: string, dataDir: string, url: string): Promise<[ChildProcess, string]> {
  const isRoot = process.getuid?.() === 0;
  const server = spawn(process.execPath, ['dist-server/main.js'], {
    cwd: folder,
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DEMO: 'on',
      SCENES: '2000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /is ready: (\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve([server, address]);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

async function ask(address: string): Promise<void> {
  const json = async (place: string, body?: object, token?: string) => {
    const reply = await fetch(address + place, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${place} answers with ${reply.status}`);
    return (await reply.json()) as Record<string, never>;
  };
  await json('/health');
  await json('/ready');
  const page = await fetch(address);
  if (!(await page.text()).includes('<script')) throw new Error('the page is missing');
  const user = { uname: 'demo1@groundtrack.example', upass: 'groundtrack-demo' };
  const { data } = (await json('/login', user)) as unknown as { data: { token: string } };
  const found = (await json(
    '/api/soi/v1/search',
    {
      aoiWkt: 'POLYGON((103 1,104 1,104 2,103 2,103 1))',
      acquisitionDateFrom: '2020-01-01',
      acquisitionDateTo: new Date().toISOString().slice(0, 10),
      maxCloudCover: 100,
      maxOffNadirAngle: 45,
      sensorType: 'OPTICAL',
      satList: [],
    },
    data.token,
  )) as unknown as { features: { properties: { quicklookUrl: string } }[] };
  const [scene] = found.features;
  if (scene === undefined) throw new Error('the search found nothing');
  const picture = await fetch(address + scene.properties.quicklookUrl);
  if (picture.headers.get('content-type') !== 'image/webp') throw new Error('the quicklook is missing');
  console.log(`health, page, log-in, search (${found.features.length} scenes) and quicklook answer`);
}

const binDir = await installedPostgis();
if (binDir === null) throw new Error('PostgreSQL with PostGIS is not installed');
const folder = mkdtempSync(path.join(tmpdir(), 'groundtrack-image-'));
const image = path.join(folder, 'image');
const dataDir = path.join(folder, 'data');
mkdirSync(dataDir);
const cluster = await temporaryCluster(binDir);
try {
  const script = path.resolve('scripts/image/assemble.ts');
  execFileSync(process.execPath, ['--import', 'tsx', script, image], { stdio: 'inherit' });
  if (process.getuid?.() === 0) {
    execFileSync('chmod', ['a+rx', folder]);
    chownSync(dataDir, NOBODY, NOBODY);
  }
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('create database image');
  await client.end();
  const [server, address] = await started(image, dataDir, databaseUrl(cluster.url, 'image'));
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    await ask(address);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
} finally {
  await cluster.end();
  rmSync(folder, { recursive: true, force: true });
}
