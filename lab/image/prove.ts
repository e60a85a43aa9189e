import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { databaseUrl, installedPostgis, temporaryCluster } from '../../tests/server/support/globalSetup.ts';
import { everythingIn } from '../bench/load/caller.ts';

/**
 * `npm run image`: does what the Dockerfile does on a machine without a container engine. A built checkout is assembled in a
 * folder of its own, the server is started there as another user on PostgreSQL with PostGIS, and is asked for its health,
 * a search and a quicklook; the operator's command line is used beside it. Where root runs it, both are bound as compose.yaml
 * binds them: read-only but for the data and temporary files, no capabilities, no new privileges.
 */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const BIND = `mount --bind "$DATA_DIR" "$DATA_DIR"
mount --bind "$TMPDIR" "$TMPDIR"
mount --bind "$PWD" "$PWD"
mount -o remount,bind,ro "$PWD"
mount -o remount,bind,ro /
cd "$PWD"
if touch written 2>/dev/null; then echo 'the image can be written'; exit 1; fi
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$0" "$@"`;
const BOUND = isRoot ? ['unshare', '--mount', 'sh', '-ec', BIND, process.execPath] : [process.execPath];

interface Image {
  cwd: string;
  env: Record<string, string>;
}

function command(program: string, ...args: string[]): [string, string[]] {
  const [first = '', ...rest] = [...BOUND, `dist-server/${program}.js`, ...args];
  return [first, rest];
}

async function started(image: Image): Promise<[ChildProcess, string]> {
  const server = spawn(...command('main'), { ...image, stdio: ['ignore', 'pipe', 'inherit'] });
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
    everythingIn('POLYGON((103 1,104 1,104 2,103 2,103 1))'),
    data.token,
  )) as unknown as { features: { properties: { quicklookUrl: string } }[] };
  const [scene] = found.features;
  if (scene === undefined) throw new Error('the search found nothing');
  const picture = await fetch(address + scene.properties.quicklookUrl);
  if (picture.headers.get('content-type') !== 'image/webp') throw new Error('the quicklook is missing');
  console.log(`health, page, log-in, search (${found.features.length} scenes) and quicklook answer`);
}

/** As `docker compose exec portal node dist-server/operator.js …` does. */
function operate(image: Image, address: string): void {
  const run = (...args: string[]) =>
    execFileSync(...command('operator', ...args), { ...image, encoding: 'utf8' });
  if (!run('accounts', 'list').includes('demo1@groundtrack.example'))
    throw new Error('no accounts are listed');
  run('accounts', 'add', 'operator@groundtrack.example', '--password', 'a password of the proof');
  run('accounts', 'check');
  if (!/^disk .* free$/m.test(run('status'))) throw new Error('the status is missing');
  console.log(`the operator's command line works beside ${address}`);
}

const binDir = await installedPostgis();
if (binDir === null) throw new Error('PostgreSQL with PostGIS is not installed');
const folder = mkdtempSync(path.join(tmpdir(), 'groundtrack-image-'));
const image = path.join(folder, 'image');
const [dataDir, temporary] = [path.join(folder, 'data'), path.join(folder, 'tmp')];
for (const place of [dataDir, temporary]) mkdirSync(place);
const cluster = await temporaryCluster(binDir);
try {
  const script = path.resolve('scripts/image/assemble.ts');
  execFileSync(process.execPath, ['--import', 'tsx', script, image], { stdio: 'inherit' });
  if (isRoot) {
    execFileSync('chmod', ['a+rx', folder]);
    for (const place of [dataDir, temporary]) chownSync(place, NOBODY, NOBODY);
  } else console.log('not as root: nothing is read-only');
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('create database image');
  await client.end();
  const settings = { PORT: '0', DEMO: 'on', SCENES: '2000', LOG_LEVEL: 'warn' };
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    DATABASE_URL: databaseUrl(cluster.url, 'image'),
    ...settings,
  };
  const contents = { cwd: image, env };
  const [server, address] = await started(contents);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    await ask(address);
    operate(contents, address);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
} finally {
  await cluster.end();
  rmSync(folder, { recursive: true, force: true });
}
