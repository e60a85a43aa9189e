import type { SceneDeps } from '../search/scenePixels.ts';
import { dueIn } from '../base/due.ts';
import { startLoop, type Loop } from '../base/loop.ts';
import { openQuicklooks } from '../search/quicklooks/quicklookStore.ts';
import { remotePictures } from '../search/quicklooks/thumbnail.ts';
import { SCENES_OF_WATCHES } from './arrivals.queries.ts';
import { collectFound } from './collecting.ts';
import { DUE_HOOKS } from './deliveries.queries.ts';
import { lookThroughArrivals } from './matching.ts';
import { callDueHooks } from './webhooks.ts';

const LOOK_MS = 2_000;
const HOOK_MS = 500;

/** Looks at new scenes with every watch, and notifies the owners. */
export function startWatchLoops(deps: SceneDeps): Loop[] {
  const quicklooks = openQuicklooks({ ...deps, remote: remotePictures(deps.config) });
  const look = async (ended: AbortSignal) => {
    await lookThroughArrivals({ ...deps, quicklooks }, ended);
    await collectFound(deps, ended);
  };
  const call = (ended: AbortSignal) => callDueHooks(deps, ended);
  const loops = [
    {
      failure: 'the watches could not look at new scenes',
      everyMs: LOOK_MS,
      isDue: dueIn(deps, SCENES_OF_WATCHES),
      run: look,
    },
    { failure: 'webhooks could not be called', everyMs: HOOK_MS, isDue: dueIn(deps, DUE_HOOKS), run: call },
  ];
  return loops.map((loop) => startLoop(loop, deps.log));
}
