import { placeOfArea } from '../services/places.ts';
import { fromPromise } from 'xstate';
import type { Aoi } from '../geo/aoi.ts';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { aoiPlaceMachine } from '../machines/aoi/aoiPlace.machine.ts';
import { saveAoiMachine } from '../machines/aoi/saveAoi.machine.ts';
import { uploadMachine } from '../machines/aoi/upload.machine.ts';
import type { Call } from '../services/call/call.ts';
import { sent } from './calls.ts';
import { fileReader } from './workerActors.ts';

/** Reading areas from files, and saving those of one. The table of coordinate systems is a chunk of its own. */
export const wireUpload = (call: Call) =>
  uploadMachine.provide({
    actors: {
      readFile: fileReader(),
      saveAoi: savedAoi(call),
      findPlace: foundPlace(call),
      findSystems: fromPromise(async ({ input: { last, ...query } }) => {
        const { findSystems, systemOfCode } = await import('../geo/read/crs/systemNames.ts');
        return { last: last === null ? null : systemOfCode(last), list: findSystems(query) };
      }),
    },
  });

const foundPlace = (call: Call) =>
  fromPromise<string | null, { bbox: Aoi['bbox'] }>(({ input, signal }) =>
    placeOfArea(call, input.bbox, signal),
  );

const savedAoi = (call: Call) =>
  sent((body: { name: string; geom: string }, live) => call(endpoints.saveAoi, { body }, live));

/** The area of interest, reading it from files, and saving it. */
export function wireAoi(call: Call) {
  return {
    aoi: aoiMachine,
    upload: wireUpload(call),
    aoiPlace: aoiPlaceMachine.provide({ actors: { findPlace: foundPlace(call) } }),
    saveAoi: saveAoiMachine.provide({
      actors: { saveAoi: savedAoi(call) },
    }),
  };
}
