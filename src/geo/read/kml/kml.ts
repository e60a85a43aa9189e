import { areaOfPolygons } from '../../area/areaGeometry.ts';
import { GeometryError } from '../../geometryError.ts';
import { textOf } from '../fileText.ts';
import type { FileNote, ReadArea } from '../readArea.ts';
import { scanKml } from './kmlScan.ts';

/**
 * §5 Geometry file upload, KML: the polygon, or MultiGeometry of polygons, of one Placemark in any folder;
 * points and lines are omitted.
 * @throws GeometryError empty, unreadable, doctype, tooDeep, noArea, singleFeature, tooFewPoints,
 * coordinatesInvalid, tooManyVertices
 */
export function readKml(bytes: Uint8Array): ReadArea {
  const { polygons, features, others, hasHeights } = scanKml(textOf(bytes));
  if (features === 0) throw new GeometryError('noArea');
  if (features > 1) throw new GeometryError('singleFeature', { count: features });
  const notes: FileNote[] = [];
  if (others > 0) notes.push({ kind: 'othersLeftOut', count: others });
  if (hasHeights) notes.push({ kind: 'heightsDropped' });
  return { geometry: areaOfPolygons(polygons), notes };
}
