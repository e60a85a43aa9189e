import { openThread } from '../../base/thread.ts';
import type { CloudyScene } from '../../simulator/painting/clouds.ts';
import type { AreaRings } from './clearShare.ts';
import type { EstimatedPicture } from './estimatedMask.ts';

/** What a mask is made from. */
export type MaskSource =
  | { kind: 'painted'; scene: CloudyScene }
  | { kind: 'asset'; productId: string }
  | ({ kind: 'estimated' } & EstimatedPicture);

export type MaskTask =
  | { kind: 'masks'; sources: readonly MaskSource[] }
  | { kind: 'shares'; rings: AreaRings; masks: readonly Uint8Array[] };

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

function unpackAll(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < buffer.length;) {
    const end = at + 4 + buffer.readUInt32LE(at);
    parts.push(buffer.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

const WORK = new URL('mask.worker.ts', import.meta.url);
const making = openThread<MaskTask>(WORK, 'cloud mask');
const measuring = openThread<MaskTask>(WORK, 'clear share');

/** The masks of some sources, packed; empty where none can be made. @throws Error if the thread ends */
export async function makeMasks(sources: readonly MaskSource[]): Promise<Uint8Array[]> {
  return sources.length === 0 ? [] : unpackAll(await making.ask({ kind: 'masks', sources }));
}

/** Masks of a task: a few hundredths of a second. */
const AT_ONCE = 500;

/**
 * The clear share of an area in each of some packed masks, 0 to 1; NaN where the mask has no part of it.
 * @throws the signal's reason, or Error if the thread ends
 */
export async function measureShares(
  rings: AreaRings,
  masks: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<Float64Array> {
  const shares = new Float64Array(masks.length);
  for (let from = 0; from < masks.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const bytes = await measuring.ask({ kind: 'shares', rings, masks: masks.slice(from, from + AT_ONCE) });
    shares.set(new Float64Array(bytes.slice().buffer), from);
  }
  return shares;
}
