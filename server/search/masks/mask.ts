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
  for (let at = 0; at < cells.length; at++) bits[at >> 3]! |= cells[at]! << (7 - (at & 7));
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

/** A packed mask's frame; without its cells, which take longer to read. */
export function frameOf(bytes: Uint8Array): View {
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const pair = (at: number) =>
    [head.getFloat64(3 + at * 8, true), head.getFloat64(11 + at * 8, true)] as const;
  return { width: bytes[0]!, height: bytes[1]!, origin: pair(0), right: pair(2), down: pair(4) };
}

/** The height of a frame's rows, degrees. */
export const rowDegrees = ({ right, down }: View): number =>
  Math.abs(right[0] * down[1] - right[1] * down[0]) / Math.hypot(...right);

/** The planes of a packed mask as bits: clouds, and where the picture is if that is not everywhere. @throws Error if they are none */
function planesOf(
  bytes: Uint8Array,
  { width, height }: View,
): { cloud: Uint8Array; covered: Uint8Array | null } {
  const bits = inflateRawSync(bytes.subarray(HEAD_BYTES));
  return { cloud: bits, covered: bytes[2] === 2 ? bits.subarray(Math.ceil((width * height) / 8)) : null };
}

/** The mask of `packMask`'s bytes. @throws Error if they are none */
export function unpackMask(bytes: Uint8Array): CloudMask {
  const view = frameOf(bytes);
  const { cloud, covered } = planesOf(bytes, view);
  const count = view.width * view.height;
  return { view, cloud: cellsOf(cloud, count), covered: covered && cellsOf(covered, count) };
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** How many bits of each row are set. @param byteAt eight bits, the first one highest */
function onesOfRows({ width, height }: View, byteAt: (at: number) => number): Uint16Array {
  const rows = new Uint16Array(height);
  let [row, end, ones] = [0, width, 0];
  for (let at = 0; row < height; at++) {
    let byte = byteAt(at);
    while (row < height && end <= at * 8 + 8) {
      const before = (0xff00 >> (end - at * 8)) & 0xff;
      rows[row++] = ones + ONES[byte & before]!;
      byte &= ~before;
      ones = 0;
      end += width;
    }
    ones += ONES[byte]!;
  }
  return rows;
}

/** How many cells of each row of a packed mask have a picture, and how many of these are clear. */
export function rowsOf(bytes: Uint8Array): { view: View; covered: Uint16Array; clear: Uint16Array } {
  const view = frameOf(bytes);
  const { cloud, covered } = planesOf(bytes, view);
  const coveredAt = (at: number) => (covered === null ? 0xff : covered[at]!);
  return {
    view,
    covered: onesOfRows(view, coveredAt),
    clear: onesOfRows(view, (at) => coveredAt(at) & ~cloud[at]!),
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
