// `npm run coverage`: lines that the unit and model tests reach, by room. `-- --against COMMIT` compares with a commit,
// in a temporary worktree that uses the packages installed here. Prints a table; ends with 1 if a test fails.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../packages.mjs';

/** Runs a program whose output goes to standard error, so that the table alone goes to standard output. */
function run(file, args, folder) {
  const { status } = spawnSync(file, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${path.basename(file)} ${args.join(' ')} ended with ${status}`);
}

/** A room: `server/orders`, `src/machines/orders`, `contract`. */
function roomOf(file) {
  const folders = path.dirname(file).split(path.sep);
  return folders.slice(0, folders[0] === 'src' ? 3 : 2).join('/');
}

/**
 * Measures a checkout.
 * @returns {Map<string, { covered: number, total: number }>} lines by room
 */
function measured(folder) {
  run(
    path.join(folder, 'node_modules/.bin/vitest'),
    ['run', '--coverage', '--project', 'unit', '--project', 'model', '--reporter=dot'],
    folder,
  );
  const { total, ...files } = JSON.parse(
    readFileSync(path.join(folder, 'reports/coverage/coverage-summary.json'), 'utf8'),
  );
  const rooms = new Map([['all', { covered: total.lines.covered, total: total.lines.total }]]);
  for (const [file, { lines }] of Object.entries(files)) {
    const room = roomOf(path.relative(folder, file));
    const sum = rooms.get(room) ?? { covered: 0, total: 0 };
    rooms.set(room, { covered: sum.covered + lines.covered, total: sum.total + lines.total });
  }
  return rooms;
}

/** Measures a commit in a worktree of its own, which is removed. */
function measuredAt(commit) {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundtrack-coverage-'));
  run('git', ['worktree', 'add', '--detach', '--force', folder, commit], root);
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return measured(folder);
  } finally {
    run('git', ['worktree', 'remove', '--force', folder], root);
    rmSync(folder, { recursive: true, force: true });
  }
}

const percent = (lines) =>
  lines === undefined ? '—' : `${((100 * lines.covered) / lines.total).toFixed(1)}%`;

const { values } = parseArgs({ options: { against: { type: 'string' } } });
const now = measured(root);
const before = values.against === undefined ? null : measuredAt(values.against);
const rows = [...new Set([...now.keys(), ...(before?.keys() ?? [])])]
  .toSorted((a, b) => a.localeCompare(b))
  .map((room) => [room, ...(before === null ? [] : [percent(before.get(room))]), percent(now.get(room))])
  .filter((row) => before === null || row[0] === 'all' || row[1] !== row[2]);
const head = ['room', ...(before === null ? [] : ['before']), before === null ? 'lines reached' : 'now'];
console.log([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'));
