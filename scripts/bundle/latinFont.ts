import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create } from 'fontkit';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** The weights that the styles use (tokens.css). */
const WEIGHTS = { min: 400, max: 600 };
/** The typeface's features that texts use without a style, and tabular figures. */
const FEATURES = ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'];

/** Inter's Latin letters in the product's weights and features: half of the package's file. @returns the new file's path */
export async function cutLatin(): Promise<string> {
  const folder = path.dirname(require.resolve('@fontsource-variable/inter/package.json'));
  const whole = readFileSync(path.join(folder, 'files/inter-latin-wght-normal.woff2'));
  const cut = await subsetFont(whole, String.fromCodePoint(...create(whole).characterSet), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  });
  const hash = createHash('sha256').update(cut).digest('hex').slice(0, 8);
  const file = path.resolve(`node_modules/.cache/groundtrack/inter-latin-${hash}.woff2`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, cut);
  return file;
}

/** Vite plugin that puts the cut file in the place of the package's. */
export function latinFont(): Plugin {
  return {
    name: 'groundtrack-latin-font',
    config: async () => ({
      resolve: {
        alias: [{ find: /^.*\/inter-latin-wght-normal\.woff2$/, replacement: await cutLatin() }],
      },
    }),
  };
}
