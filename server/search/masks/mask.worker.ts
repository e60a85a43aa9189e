import { answerTasks } from '../../base/thread.ts';
import { sharesIn } from './clearShare.ts';
import { packAll, packMask } from './mask.ts';
import type { MaskTask } from './masks.ts';
import { weekShares } from './weekShares.ts';

/** Estimates masks, or measures clear shares. */
answerTasks<MaskTask>(async (task) => {
  if (task.kind === 'weeks') return new Uint8Array(weekShares(task).buffer);
  if (task.kind === 'shares') return new Uint8Array(sharesIn(task.masks, task.rings).buffer);
  // what reads files takes a second to load
  const { estimatedMask } = await import('./estimatedMask.ts');
  const masks: Uint8Array[] = [];
  for (const picture of task.pictures) {
    const mask = await estimatedMask(picture).catch(() => null);
    masks.push(mask === null ? new Uint8Array() : packMask(mask));
  }
  return packAll(masks);
});
