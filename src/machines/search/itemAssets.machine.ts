import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { ItemAssets, Scene } from '../../../contract/search.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { SceneImageRequested } from './search.events.ts';

interface AssetsContext {
  /** The scene whose files are shown; null while none are. */
  productId: string | null;
  found: ItemAssets | null;
  failure: NoticeText | null;
}
export type AssetsEvent =
  | { type: 'assets.requested'; productId: string }
  | { type: 'assets.retried' }
  /** An image is to be opened on the map. */
  | { type: 'asset.opened'; key: string }
  | { type: 'assets.closed' };

const NOTHING: AssetsContext = { productId: null, found: null, failure: null };

/** The files of a scene from another archive (decision 264): which are open, and which must be ordered. */
export const itemAssetsMachine = setup({
  types: { context: {} as AssetsContext, events: {} as AssetsEvent },
  actors: {
    fetchAssets: fromPromise<ItemAssets, { productId: string }>(notProvided('fetchAssets')),
  },
  actions: {
    forget: assign(NOTHING),
    notifyImage: sendParent(({ context }, { key }: { key: string }): SceneImageRequested => ({
      type: 'sceneImage.requested',
      productId: context.productId ?? '',
      key,
    })),
  },
  guards: {
    isImage: ({ context }, { key }: { key: string }) =>
      context.found?.assets.some((asset) => asset.key === key && asset.imageUrl !== null) === true,
  },
}).createMachine({
  id: 'itemAssets',
  context: NOTHING,
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        'assets.requested': {
          target: 'open',
          actions: assign({ productId: ({ event }) => event.productId }),
        },
      },
    },
    open: {
      on: { 'assets.closed': 'closed' },
      initial: 'loading',
      states: {
        loading: {
          entry: assign({ failure: null }),
          invoke: {
            id: 'fetchAssets',
            src: 'fetchAssets',
            input: ({ context }) => ({ productId: context.productId ?? '' }),
            onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
            onError: {
              target: 'failed',
              actions: assign({
                failure: ({ event }) => messageOrFallback(event.error, 'errors.assetsNotLoaded'),
              }),
            },
          },
        },
        shown: {
          on: {
            'asset.opened': {
              guard: { type: 'isImage', params: ({ event }) => event },
              target: '#itemAssets.closed',
              actions: { type: 'notifyImage', params: ({ event }) => event },
            },
          },
        },
        failed: { on: { 'assets.retried': 'loading' } },
      },
    },
  },
});

/** Whether a scene came from another archive, whose Item lists its files. */
export const hasItem = ({ properties: { simulated, source, attribution } }: Scene): boolean =>
  typeof source === 'string' || (!simulated && typeof attribution !== 'string');

type Assets = SnapshotFrom<typeof itemAssetsMachine>;

export const areAssetsOpen = (assets: Assets): boolean => assets.matches('open');
/** The scene and its files; null until they are known. */
export const foundAssets = ({ context }: Assets): ItemAssets | null => context.found;
export const assetsFailure = ({ context }: Assets): NoticeText | null => context.failure;
