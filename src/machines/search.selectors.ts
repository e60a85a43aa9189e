import type { SnapshotFrom } from 'xstate';
import type { Scene, SearchCondition } from '../../contract/search.ts';
import type { Satellite } from '../../contract/settings.ts';
import type { Aoi } from '../geo/aoi.ts';
import type { NoticeText } from './notice.ts';
import type { searchMachine } from './search.machine.ts';
import type { SearchDraft } from './search.rules.ts';

type Search = SnapshotFrom<typeof searchMachine>;

export const searchDraft = (search: Search): SearchDraft => search.context.draft;
export const knownSatellites = (search: Search): readonly Satellite[] => search.context.satellites;
export const isSearching = (search: Search): boolean => search.hasTag('busy');
export const areResultsShown = (search: Search): boolean => search.matches('found');
export const canReturnToResults = (search: Search): boolean => search.can({ type: 'results.returned' });
export const foundScenes = (search: Search): readonly Scene[] => search.context.scenes;
/** How many scenes matched, also beyond the cap (decision 3). */
export const matchedCount = (search: Search): number => search.context.numberMatched;
/** Product IDs, in the order of choosing. */
export const chosenIds = (search: Search): readonly string[] => search.context.chosen;
export const hasChosen = (search: Search): boolean =>
  search.matches('found') && search.context.chosen.length > 0;
export const isChosen =
  (id: string) =>
  (search: Search): boolean =>
    search.context.chosen.includes(id);
export const isQuicklookShown =
  (id: string) =>
  (search: Search): boolean =>
    search.context.quicklooks.includes(id);
/** What the shown results answer. */
export const askedCondition = (search: Search): SearchCondition | null =>
  search.context.asked?.condition ?? null;
/** The AOI that the shown results answer; the AOI of now may be another. */
export const askedAoi = (search: Search): Aoi | null => search.context.asked?.aoi ?? null;

/** The scene whose details are open; null also while the results are left. */
export function openScene(search: Search): Scene | null {
  if (!search.matches('found')) return null;
  return search.context.scenes.find((scene) => scene.id === search.context.details) ?? null;
}

const AOI_REFUSALS: readonly (string | undefined)[] = ['errors.aoiMissing', 'errors.areaOverLimit'];
const DATE_REFUSALS: readonly (string | undefined)[] = [
  'errors.datesMissing',
  'errors.datesReversed',
  'errors.startNotFuture',
];

/** Why the last search could not start, where the AOI is the cause. */
export function aoiRefusal(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return AOI_REFUSALS.includes(refusal?.key) ? refusal : null;
}

/** Why the last search could not start, where the dates are the cause. */
export function datesRefusal(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return DATE_REFUSALS.includes(refusal?.key) ? refusal : null;
}

/** What the last search came to, where it brought no results: 'No result' (§5), or why it failed. */
export function searchOutcome(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return AOI_REFUSALS.includes(refusal?.key) || DATE_REFUSALS.includes(refusal?.key) ? null : refusal;
}
