import { SUCCESS } from '../../contract/calls/envelope.ts';
import { PLACES_MAX } from '../../contract/places.ts';
import type { Handlers } from '../accounts/handler.ts';
import { gazetteer } from './gazetteer.ts';
import { findPlaces, placeOfArea } from './find.ts';

/** Places by name, and the place of an area, from the gazetteer shipped with the server. */
export function placeHandlers(): Pick<Handlers, 'places' | 'placeOfArea'> {
  return {
    async places({ query }, { language }) {
      return { result: SUCCESS, data: findPlaces(await gazetteer(), query.q, language, PLACES_MAX) };
    },
    async placeOfArea({ query: { west, south, east, north } }, { language }) {
      return {
        result: SUCCESS,
        data: placeOfArea(await gazetteer(), [west, south, east, north], language),
      };
    },
  };
}
