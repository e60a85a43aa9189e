import type { Deps } from '../../accounts/handler.ts';
import { startLoop, type Loop } from '../../base/loop.ts';
import { idsWithoutMask, maskScenes, storeMasks, type MaskScene, type StoredMask } from './masks.queries.ts';
import { boxCorners, viewOf, viewOfScene } from '../sceneView.ts';
import type { QuicklookStore } from '../quicklooks/quicklookStore.ts';
import { sampleOf } from '../../simulator/samples/sampleTable.ts';
import { MASK_CELLS } from './mask.ts';
import { makeMasks, type MaskSource } from './masks.ts';

export interface FillDeps extends Pick<Deps, 'db'> {
  quicklooks: Pick<QuicklookStore, 'pictureOf'>;
}

/** Masks of one task of the thread: a tenth of a second. */
const AT_ONCE = 25;

/** What a scene's mask is made from; null without a picture. */
async function sourceOf(scene: MaskScene, quicklooks: FillDeps['quicklooks']): Promise<MaskSource | null> {
  const { facts, geometry } = scene;
  const sample = sampleOf(facts.productId);
  if (sample?.quality !== undefined) return { kind: 'asset', productId: facts.productId };
  if (facts.simulated) return { kind: 'painted', scene: { facts, geometry } };
  const picture = await quicklooks.pictureOf(scene, MASK_CELLS).catch(() => null);
  if (picture === null) return null;
  // a sample's picture fills its footprint, an imported one the bounding box
  const view =
    sample === undefined ? viewOf(boxCorners(geometry), MASK_CELLS) : viewOfScene(geometry, MASK_CELLS);
  return { kind: 'estimated', picture, cloudCover: facts.cloudCover, geometry, view };
}

/**
 * Makes and stores the masks of scenes.
 * @returns them by the scenes' ids; without scenes that are gone meanwhile
 * @throws the signal's reason between two tasks
 */
export async function fillMasks(
  { db, quicklooks }: FillDeps,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, StoredMask>> {
  const made = new Map<number, StoredMask>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const scenes = await maskScenes(db, ids.slice(from, from + AT_ONCE));
    const sources = await Promise.all(scenes.map((scene) => sourceOf(scene, quicklooks)));
    const packed = await makeMasks(sources.filter((source) => source !== null));
    const masks = scenes.map((scene, at) => {
      const source = sources[at] ?? null;
      const bytes = source === null ? undefined : packed.shift();
      const stored: StoredMask =
        source === null || bytes === undefined || bytes.length === 0
          ? { origin: 'missing', mask: null }
          : { origin: source.kind, mask: bytes };
      made.set(scene.id, stored);
      return { ...stored, id: scene.id, contentHash: scene.contentHash };
    });
    await storeMasks(db, masks);
  }
  return made;
}

const FILL_MS = 20_000;
/** Masks of one run: about a second of a core's time in twenty. */
const FILLED_AT_ONCE = 400;
/** After all scenes have been looked at, new ones are looked for from the start. */
const AGAIN_MS = 10 * 60_000;

/** Makes the masks of scenes that nobody has asked for yet, a little at a time. */
export function startMaskLoop({ db, quicklooks, log }: FillDeps & Pick<Deps, 'log'>): Loop {
  let last = 0;
  // a new server has better things to do at first
  let notBefore = performance.now() + FILL_MS;
  const run = async (ended: AbortSignal) => {
    if (performance.now() < notBefore) return;
    const ids = await idsWithoutMask(db, last, FILLED_AT_ONCE);
    await fillMasks({ db, quicklooks }, ids, ended).catch((error: unknown) => {
      if (!ended.aborted) throw error;
    });
    last = ids.at(-1) ?? 0;
    if (ids.length === 0) notBefore = performance.now() + AGAIN_MS;
  };
  return startLoop({ failure: 'cloud masks could not be made', everyMs: FILL_MS, run }, log);
}
