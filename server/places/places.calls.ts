import { DEFAULT_LANGUAGE, type Language } from '../../contract/languages.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import type { Place } from '../../contract/places.ts';
import type { Handlers } from '../accounts/handler.ts';
import { openThreads } from '../base/thread.ts';
import type { PlaceTask } from './places.worker.ts';

const thread = openThreads<PlaceTask>(new URL('places.worker.ts', import.meta.url), 'places', { count: 1 });
const asked = async (task: PlaceTask) =>
  JSON.parse(new TextDecoder().decode(await thread.ask(task))) as never;

/** The place in an area, by its bounds; null if none is known there. */
export const placeIn = ([...area]: Readonly<Place['bbox']>, language: Language): Promise<Place | null> =>
  asked({ area, language });

/** Loads the gazetteer, so that the first name doesn't wait for it. */
export const warmPlaces = (): Promise<void> => asked({ text: 'misspelt', language: DEFAULT_LANGUAGE });

/** Places by name, and the place of an area, from the gazetteer shipped with the server. */
export function placeHandlers(): Pick<Handlers, 'places' | 'placeOfArea'> {
  return {
    places: async ({ query }, { language }) => ({
      result: SUCCESS,
      data: await asked({ text: query.q, language }),
    }),
    placeOfArea: async ({ query: { west, south, east, north } }, { language }) => ({
      result: SUCCESS,
      data: await placeIn([west, south, east, north], language),
    }),
  };
}
