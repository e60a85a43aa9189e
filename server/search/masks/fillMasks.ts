import type { Deps } from '../../accounts/handler.ts';
import { startLoop, type Loop } from '../../base/loop.ts';
import { alone } from '../../database/session.ts';
import { idsWithoutMask, maskScenes, storeMasks, type MaskScene, type StoredMask } from './masks.queries.ts';
import { boxCorners, viewOf, viewOfScene } from '../sceneView.ts';
import { openQuicklooks, type QuicklookStore } from '../quicklooks/quicklookStore.ts';
import { remotePictures } from '../quicklooks/thumbnail.ts';
import { clearShareOfAll } from './clearShare.ts';
import { MASK_CELLS } from './mask.ts';
import { estimateMasks } from './masks.ts';
import type { EstimatedPicture } from './estimatedMask.ts';
import type { SceneDeps, ScenePixels } from '../scenePixels.ts';

export interface FillDeps extends Pick<Deps, 'db'> {
  quicklooks: Pick<QuicklookStore, 'pictureOf'>;
  scenePixels: ScenePixels;
  /** The masks are made before any call asks for them. */
  isAhead?: boolean;
}

/** Masks of one task of the thread: a tenth of a second. */
const AT_ONCE = 25;

/** The picture from which the mask of a scene is estimated; null without one. */
async function pictureFor(
  scene: MaskScene,
  { quicklooks, scenePixels }: FillDeps,
): Promise<EstimatedPicture | null> {
  const { facts, geometry } = scene;
  const picture = await quicklooks.pictureOf(scene, 'thumb').catch(() => null);
  if (picture === null) return null;
  const view = scenePixels.fillsFootprint(scene)
    ? viewOfScene(geometry, MASK_CELLS)
    : viewOf(boxCorners(geometry), MASK_CELLS);
  return { picture, cloudCover: facts.cloudCover, geometry, view };
}

/** Makes the masks of some scenes, packed; null without anything to make one from. */
async function masksFor(scenes: readonly MaskScene[], deps: FillDeps): Promise<StoredMask[]> {
  const { scenePixels, isAhead = false } = deps;
  const origins = scenes.map((scene) => scenePixels.maskOriginOf(scene));
  const pictures = await Promise.all(
    scenes.map((scene, at) => (origins[at] === null ? pictureFor(scene, deps) : null)),
  );
  const own = await scenePixels.makeMasks(
    scenes.filter((_, at) => origins[at] !== null),
    isAhead,
  );
  const estimated = await estimateMasks(pictures.filter((picture) => picture !== null));
  return scenes.map((_, at): StoredMask => {
    const origin = origins[at] ?? null;
    const mask = origin !== null ? own.shift() : pictures[at] ? estimated.shift() : undefined;
    return mask === undefined || mask.length === 0
      ? { origin: 'missing', mask: null, clear: null }
      : { origin: origin ?? 'estimated', mask, clear: clearShareOfAll(mask) };
  });
}

/**
 * Makes and stores the masks of scenes.
 * @returns them by the scenes' ids; without scenes that are gone meanwhile
 * @throws the signal's reason between two tasks
 */
export async function fillMasks(
  deps: FillDeps,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, StoredMask>> {
  const { db } = deps;
  const made = new Map<number, StoredMask>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const scenes = await maskScenes(db, ids.slice(from, from + AT_ONCE));
    const stored = await masksFor(scenes, deps);
    const masks = scenes.map(({ id, contentHash }, at) => {
      const mask = stored[at]!;
      made.set(id, mask);
      return { ...mask, id, contentHash };
    });
    await storeMasks(db, masks);
  }
  return made;
}

const FILL_MS = 20_000;
/** Masks of one run, if pictures of other servers are fetched for some of them. */
const FILLED_AT_ONCE = 400;
/** Masks of one lane are stored while another's are made. */
const LANES = 2;
/** After all scenes have been looked at, new ones are looked for from the start. */
const AGAIN_MS = 10 * 60_000;

/** Of the process that makes the masks of an archive. */
const MASKS_LOCK = 7_130_007;

/** Makes the missing masks of scenes, the newest first: on one core, after everything else, in one process. */
export function startMaskLoop(deps: SceneDeps): Loop {
  const quicklooks = openQuicklooks({ ...deps, remote: remotePictures(deps.config) });
  let last = 0;
  // a new server has better things to do at first
  let notBefore = performance.now() + FILL_MS;
  const fill = async (ended: AbortSignal) => {
    while (!ended.aborted) {
      const ids = await idsWithoutMask(deps.db, last, FILLED_AT_ONCE);
      last = ids.at(-1) ?? 0;
      if (ids.length === 0) break;
      const each = Math.ceil(ids.length / LANES);
      const lanes = Array.from({ length: LANES }, (_, at) => ids.slice(at * each, (at + 1) * each));
      const made = await Promise.allSettled(
        lanes.map((lane) => fillMasks({ ...deps, quicklooks, isAhead: true }, lane, ended)),
      );
      for (const lane of made) {
        if (lane.status === 'rejected') {
          if (ended.aborted) return;
          throw lane.reason;
        }
        if ([...lane.value.values()].some(({ origin }) => origin !== 'painted')) return;
      }
    }
    notBefore = performance.now() + AGAIN_MS;
  };
  const run = async (ended: AbortSignal) => {
    if (performance.now() >= notBefore) await alone(deps.db.pool, MASKS_LOCK, () => fill(ended));
  };
  return startLoop({ failure: 'cloud masks could not be made', everyMs: FILL_MS, run }, deps.log);
}
