import { expect, test } from 'vitest';
import { hasItem } from '../../../src/machines/search/itemAssets.machine.ts';
import { scene } from '../../model/shared/samples.ts';

test.each<[what: string, properties: object, isThere: boolean]>([
  ['one of another archive', { simulated: true, source: 'Earth Search' }, true],
  ['a real one without attribution', { simulated: false }, true],
  ['a real one that names its owner', { simulated: false, attribution: '© Copernicus' }, false],
  ['a simulated one', { simulated: true }, false],
  ['a simulated one that names its owner', { simulated: true, attribution: '© Copernicus' }, false],
])('%s: whether an Item lists its files', (_, properties, isThere) => {
  const one = scene('A', 'one');
  const { source: _source, attribution: _attribution, ...plain } = one.properties;
  expect(hasItem({ ...one, properties: { ...plain, ...properties } } as typeof one)).toBe(isThere);
});
