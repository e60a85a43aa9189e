import { fromPromise } from 'xstate';
import { endpoints } from '../../contract/calls/endpoints.ts';
import { baseMapMachine } from '../machines/map/baseMap.machine.ts';
import { baseTilesMachine } from '../machines/map/baseTiles.machine.ts';
import { mapMachine } from '../machines/map/map.machine.ts';
import { placesMachine } from '../machines/map/places.machine.ts';
import { fetchCopyright } from '../services/baseTiles.ts';
import * as browser from '../services/browser/browser.ts';
import type { Call } from '../services/call/call.ts';
import { fetchSettings } from '../services/settings.ts';
import { fetched } from './calls.ts';

/** The map of the workspace and of the shared search page. */
export function wireShownMap(call: Call) {
  return {
    map: mapMachine,
    baseMap: baseMapMachine.provide({
      actions: { storeBaseMap: (_, { baseMap }) => browser.writeBaseMap(baseMap) },
    }),
    baseTiles: baseTilesMachine.provide({
      actors: {
        fetchBaseMaps: fromPromise(async ({ signal }) => (await fetchSettings(call, signal)).basemaps),
        fetchCopyright: fromPromise(({ input, signal }) => fetchCopyright(input.address, input.view, signal)),
      },
    }),
  };
}

/** The map and the place search. */
export function wireMap(call: Call) {
  return {
    ...wireShownMap(call),
    places: placesMachine.provide({
      actors: {
        findPlaces: fetched(({ text }, live) => call(endpoints.places, { query: { q: text } }, live)),
      },
    }),
  };
}
