import type { Aoi } from '../../../src/geo/aoi.ts';
import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { Refusal } from '../refusal.ts';
import { openThreads, TaskTooLong } from '../thread.ts';
import {
  areaAnswer,
  costOfTask,
  type AreaAnswers,
  type AreaTask,
  type MosaicOver,
  type Outlined,
} from './areaTask.ts';

/** Dearer tasks leave the thread that answers calls, ms: they could hold it over 50 ms. */
const AT_ONCE_MS = 5;
/** Dearer tasks are long, ms: no short one waits for them. */
const SHORT_MS = 50;
/** The work of one task, ms: less than a client waits, and six times what the largest allowed take. */
const BUDGET_MS = 25_000;

const WORK = new URL('area.worker.ts', import.meta.url);
const short = openThreads<AreaTask>(WORK, 'area', { count: 1, budgetMs: BUDGET_MS });
const long = openThreads<AreaTask>(WORK, 'area', { budgetMs: BUDGET_MS, pace: 'long' });

async function answered<Kind extends AreaTask['kind']>(
  task: Extract<AreaTask, { kind: Kind }>,
): Promise<AreaAnswers[Kind]> {
  const ms = costOfTask(task);
  // mosaics come many at once
  const isOneOfMany = task.kind === 'mosaic';
  if (ms <= AT_ONCE_MS && !isOneOfMany) return areaAnswer<Kind>(task);
  const bytes = await (ms <= SHORT_MS && !isOneOfMany ? short : long).ask(task).catch((error: unknown) => {
    throw error instanceof TaskTooLong ? new Refusal('areaTooComplex') : error;
  });
  return JSON.parse(new TextDecoder().decode(bytes)) as AreaAnswers[Kind];
}

/**
 * The area of a WKT text, with the same checks as in the client.
 * @throws Refusal geometry.* if it is not a valid area, areaTooComplex beyond the time allowed
 */
export const areaOfWkt = (wkt: string): Promise<Aoi> => answered({ kind: 'area', wkt });

/**
 * The area of a WKT text with its outline for lists.
 * @throws Refusal as areaOfWkt
 */
export const outlinedArea = (wkt: string): Promise<Outlined> => answered({ kind: 'outlined', wkt });

/** The same of an area that was saved under earlier rules; null if those of today refuse it. */
export const outlinedEarlier = (wkt: string): Promise<Outlined | null> =>
  outlinedArea(wkt).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });

/**
 * The km² that are delivered of each footprint: what it shares with the clip, or all of it.
 * @throws Refusal areaTooComplex beyond the time allowed
 */
export const deliveredKm2 = (
  footprints: readonly AreaGeometry[],
  clip: AreaGeometry | null,
): Promise<number[]> => answered({ kind: 'delivered', footprints, clip });

/**
 * What a footprint shares with an area; null for nothing.
 * @throws Refusal areaTooComplex beyond the time allowed
 */
export const sharedArea = (footprint: AreaGeometry, area: AreaGeometry): Promise<AreaGeometry | null> =>
  answered({ kind: 'shared', footprint, area });

/**
 * What a footprint shares with an area, widened inside the footprint to at least `km2`; null for nothing.
 * @throws Refusal areaTooComplex beyond the time allowed
 */
export const widenedArea = (
  footprint: AreaGeometry,
  area: AreaGeometry,
  km2: number,
): Promise<AreaGeometry | null> => answered({ kind: 'widened', footprint, area, km2 });

/**
 * The clearest mosaic of an area, and the first footprint that covers a share of it alone.
 * @throws Refusal areaTooComplex beyond the time allowed
 */
export const mosaicOver = (task: Omit<Extract<AreaTask, { kind: 'mosaic' }>, 'kind'>): Promise<MosaicOver> =>
  answered({ kind: 'mosaic', ...task });
