import { openThreads } from '../../base/thread.ts';
import { unpackAll } from '../../search/masks/mask.ts';
import type { PicturedScene, ScenePixels } from '../../search/scenePixels.ts';
import { offeredSamples } from '../samples/samples.ts';
import { sampleOf } from '../samples/sampleTable.ts';
import { exportedPictures, sharedPictures } from './pictures.ts';

/** The scenes whose masks the thread makes. */
export type OwnMaskTask = readonly PicturedScene[];

const WORK = new URL('ownMask.worker.ts', import.meta.url);
const masking = openThreads<OwnMaskTask>(WORK, 'own cloud mask');
/** One core at most, after all that somebody waits for. */
const maskingAhead = openThreads<OwnMaskTask>(WORK, 'own cloud mask', { count: 1, pace: 'ahead' });

/** The pixels of simulated scenes, which are painted, and of the open samples. */
export function simulatedPixels(shown = sharedPictures, exported = exportedPictures): ScenePixels {
  return {
    pictureOf({ facts, geometry, quicklookHref }, size, { isMarked, isExported }) {
      const pictures = isExported ? exported : shown;
      const { productId, simulated } = facts;
      if (sampleOf(productId)) return pictures.make({ kind: 'sample', productId, size });
      // a simulated scene of another archive has the picture that its Item names
      if (!simulated || quicklookHref !== null) return null;
      return pictures.make({ kind: 'quicklook', scene: { facts, geometry }, size, isMarked });
    },
    warm: () => shown.warm(),
    fillsFootprint: ({ facts }) => facts.simulated || sampleOf(facts.productId) !== undefined,
    maskOriginOf({ facts }) {
      if (sampleOf(facts.productId)?.quality !== undefined) return 'asset';
      return facts.simulated ? 'painted' : null;
    },
    async makeMasks(scenes, isAhead) {
      const task = scenes.map(({ facts, geometry }) => ({ facts, geometry }));
      return task.length === 0 ? [] : unpackAll(await (isAhead ? maskingAhead : masking).ask(task));
    },
    attributionOf: (productId) => sampleOf(productId)?.attribution ?? null,
    offered: offeredSamples(),
  };
}
