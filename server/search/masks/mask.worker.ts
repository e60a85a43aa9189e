import { answerTasks } from '../../base/thread.ts';
import { clearShare, clearShareOfAll } from './clearShare.ts';
import { packAll, packMask, unpackMask } from './mask.ts';
import type { MaskTask } from './masks.ts';
import { weekShares } from './weekShares.ts';

/** Estimates masks, or measures clear shares. */
answerTasks<MaskTask>(async (task) => {
  if (task.kind === 'weeks') return new Uint8Array(weekShares(task).buffer);
  if (task.kind === 'shares') {
    const { masks, rings } = task;
    const shares = masks.map(
      (mask) => (rings === null ? clearShareOfAll(mask) : clearShare(unpackMask(mask), rings)) ?? Number.NaN,
    );
    return new Uint8Array(Float64Array.from(shares).buffer);
  }
  // what reads files takes a second to load
  const { estimatedMask } = await import('./estimatedMask.ts');
  const masks: Uint8Array[] = [];
  for (const picture of task.pictures) {
    const mask = await estimatedMask(picture).catch(() => null);
    masks.push(mask === null ? new Uint8Array() : packMask(mask));
  }
  return packAll(masks);
});
