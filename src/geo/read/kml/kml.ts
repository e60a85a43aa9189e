import { kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import type { Geometry } from 'geojson';
import { areaOfPolygons, type Ring, type Rings } from '../../area/areaGeometry.ts';
import { GeometryError } from '../../geometryError.ts';
import { textOf } from '../fileText.ts';
import type { FileNote, ReadArea } from '../readArea.ts';
import { scanKml, type ScannedPolygon, type ScannedRing } from './kmlScan.ts';

/** Padding for rings: togeojson drops rings of under four positions and closes open ones, see `ringOf`. */
const PADDING = ' 0,0 0,0 0,0 0,0';

/** A Placemark of polygons only, outer rings first, in the notation that togeojson expects. */
function placemarkOf(polygons: readonly ScannedPolygon[]): string {
  const boundary = (name: string, { text }: ScannedRing) =>
    `<${name}><LinearRing><coordinates>${text}${PADDING}</coordinates></LinearRing></${name}>`;
  const texts = polygons.map(([outer, ...holes]) => {
    const inner = holes.map((hole) => boundary('innerBoundaryIs', hole));
    return `<Polygon>${boundary('outerBoundaryIs', outer)}${inner.join('')}</Polygon>`;
  });
  return `<Placemark><MultiGeometry>${texts.join('')}</MultiGeometry></Placemark>`;
}

/** @returns the rings of every polygon of the Placemark */
function polygonsOf(placemark: string): Rings[] {
  const { features } = kml(new DOMParser().parseFromString(placemark, 'text/xml'));
  const geometry: Geometry | null | undefined = features[0]?.geometry;
  const parts = geometry?.type === 'GeometryCollection' ? geometry.geometries : [geometry];
  return parts.flatMap((part) => (part?.type === 'Polygon' ? [part.coordinates] : []));
}

/**
 * §5 Geometry file upload, KML: the polygon, or MultiGeometry of polygons, of one Placemark in any folder;
 * points and lines are omitted. A scanner checks the file and extracts the polygons: togeojson alone would
 * build all of it, and silently ignore bad XML, bad numbers and `kml:` prefixes.
 * @throws GeometryError empty, unreadable, doctype, tooDeep, noArea, singleFeature, tooFewPoints,
 * coordinatesInvalid, tooManyVertices
 */
export function readKml(bytes: Uint8Array): ReadArea {
  const { polygons, features, others } = scanKml(textOf(bytes));
  if (features === 0) throw new GeometryError('noArea');
  if (features > 1) throw new GeometryError('singleFeature', { count: features });
  let hasHeights = false;
  const ringOf = (given: Ring, { tuples }: ScannedRing): Ring =>
    given.slice(0, tuples).map(([lon = Number.NaN, lat = Number.NaN, height = 0]) => {
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      if (height !== 0) hasHeights = true;
      return [lon, lat];
    });
  const read = polygonsOf(placemarkOf(polygons));
  const area = polygons.map((rings, p) => rings.map((ring, r) => ringOf(read[p]?.[r] ?? [], ring)));
  const notes: FileNote[] = [];
  if (others > 0) notes.push({ kind: 'othersLeftOut', count: others });
  if (hasHeights) notes.push({ kind: 'heightsDropped' });
  return { geometry: areaOfPolygons(area), notes };
}
