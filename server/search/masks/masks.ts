import { checkCost, msOf, type Work } from '../../base/cost.ts';
import { inTurns } from '../../base/spells.ts';
import { openThreads } from '../../base/thread.ts';
import { holderOf, placing, sharesIn, type AreaRings } from './clearShare.ts';
import type { EstimatedPicture } from './estimatedMask.ts';
import { frameOf, unpackAll } from './mask.ts';
import type { WeeksTask } from './weekShares.ts';

export type MaskTask =
  | { kind: 'estimates'; pictures: readonly EstimatedPicture[] }
  /** Without rings: of an area that holds all of the frames. */
  | { kind: 'shares'; rings: AreaRings | null; masks: readonly Uint8Array[] }
  | WeeksTask;

const WORK = new URL('mask.worker.ts', import.meta.url);
const short = openThreads<MaskTask>(WORK, 'cloud mask', { count: 1 });
const long = openThreads<MaskTask>(WORK, 'cloud mask', { pace: 'long' });

/** The masks estimated from some pictures, packed; empty where none can be made. @throws Error if the thread ends */
export async function estimateMasks(pictures: readonly EstimatedPicture[]): Promise<Uint8Array[]> {
  return pictures.length === 0 ? [] : unpackAll(await long.ask({ kind: 'estimates', pictures }));
}

/** What `weekShares` measures. @throws Error if the thread ends */
export async function measureWeeks(task: Omit<WeeksTask, 'kind'>): Promise<Float64Array> {
  const bytes = await long.ask({ kind: 'weeks', ...task });
  return new Float64Array(bytes.slice().buffer);
}

/** Shares of this price, ms, are measured by the thread that answers calls: a task would take longer to send. */
const AT_ONCE_MS = 5;
/**
 * The price of a task of shares, ms; it takes about a quarter of that, after which others have their turn. Shares that are one
 * task don't wait for those that are many.
 */
export const TASK_MS = 200;

/**
 * The clear share of an area in each of some packed masks, 0 to 1; NaN where the mask has no part of it.
 * @param known the clear shares of whole masks, where they are known
 * @throws Refusal tooCostly.scenes; the signal's reason, or Error if the thread ends
 */
export async function measureShares(
  rings: AreaRings,
  masks: readonly Uint8Array[],
  signal?: AbortSignal,
  known: readonly (number | null)[] = [],
): Promise<Float64Array> {
  const shares = new Float64Array(masks.length);
  if (masks.length === 0) return shares;
  const holds = holderOf(rings);
  const places: { whole: number[]; crossed: number[] } = { whole: [], crossed: [] };
  await inTurns(masks, signal, (mask, at) => {
    const isHeld = holds(frameOf(mask));
    const share = isHeld ? (known[at] ?? null) : null;
    if (share !== null) shares[at] = share;
    else places[isHeld ? 'whole' : 'crossed'].push(at);
  });
  const of = (some: readonly number[]) => some.map((at) => masks[at]!);
  const { placements, rows } = placing(rings, of(places.crossed));
  const part = places.crossed.length / masks.length;
  checkCost('clearShares', masks.length, { scenes: 1, placements: placements * part, rows: rows * part });
  const measureAll = async (some: readonly number[], area: AreaRings | null, each: Work) => {
    const [all, atOnce] = [some.length * msOf(each), Math.max(1, Math.floor(TASK_MS / msOf(each)))];
    const threads = all <= TASK_MS ? short : long;
    for (let from = 0; from < some.length; from += atOnce) {
      signal?.throwIfAborted();
      const now = some.slice(from, from + atOnce);
      const measured =
        all <= AT_ONCE_MS
          ? sharesIn(of(now), area)
          : new Float64Array(
              (await threads.ask({ kind: 'shares', rings: area, masks: of(now) })).slice().buffer,
            );
      measured.forEach((share, at) => {
        shares[now[at]!] = share;
      });
    }
  };
  await measureAll(places.whole, null, { scenes: 1 });
  await measureAll(places.crossed, rings, { scenes: 1, placements, rows });
  return shares;
}
