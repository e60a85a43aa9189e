import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { cutLatin } from '../../../scripts/bundle/latinFont.ts';

test('the typeface of the log-in page takes at most 32 KB, and lacks no character of its package’s file', async () => {
  const whole = createRequire(import.meta.url).resolve(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  );
  const charactersOf = (file: Buffer) => [...create(file).characterSet].toSorted((a, b) => a - b);
  const cut = readFileSync(await cutLatin());
  expect(cut.length).toBeLessThan(32_000);
  expect(charactersOf(cut)).toEqual(charactersOf(readFileSync(whole)));
});
