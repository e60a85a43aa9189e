import { expect, test } from 'vitest';
import { type SessionPath, sessionText, unshared } from '../../../src/machines/inspector/sessionFile.ts';

const head = { saved: '2026-11-21T08:00:00Z', from: 3, to: 9 };
/** A file of what the paths hold: any values, as only their sharing is tested. */
const written = (...paths: unknown[]) =>
  JSON.parse(sessionText(head, paths as SessionPath[])) as { values: unknown[]; paths: unknown[] };

/** 60 characters as JSON, one more than stays in its places. */
const long = { name: 'a'.repeat(49) };
/** 59 characters. */
const short = { name: 'a'.repeat(48) };
/** Has the long one in it, twice. */
const holder = { first: long, second: [long], none: null, name: 'the one that holds it' };

test.each<[what: string, given: unknown[], values: unknown[], paths: unknown[]]>([
  [
    'a value of 60 characters that comes twice stands once',
    [long, long],
    [long],
    [{ $value: 0 }, { $value: 0 }],
  ],
  ['a shorter one stays where it is', [short, short], [], [short, short]],
  ['one that comes once, too', [[long, 1], null], [], [[long, 1], null]],
  [
    'a list is one, and what a shared value holds stands before it',
    [holder, { holder }, [holder]],
    [long, { first: { $value: 0 }, second: [{ $value: 0 }], none: null, name: 'the one that holds it' }],
    [{ $value: 1 }, { holder: { $value: 1 } }, [{ $value: 1 }]],
  ],
])('in a saved session %s', (_, given, values, paths) => {
  expect(written(...given)).toEqual({
    schema: 'groundtrack.path/1',
    machine: 'portal',
    session: head,
    values,
    paths,
  });
  expect(unshared(written(...given))).toEqual({
    schema: 'groundtrack.path/1',
    machine: 'portal',
    session: head,
    paths: given,
  });
});

test('a file without shared values is taken as it is', () => {
  for (const file of [null, 'text', { paths: [{ $value: 0 }] }]) expect(unshared(file)).toBe(file);
});
