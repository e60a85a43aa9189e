import { PLACES_MAX, type Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';
import { answerTasks } from '../base/thread.ts';
import { findPlaces, placeOfArea } from './find.ts';
import { gazetteer } from './gazetteer.ts';

/** The places of a text, or the place of an area. */
export type PlaceTask = { language: Language } & ({ text: string } | { area: Place['bbox'] });

/** To load the gazetteer takes half a second, and to look for a name with typing errors some hundredths. */
answerTasks<PlaceTask>(async (task) => {
  const all = await gazetteer();
  const found =
    'text' in task
      ? findPlaces(all, task.text, task.language, PLACES_MAX)
      : placeOfArea(all, task.area, task.language);
  return new TextEncoder().encode(JSON.stringify(found));
});
