import { answerTasks } from '../../base/thread.ts';
import { clearShare } from './clearShare.ts';
import { packMask, unpackMask, type CloudMask } from './mask.ts';
import { paintedMask } from '../../simulator/pictures/ownMasks.ts';
import { packAll, type MaskSource, type MaskTask } from './masks.ts';

async function maskOf(source: MaskSource): Promise<CloudMask | null> {
  if (source.kind === 'painted') return paintedMask(source.scene);
  // what reads files takes a second to load
  const { estimatedMask, sampleMask } = await import('./estimatedMask.ts');
  return source.kind === 'estimated' ? estimatedMask(source).catch(() => null) : sampleMask(source.productId);
}

/** Makes masks, or measures clear shares: two threads run it, so that neither waits for the other. */
answerTasks<MaskTask>(async (task) => {
  if (task.kind === 'shares') {
    const shares = task.masks.map((mask) => clearShare(unpackMask(mask), task.rings) ?? Number.NaN);
    return new Uint8Array(Float64Array.from(shares).buffer);
  }
  const masks: Uint8Array[] = [];
  for (const source of task.sources) {
    const mask = await maskOf(source);
    masks.push(mask === null ? new Uint8Array() : packMask(mask));
  }
  return packAll(masks);
});
