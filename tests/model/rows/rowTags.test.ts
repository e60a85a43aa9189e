import { expect, test } from 'vitest';
import { faultOf, faultsOf, SECTIONS } from '../../rows/rows.ts';
import { ONLY_IN_ALL } from '../../suite.ts';

test('every row of §4, §5 and §8 is tagged with tests and paths that are there', () => {
  expect(faultsOf(SECTIONS)).toEqual([]);
});

test('each row has a tag in a file that `npm test` runs', () => {
  const isLeftOut = (file: string) =>
    ONLY_IN_ALL.some(([name]) => name === file || file.startsWith(`${name}/`));
  const unguarded = Object.values(SECTIONS)
    .flat()
    .filter(({ by }) => by.every((tag) => isLeftOut(tag.slice(0, tag.indexOf(': ')))));
  expect(unguarded).toEqual([]);
});

test('a row without a tag, and a tag that leads nowhere, are found', () => {
  expect(faultsOf({ '§4': [{ says: 'something', by: [] }] })).toEqual([
    '§4 row 1 “something”: nothing shows it',
  ]);
  expect(faultOf('path: auth.login.editing|login.submitted|9')).toMatch(/no machine has/);
  expect(faultOf('model/rows/rows.test.ts: a title that no test has')).toMatch(/has no test/);
  expect(faultOf('unit/nowhere.test.ts: anything')).toMatch(/there is no/);
  expect(faultOf('model/rows/rows.test.ts: taskName required')).toBeNull();
});
