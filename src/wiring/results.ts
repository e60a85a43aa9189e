import { fromPromise } from 'xstate';
import { resultsMachine } from '../machines/search/results/results.machine.ts';
import { whenPainted } from '../services/browser/whenPainted.ts';
import { measureShares } from './workerActors.ts';

/** The results of the workspace and of the shared search page. */
export const wiredResults = resultsMachine.provide({
  actors: {
    measureShares: fromPromise(async ({ input, signal }) => {
      // list and footprints are painted first; until then each visible row measures its own share
      await whenPainted();
      return measureShares(input, { signal });
    }),
  },
});
