import { LONGITUDE_MAX } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { AreaDrawing } from '../../geo/area/areaDrawing.ts';
import { areaOfOutcome, type FileOutcome, type FileRefusal } from '../../geo/check/areaReview.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { memoBy } from '../../geo/memo.ts';
import type { NamedSystem } from '../../geo/read/crs/systemNames.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The systems that were found, and the one that was picked for the last file of this kind. */
export interface FoundSystems {
  last: NamedSystem | null;
  list: readonly NamedSystem[];
}

/** A file without a known coordinate system, and what the user picks for it. */
export interface Picking {
  /** The system's name in the file; '' if it names none. Files of one name are of one kind. */
  like: string;
  /** What is searched. */
  text: string;
  /** Null before the first answer. */
  found: FoundSystems | null;
  /** The code of the system in which the file is read; null before one is chosen. */
  chosen: number | null;
  /** What the file is in that system. */
  outcome: FileOutcome | null;
  /** The name of the place; null if it is not known. */
  place: string | null;
}

/** A system's name with its code. */
export const systemTitle = ({ code, name }: NamedSystem): string => `${name} (EPSG:${code})`;

/** The chosen system; null if none is. */
export const picked = (picking: Picking | null): NamedSystem | null => {
  const { found = null, chosen = null } = picking ?? {};
  return (found && systemsOf(found).find(({ code }) => code === chosen)) ?? null;
};

/** The systems to choose from, the last one first. */
export const systemsOf = memoBy(({ last, list }: FoundSystems): readonly NamedSystem[] =>
  last === null ? list : [last, ...list.filter(({ code }) => code !== last.code)],
);

/** The system's name in a file that is refused for it, '' if it names none; null for other refusals. */
function unknownSystem({ message: { key, params } }: FileRefusal): string | null {
  if (key === 'errors.file.projection') return String(params?.['name'] ?? '');
  return key === 'errors.file.notWgs84' ? '' : null;
}

/** The picking that a refusal leads to; null if another system wouldn't help. */
export function askedSystemOf(refusal: FileRefusal, picking: Picking | null): Picking | null {
  const features = refusal.offer?.features ?? [];
  // several features in one unknown system
  const [like = null, ...others] =
    features.length === 0
      ? [unknownSystem(refusal)]
      : features.map(({ outcome }) =>
          outcome.type === 'file.refused' ? unknownSystem(outcome.refusal) : null,
        );
  if (features.length > 0 && (like === null || others.includes(null))) return null;
  // whatever the chosen system made of the file
  if (picking !== null) return picking;
  return like === null ? null : { like, text: '', found: null, chosen: null, outcome: null, place: null };
}

/** Kinds of files that are remembered, the latest first. */
const KINDS_MAX = 20;

const kindsOf = (kept: unknown): [kind: string, code: number][] =>
  Array.isArray(kept)
    ? kept.flatMap((row: unknown) =>
        Array.isArray(row) && typeof row[0] === 'string' && Number.isInteger(row[1])
          ? [[row[0], Number(row[1])] as [string, number]]
          : [],
      )
    : [];

/** The code that was picked for the last file of a kind; null if none was. */
export const lastSystemOf = (kept: unknown, like: string): number | null =>
  kindsOf(kept).find(([kind]) => kind === like)?.[1] ?? null;

/** What is kept after a pick. */
export const withSystem = (kept: unknown, like: string, code: number): object =>
  [[like, code], ...kindsOf(kept).filter(([kind]) => kind !== like)].slice(0, KINDS_MAX);

/**
 * How well a place in a system is known: its accuracy, or by how much it may be off.
 * @param at the accuracy at the place, -1 if none is stated, null if no shift is known there; left out for the whole area
 */
export function accuracyText({ accuracy, off, isPartial }: NamedSystem, at?: number | null): NoticeText {
  const metres = off ?? 0;
  if (at === null || (accuracy === null && isPartial)) return { key: 'systems.off', params: { metres } };
  if (accuracy === null) return { key: 'systems.unstated' };
  const [best, worst] = at === undefined || at < 0 ? accuracy : [at, at];
  const [whole, inParts] =
    best === worst
      ? ['systems.accuracy', 'systems.accuracyInParts']
      : ['systems.accuracies', 'systems.accuraciesInParts'];
  return { key: at === undefined && isPartial ? inParts : whole, params: { best, worst, metres } };
}

/** A file as it lies in the picked system. */
export interface PlacedFile {
  system: NamedSystem;
  aoi: Aoi;
  drawing: AreaDrawing;
  place: string | null;
  accuracy: NoticeText;
  /** Longitude and latitude. */
  middle: readonly [number, number];
  isUnshifted: boolean;
  /** Whether it lies outside of the area where the system is used. */
  isOutside: boolean;
}

/** The middle of an area, longitude and latitude, also across 180°. */
function middleOf({ geometry }: Aoi): readonly [number, number] {
  const [west, south, east, north] = viewBoundsOf(geometry);
  const lon = (west + east) / 2;
  return [lon > LONGITUDE_MAX ? lon - 2 * LONGITUDE_MAX : lon, (south + north) / 2];
}

/** Whether a place is outside of where a system is used. */
function isOutside(
  { bounds: [west, south, east, north] }: NamedSystem,
  [lon, lat]: readonly [number, number],
): boolean {
  const isBeside = west <= east ? lon < west || lon > east : lon < west && lon > east;
  return isBeside || lat < south || lat > north;
}

/** The place of the file in the chosen system; null before it is known. */
export const placeOfPick = memoBy((picking: Picking): PlacedFile | null => {
  const [system, { outcome, place }] = [picked(picking), picking];
  const aoi = outcome && areaOfOutcome(outcome);
  if (system === null || !aoi || outcome?.type === 'file.refused' || !outcome?.picked) return null;
  const { drawing, accuracy } = outcome.picked;
  const middle = middleOf(aoi);
  return {
    system,
    aoi,
    middle,
    drawing,
    place,
    accuracy: accuracyText(system, accuracy),
    isUnshifted: accuracy === null,
    isOutside: isOutside(system, middle),
  };
});
