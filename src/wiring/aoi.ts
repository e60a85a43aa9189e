import { fromPromise } from 'xstate';
import { aoiMachine } from '../machines/aoi/aoi.machine.ts';
import { saveAoiMachine } from '../machines/aoi/saveAoi.machine.ts';
import { uploadMachine } from '../machines/aoi/upload/upload.machine.ts';
import type { Call } from '../services/call/call.ts';
import * as saved from '../services/saved.ts';
import { fileReader } from './workerActors.ts';

/** The area of interest, reading it from files, and saving it. */
export function wireAoi(call: Call) {
  return {
    aoi: aoiMachine,
    upload: uploadMachine.provide({ actors: { readFile: fileReader() } }),
    saveAoi: saveAoiMachine.provide({
      actors: { saveAoi: fromPromise(({ input, signal }) => saved.saveAoi(call, input, signal)) },
    }),
  };
}
