import {
  factsOfImage,
  openDelivered,
  type ImageAddress,
  type ImageFacts,
} from '../../raster/delivered/deliveredImage.ts';
import { drawTile, type ImageStyle, type TileAddress } from '../../raster/delivered/drawTile.ts';
import {
  pixelPlaceAt,
  valuesAt,
  type PixelPlace,
  type PixelValues,
} from '../../raster/delivered/pixelValues.ts';
import { RasterError, type RasterFault } from '../../raster/delivered/rasterError.ts';
import type { RasterFile } from '../../raster/delivered/rasterFile.ts';
import { gridValues } from '../../raster/delivered/gridValues.ts';
import type { LayerPixels } from '../../raster/analyse.ts';
import type { RasterGrid } from '../../raster/grid.ts';
import { rangeBytes, type RangeBytes } from './rangeBytes.ts';

/** A place on an image: in degrees, or a pixel. */
export type ImagePlace = { longitude: number; latitude: number } | PixelPlace;

/** What the page asks of the worker, about one image. */
export type DeliveredQuestion =
  | { type: 'facts' }
  | { type: 'tile'; tile: TileAddress; style: ImageStyle }
  | { type: 'pixel'; at: ImagePlace }
  | { type: 'grid'; grid: RasterGrid; bands: readonly number[] };
/** The answers, in the order of the questions. `null` is a tile without anything on it. */
export type DeliveredAnswer = ImageFacts | ImageBitmap | PixelValues | LayerPixels | null;

export interface DeliveredRequest {
  id: number;
  image: ImageAddress;
  question: DeliveredQuestion;
}
/** Cancels a request whose answer is no longer needed. */
export interface DeliveredCancel {
  cancelled: number;
}
export type DeliveredReply = { id: number } & ({ answer: DeliveredAnswer } | { fault: RasterFault });

/** Images that stay open. */
const OPEN_MAX = 6;

/** The work of the worker: it holds the opened images. */
export function deliveredWork(
  openBytes = ({ url, file }: ImageAddress) => (file === undefined ? rangeBytes(url) : blobBytes(file)),
) {
  const images = new Map<string, Promise<RasterFile>>();
  const opened = (address: ImageAddress): Promise<RasterFile> => {
    const known = images.get(address.url);
    const file = known ?? openDelivered(openBytes(address), address);
    // the latest used is the last to be closed
    images.delete(address.url);
    images.set(address.url, file);
    file.catch(() => images.delete(address.url));
    const [oldest] = images.keys();
    if (images.size > OPEN_MAX && oldest !== undefined) images.delete(oldest);
    return file;
  };
  const tileOf = async (
    file: RasterFile,
    tile: TileAddress,
    style: ImageStyle,
  ): Promise<ImageBitmap | null> => {
    const rgba = await drawTile(file, tile, style);
    return rgba === null ? null : createImageBitmap(new ImageData(rgba, tile.side, tile.side));
  };
  return async ({ image, question }: DeliveredRequest): Promise<DeliveredAnswer> => {
    const file = await opened(image);
    if (question.type === 'facts') return factsOfImage(file);
    if (question.type === 'tile') return tileOf(file, question.tile, question.style);
    if (question.type === 'grid') return gridValues(file, question.grid, question.bands);
    const { at } = question;
    return valuesAt(file, 'column' in at ? at : pixelPlaceAt(file, at.longitude, at.latitude));
  };
}

/** Answers the page's requests inside the worker, one after the other; cancelled ones are skipped. */
export function answerDelivered(
  work: ReturnType<typeof deliveredWork>,
  reply: (message: DeliveredReply, transfer: Transferable[]) => void,
): (message: DeliveredRequest | DeliveredCancel) => void {
  const waiting = new Map<number, DeliveredRequest>();
  const next = async (request: DeliveredRequest): Promise<void> => {
    // lets a cancellation that has come meanwhile in
    await new Promise((resolve) => setTimeout(resolve));
    if (!waiting.delete(request.id)) return;
    try {
      const answer = await work(request);
      reply({ id: request.id, answer }, answer instanceof ImageBitmap ? [answer] : []);
    } catch (error) {
      if (!(error instanceof RasterError)) console.error(error);
      reply({ id: request.id, fault: error instanceof RasterError ? error.code : 'notTiff' }, []);
    }
  };
  return (message) => {
    if ('cancelled' in message) waiting.delete(message.cancelled);
    else {
      waiting.set(message.id, message);
      void next(message);
    }
  };
}

/** The parts of a file that the browser has. A file that was changed or removed meanwhile is an error. */
function blobBytes(file: Blob): RangeBytes {
  return {
    size: () => Promise.resolve(file.size),
    read: async (offset, length) =>
      new Uint8Array(
        await file
          .slice(offset, offset + length)
          .arrayBuffer()
          .catch((error: unknown) => {
            throw new RasterError('changed', error);
          }),
      ),
  };
}
