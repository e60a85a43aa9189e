// The builds of the client and of the server, each made when a source is newer. Plain Node, for `npm start`.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { root, run } from '../packages.mjs';

/** The newest modification time in a file or folder, ms; 0 if it is missing. */
async function changedAt(name) {
  const place = path.join(root, name);
  const own = await stat(place).catch(() => null);
  if (!own) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const names = await readdir(place);
  return Math.max(
    own.mtimeMs,
    ...(await Promise.all(names.map((inner) => changedAt(path.join(name, inner))))),
  );
}

/** Builds a folder if a source is newer than its file `made`; a complete build replaces the old one. */
async function ensureBuild({ name, config, sources, folder, made, meanwhile }) {
  const built = await changedAt(`${folder}/${made}`);
  const changed = Math.max(...(await Promise.all([config, 'package-lock.json', ...sources].map(changedAt))));
  if (built > changed) return;
  console.error(`Building the ${name}…`);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--config', config, '--outDir', path.join(root, meanwhile), '--emptyOutDir'];
  await run(process.execPath, [vite, 'build', ...options, '--logLevel', 'warn']);
  await rm(path.join(root, folder), { recursive: true, force: true });
  await rename(path.join(root, meanwhile), path.join(root, folder));
}

/** Builds the client, `dist`, if needed. */
export const ensureClient = () =>
  ensureBuild({
    name: 'client',
    config: 'vite.config.ts',
    sources: [
      'index.html',
      'quote.html',
      'machines.html',
      'scripts/outline',
      'scripts/bundle',
      // names of places on the built-in map
      'server/places',
      'src',
      'contract',
      'public',
      'aimf',
    ],
    folder: 'dist',
    made: 'index.html',
    meanwhile: 'node_modules/.client-build',
  });

/** Builds the server's programs, `dist-server`, if needed. */
export const ensureServer = () =>
  ensureBuild({
    name: 'server',
    config: 'scripts/bundle/server.config.ts',
    sources: ['server', 'contract', 'src'],
    folder: 'dist-server',
    made: 'main.js',
    // as deep as the folder, because the build tells places from there
    meanwhile: 'dist-server.new',
  });
