import { RasterError } from './rasterError.ts';
import type { ByteSource } from './rasterFile.ts';

/** A file inside a zip (APPNOTE 4.3.12). */
export interface ZipMember {
  name: string;
  /** 0: as it is; 8: deflated. */
  method: number;
  packedBytes: number;
  /** Position of its local header. */
  header: number;
}

/** The end record has 22 bytes and a comment of at most 65,535; the directory of our deliveries fits as well. */
const TAIL = 65_536;
const [END, ENTRY] = [0x06054b50, 0x02014b50];
const [STORED, DEFLATED] = [0, 8];
const LOCAL_HEADER = 30;
/** The largest description that is read. */
const TEXT_MAX = 1024 * 1024;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The files of a zip, from its central directory.
 * @param size bytes of the zip
 * @throws RasterError 'noImage' if there is no directory
 */
export async function zipMembers({ read }: ByteSource, size: number): Promise<ZipMember[]> {
  const from = Math.max(0, size - TAIL);
  const tail = viewOf(await read(from, size - from));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new RasterError('noImage');
  const [count, length, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  const directory = viewOf(await read(start, length));
  const members: ZipMember[] = [];
  for (let at = 0; members.length < count && at + 46 <= directory.byteLength;) {
    if (directory.getUint32(at, true) !== ENTRY) break;
    const name = directory.getUint16(at + 28, true);
    members.push({
      name: new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name)),
      method: directory.getUint16(at + 10, true),
      packedBytes: directory.getUint32(at + 20, true),
      header: directory.getUint32(at + 42, true),
    });
    at += 46 + name + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return members;
}

async function contentStart({ read }: ByteSource, { header }: ZipMember): Promise<number> {
  const local = viewOf(await read(header, LOCAL_HEADER));
  return header + LOCAL_HEADER + local.getUint16(26, true) + local.getUint16(28, true);
}

/** The bytes of a file that stands in the zip as it is. @throws RasterError 'packed' for another one */
export async function memberSource(zip: ByteSource, member: ZipMember): Promise<ByteSource> {
  if (member.method !== STORED) throw new RasterError('packed');
  const start = await contentStart(zip, member);
  return { read: (offset, length) => zip.read(start + offset, length) };
}

/** A small text in the zip; null if it is too large or packed in another way. */
export async function memberText(zip: ByteSource, member: ZipMember): Promise<string | null> {
  if (member.packedBytes > TEXT_MAX || (member.method !== STORED && member.method !== DEFLATED)) return null;
  const packed = await zip.read(await contentStart(zip, member), member.packedBytes);
  const stream = new Blob([packed]).stream();
  const plain =
    member.method === STORED ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(plain).text();
}
