import { describe, expect, test } from 'vitest';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  bandLabel,
  firstIndex,
  firstLayer,
  isIndexOffered,
  missingRoles,
  requestOf,
  type AnalysisDraft,
} from '../../../src/machines/analytics/analytics.rules.ts';
import { smallAoi } from '../../model/shared/samples.ts';
import { box } from '../../fixtures/box.ts';

const layer = (
  id: number,
  name: string,
  bandNames: string[],
  mercatorMetres = 10,
): ImageryLayer & { id: number } => ({
  id,
  name,
  description: '',
  serviceType: 'TMS',
  existVec: false,
  bands: bandNames.length,
  bandNames,
  mercatorMetres,
  footprint: 'POLYGON((103 1,105 1,105 2,103 2,103 1))',
});
const NIR = layer(1, 'Later', ['red', 'nir']);
const RGB = layer(2, 'Colours', ['red', 'green', 'blue']);
const EARLIER = layer(3, 'Earlier', ['nir', 'red'], 300);
const FAR = { ...layer(4, 'Far', ['red', 'nir']), footprint: 'POLYGON((0 0,1 0,1 1,0 1,0 0))' };
const layers = [NIR, RGB, EARLIER, FAR];
const DRAFT: AnalysisDraft = {
  task: 'index',
  layerId: 1,
  earlierId: null,
  index: 'ndvi',
  first: 0,
  second: 1,
  count: 5,
};
const ask = (patch: Partial<AnalysisDraft>, aoi: typeof smallAoi | null = smallAoi) =>
  requestOf({ draft: { ...DRAFT, ...patch }, layers, aoi, utype: 6 });
const refusal = (...asked: Parameters<typeof ask>) => {
  const made = ask(...asked);
  return 'refusal' in made ? made.refusal : null;
};

describe('what an analysis comes to', () => {
  test('an index reads its two bands, in their order', () => {
    expect(ask({})).toMatchObject({
      request: {
        question: { kind: 'index', index: 'ndvi', formula: { formula: 'difference', bands: [1, 0] } },
        reads: [{ layerId: 1, bands: [1, 0] }],
      },
    });
  });

  test('a change reads both layers by the names of their bands, as fine as the coarser one', () => {
    const made = ask({ task: 'change', earlierId: 3 });
    expect(made).toMatchObject({
      request: {
        reads: [
          { layerId: 1, bands: [1, 0] },
          { layerId: 3, bands: [0, 1] },
        ],
        grid: { pixel: 300 },
      },
    });
  });

  test('classes take all bands', () => {
    expect(ask({ task: 'classes', layerId: 2 })).toMatchObject({
      request: { question: { kind: 'classes', count: 5 }, reads: [{ layerId: 2, bands: [0, 1, 2] }] },
    });
  });
});

describe('why it can not be worked out', () => {
  test.each<[string, Partial<AnalysisDraft>, object]>([
    ['no layer', { layerId: null }, { key: 'errors.analytics.layerMissing' }],
    ['a layer that is not offered any more', { layerId: 99 }, { key: 'errors.analytics.layerMissing' }],
    ['no earlier layer', { task: 'change' }, { key: 'errors.analytics.earlierMissing' }],
    ['twice the same layer', { task: 'change', earlierId: 1 }, { key: 'errors.analytics.sameLayer' }],
    [
      'bands that do not exist',
      { layerId: 2 },
      {
        key: 'errors.analytics.bandsMissing',
        params: { needed: 'nir, red', layer: 'Colours', bands: 'red, green, blue' },
      },
    ],
    [
      'bands that the earlier layer lacks',
      { task: 'change', earlierId: 2 },
      {
        key: 'errors.analytics.bandsMissing',
        params: { needed: 'nir, red', layer: 'Colours', bands: 'red, green, blue' },
      },
    ],
    [
      'twice the same band',
      { index: 'ratio', second: 0 },
      { key: 'errors.analytics.twoBands', params: { layer: 'Later' } },
    ],
    [
      'a layer that lies elsewhere',
      { layerId: 4 },
      { key: 'errors.analytics.elsewhere', params: { layer: 'Far' } },
    ],
  ])('%s', (_, patch, message) => expect(refusal(patch)).toEqual(message));

  test("no AOI: 'Please set the AOI'", () => {
    expect(refusal({}, null)).toEqual({ key: 'errors.aoiMissing' });
  });

  test("an AOI larger than the limit: 'Area over limit' with the limit", () => {
    expect(refusal({}, aoiOf(box(60, -20, 100, 20)))).toEqual({
      key: 'errors.areaOverLimit',
      params: { limit: 10_000_000 },
    });
  });
});

describe('what is offered', () => {
  test('an index whose bands exist, and of which it is said which are missing', () => {
    expect([isIndexOffered('ndvi', NIR), isIndexOffered('ndvi', RGB), isIndexOffered('gli', RGB)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(missingRoles('mndwi', RGB)).toEqual(['swir1']);
    expect([isIndexOffered('ratio', RGB), isIndexOffered('ratio', layer(9, 'Grey', ['']))]).toEqual([
      true,
      false,
    ]);
    expect([firstIndex(NIR), firstIndex(RGB), firstIndex(layer(9, 'Grey', ['']))]).toEqual([
      'ndvi',
      'gli',
      'ndvi',
    ]);
  });

  test('at first the layer that shows the AOI and in which vegetation can be told', () => {
    expect(firstLayer([FAR, RGB, NIR], smallAoi)?.name).toBe('Later');
    expect(firstLayer([FAR, RGB], smallAoi)?.name).toBe('Colours');
    expect(firstLayer([FAR, RGB], null)?.name).toBe('Far');
    expect(firstLayer([FAR], smallAoi)?.name).toBe('Far');
    expect(firstLayer([], smallAoi)).toBeUndefined();
  });

  test('a band without a name is called by its number', () => {
    expect([bandLabel(['red', ''], 0), bandLabel(['red', ''], 1)]).toEqual(['red', '2']);
  });
});
