import { PLACES_MAX, type Place } from '../../contract/places.ts';
import type { Language } from '../../contract/languages.ts';
import { answerTasks } from '../base/thread.ts';
import { placeOfCode } from './codes.ts';
import { findPlaces, placeOfArea } from './find.ts';
import { gazetteer } from './gazetteer.ts';

/** The places of a text, or the place of an area. */
export type PlaceTask = { language: Language } & ({ text: string } | { area: Place['bbox'] });

const replyOf = (found: Place | null | Place[]) => new TextEncoder().encode(JSON.stringify(found));

/** To load the gazetteer takes half a second, and to look for a name with typing errors some hundredths. */
answerTasks<PlaceTask>(async (task) => {
  const all = await gazetteer();
  const named = (text: string, most: number) => findPlaces(all, text, task.language, most);
  if ('area' in task) return replyOf(placeOfArea(all, task.area, task.language));
  const coded = placeOfCode(task.text, (name) => named(name, 1)[0]);
  return replyOf(coded === null ? named(task.text, PLACES_MAX) : [coded]);
});
