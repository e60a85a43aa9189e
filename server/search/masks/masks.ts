import { openThread } from '../../base/thread.ts';
import type { AreaRings } from './clearShare.ts';
import type { EstimatedPicture } from './estimatedMask.ts';
import { unpackAll } from './mask.ts';

export type MaskTask =
  | { kind: 'estimates'; pictures: readonly EstimatedPicture[] }
  | { kind: 'shares'; rings: AreaRings; masks: readonly Uint8Array[] };

const WORK = new URL('mask.worker.ts', import.meta.url);
const estimating = openThread<MaskTask>(WORK, 'cloud mask');
const measuring = openThread<MaskTask>(WORK, 'clear share');

/** The masks estimated from some pictures, packed; empty where none can be made. @throws Error if the thread ends */
export async function estimateMasks(pictures: readonly EstimatedPicture[]): Promise<Uint8Array[]> {
  return pictures.length === 0 ? [] : unpackAll(await estimating.ask({ kind: 'estimates', pictures }));
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
