// `npm start`: from a fresh clone to a running server; `npm run worker` and `npm run operator` begin here too. Plain Node,
// because it runs before any package is installed.
import { spawn } from 'node:child_process';
import { ensureClient, ensureServer } from './bundle/builds.mjs';
import { checkNode, ensurePackages, root } from './packages.mjs';

const program = ['worker', 'operator'].find((name) => name === process.argv[2]) ?? 'main';
// the program sees its own words alone
if (program !== 'main') process.argv.splice(2, 1);

checkNode();
process.chdir(root);
// npm start -- --processes N
const processes = process.argv.indexOf('--processes');
// a server that ends is started again
if (program === 'main') process.env['SUPERVISE'] ??= 'on';
if (program === 'main' && processes !== -1) process.env['PROCESSES'] = process.argv[processes + 1] ?? '';
try {
  await ensurePackages({ development: false });
  if (program === 'main') await ensureClient();
  await ensureServer();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// glibc reads its settings when a process starts (server/processes.ts has them for the server's own)
const malloc = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
if (program === 'worker' && process.env['MALLOC_ARENA_MAX'] === undefined) {
  const args = [...process.execArgv, 'dist-server/worker.js', ...process.argv.slice(2)];
  const worker = spawn(process.execPath, args, {
    env: { ...malloc, ...process.env },
    // it ends when this process does, whatever ended it
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // the terminal sends Ctrl-C to both: the worker takes two of one press for one
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => worker.kill(signal));
  worker.on('exit', (code) => process.exit(code ?? 1));
}
// otherwise the program runs in this process, so that it receives each signal once
else await import(`../dist-server/${program}.js`);
