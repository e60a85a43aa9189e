// `npm start`: from a fresh clone to a running server; `npm run worker` and `npm run operator` begin here too. Plain Node,
// because it runs before any package is installed.
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
// the server runs in this process, so that it receives each signal once
await import(`../dist-server/${program}.js`);
