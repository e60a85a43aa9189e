import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { extensions } from '../../../contract/calls/extensions.ts';
import { startSectionSeven } from '../../support/sectionSeven/backEnd.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(resolve(root, 'docs/back-ends.md'), 'utf8');
/** The names in the first column of a table of the page. */
const namesIn = (table: string): string[] => {
  const text = page.split(`<!-- ${table} -->`)[1]?.split(`<!-- /${table} -->`)[0] ?? '';
  return text
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
};

test('the page for other back ends says what each call beyond section 7 adds', () => {
  expect(namesIn('extensions').sort()).toEqual(Object.keys(extensions).sort());
});

test('its table of calls is that of the back end that has section 7 alone', async () => {
  const stub = await startSectionSeven({ clientDir: root });
  await stub.close();
  expect(namesIn('section7')).toEqual(stub.calls);
  expect(stub.calls).toHaveLength(32);
});
