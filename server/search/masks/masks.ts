import { checkCost, msOf } from '../../base/cost.ts';
import { openThreads } from '../../base/thread.ts';
import { placing, type AreaRings } from './clearShare.ts';
import type { EstimatedPicture } from './estimatedMask.ts';
import { unpackAll } from './mask.ts';

export type MaskTask =
  | { kind: 'estimates'; pictures: readonly EstimatedPicture[] }
  | { kind: 'shares'; rings: AreaRings; masks: readonly Uint8Array[] };

const WORK = new URL('mask.worker.ts', import.meta.url);
const threads = openThreads<MaskTask>(WORK, 'cloud mask');

/** The masks estimated from some pictures, packed; empty where none can be made. @throws Error if the thread ends */
export async function estimateMasks(pictures: readonly EstimatedPicture[]): Promise<Uint8Array[]> {
  return pictures.length === 0 ? [] : unpackAll(await threads.ask({ kind: 'estimates', pictures }));
}

/** What a task of shares costs, about, ms: others have their turn after it. */
const TASK_MS = 50;

/**
 * The clear share of an area in each of some packed masks, 0 to 1; NaN where the mask has no part of it.
 * @throws Refusal tooCostly.scenes; the signal's reason, or Error if the thread ends
 */
export async function measureShares(
  rings: AreaRings,
  masks: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<Float64Array> {
  const shares = new Float64Array(masks.length);
  if (masks.length === 0) return shares;
  const each = { scenes: 1, ...placing(rings, masks) };
  checkCost('clearShares', masks.length, each);
  const atOnce = Math.max(1, Math.floor(TASK_MS / msOf(each)));
  for (let from = 0; from < masks.length; from += atOnce) {
    signal?.throwIfAborted();
    const bytes = await threads.ask({ kind: 'shares', rings, masks: masks.slice(from, from + atOnce) });
    shares.set(new Float64Array(bytes.slice().buffer), from);
  }
  return shares;
}
