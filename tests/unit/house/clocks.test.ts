import { expect, it } from 'vitest';
import { readsOfClock } from '../../../scripts/suite/testClocks.ts';

const FILE = 'tests/unit/some.test.ts';

it.each([
  'const today = new Date();',
  'const later = Date.now() + 60_000;',
  'const read = Date.now;',
  "await pool.query('update orders set next_step_at = now()');",
  "await pool.query('select current_date');",
  'const browser = await chromium.launch({ args: [] });',
])('a test that reads the machine’s clock is found: %s', (line) => {
  expect(readsOfClock(FILE, `const a = 1;\n${line}\n`)).toEqual([`${FILE}:2: ${line}`]);
});

it.each([
  "const start = new Date('2026-11-20T08:00:00Z');",
  'const at = clock.now();',
  "const now = () => new Date('2026-11-20T08:00:00Z');",
  'const from = performance.now();',
])('a clock that the test sets, and a duration, are no such reading: %s', (line) => {
  expect(readsOfClock(FILE, line)).toEqual([]);
});
