/**
 * Writes the tables of the README that come from the code: the settings of the server, and the figures of the newest
 * benchmark. `--check` writes nothing and exits with 1 when the settings are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { settingRows } from '../server/config.ts';

const FILE = 'README.md';

function between(text: string, name: string, inner: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const at = text.indexOf(start);
  const to = text.indexOf(end);
  if (at === -1 || to === -1) throw new Error(`${FILE} has no place for ${name}`);
  return `${text.slice(0, at + start.length)}\n${inner.trim()}\n${text.slice(to)}`;
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const settings = [
  '| name | default | meaning |',
  '|---|---|---|',
  ...settingRows.map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${cell(fallback)}\``} | ${cell(meaning)} |`,
  ),
].join('\n');

const before = readFileSync(FILE, 'utf8');
const after = between(before, 'settings', settings);
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('The settings in README.md are out of date: npx tsx scripts/readme.ts');
    process.exitCode = 1;
  }
} else {
  const figures = existsSync('bench/figures.md') ? readFileSync('bench/figures.md', 'utf8') : '';
  writeFileSync(FILE, between(after, 'figures', figures));
}
