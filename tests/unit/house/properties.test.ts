import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:css|tsx?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }));

test('every custom property that a style sheet reads is set somewhere', () => {
  const named = sources.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:|['"](--[\w-]+)['"]/g)]);
  // react-aria sets it
  const set = new Set(['--trigger-width', ...named.map(([, inSheet, inCode]) => inSheet ?? inCode)]);
  const unset = sources
    .filter(({ file }) => file.endsWith('.css'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name]) =>
        set.has(name) ? [] : [`${file}: ${name}`],
      ),
    );
  expect(unset).toEqual([]);
});

test('no class is defined by two style sheets, of which the one that loads last would win', () => {
  const defined = sources
    .filter(({ file }) => file.endsWith('.css'))
    .flatMap(({ text }) => {
      const rules = text.replaceAll(/\/\*[^]*?\*\//g, '');
      return [
        ...new Set([...rules.matchAll(/(?<=^|[{},])\s*(\.[\w-]+)\s*(?=[{,])/g)].map(([, name]) => name)),
      ];
    });
  expect(defined.length).toBeGreaterThan(500);
  expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([]);
});
