import { answerTasks } from '../../process/thread.ts';
import { palette } from '../painting/palette.ts';
import type { PictureTask } from './pictures.ts';
import { renderQuicklook } from './quicklook.ts';
import { makeRaster } from '../../deliveries/raster.ts';

/** Paints pictures in a separate thread, because each keeps a processor busy for a tenth of a second or more. */
answerTasks<PictureTask>(async (task) => {
  if (task.kind === 'warm') {
    await palette();
    return new Uint8Array();
  }
  if (task.kind === 'quicklook') return renderQuicklook(task.scene, task.size);
  return makeRaster(task.request);
});
