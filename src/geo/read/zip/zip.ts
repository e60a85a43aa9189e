import { GeometryError } from '../../geometryError.ts';
import { crc32 } from './crc32.ts';
import { FILE_BYTES_MAX, FILE_MIB_MAX, INFLATE_STEP_BYTES, ENTRIES_MAX } from '../limits.ts';

/** The signature of an entry of the directory. */
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_BYTES = 22;
const WORD_MAX = 0xffff;

function damaged(): GeometryError {
  return new GeometryError('unreadable');
}

/** A 64-bit number of the archive. Lost precision is harmless: such an offset is beyond the archive's end. */
function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/**
 * APPNOTE.TXT 4.3.16: searches from the end for the record whose comment ends with the file, or else the last one whose
 * comment ends before: some programs add bytes to an archive.
 */
function endRecordAt(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - WORD_MAX);
  let followed: number | null = null;
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const end = at + END_BYTES + view.getUint16(at + 20, true);
    if (end === view.byteLength) return at;
    if (end < view.byteLength) followed ??= at;
  }
  if (followed === null) throw damaged();
  return followed;
}

/** Where the archive's list of files is. */
interface Directory {
  at: number;
  end: number;
  count: number;
  /** Bytes before the archive, e.g. a program that unpacks it, which its offsets don't count. */
  before: number;
}

/** @throws GeometryError unreadable, tooManyEntries */
function directoryOf(view: DataView): Directory {
  if (view.byteLength < END_BYTES) throw damaged();
  const endAt = endRecordAt(view);
  let count = view.getUint16(endAt + 10, true);
  let bytes = view.getUint32(endAt + 12, true);
  let at = view.getUint32(endAt + 16, true);
  let end = endAt;
  const locator = endAt - 20;
  if (locator >= 0 && view.getUint32(locator, true) === END_64_LOCATOR) {
    const isRecord = (at: number) => at >= 0 && at + 56 <= locator && view.getUint32(at, true) === END_64;
    // an offset that doesn't count bytes before the archive leads elsewhere
    const records = [longAt(view, locator + 8), locator - 56].filter(isRecord);
    if (records[0] === undefined) throw damaged();
    end = records[0];
    [count, bytes, at] = [longAt(view, end + 32), longAt(view, end + 40), longAt(view, end + 48)];
  }
  if (count > ENTRIES_MAX) throw new GeometryError('tooManyEntries', { max: ENTRIES_MAX });
  if (at + bytes > end) throw damaged();
  const isThere = count === 0 || view.getUint32(at, true) === DIRECTORY;
  const before = isThere ? 0 : end - bytes - at;
  return { at: at + before, end: at + before + bytes, count, before };
}

/** A file in an archive, by the archive's directory. */
export interface ZipEntry {
  /** Its path; characters beyond ASCII may be wrong. */
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packedBytes: number;
  /** The size that the archive declares; it may be wrong. */
  declaredBytes: number;
  /** Offset of its local header. */
  at: number;
}

/** The path of an entry without its ending. */
export const stemOf = ({ name }: Pick<ZipEntry, 'name'>): string => name.replace(/\.[^./]*$/, '');

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const DIRECTORY_BYTES = 46;
const LONG_MAX = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** APPNOTE.TXT 4.5.3: the extra field holds only the sizes and offsets that don't fit 32 bits. */
function widened(view: DataView, from: number, to: number, short: readonly number[]): number[] {
  const wide = [...short];
  for (let at = from; at + 4 <= to;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      let field = at + 4;
      short.forEach((value, index) => {
        if (value !== LONG_MAX) return;
        if (field + 8 > Math.min(end, to)) throw damaged();
        wide[index] = longAt(view, field);
        field += 8;
      });
      return wide;
    }
    at = end;
  }
  if (short.includes(LONG_MAX)) throw damaged();
  return wide;
}

function entryAt(view: DataView, at: number, end: number): { entry: ZipEntry; next: number } {
  if (at + DIRECTORY_BYTES > end || view.getUint32(at, true) !== DIRECTORY) throw damaged();
  const flags = view.getUint16(at + 8, true);
  const nameEnd = at + DIRECTORY_BYTES + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > end) throw damaged();
  // in the order of the zip64 field: inflated size, packed size, offset
  const short = [24, 20, 42].map((offset) => view.getUint32(at + offset, true));
  const [declaredBytes = 0, packedBytes = 0, localAt = 0] = widened(view, nameEnd, extraEnd, short);
  const name = new TextDecoder('utf-8').decode(
    new Uint8Array(view.buffer, view.byteOffset + at + DIRECTORY_BYTES, nameEnd - at - DIRECTORY_BYTES),
  );
  const entry: ZipEntry = {
    name,
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) !== 0,
    crc: view.getUint32(at + 16, true),
    packedBytes,
    declaredBytes,
    at: localAt,
  };
  return { entry, next };
}

