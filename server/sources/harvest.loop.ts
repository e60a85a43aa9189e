import type { Deps } from '../accounts/handler.ts';
import { startLoop, type Loop } from '../base/loop.ts';
import { harvest } from './harvest.ts';

const EVERY_MS = 5_000;
/** How long one source is worked on before another one that is due has its turn. */
const SLICE_MS = 20_000;

/** Lets the Items of the sources flow in, one source at a time. */
export function startHarvestLoop({ log, ...deps }: Deps): Loop {
  const run = async (ended: AbortSignal) => {
    let visit = null;
    while (!ended.aborted && visit !== 'none')
      visit = await harvest(deps, { signal: ended, sliceMs: SLICE_MS });
  };
  return startLoop({ failure: 'a source could not be harvested', everyMs: EVERY_MS, run }, log);
}
