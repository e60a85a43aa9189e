import { aoiOf, type Aoi, type AreaGeometry } from '../../geo/aoi.ts';
import { checkArea } from '../../geo/check/checkArea.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import {
  areaOfEntry,
  changeText,
  type CoordinateEntry,
  formOf,
  geometryRefusal,
  HARMLESS,
} from './aoi.rules.ts';
import type { NoticeText } from '../shared/notice.ts';
import {
  placeOf,
  questionOf,
  reviewOf,
  type AreaQuestion,
  type AreaReview,
} from '../../geo/check/areaReview.ts';
import { memoBy } from '../../geo/memo.ts';

/** A typed area that can't be used unchanged, and its proposed repair. */
export interface RepairedEntry {
  aoi: Aoi;
  review: AreaReview;
  /** The error in the typed area; null if the changes of `review` are all. */
  wrong: NoticeText | null;
}

/**
 * The result of an entry of the coordinate dialog: an AOI, with notes on repairs that didn't move its outline; a repaired
 * area that the user must agree to; a question which area is meant; or a refusal.
 */
export type EntryReading =
  | { aoi: Aoi; notes: readonly NoticeText[] }
  | { repaired: RepairedEntry }
  | { question: AreaQuestion }
  | { refusal: NoticeText };

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
  if (found.verdict === 'unclear') return { question: questionOf(found) };
  if (found.verdict === 'refused')
    return strict instanceof GeometryError
      ? { refusal: geometryRefusal(strict) }
      : { aoi: strict, notes: [] };
  if (!(strict instanceof GeometryError) && found.changes.every(({ kind }) => HARMLESS.has(kind)))
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
  const reading = readingOfArea(geometry);
  const form = entry.tab === 'WKT' ? formOf(entry.text) : null;
  if (form === null || !('notes' in reading)) return reading;
  return { ...reading, notes: [{ key: `coordinates.form.${form}` }, ...reading.notes] };
}

/**
 * §5 Coordinate dialog: the result of an entry, one for guards and actions, because checking thousands of vertices takes long.
 */
export const readingOfEntry = memoBy(readEntry);

/** The result of a drawn area, whose edges are as they were seen. */
function readDrawn(geometry: AreaGeometry): EntryReading {
  const read = strictly(geometry);
  return read instanceof GeometryError ? { refusal: geometryRefusal(read) } : { aoi: read, notes: [] };
}

/** The result of a drawn area. The same area gives the same reading object. */
export const readingOfDrawn = memoBy(readDrawn);
