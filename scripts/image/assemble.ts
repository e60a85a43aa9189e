import { cpSync, mkdirSync, statSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { serverContents } from './contents.ts';

/** `tsx scripts/image/assemble.ts FOLDER`: copies what the server needs from a built checkout, for the container image. */
const target = process.argv[2];
if (target === undefined) throw new Error('usage: tsx scripts/image/assemble.ts FOLDER');

function sizeOf(place: string): number {
  const own = statSync(place);
  if (!own.isDirectory()) return own.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}

/** Parts of packages that no program reads. */
const isNeeded = (file: string): boolean => !/\.(?:map|md|d\.[cm]?ts)$/.test(file);

const { files, packages } = serverContents();
for (const file of files) {
  mkdirSync(path.join(target, path.dirname(file)), { recursive: true });
  cpSync(file, path.join(target, file));
}
for (const folder of packages)
  cpSync(folder, path.join(target, folder), {
    recursive: true,
    // nested packages are copied if they are needed themselves
    filter: (source) =>
      source === folder || (!/\/node_modules(?:\/|$)/.test(source.slice(folder.length)) && isNeeded(source)),
  });
const megabytes = Math.round(sizeOf(target) / 1e5) / 10;
console.log(`${target}: ${files.length} files, ${packages.length} packages, ${megabytes} MB`);
