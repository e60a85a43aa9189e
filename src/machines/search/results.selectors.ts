import type { SnapshotFrom } from 'xstate';
import { EXPORT_RECORDS_MAX, GSD } from '../../../contract/limits.ts';
import type { Scene, SearchCondition } from '../../../contract/search.ts';
import { DEFAULT_SENSOR } from '../../../contract/sensors.ts';
import type { Satellite } from '../../../contract/settings.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { Cover } from './bestCover.machine.ts';
import { type Clear, clearOfPlace, type ClearOfScene, hasClouds, UNDER_WAY } from './clear.rules.ts';
import { type Colouring, colouringOf } from './colouring.rules.ts';
import { chosenOf, idSet, isOtherSupplier, type Mosaic, mosaicScenes, shownOf } from './loadedSet.rules.ts';
import type { resultsMachine } from './results.machine.ts';
import {
  type Arrangement,
  arrangementOf,
  dayOf,
  type Estimate,
  estimateOf,
  filterCount,
  type Pricing,
  readyEstimateOf,
  type ViewOptions,
} from './results.rules.ts';
import { satellitesIn } from './search.rules.ts';
import { memoBy, memoLast } from '../../geo/memo.ts';

type Results = SnapshotFrom<typeof resultsMachine>;

const NONE: readonly Scene[] = [];

export const areResultsShown = (results: Results): boolean => results.matches({ list: 'shown' });
/** Whether they are on the map: not while the form or another panel is shown instead of the list. */
export const areResultsMapped = (results: Results): boolean =>
  areResultsShown(results) && !results.context.isBehind;
export const canReturnToResults = (results: Results): boolean => results.can({ type: 'results.returned' });
/** All that was found. */
export const foundScenes = (results: Results): readonly Scene[] => results.context.scenes;
/** Scenes of the last search that could not be read. */
export const leftOutCount = (results: Results): number => results.context.leftOut;
/** How many scenes matched, also beyond the cap (decision 3). */
export const matchedCount = (results: Results): number => results.context.numberMatched;
export const shownViewOptions = (results: Results): ViewOptions => results.context.viewOptions;
/** The scenes that the filters leave, in the order of the list. */
export const shownScenes = (results: Results): readonly Scene[] => shownOf(results.context);
/** The same, in its groups. */
export const shownArrangement = ({ context }: Results): Arrangement =>
  arrangementOf(context, context.viewOptions);
export const activeFilters = (results: Results): number => filterCount(results.context.viewOptions.filters);
const maskOf = memoBy((scenes: readonly Scene[]) =>
  memoBy((arrangement: Arrangement) => {
    const shown = new Set(arrangement.scenes);
    return Uint8Array.from(scenes, (scene) => (shown.has(scene) ? 1 : 0));
  }),
);
/** One byte a scene, 0 if the filters hide it; null if they hide none. Computed once for each arrangement. */
function shownMask(results: Results): Uint8Array | null {
  const arrangement = shownArrangement(results);
  const { scenes } = results.context;
  return arrangement.scenes.length === scenes.length ? null : maskOf(scenes)(arrangement);
}
const tonesOf = memoBy(({ by, tones }: Colouring) => ({
  scale: by === 'satellite' ? ('kinds' as const) : ('classes' as const),
  tones,
}));
/** The colouring of the footprints; null while they have one colour. */
function footprintTones({ context }: Results) {
  const { colour } = context.viewOptions;
  return colour === 'none' ? null : tonesOf(colouringOf(context.scenes, colour, context.clear));
}
/** The footprints on the map. */
export function mappedFootprints(results: Results) {
  if (!areResultsMapped(results)) return { scenes: NONE, shown: null, colored: null };
  return {
    scenes: results.context.scenes,
    shown: shownMask(results),
    colored: footprintTones(results),
  };
}
/** The legend of the colours; null while all footprints have one colour. */
export function shownLegend(results: Results): Colouring | null {
  const { scenes, viewOptions, clear } = results.context;
  return viewOptions.colour === 'none' || !areResultsMapped(results)
    ? null
    : colouringOf(scenes, viewOptions.colour, clear);
}
/** The scenes on the map. */
export const mappedScenes = (results: Results): readonly Scene[] =>
  areResultsMapped(results) ? shownOf(results.context) : NONE;

/** Product IDs, in the order of choosing. */
export const chosenIds = (results: Results): readonly string[] => results.context.chosen;
export const hasChosen = (results: Results): boolean =>
  areResultsShown(results) && results.context.chosen.length > 0;
export const isChosen =
  (id: string) =>
  (results: Results): boolean =>
    idSet(results.context.chosen).has(id);
/** How many of the chosen ones the filters hide. */
export function hiddenChosen(results: Results): number {
  const ids = idSet(results.context.chosen);
  const shown = shownOf(results.context).reduce((count, { id }) => count + (ids.has(id) ? 1 : 0), 0);
  return ids.size - shown;
}
export const isNew =
  (id: string) =>
  (results: Results): boolean =>
    results.context.newIds.has(id);
/** Whether a scene can't be selected together with those of another supplier (§5 Orders in general). */
export const isOfOtherSupplier =
  ({ id, properties }: Scene) =>
  ({ context }: Results): boolean =>
    context.isOrdering && isOtherSupplier(context, id, properties.supplier);
