import type { SnapshotFrom } from 'xstate';
import type { ItemAssets, Scene } from '../../../../contract/search.ts';
import type { NoticeText } from '../../shared/notice.ts';
import type { itemAssetsMachine } from './itemAssets.machine.ts';

/** Whether a scene came from another archive, whose Item lists its files. */
export const hasItem = ({ properties: { simulated, source, attribution } }: Scene): boolean =>
  typeof source === 'string' || (!simulated && typeof attribution !== 'string');

type Assets = SnapshotFrom<typeof itemAssetsMachine>;

export const areAssetsOpen = (assets: Assets): boolean => assets.matches('open');
/** The scene and its files; null until they are known. */
export const foundAssets = ({ context }: Assets): ItemAssets | null => context.found;
export const assetsFailure = ({ context }: Assets): NoticeText | null => context.failure;
