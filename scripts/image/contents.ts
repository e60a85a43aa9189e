import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the server's programs need at run time: files of the repository, and folders of node_modules. */
export interface Contents {
  files: string[];
  packages: string[];
}

/** What the programs of the build are and read: of the sources only tables, migrations and samples. */
const READ = [
  'dist-server',
  'server',
  'contract',
  'scripts/outline/table',
  'public',
  'dist',
  'package.json',
  'LICENSE',
];
/** Resolved for sources alone: the loader of TypeScript. */
const FOR_SOURCES = 'tsx';
/** Of these only the files of the package itself are read: pictures. */
const WITHOUT_DEPENDENCIES = new Set(['three-globe']);

const IMPORTS =
  /^(?:import|export)\b(?:(?!^import|^export)[^;])*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;
/** `import type`: gone at run time. */
const TYPE_ONLY = /^(?:import|export) type\b/;
const RESOLVED = /\bresolve\('([@\w][^']*)'\)/g;

function* filesIn(place: string): Generator<string> {
  if (!statSync(place).isDirectory()) return void (yield place);
  for (const name of readdirSync(place)) yield* filesIn(path.join(place, name));
}

/** The names that a source file imports at run time. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const imported = [...source.matchAll(IMPORTS)]
    .filter(([whole]) => !TYPE_ONLY.test(whole))
    .map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
  const resolved = [...source.matchAll(RESOLVED)].map(([, name]) => name ?? '');
  return [...imported, ...resolved].filter((name) => name !== '' && !name.startsWith('node:'));
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The folder that Node finds a package in, for a module in another folder; null if it is not installed. */
function folderOf(name: string, from: string, locked: Readonly<Record<string, Locked>>): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (locked[place] !== undefined && statSync(place, { throwIfNoEntry: false }) !== undefined) return place;
    if (at === '') return null;
  }
}

/** Traces the imports of the server's programs and the packages behind them, in the current folder. */
export function serverContents(): Contents {
  const files = READ.flatMap((place) => [...filesIn(place)]).filter((file) => !file.endsWith('.ts'));
  const names = new Set<string>();
  const queue = [...filesIn('server')].filter((file) => file.endsWith('.ts'));
  const seen = new Set<string>();
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of importsOf(file))
      if (name.startsWith('.')) queue.push(path.join(path.dirname(file), name));
      else names.add(packageOf(name));
  }
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const packages = new Set<string>();
  const add = (name: string, from: string): void => {
    const folder = folderOf(name, from, locked);
    if (folder === null || packages.has(folder)) return;
    packages.add(folder);
    if (WITHOUT_DEPENDENCIES.has(name)) return;
    const { dependencies, optionalDependencies } = locked[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  };
  names.delete(FOR_SOURCES);
  for (const name of names) add(name, '');
  return { files: files.sort(), packages: [...packages].sort() };
}
