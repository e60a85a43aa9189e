import type { SnapshotFrom } from 'xstate';
import type { Relaxation } from '../../../contract/search.ts';
import type { OfferedSample, Satellite } from '../../../contract/settings.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { searchMachine } from './search.machine.ts';
import type { SearchDraft } from './search.rules.ts';

type Search = SnapshotFrom<typeof searchMachine>;

export const searchDraft = (search: Search): SearchDraft => search.context.draft;
export const knownSatellites = (search: Search): readonly Satellite[] => search.context.satellites;
/** Real open scenes to try the search with. */
export const offeredSamples = (search: Search): readonly OfferedSample[] => search.context.samples;
export const isSearching = (search: Search): boolean => search.hasTag('busy');
/** What would be found with one condition relaxed, while the last search found nothing. */
export const relaxations = (search: Search): readonly Relaxation[] | null =>
  search.matches({ form: 'explained' }) ? search.context.relaxations : null;
export const isExplaining = (search: Search): boolean => search.hasTag('explaining');
export const isUnexplained = (search: Search): boolean => search.matches({ form: 'unexplained' });

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

/** Why the last search shows no results: 'No result' (§5), or its failure. */
export function searchOutcome(search: Search): NoticeText | null {
  const { refusal } = search.context;
  return AOI_REFUSALS.includes(refusal?.key) || DATE_REFUSALS.includes(refusal?.key) ? null : refusal;
}