/** The basis of estimated prices; null without a tariff. */
export const knownPricing = (results: Results): Pricing | null => results.context.pricing;
const estimates = new WeakMap<readonly string[], Estimate | null>();
/** The estimated price of the selected scenes; null if they can't be ordered, or aren't measured yet. */
export function chosenEstimate({ context }: Results): Estimate | null {
  const { chosen, pricing, requested } = context;
  if (pricing === null || requested === null || chosen.length > EXPORT_RECORDS_MAX) return null;
  const known = estimates.get(chosen) ?? readyEstimateOf(chosenOf(context), requested.aoi, pricing);
  if (known !== null) estimates.set(chosen, known);
  return known;
}
/** Whether the rows have a line for the clear share: it is known, or being worked out. */
export const hasClearShares = (results: Results): boolean =>
  results.context.clear !== null || results.context.isClearAsked;
const clearsOf = memoBy((scenes: readonly Scene[]) =>
  memoBy((clear: Clear) => new Map(scenes.map((one, at) => [one, clearOfPlace(scenes, clear, at)]))),
);
/** The clear share of the AOI in a scene; null without clouds, or if nothing is known. */
export const clearOf =
  (scene: Scene) =>
  (results: Results): ClearOfScene | null => {
    const { clear, scenes } = results.context;
    if (clear === null) return hasClearShares(results) && hasClouds(scene) ? UNDER_WAY : null;
    return clearsOf(scenes)(clear).get(scene) ?? null;
  };
export const newCount = (results: Results): number => results.context.newIds.size;

/** Whether the quicklook of the open scene lies on the map. */
export const isQuicklookShown = (results: Results): boolean => results.context.hasQuicklook;
/** The mosaic on the map; null until it is known. */
export const shownMosaic = (results: Results): Mosaic | null =>
  areResultsMapped(results) ? results.context.mosaic : null;
/** Whether the first mosaic of these scenes, or what it needs, is still being found. */
export const isMosaicPending = (results: Results): boolean =>
  areResultsShown(results) &&
  results.context.mosaic === null &&
  (results.context.isClearAsked || results.hasTag('findingMosaic'));

/** The mosaic as an order. */
export interface MosaicOffer {
  scenes: readonly Scene[];
  /** 0..1, as `clear`. */
  share: number;
  clear: number;
  /** Null if it can't be ordered, or has no price. */
  estimate: Estimate | null;
}
const offerOf = memoBy((mosaic: Mosaic) =>
  memoBy((requested: { aoi: Aoi }) =>
    memoLast((scenes: readonly Scene[], pricing: Pricing | null): MosaicOffer => ({
      scenes: mosaicScenes({ mosaic, scenes }),
      share: mosaic.share,
      clear: mosaic.clear,
      estimate: pricing && estimateOf(mosaicScenes({ mosaic, scenes }), requested.aoi, pricing),
    })),
  ),
);
/** Null without a mosaic. */
export function mosaicOffer({ context }: Results): MosaicOffer | null {
  const { mosaic, pricing, requested, scenes } = context;
  return mosaic && requested && offerOf(mosaic)(requested)(scenes, pricing);
}
/** The share and the gap of the choice, while it is a best cover. */
export const bestCoverOf = (results: Results): Cover | null => results.context.cover;

/** The satellite of the chosen scenes; null if they name none, or several. */
export function chosenSatellite({ context }: Results): Satellite | null {
  const [first, ...others] = chosenOf(context);
  const code = first?.properties.satCode ?? null;
  if (first === undefined || code === null) return null;
  if (others.some(({ properties }) => properties.satCode !== code)) return null;
  const { satellite, sensorType } = first.properties;
  const known = satellitesIn([first, ...others], DEFAULT_SENSOR)[0];
  return (
    known ?? { code, name: satellite ?? code, gsd: GSD.default, sensorType: sensorType ?? DEFAULT_SENSOR }
  );
}

/** The condition of the shown results. */
export const requestedCondition = (results: Results): SearchCondition | null =>
  results.context.requested?.condition ?? null;
/** The days in sight: those of the filter, else of the search. */
export function shownRange(results: Results): { from: string; to: string } {
  const { filters } = results.context.viewOptions;
  const condition = requestedCondition(results);
  return {
    from: filters.dateFrom || (condition?.acquisitionDateFrom ?? ''),
    to: filters.dateTo || (condition?.acquisitionDateTo ?? ''),
  };
}
const countsOfDays = memoBy((scenes: readonly Scene[]) => {
  const counts = new Map<string, number>();
  for (const scene of scenes) counts.set(dayOf(scene), (counts.get(dayOf(scene)) ?? 0) + 1);
  return (day: string): number => counts.get(day) ?? 0;
});
/** How many scenes were taken over the AOI on a UTC day. */
export const scenesOnDay = (results: Results) => countsOfDays(results.context.scenes);
/** The AOI of the shown results; the current AOI may differ. */
export const requestedAoi = (results: Results): Aoi | null => results.context.requested?.aoi ?? null;

/** The scene whose details are open; null also while the results are left. */
export function openScene(results: Results): Scene | null {
  const { details, scenes } = results.context;
  if (details === null || !areResultsShown(results)) return null;
  return scenes.find(({ id }) => id === details) ?? null;
}
/** Whether a scene's details are open. Each row calls it, so it searches no list. */
export const isOpenScene =
  (id: string) =>
  (results: Results): boolean =>
    results.context.details === id && areResultsShown(results);
