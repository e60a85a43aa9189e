import type { Outlines } from '../../contract/calls/sceneTable.ts';
import type { Footprint } from '../../contract/search.ts';
import { boundsOf } from '../../src/geo/entry/bbox.ts';

const POLYGON = 3;
const MULTI_POLYGON = 6;
const LITTLE_ENDIAN = 1;

type Rings = readonly (readonly (readonly number[])[])[];

function sizeOf(rings: Rings): number {
  return 9 + rings.reduce((sum, ring) => sum + 4 + ring.length * 16, 0);
}

function writePolygon(into: Buffer, at: number, rings: Rings): number {
  let offset = into.writeUInt8(LITTLE_ENDIAN, at);
  offset = into.writeUInt32LE(POLYGON, offset);
  offset = into.writeUInt32LE(rings.length, offset);
  for (const ring of rings) {
    offset = into.writeUInt32LE(ring.length, offset);
    for (const position of ring) {
      offset = into.writeDoubleLE(position[0] ?? Number.NaN, offset);
      offset = into.writeDoubleLE(position[1] ?? Number.NaN, offset);
    }
  }
  return offset;
}

/**
 * A footprint (WGS 84 degrees, longitude first) as two-dimensional little-endian well-known binary (OGC
 * 06-103r4 §8.2), without heights.
 */
export function writeWkb(geometry: Footprint): Buffer {
  if (geometry.type === 'Polygon') {
    const bytes = Buffer.allocUnsafe(sizeOf(geometry.coordinates));
    writePolygon(bytes, 0, geometry.coordinates);
    return bytes;
  }
  const parts = geometry.coordinates;
  const bytes = Buffer.allocUnsafe(9 + parts.reduce((sum, part) => sum + sizeOf(part), 0));
  let offset = bytes.writeUInt8(LITTLE_ENDIAN, 0);
  offset = bytes.writeUInt32LE(MULTI_POLYGON, offset);
  offset = bytes.writeUInt32LE(parts.length, offset);
  for (const part of parts) offset = writePolygon(bytes, offset, part);
  return bytes;
}

function readPolygon(bytes: Buffer, at: number): { rings: number[][][]; offset: number } {
  let offset = at + 5;
  const rings: number[][][] = [];
  const ringCount = bytes.readUInt32LE(offset);
  offset += 4;
  for (let r = 0; r < ringCount; r++) {
    const count = bytes.readUInt32LE(offset);
    offset += 4;
    const ring: number[][] = [];
    for (let i = 0; i < count; i++, offset += 16)
      ring.push([bytes.readDoubleLE(offset), bytes.readDoubleLE(offset + 8)]);
    rings.push(ring);
  }
  return { rings, offset };
}

/** The type of the footprint at a place. @throws RangeError if there is none */
function typeAt(bytes: Buffer, at: number): typeof POLYGON | typeof MULTI_POLYGON {
  const type = bytes.readUInt32LE(at + 1);
  if (bytes[at] === LITTLE_ENDIAN && (type === POLYGON || type === MULTI_POLYGON)) return type;
  throw new RangeError('a stored footprint is not the well-known binary it should be');
}

function readFootprint(bytes: Buffer, at: number): { footprint: Footprint; offset: number } {
  const type = typeAt(bytes, at);
  if (type === POLYGON) {
    const { rings, offset } = readPolygon(bytes, at);
    return { footprint: { type: 'Polygon', coordinates: rings }, offset };
  }
  const coordinates: number[][][][] = [];
  let offset = at + 9;
  for (let part = bytes.readUInt32LE(at + 5); part > 0; part--) {
    const read = readPolygon(bytes, offset);
    coordinates.push(read.rings);
    offset = read.offset;
  }
  return { footprint: { type: 'MultiPolygon', coordinates }, offset };
}

/**
 * Reads a footprint written by `writeWkb`.
 * @throws RangeError if the bytes are something else
 */
export const readWkb = (bytes: Buffer): Footprint => readFootprint(bytes, 0).footprint;

/** Reads one footprint after the other. @throws RangeError as `readWkb` does */
export function footprintReader(bytes: Buffer): () => Footprint {
  let at = 0;
  return () => {
    const { footprint, offset } = readFootprint(bytes, at);
    at = offset;
    return footprint;
  };
}

/** Footprints of `writeWkb`, one after the other, as numbers. @throws RangeError if the bytes are something else */
export function outlinesOf(bytes: Buffer): Outlines {
  const shapes: number[] = [];
  const coordinates: number[] = [];
  let offset = 0;
  const count = (): number => bytes.readUInt32LE((offset += 4) - 4);
  while (offset < bytes.length) {
    const isMulti = typeAt(bytes, offset) === MULTI_POLYGON;
    offset += 5;
    const parts = isMulti ? count() : 1;
    shapes.push(isMulti ? -parts : 1);
    for (let part = 0; part < parts; part++) {
      if (isMulti) offset += 5;
      const rings = count();
      shapes.push(rings);
      for (let ring = 0; ring < rings; ring++) {
        const length = count();
        shapes.push(length);
        for (const end = offset + length * 16; offset < end; offset += 8)
          coordinates.push(bytes.readDoubleLE(offset));
      }
    }
  }
  return { shapes, coordinates };
}

/** Native `box` literal of a footprint's bounds. */
export function boxOf(geometry: Footprint): string {
  const [west, south, east, north] = boundsOf(geometry);
  return `(${east},${north}),(${west},${south})`;
}
