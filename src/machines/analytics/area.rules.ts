import { aoiOf, type Aoi, type AreaGeometry } from '../../geo/aoi.ts';
import { GeometryError } from '../../geo/geometryError.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import { geometryRefusal } from '../aoi/aoi.rules.ts';
import type { NoticeText } from '../shared/notice.ts';

/** An area, or why it is none. */
export type AreaReading = { aoi: Aoi } | { refusal: NoticeText };

/** Reads an area. @param geometry throws GeometryError */
export function readingOf(geometry: () => AreaGeometry): AreaReading {
  try {
    return { aoi: aoiOf(geometry()) };
  } catch (error) {
    if (error instanceof GeometryError) return { refusal: geometryRefusal(error) };
    throw error;
  }
}

/** The AOI from the portal; null if it is unreadable. */
export function portalAoi(text: string | null): Aoi | null {
  if (text === null) return null;
  const read = readingOf(() => readAreaWkt(text, ['POLYGON', 'MULTIPOLYGON']));
  return 'aoi' in read ? read.aoi : null;
}
