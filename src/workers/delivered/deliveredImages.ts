import type { LayerPixels } from '../../raster/analyse.ts';
import type { RasterGrid } from '../../raster/grid.ts';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import type { ImageStyle, TileAddress } from '../../raster/delivered/drawTile.ts';
import type { PixelValues } from '../../raster/delivered/pixelValues.ts';
import { RasterError } from '../../raster/delivered/rasterError.ts';
import type { WorkerPort } from '../workerClient.ts';
import type {
  DeliveredAnswer,
  DeliveredCancel,
  DeliveredQuestion,
  DeliveredReply,
  DeliveredRequest,
  ImagePlace,
} from './deliveredWork.ts';

/** Delivered images, read and drawn by a worker. Every call throws RasterError, or the signal's reason. */
export interface DeliveredImages {
  factsOf(image: ImageAddress, signal: AbortSignal): Promise<ImageFacts>;
  /** @returns null for a tile without anything on it */
  draw(
    image: ImageAddress,
    tile: TileAddress,
    style: ImageStyle,
    signal: AbortSignal,
  ): Promise<ImageBitmap | null>;
  valuesAt(image: ImageAddress, at: ImagePlace, signal: AbortSignal): Promise<PixelValues>;
  /** The values of some bands on a grid of EPSG:3857. */
  valuesOn(
    image: ImageAddress,
    grid: RasterGrid,
    bands: readonly number[],
    signal: AbortSignal,
  ): Promise<LayerPixels>;
  /** Ends the worker and what waits for it. */
  close(): void;
}

const deliveredWorker = () =>
  new Worker(new URL('./delivered.worker.ts', import.meta.url), { type: 'module' });

/** Starts the worker for delivered images; it runs until it is closed. */
export function deliveredImages(makeWorker: () => WorkerPort = deliveredWorker): DeliveredImages {
  const worker = makeWorker();
  const waiting = new Map<
    number,
    { resolve: (answer: DeliveredAnswer) => void; reject: (error: unknown) => void }
  >();
  let last = 0;
  const endAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }) => {
    const reply = data as DeliveredReply;
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('fault' in reply) asked?.reject(new RasterError(reply.fault));
    else if (asked !== undefined) asked.resolve(reply.answer);
    else if (reply.answer instanceof ImageBitmap) reply.answer.close();
  });
  worker.addEventListener('error', ({ message }) => endAll(new RasterError('offline', message)));
  const ask = (image: ImageAddress, question: DeliveredQuestion, signal: AbortSignal) =>
    new Promise<DeliveredAnswer>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const id = ++last;
      const abort = () => {
        waiting.delete(id);
        worker.postMessage({ cancelled: id } satisfies DeliveredCancel, []);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      const over =
        <Given>(end: (given: Given) => void) =>
        (given: Given) => {
          signal.removeEventListener('abort', abort);
          end(given);
        };
      waiting.set(id, { resolve: over(resolve), reject: over(reject) });
      worker.postMessage({ id, image, question } satisfies DeliveredRequest, []);
    });
  return {
    factsOf: async (image, signal) => (await ask(image, { type: 'facts' }, signal)) as ImageFacts,
    draw: async (image, tile, style, signal) =>
      (await ask(image, { type: 'tile', tile, style }, signal)) as ImageBitmap | null,
    valuesAt: async (image, at, signal) => (await ask(image, { type: 'pixel', at }, signal)) as PixelValues,
    valuesOn: async (image, grid, bands, signal) =>
      (await ask(image, { type: 'grid', grid, bands }, signal)) as LayerPixels,
    close() {
      worker.terminate();
      endAll(new RasterError('offline'));
    },
  };
}
