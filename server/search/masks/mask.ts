import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { View } from '../sceneView.ts';

/** Longest side of a mask, cells: about 160 m in a scene of 20 km. */
export const MASK_CELLS = 128;

/** Where clouds are in a scene's picture, on a grid of cells in the picture's own frame. */
export interface CloudMask {
  /** The cells: their number and their place in degrees. */
  view: View;
  /** 1 for each cell under cloud, row by row. */
  cloud: Uint8Array;
  /** 1 for each cell with a picture; null: all of them. */
  covered: Uint8Array | null;
}

const HEAD_NUMBERS = 6;
const HEAD_BYTES = 3 + HEAD_NUMBERS * 8;

function bitsOf(cells: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(cells.length / 8));
  for (let at = 0; at < cells.length; at++) if (cells[at] === 1) bits[at >> 3]! |= 128 >> (at & 7);
  return bits;
}

/** The eight cells of each byte as the eight bytes of one number, so that a plane is read in a tenth of the time. */
const CELLS_OF_BYTE = new Float64Array(
  Uint8Array.from({ length: 256 * 8 }, (_, at) => ((at >> 3) >> (7 - (at & 7))) & 1).buffer,
);

function cellsOf(bits: Uint8Array, count: number): Uint8Array {
  const eights = new Float64Array(Math.ceil(count / 8));
  for (let at = 0; at < eights.length; at++) eights[at] = CELLS_OF_BYTE[bits[at]!]!;
  return new Uint8Array(eights.buffer, 0, count);
}

/**
 * A mask as bytes: columns, rows and planes (one byte each), the frame (six doubles, little endian: origin, step right and
 * step down in degrees), and the planes as bits, deflated. About 500 bytes.
 */
export function packMask({ view, cloud, covered }: CloudMask): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = view.width;
  head[1] = view.height;
  head[2] = covered === null ? 1 : 2;
  [...view.origin, ...view.right, ...view.down].forEach((value, at) => head.writeDoubleLE(value, 3 + at * 8));
  const planes = covered === null ? [bitsOf(cloud)] : [bitsOf(cloud), bitsOf(covered)];
  return Buffer.concat([head, deflateRawSync(Buffer.concat(planes))]);
}

/** The height of a packed mask's rows, degrees; without its cells, which take longer to read. */
export function rowDegrees(bytes: Uint8Array): number {
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const [rightX, rightY, downX, downY] = [2, 3, 4, 5].map((at) => head.getFloat64(3 + at * 8, true)) as [
    number,
    number,
    number,
    number,
  ];
  return Math.abs(rightX * downY - rightY * downX) / Math.hypot(rightX, rightY);
}

/** The mask of `packMask`'s bytes. @throws Error if they are none */
export function unpackMask(bytes: Uint8Array): CloudMask {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, planes] = [buffer.readUInt8(0), buffer.readUInt8(1), buffer.readUInt8(2)];
  const [x, y, rightX, rightY, downX, downY] = Array.from({ length: HEAD_NUMBERS }, (_, at) =>
    buffer.readDoubleLE(3 + at * 8),
  ) as [number, number, number, number, number, number];
  const bits = inflateRawSync(buffer.subarray(HEAD_BYTES));
  const count = width * height;
  const plane = Math.ceil(count / 8);
  return {
    view: { width, height, origin: [x, y], right: [rightX, rightY], down: [downX, downY] },
    cloud: cellsOf(bits, count),
    covered: planes === 2 ? cellsOf(bits.subarray(plane), count) : null,
  };
}

/** Some bytes, each with its length before it (32 bits, little endian). */
export function packAll(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(part.length);
      return [length, part];
    }),
  );
}

/** The parts of `packAll`. */
export function unpackAll(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < buffer.length;) {
    const end = at + 4 + buffer.readUInt32LE(at);
    parts.push(buffer.subarray(at + 4, end));
    at = end;
  }
  return parts;
}
