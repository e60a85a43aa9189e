import { RasterError } from '../../raster/delivered/rasterError.ts';
import type { ByteSource } from '../../raster/delivered/rasterFile.ts';

/** Bytes of a block: all reads are of whole ones, neighbours in one request. */
const BLOCK = 65_536;
/** Blocks in memory. */
const KEPT = 1024;
/** The largest file that is read whole from a server without range requests, bytes. */
const WHOLE_MAX = 128 * 1024 * 1024;
/** How often a busy server is asked again. */
const TRIES = 5;

type Bytes = Uint8Array<ArrayBuffer>;

/** A file behind an address, read in parts by range requests (RFC 9110 §14). */
export interface RangeBytes extends ByteSource {
  /** Bytes of the file. @throws RasterError */
  size(): Promise<number>;
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Asks again while the server is busy (429, 503 with Retry-After). @throws RasterError */
async function fetched(url: string, headers: Record<string, string>): Promise<Response> {
  for (let left = TRIES; ; left--) {
    const reply = await fetch(url, { headers, cache: 'no-store' }).catch((error: unknown) => {
      throw new RasterError('offline', error);
    });
    const wait = reply.headers.get('retry-after');
    if ((reply.status !== 429 && reply.status !== 503) || wait === null || left === 0) return reply;
    await pause(Math.min(10, Number(wait) || 1));
  }
}

/** A part of the file, or all of it from a server without range requests. */
interface Answer {
  bytes: Bytes;
  isWhole: boolean;
  size: number;
}

/** Reads parts; a file that was replaced meanwhile is an error, not a mixture. */
function partReader(url: string) {
  let etag: string | null = null;
  return async (start: number, end: number): Promise<Answer> => {
    const reply = await fetched(url, {
      range: `bytes=${start}-${end}`,
      ...(etag !== null && { 'if-range': etag }),
    });
    const { status, headers } = reply;
    if (status === 403 || status === 404 || status === 410) throw new RasterError('ended');
    if (status === 416) throw new RasterError(etag === null ? 'notTiff' : 'changed');
    if (status !== 200 && status !== 206) throw new RasterError('offline', status);
    if (status === 200 && etag !== null) throw new RasterError('changed');
    if (status === 200 && Number(headers.get('content-length')) > WHOLE_MAX) throw new RasterError('packed');
    const bytes = new Uint8Array(
      await reply.arrayBuffer().catch((error: unknown) => {
        throw new RasterError('offline', error);
      }),
    );
    if (status === 200) return { bytes, isWhole: true, size: bytes.length };
    const given = headers.get('etag');
    // weak tags don't promise the same bytes
    if (given !== null && !given.startsWith('W/')) etag = given;
    const size = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
    return { bytes, isWhole: false, size };
  };
}

/** Opens a file behind an address; nothing is read before the first question. */
export function rangeBytes(url: string): RangeBytes {
  const readPart = partReader(url);
  const blocks = new Map<number, Promise<Bytes>>();
  let whole: Bytes | null = null;
  let first: Promise<Answer> | null = null;
  const begin = (): Promise<Answer> => {
    first ??= readPart(0, BLOCK - 1).then((answer) => {
      if (answer.isWhole) whole = answer.bytes;
      else blocks.set(0, Promise.resolve(answer.bytes));
      return answer;
    });
    first.catch(() => {
      first = null;
    });
    return first;
  };
  const fetchRun = (from: number, to: number) => {
    const run = readPart(from * BLOCK, (to + 1) * BLOCK - 1);
    for (let block = from; block <= to; block++) {
      const bytes = run.then((answer) =>
        answer.bytes.subarray((block - from) * BLOCK, (block - from + 1) * BLOCK),
      );
      blocks.set(block, bytes);
      // a failed block is asked for again
      bytes.catch(() => blocks.delete(block));
    }
    for (const block of blocks.keys()) {
      if (blocks.size <= KEPT) break;
      blocks.delete(block);
    }
  };
  return {
    async size() {
      const { size } = await begin();
      if (Number.isNaN(size)) throw new RasterError('packed');
      return size;
    },
    async read(offset, length) {
      const { size } = await begin();
      const end = Number.isNaN(size) ? offset + length : Math.min(size, offset + length);
      if (whole !== null) return whole.slice(offset, end);
      const [from, to] = [Math.floor(offset / BLOCK), Math.floor((Math.max(offset + 1, end) - 1) / BLOCK)];
      let missing: number | null = null;
      for (let block = from; block <= to + 1; block++) {
        const isMissing = block <= to && !blocks.has(block);
        if (isMissing) missing ??= block;
        else if (missing !== null) {
          fetchRun(missing, block - 1);
          missing = null;
        }
      }
      const wanted = Array.from({ length: to - from + 1 }, (_, at) => blocks.get(from + at)!);
      const bytes = new Uint8Array(Math.max(0, end - offset));
      for (const [at, part] of (await Promise.all(wanted)).entries()) {
        const start = (from + at) * BLOCK;
        const [skip, stop] = [Math.max(0, offset - start), Math.min(part.length, end - start)];
        if (stop > skip) bytes.set(part.subarray(skip, stop), start + skip - offset);
      }
      return bytes;
    },
  };
}
