import { kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import type { Geometry } from 'geojson';
import { areaOfPolygons, type Ring, type Rings } from '../../area/areaGeometry.ts';
import { rectangleRing } from '../../entry/bbox.ts';
import { GeometryError } from '../../geometryError.ts';
import { quoted, textOf } from '../fileText.ts';
import { type FileNote, onlyFeature, type ReadArea } from '../readArea.ts';
import { isLong, scanKml, type OverlayBox, type ScannedKml, type ScannedRing } from './kmlScan.ts';

/** Spaces around commas, and long runs of them, for which togeojson takes quadratic time. */
const ODD_SPACES = /\s,|,\s|\s{99}/;

/**
 * Whether togeojson reads these polygons right. It doesn't know names with a prefix, takes the first ring for the outer one,
 * ends a number at a space before a comma, and leaves out rings of under four positions.
 */
const isPlain = ({ placemarks, polygons, isInOrder }: ScannedKml): boolean =>
  placemarks[0]?.text.startsWith('<Placemark') === true &&
  isInOrder &&
  polygons.flat().every(({ text, tuples }) => tuples > 3 && !ODD_SPACES.test(text));

/** The rings of every polygon of a Placemark, open ones closed. */
function polygonsOf(placemark: string): Rings[] {
  // prefixes of other elements are declared further up in the file
  const prefixes = placemark.matchAll(/[<\s/]([\w.-]+):/g);
  const xmlns = Object.fromEntries([...prefixes].map(([, prefix]) => [prefix, `urn:${prefix}`]));
  const { features } = kml(new DOMParser({ xmlns }).parseFromString(placemark, 'text/xml'));
  const partsOf = (geometry: Geometry | null | undefined): Rings[] => {
    if (geometry?.type === 'GeometryCollection') return geometry.geometries.flatMap(partsOf);
    return geometry?.type === 'Polygon' ? [geometry.coordinates] : [];
  };
  return partsOf(features[0]?.geometry);
}

/** The tuples of a text that was checked. */
function tuplesOf(text: string): Ring {
  if (!ODD_SPACES.test(text))
    return text
      .trim()
      .split(/\s+/)
      .map((tuple) => tuple.split(',').map(Number));
  const tuples: Ring = [];
  let isMore = false;
  for (const [part] of text.matchAll(/[^\s,]+|,/g)) {
    if (part === ',') isMore = true;
    else if (isMore) tuples.at(-1)?.push(Number(part));
    else tuples.push([Number(part)]);
    if (part !== ',') isMore = false;
  }
  return tuples;
}

/** The area of a closed line or an overlay: used only if the user agrees. */
function outlined(outline: NonNullable<ScannedKml['outline']>): ReadArea {
  const asArea = (ring: number[][], kind: 'lineAsArea' | 'overlayAsArea'): ReadArea => ({
    geometry: { type: 'Polygon', coordinates: [ring] },
    notes: [{ kind }],
  });
  const places = (text: string) => tuplesOf(text).map((position) => position.slice(0, 2));
  if ('text' in outline) return asArea(places(outline.text), 'lineAsArea');
  if ('corners' in outline) {
    const corners = places(outline.corners);
    return asArea([...corners, corners[0]!], 'overlayAsArea');
  }
  return asArea(turnedRing(outline), 'overlayAsArea');
}

/** The corners of an overlay, turned about its middle on the ground. */
function turnedRing({ west, south, east, north, rotation }: OverlayBox): number[][] {
  const end = east < west ? east + 360 : east;
  const box = rectangleRing([west, south, end, north]);
  if (rotation === 0) return box.map((corner) => [...corner]);
  const [lon, lat] = [(west + end) / 2, (south + north) / 2];
  const shortening = Math.cos((lat * Math.PI) / 180);
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  return box.map(([x = 0, y = 0]) => {
    const [right, up] = [(x - lon) * shortening, y - lat];
    return [lon + (right * cos - up * sin) / shortening, lat + right * sin + up * cos];
  });
}

/**
 * §5 Geometry file upload, KML: the polygon, or MultiGeometry of polygons, of one Placemark in any folder;
 * points and lines are omitted. Without a polygon, the only closed line or overlay is offered. A scanner checks the file and extracts the polygons: togeojson alone would
 * build all of it, and silently ignore bad XML, bad numbers and `kml:` prefixes.
 * @throws GeometryError empty, unreadable, doctype, tooDeep, noArea, linkOnly, singleFeature, tooFewPoints,
 * coordinatesInvalid, tooManyVertices
 */
export function readKml(bytes: Uint8Array): ReadArea {
  const scanned = scanKml(textOf(bytes));
  const { placemarks, features, link, outline } = scanned;
  if (outline !== null) return outlined(outline);
  if (features === 0)
    throw link === '' ? new GeometryError('noArea') : new GeometryError('linkOnly', { name: quoted(link) });
  // one Placemark is a KML, too
  const read = (text: string) => areaOf(features === 1 ? scanned : scanKml(text));
  return onlyFeature(
    placemarks.map(({ name, text }) => ({ name, read: () => read(text) })),
    features,
  );
}

/** The area of the first Placemark with polygons. @throws GeometryError tooFewPoints, coordinatesInvalid, tooManyVertices */
function areaOf(scanned: ScannedKml): ReadArea {
  const { placemarks, polygons, others, refusal } = scanned;
  if (refusal !== null) throw refusal;
  let hasHeights = false;
  const ringOf = (given: Ring, { tuples }: ScannedRing): Ring =>
    given.slice(0, tuples).map(([lon = Number.NaN, lat = Number.NaN, height = 0]) => {
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      if (height !== 0) hasHeights = true;
      return [lon, lat];
    });
  const found = isPlain(scanned) ? polygonsOf(placemarks[0]?.bare ?? '') : [];
  // togeojson doesn't look into elements that it doesn't know
  const isWhole = polygons.every((rings, p) => found[p]?.length === rings.length);
  const area = polygons.map((rings, p) =>
    rings.map((ring, r) => ringOf(isWhole && !isLong(ring) ? found[p]![r]! : tuplesOf(ring.text), ring)),
  );
  const notes: FileNote[] = [];
  if (others > 0) notes.push({ kind: 'othersLeftOut', count: others });
  if (hasHeights) notes.push({ kind: 'heightsDropped' });
  return { geometry: areaOfPolygons(area), notes };
}
