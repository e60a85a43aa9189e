import { RasterError } from '../../raster/delivered/rasterError.ts';
import type { RangeBytes } from './rangeBytes.ts';

/** The parts of a file that the browser has. A file that was changed or removed meanwhile is an error. */
export function blobBytes(file: Blob): RangeBytes {
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
