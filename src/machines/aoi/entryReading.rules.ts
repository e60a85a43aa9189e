import { aoiOf, type Aoi, type AreaGeometry } from '../../geo/aoi.ts';
import type { Change } from '../../geo/check/areaChange.ts';
import { checkArea } from '../../geo/check/checkArea.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { areaOfEntry, geometryRefusal, type CoordinateEntry } from './aoi.rules.ts';
import { changeText } from './areaReview.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import { placeOf, reviewOf, type AreaReview } from '../../geo/check/areaReview.ts';

/** A typed area that can't be used as it is, and what the AOI doctor would make of it. */
export interface RepairedEntry {
  aoi: Aoi;
  review: AreaReview;
  /** What is wrong with it as it was typed; null where nothing is but what `review` says. */
  wrong: NoticeText | null;
}

/**
 * What an entry of the coordinate dialog comes to: an AOI, with what was put in order without moving its outline; an area
 * that has to be agreed to; or a refusal.
 */
export type EntryReading =
  | { aoi: Aoi; notes: readonly NoticeText[] }
  | { repaired: RepairedEntry }
  | { refusal: NoticeText };

/** What every AOI has done to it: its outline stays where it is. */
const IN_ORDER: ReadonlySet<Change['kind']> = new Set([
  'ringsTurned',
  'duplicatesRemoved',
  'partsCutAt180',
  'partsBroughtHome',
]);

function strictly(geometry: AreaGeometry): Aoi | GeometryError {
  try {
    return aoiOf(geometry);
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}

function readingOfArea(geometry: AreaGeometry): EntryReading {
  const strict = strictly(geometry);
  const error = strict instanceof GeometryError ? strict : null;
  const found = checkArea(geometry, 'straight');
  if (found.verdict === 'refused')
    return strict instanceof GeometryError
      ? { refusal: geometryRefusal(strict) }
      : { aoi: strict, notes: [] };
  if (!(strict instanceof GeometryError) && found.changes.every(({ kind }) => IN_ORDER.has(kind)))
    return { aoi: strict, notes: found.changes.map(changeText) };
  const review = reviewOf(geometry, found, error === null ? null : placeOf(error));
  return {
    repaired: { aoi: aoiOf(found.geometry), review, wrong: error === null ? null : geometryRefusal(error) },
  };
}

function readEntry(entry: CoordinateEntry): EntryReading {
  let geometry: AreaGeometry;
  try {
    geometry = areaOfEntry(entry);
  } catch (error) {
    return { refusal: geometryRefusal(error) };
  }
  return readingOfArea(geometry);
}

/** Checking thousands of vertices takes long: guards and actions ask once. */
const readings = new WeakMap<CoordinateEntry, EntryReading>();

/** §5 Coordinate dialog: what an entry comes to. Pure; the same entry gives the same reading. */
export function readingOfEntry(entry: CoordinateEntry): EntryReading {
  const read = readings.get(entry) ?? readEntry(entry);
  readings.set(entry, read);
  return read;
}
