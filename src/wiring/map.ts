import { fromPromise } from 'xstate';
import { baseMapMachine } from '../machines/map/baseMap.machine.ts';
import { mapMachine } from '../machines/map/map.machine.ts';
import { placesMachine } from '../machines/map/places.machine.ts';
import * as browser from '../services/browser.ts';
import type { Call } from '../services/call.ts';
import * as places from '../services/places.ts';

/** The map of the workspace and of the shared search page. */
export const wiredMap = {
  map: mapMachine,
  baseMap: baseMapMachine.provide({
    actions: { storeBaseMap: (_, { baseMap }) => browser.writeBaseMap(baseMap) },
  }),
};

/** The map and the place search. */
export function wireMap(call: Call) {
  return {
    ...wiredMap,
    places: placesMachine.provide({
      actors: { findPlaces: fromPromise(({ input, signal }) => places.findPlaces(call, input, signal)) },
    }),
  };
}
