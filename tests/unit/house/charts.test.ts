import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../docs/machines');
const charts = readdirSync(folder).filter((file) => file.endsWith('.mmd'));
/** Words of Mermaid's own, which can't be names. */
const RESERVED = /^(?:state|note|end|fork|join|choice|direction|class|classDef|style|hide|scale|rank|as)$/i;

test('there is a chart of each machine', () => {
  expect(charts.length).toBeGreaterThan(40);
});

test.each(charts)('%s: regions are separated only within a state, and no name is a reserved word', (file) => {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  let depth = 0;
  for (const line of lines) {
    if (line.trim() === '}') depth -= 1;
    if (line.trim() === '--') expect(depth).toBeGreaterThan(0);
    if (line.endsWith('{')) depth += 1;
    const [, name] = / as (\w+)$/.exec(line) ?? [];
    if (name !== undefined) expect(name).not.toMatch(RESERVED);
  }
  expect(depth).toBe(0);
});
