import { answerTasks } from '../../base/thread.ts';
import { packAll, packMask } from '../../search/masks/mask.ts';
import { sampleOf } from '../samples/sampleTable.ts';
import { paintedMask } from './paintedMask.ts';
import type { OwnMaskTask } from './scenePixels.ts';

/** Makes the masks of simulated scenes and of open samples. */
answerTasks<OwnMaskTask>(async (scenes) => {
  const masks: Uint8Array[] = [];
  for (const scene of scenes) {
    const { productId } = scene.facts;
    // what reads files takes a second to load
    const mask =
      sampleOf(productId) === undefined
        ? paintedMask(scene)
        : await (await import('../samples/sampleMask.ts')).sampleMask(productId);
    masks.push(packMask(mask));
  }
  return packAll(masks);
});
