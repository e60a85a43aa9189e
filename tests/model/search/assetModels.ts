import type { SnapshotFrom } from 'xstate';
import type { ItemAssets } from '../../../contract/search.ts';
import {
  areAssetsOpen,
  assetsFailure,
  foundAssets,
  itemAssetsMachine,
} from '../../../src/machines/search/itemAssets.machine.ts';
import { model, type Model } from '../paths/explore.ts';
import { done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

type Assets = SnapshotFrom<typeof itemAssetsMachine>;

const file = (key: string, isOpen: boolean, isImage: boolean): ItemAssets['assets'][number] => ({
  key,
  title: null,
  type: null,
  roles: [],
  bandNames: [],
  bytes: null,
  href: isOpen ? `https://archive.example/${key}` : null,
  imageUrl: isImage ? `/web/asset/S1/${key}?k=x` : null,
});
const found: ItemAssets = {
  scene: sample.scene('S1', 'one'),
  assets: [file('visual', true, true), file('metadata', true, false), file('nir', false, false)],
};

const itemAssets = model<Assets['context']>(
  {
    name: 'itemAssets',
    machine: itemAssetsMachine,
    variants: { 'no files shown': undefined },
    queries: {
      open: areAssetsOpen,
      count: (one: Assets) => foundAssets(one)?.assets.length,
      failure: assetsFailure,
    },
    events: [
      { type: 'assets.requested', productId: 'S1' },
      done('fetchAssets', found),
      done('fetchAssets', { ...found, assets: [] }),
      ...failed('fetchAssets'),
      { type: 'assets.retried' },
      { type: 'asset.opened', key: 'visual' },
      { type: 'asset.opened', key: 'metadata' },
      { type: 'asset.opened', key: 'unknown' },
      { type: 'assets.closed' },
    ],
    refusals: { fetchAssets: ['notFound'] },
  },
  ({ productId, found: files, failure }) => [productId, files?.assets.length, failure],
);

/** The files of a scene from another archive. */
export const assetModels: readonly Model[] = [itemAssets];
