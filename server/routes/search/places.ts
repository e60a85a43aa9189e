import { SUCCESS } from '../../../contract/calls/envelope.ts';
import { PLACES_MAX } from '../../../contract/places.ts';
import type { Handlers } from '../../http/handler.ts';
import { gazetteer } from '../../places/gazetteer.ts';
import { findPlaces } from '../../places/find.ts';

/** Places by name, from the gazetteer shipped with the server. */
export function placeHandlers(): Pick<Handlers, 'places'> {
  return {
    async places({ query }, { language }) {
      return { result: SUCCESS, data: findPlaces(await gazetteer(), query.q, language, PLACES_MAX) };
    },
  };
}
