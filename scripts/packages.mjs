import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** The minimum of "engines" in package.json. */
const NODE_MINIMUM = [20, 19];

/** Ends the program with a clear message if Node is too old. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = NODE_MINIMUM;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  console.error(
    `Groundtrack needs Node ${NODE_MINIMUM.join('.')} or newer; this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}

/**
 * Runs a program in the checkout and shows its output on standard error. Ctrl-C ends it and then this process.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<void>} rejects if it fails
 */
export function run(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      // standard output is the program's that follows: the operator's answers are piped
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    let ended = null;
    const end = (signal) => {
      ended = signal;
      child.kill('SIGTERM');
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      if (ended) process.exit(130);
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(file)} ${args.join(' ')} ended with ${code}`));
    });
  });
}

async function packagesIn(file) {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text).packages;
}

/**
 * Whether node_modules matches package-lock.json, by versions rather than times, which a clone or copy changes. Packages
 * for other platforms may be missing, and without `withDevelopment` those of development too.
 */
async function packagesMatch(withDevelopment) {
  const locked = await packagesIn('package-lock.json');
  const installed = await packagesIn('node_modules/.package-lock.json');
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([place, entry]) => {
    if (place === '' || entry.link) return true;
    const found = installed[place];
    if (found) return found.version === entry.version;
    return entry.optional || entry.devOptional || entry.peer || (entry.dev && !withDevelopment);
  });
}

/**
 * Installs the packages if they are missing or differ from package-lock.json.
 * @param {{ development: boolean }} options whether development packages are needed too
 */
export async function ensurePackages({ development }) {
  if (await packagesMatch(development)) return;
  console.error('Installing packages …');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--no-audit', '--no-fund', ...(development ? ['--include=dev'] : [])];
  if (npm) await run(process.execPath, [npm, ...args]);
  else await run('npm', args);
}
