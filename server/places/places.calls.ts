import { SUCCESS } from '../../contract/calls/envelope.ts';
import type { Handlers } from '../accounts/handler.ts';
import { openThreads } from '../base/thread.ts';
import type { PlaceTask } from './places.worker.ts';

const thread = openThreads<PlaceTask>(new URL('places.worker.ts', import.meta.url), 'places', { count: 1 });
const asked = async (task: PlaceTask) =>
  JSON.parse(new TextDecoder().decode(await thread.ask(task))) as never;

/** Places by name, and the place of an area, from the gazetteer shipped with the server. */
export function placeHandlers(): Pick<Handlers, 'places' | 'placeOfArea'> {
  return {
    places: async ({ query }, { language }) => ({
      result: SUCCESS,
      data: await asked({ text: query.q, language }),
    }),
    placeOfArea: async ({ query: { west, south, east, north } }, { language }) => ({
      result: SUCCESS,
      data: await asked({ area: [west, south, east, north], language }),
    }),
  };
}
