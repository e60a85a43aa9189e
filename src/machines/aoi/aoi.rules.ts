import { aoiOf, type AreaGeometry } from '../../geo/aoi.ts';
import { rectangleOfBbox } from '../../geo/entry/bbox.ts';
import { rectangleAround } from '../../geo/entry/center.ts';
import { readDegrees, type Axis } from '../../geo/entry/dms.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { NoticeText } from '../shared/notice.ts';

/** The fields of the coordinate dialog, as typed (§2 Coordinate-input dialog). */
export type CoordinateEntry =
  | {
      tab: 'BBOX';
      minLatitude: string;
      maxLatitude: string;
      minLongitude: string;
      maxLongitude: string;
    }
  | { tab: 'WKT'; text: string }
  | { tab: 'Center'; longitude: string; latitude: string; widthKm: string; heightKm: string };

/** A typed number; NaN if it is invalid or empty. */
function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/**
 * Degrees in another notation than a decimal number: in degrees, minutes and seconds, or with a letter.
 * @returns NaN for decimal numbers, for invalid text, and for a lone decimal comma, which may be a typing error
 */
export function otherDegreesOf(text: string, axis: Axis): number {
  const isPlain = !Number.isNaN(numberOf(text)) || /^[^\s:°º]*,[^\s:°º]*$/.test(text.trim());
  return isPlain ? Number.NaN : readDegrees(text, axis);
}

function degreesOf(text: string, axis: Axis): number {
  const number = numberOf(text);
  return Number.isNaN(number) ? otherDegreesOf(text, axis) : number;
}

/**
 * §5 Coordinate dialog: the area of an entry.
 * @throws GeometryError coordinatesInvalid, wktIncorrect, typeIncorrect or inputInvalid
 */
export function areaOfEntry(entry: CoordinateEntry): AreaGeometry {
  switch (entry.tab) {
    case 'BBOX':
      return rectangleOfBbox({
        minLatitude: degreesOf(entry.minLatitude, 'latitude'),
        maxLatitude: degreesOf(entry.maxLatitude, 'latitude'),
        minLongitude: degreesOf(entry.minLongitude, 'longitude'),
        maxLongitude: degreesOf(entry.maxLongitude, 'longitude'),
      });
    case 'WKT':
      return readAreaWkt(entry.text);
    case 'Center':
      return rectangleAround({
        longitude: degreesOf(entry.longitude, 'longitude'),
        latitude: degreesOf(entry.latitude, 'latitude'),
        widthKm: numberOf(entry.widthKm),
        heightKm: numberOf(entry.heightKm),
      });
  }
}

/** The message for an area that can't be used. @throws any error that is not a GeometryError */
export function geometryRefusal(error: unknown): NoticeText {
  if (error instanceof GeometryError) return { key: error.key, params: error.params };
  throw error;
}

/** The area of an entry for the map during typing; null while the entry is invalid. */
export function previewOfEntry(entry: CoordinateEntry): AreaGeometry | null {
  try {
    return aoiOf(areaOfEntry(entry)).geometry;
  } catch (error) {
    if (error instanceof GeometryError) return null;
    throw error;
  }
}
