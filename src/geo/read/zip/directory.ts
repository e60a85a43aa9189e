import { GeometryError } from '../../geometryError.ts';
import { ENTRIES_MAX } from '../limits.ts';

/** The signature of an entry of the directory. */
export const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const END_BYTES = 22;
const WORD_MAX = 0xffff;

export function damaged(): GeometryError {
  return new GeometryError('unreadable');
}

/** A 64-bit number of the archive. Lost precision is harmless: such an offset is beyond the archive's end. */
export function longAt(view: DataView, at: number): number {
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
export function directoryOf(view: DataView): Directory {
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
