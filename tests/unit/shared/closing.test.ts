import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const VIEWS = resolve(import.meta.dirname, '../../../src/ui');

/** Where a text is typed: a field that isn't read-only, or the passwords' form. */
const FIELD = /<(?:TextField|NameField|NumberField)\b(?![^>]*\breadOnly\s)|<PasswordForm\b/;
const DIALOG = /<(?:Form)?Dialog\b/;
/** It asks before it closes, or Escape doesn't close it. */
const ASKS = /\buseClosing\(|\bhasChanges=|^\s+persistent$/m;

test('every dialog in which a text is typed asks before Escape loses it', () => {
  const dialogs = readdirSync(VIEWS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('kit'))
    .map((path) => ({ path, text: readFileSync(join(VIEWS, path), 'utf8') }))
    .filter(({ text }) => DIALOG.test(text) && FIELD.test(text));
  expect(dialogs.length).toBeGreaterThan(5);
  expect(dialogs.filter(({ text }) => !ASKS.test(text)).map(({ path }) => path)).toEqual([]);
});
