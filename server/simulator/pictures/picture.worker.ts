import { answerTasks } from '../../base/thread.ts';
import { renderSample } from '../samples/samplePicture.ts';
import { sampleOf } from '../samples/sampleTable.ts';
import { palette } from '../painting/ground/palette.ts';
import type { PictureTask } from './pictures.ts';
import { renderQuicklook } from './quicklook.ts';

/** Paints pictures in a worker thread, because each needs a tenth of a second or more of CPU time. */
answerTasks<PictureTask>(async (task) => {
  if (task.kind === 'warm') {
    await palette();
    return new Uint8Array();
  }
  if (task.kind === 'quicklook') return renderQuicklook(task.scene, task.size, task.isMarked);
  const sample = sampleOf(task.productId);
  if (sample === undefined) throw new RangeError(`${task.productId} is not a sample`);
  return renderSample(sample, task.size);
});
