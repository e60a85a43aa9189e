import { parentPort } from 'node:worker_threads';
import { palette } from './picture/palette.ts';
import { makeRaster } from './raster.ts';
import { renderQuicklook } from './quicklook.ts';
import type { PictureAnswer, PictureTask } from './pictures.ts';

/** Painting keeps a processor busy for a tenth of a second and more: it is done here, beside the server's thread. */
async function done(task: PictureTask): Promise<Uint8Array> {
  if (task.kind === 'warm') {
    await palette();
    return new Uint8Array();
  }
  if (task.kind === 'quicklook') return renderQuicklook(task.scene, task.size);
  return makeRaster(task.request);
}

parentPort?.on('message', ({ id, task }: { id: number; task: PictureTask }) => {
  const answer = (value: PictureAnswer): void => parentPort?.postMessage(value, []);
  done(task).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
