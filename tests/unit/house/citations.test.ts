import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { citedIn, faultsOf, type Cited } from './citations.ts';

const root = resolve(import.meta.dirname, '../../..');
const TEXTS = /\.(?:ts|tsx|mjs|js|css|sql|html|ya?ml|md)$/;
/** The check itself: its patterns and made-up texts cite nothing. */
const OWN = ['tests/unit/house/citations.ts', 'tests/unit/house/citations.test.ts'];

/** The files that git tracks or would add. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => TEXTS.test(file) && !OWN.includes(file));

test('every citation of the specification, a decision, a law or a document leads somewhere', () => {
  const cited = citedIn(root);
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(resolve(root, file), 'utf8'), file, cited).map(
      ({ line, citation }) => `${file}:${line} ${citation}`,
    ),
  );
  expect(faults).toEqual([]);
});

test('nine sections, 38 decisions and 13 laws can be cited', () => {
  const { sections, decisions, laws } = citedIn(root);
  expect([...sections.keys()].join('')).toBe('123456789');
  expect([...decisions]).toEqual(Array.from({ length: 38 }, (_, index) => String(index + 1)));
  expect(laws.size).toBe(13);
});

describe('made-up texts', () => {
  const cited: Cited = {
    sections: new Map([
      ['5', ['Validation rules', 'Coordinate dialog', 'Search']],
      ['7', ['The calls it makes', 'POST /login', '/login']],
    ]),
    decisions: new Set(['1', '17']),
    records: new Set(['017', '140']),
    laws: new Set(['1', '2']),
    design: ['Map symbols', 'Measures', 'Numbers and dates'],
    hasDocument: (document) => ['docs/design.md', 'docs/stac.md'].includes(document),
  };
  const faults = (text: string, file = 'src/made.ts') =>
    faultsOf(text, file, cited).map(({ line, citation }) => `${line}: ${citation}`);

  it.each([
    '/** §5 */',
    '// as required (§5, §7)',
    '/** §5 Coordinate dialog, BBOX: four numbers. */',
    '/** (§5 Coordinate\n * dialog) */',
    '// §5 requires one feature',
    '// §5: Any sentence after a colon',
    '// §7 POST /login and §7 /login',
    '// RFC 7946 §3.1.6, and RFC 9110 §14.2 and §13.1.5',
    '// by RFC 7946 (§3.1.9)',
    '// decision 17, decisions 1 and 17, Decision 1: the name',
    '// decision 140, record 140, records 017 and 140, amended by 017, docs/decisions/140',
    '// law 2',
    '// docs/design.md, Map symbols: dashed, and (docs/design.md, Numbers and dates)',
    '/** (docs/design.md, Measures and Map symbols). */',
    '// described in docs/stac.md',
  ])('%s leads somewhere', (text) => expect(faults(text)).toEqual([]));

  it.each([
    ['// §8 File alerts', '1: §8'],
    ['// first\n// as in §9, too', '2: §9'],
    ['/** §5 Upload dialog */', '1: §5 Upload dialog */'],
    ['/** §5 Searching */', '1: §5 Searching */'],
    ['/** (§5 Coordinate\n * form) */', '1: §5 Coordinate form) */'],
    ['// §7 /logout', '1: §7 /logout'],
    ['// §3.1.6 without its document', '1: §3.1.6 witho'],
    ['// RFC 7946 says so. Rings are closed (§3.1.6)', '1: §3.1.6)'],
    ['// §14', '1: §14'],
    ['// decision 39', '1: decision 39'],
    ['// decisions 1 and 91', '1: decisions 1 and 91'],
    ['// Decision 141', '1: Decision 141'],
    ['// record 018', '1: record 018'],
    ['// superseded by 018', '1: superseded by 018'],
    ['// docs/decisions/018', '1: docs/decisions/018'],
    ['-- integer cents (law 9)', '1: law 9'],
    ['// docs/design.md, Buttons', '1: design.md, Buttons'],
    ['// docs/design.md, Measures and Buttons', '1: design.md, Measures and Buttons'],
    ['/* look.md: grey bars */', '1: look.md'],
  ])('%s does not', (text, fault) => expect(faults(text)).toEqual([fault]));
});
