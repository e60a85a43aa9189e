import { describe, expect, test } from 'vitest';
import { ADDRESS_VALUE_MAX, LINK_MAX } from '../../../contract/limits.ts';
import { pageLink } from '../../../src/machines/session/pageLink.machine.ts';

const ROOT = 'https://portal.example/';
const linkOf = (query: Record<string, string>) => {
  const { link, leftOut } = pageLink({ query }, ROOT);
  return { query: Object.fromEntries(new URL(link).searchParams), leftOut, length: link.length };
};
const long = (length: number) => 'x'.repeat(length);

describe('a copied link', () => {
  test('has every field of the view, in full, and nothing else', () => {
    const query = {
      aoi: long(ADDRESS_VALUE_MAX + 1),
      view: '1.3,103.8,11',
      scenes: 'A,B',
      details: 'A',
      compare: 'OSM,layer:1',
      layers: '1:100',
      results: '1',
      panel: 'order',
      order: 'GT-1',
      cloud: '20',
    };
    expect(linkOf({ ...query, inspect: '1' })).toMatchObject({ query, leftOut: [] });
    expect(pageLink({ query: { view: query.view } }, ROOT).link).toBe(`${ROOT}?view=1.3,103.8,11`);
  });

  test.each([
    ['scenes', { aoi: 'A', results: '1', scenes: long(LINK_MAX) }, { aoi: 'A', results: '1' }],
    ['layers', { aoi: 'A', layers: long(LINK_MAX), scenes: 'B' }, { aoi: 'A', scenes: 'B' }],
    [
      'area',
      { view: '1,2,3', aoi: long(LINK_MAX), results: '1', details: 'A', scenes: 'A', layers: '1:100' },
      { view: '1,2,3', layers: '1:100' },
    ],
  ])('leaves out the %s whole if they are too long, and names it', (part, query, rest) => {
    expect(linkOf(query)).toMatchObject({ query: rest, leftOut: [part] });
  });

  test('is never longer than every program takes, and uses the room that there is', () => {
    const room = LINK_MAX - `${ROOT}?aoi=`.length;
    expect(linkOf({ aoi: long(room) })).toMatchObject({ leftOut: [], length: LINK_MAX });
    expect(linkOf({ aoi: long(room + 1) })).toMatchObject({ leftOut: ['area'], length: ROOT.length });
    expect(linkOf({ aoi: 'A', scenes: long(LINK_MAX), layers: long(LINK_MAX) }).leftOut).toEqual([
      'layers',
      'scenes',
    ]);
  });

  test('does not name a value that only this tab has', () => {
    expect(linkOf({ aoi: '*digest', results: '1' })).toMatchObject({ query: {}, leftOut: ['area'] });
  });
});