/** Refuses overlapping entries, a kind of zip bomb (Fifield 2019, "A better zip bomb"). */
function refuseOverlaps(entries: readonly ZipEntry[], directoryAt: number): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at < end) throw damaged();
    end = entry.at + LOCAL_BYTES + entry.packedBytes;
  }
  if (end > directoryAt) throw damaged();
}

/**
 * Lists the files of a zip archive (PKWARE APPNOTE.TXT 6.3.10, with zip64), without folders and macOS's own.
 * @throws GeometryError empty, unreadable, tooManyEntries
 */
export function entriesOf(archive: Uint8Array): ZipEntry[] {
  if (archive.length === 0) throw new GeometryError('empty');
  const view = viewOf(archive);
  const directory = directoryOf(view);
  const entries: ZipEntry[] = [];
  let at = directory.at;
  for (let i = 0; i < directory.count; i++) {
    const { entry, next } = entryAt(view, at, directory.end);
    entries.push({ ...entry, at: entry.at + directory.before });
    at = next;
  }
  refuseOverlaps(entries, directory.at);
  return entries.filter(({ name }) => !/(?:\/|\\)$|(?:^|\/)(?:__MACOSX\/|\._)/.test(name));
}

/** The packed bytes of an entry, by its local header. */
function packedOf(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = viewOf(archive);
  if (entry.at + LOCAL_BYTES > archive.length || view.getUint32(entry.at, true) !== LOCAL) throw damaged();
  if (view.getUint16(entry.at + 8, true) !== entry.method) throw damaged();
  const from =
    entry.at + LOCAL_BYTES + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  if (from + entry.packedBytes > archive.length) throw damaged();
  return archive.subarray(from, from + entry.packedBytes);
}

export interface ReadEntryOptions {
  /** Limit on the inflated bytes. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
  /** Called after every step with the inflated bytes so far and the size that the archive declares. */
  onInflated?: ((bytes: number, declaredBytes: number) => void) | undefined;
}

/** The packed bytes in small steps, so that inflating stops soon after a limit. */
function inSteps(packed: Uint8Array): ReadableStream<BufferSource> {
  let at = 0;
  return new ReadableStream<BufferSource>(
    {
      pull(controller) {
        if (at >= packed.length) controller.close();
        else controller.enqueue(packed.slice(at, (at += INFLATE_STEP_BYTES)));
      },
    },
    { highWaterMark: 0 },
  );
}

/** @param declared the size in the archive; inflating stops beyond it */
async function inflated(
  packed: Uint8Array,
  declared: number,
  options: ReadEntryOptions,
): Promise<Uint8Array[]> {
  const reader = inSteps(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const step = await reader.read().catch(() => {
        throw damaged();
      });
      if (step.done) return chunks;
      bytes += step.value.length;
      options.onInflated?.(bytes, declared);
      if (bytes > declared) throw damaged();
      chunks.push(step.value);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Inflates one file of an archive as a stream, up to the limit. Its checksum and length must match.
 * @throws GeometryError unreadable, encrypted, zipMethod, tooLarge; the signal's reason if it is aborted
 */
export async function readEntry(
  archive: Uint8Array,
  entry: ZipEntry,
  options: ReadEntryOptions = {},
): Promise<Uint8Array> {
  const max = options.maxBytes ?? FILE_BYTES_MAX;
  if (entry.encrypted) throw new GeometryError('encrypted');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new GeometryError('zipMethod', { method: entry.method });
  if (entry.declaredBytes > max || (entry.method === STORED && entry.packedBytes > max))
    throw new GeometryError('tooLarge', { maxMb: FILE_MIB_MAX });
  const packed = packedOf(archive, entry);
  const chunks = entry.method === STORED ? [packed] : await inflated(packed, entry.declaredBytes, options);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (length !== entry.declaredBytes) throw damaged();
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  if (crc32(whole) !== entry.crc) throw damaged();
  return whole;
}
