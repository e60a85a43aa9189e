import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { addDecoder, BaseDecoder } from 'geotiff';

/** TIFF compressions: Adobe Deflate, and its older number. */
const DEFLATE = [8, 32_946];

const inflated = promisify(inflate);

/** Node's zlib, on a thread of its pool; the package's own inflates in JavaScript. */
class NativeInflate extends BaseDecoder {
  override async decodeBlock(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
    const bytes = await inflated(new Uint8Array(buffer));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }
}

/** Makes the package inflate with Node's zlib, in this thread of the server. */
export function inflateNatively(): void {
  addDecoder(DEFLATE, () => Promise.resolve(NativeInflate));
}
