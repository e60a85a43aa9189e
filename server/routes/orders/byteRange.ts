/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110 §14.2 and §13.1.5).
 * @param range the Range header; several parts, another unit and a malformed range are answered with the whole file
 * @param ifRange the If-Range header: the part is only sent if the file still is this one
 * @param size bytes of the file
 * @param etag strong entity tag of the file; null if it has none
 * @returns null for the whole file
 */
export function requestedRange(
  range: string | undefined,
  ifRange: string | undefined,
  size: number,
  etag: string | null,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
