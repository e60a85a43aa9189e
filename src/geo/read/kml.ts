import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import { areaOfPolygons, type Ring, type Rings } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import type { FileNote } from './fileNote.ts';
import { textOf } from './fileText.ts';
import { RINGS_MAX, VERTICES_MAX } from './limits.ts';
import type { ReadArea } from './readArea.ts';
import { scanXml, type XmlListener } from './xmlScan.ts';

/** What a Placemark may hold that is no area; a LinearRing of its own is a line. */
const OTHERS = new Set(['Point', 'LineString', 'LinearRing', 'Model', 'Track', 'MultiTrack']);
/** May hold elements of any name. */
const FOREIGN = new Set(['ExtendedData', 'description', 'Metadata']);

const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)`;
const TUPLE = new RegExp(`^${NUMBER},${NUMBER}(?:,${NUMBER})?$`);

const SPACE_MAX = 32;
const COMMA = 44;

/** Three numbers with white space around their two commas. */
const TUPLE_WORDS_MAX = 5;

/**
 * How many tuples a text holds, counted without building them: as tuplesOf has them.
 * @throws GeometryError coordinatesInvalid for more words than so many tuples can have
 */
function tupleCount(text: string): number {
  let [count, words, before, spaced] = [0, 0, 0, true];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= SPACE_MAX) spaced = true;
    else {
      if (spaced) words++;
      if (spaced && code !== COMMA && before !== COMMA) count++;
      [before, spaced] = [code, false];
    }
  }
  if (words > TUPLE_WORDS_MAX * Math.max(1, count)) throw new GeometryError('coordinatesInvalid');
  return count;
}

/** No tuple is longer: looking for numbers in a word without end would take as long. Characters. */
const TUPLE_LENGTH_MAX = 200;

/**
 * Tuples between white space; programs also write white space around their commas.
 * @throws GeometryError coordinatesInvalid
 */
function tuplesOf(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const checked = (word: string): string => {
    if (word.length > TUPLE_LENGTH_MAX) throw new GeometryError('coordinatesInvalid');
    return word;
  };
  words.forEach(checked);
  if (!words.some((word) => word.startsWith(',') || word.endsWith(','))) return words;
  const tuples: string[] = [];
  for (const word of words) {
    const before = tuples[tuples.length - 1];
    if (before !== undefined && (before.endsWith(',') || word.startsWith(',')))
      tuples[tuples.length - 1] = checked(before + word);
    else tuples.push(word);
  }
  return tuples;
}

/** Follows the elements of a KML (OGC 12-007r2) and keeps the polygons of its first Placemark that has some. */
class KmlListener implements XmlListener {
  readonly polygons: Rings[] = [];
  /** Placemarks with polygons. */
  features = 0;
  others = 0;
  heights = false;
  private vertices = 0;
  private rings = 0;
  private foreign = '';
  private foreignDepth = 0;
  private inPlacemark = false;
  private placemarkHasPolygon = false;
  private polygon: { outer: Ring[]; holes: Ring[] } | null = null;
  private boundary: 'outer' | 'holes' | null = null;
  private text: string[] | null = null;

  opened(name: string): void {
    if (this.foreign !== '') {
      if (name === this.foreign) this.foreignDepth++;
      return;
    }
    if (FOREIGN.has(name)) [this.foreign, this.foreignDepth] = [name, 1];
    else if (name === 'Placemark') [this.inPlacemark, this.placemarkHasPolygon] = [true, false];
    else if (!this.inPlacemark) return;
    else if (name === 'Polygon') this.polygonOpened();
    else if (name === 'outerBoundaryIs') this.boundary = 'outer';
    else if (name === 'innerBoundaryIs') this.boundary = 'holes';
    else if (name === 'coordinates' && this.keeps()) this.text = [];
    else if (OTHERS.has(name) && this.polygon === null) this.others++;
  }

  closed(name: string): void {
    if (this.foreign !== '') {
      if (name === this.foreign && --this.foreignDepth === 0) this.foreign = '';
    } else if (name === 'Placemark') this.inPlacemark = false;
    else if (name === 'Polygon') this.polygonClosed();
    else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') this.boundary = null;
    else if (name === 'coordinates' && this.text !== null) {
      const ring = this.ringOf(this.text.join(''));
      if (this.boundary !== null) this.polygon?.[this.boundary].push(ring);
      this.text = null;
    }
  }

  said(text: string): void {
    this.text?.push(text);
  }

  /** Polygons of further features are counted only. */
  private keeps(): boolean {
    return this.features === 1 && this.polygon !== null && this.boundary !== null;
  }

  private polygonOpened(): void {
    if (!this.placemarkHasPolygon) this.features++;
    this.placemarkHasPolygon = true;
    this.polygon = { outer: [], holes: [] };
  }

  private polygonClosed(): void {
    if (this.polygon !== null && this.features === 1) {
      const [outer, ...more] = this.polygon.outer;
      if (more.length > 0) throw new GeometryError('unreadable');
      if (outer === undefined) throw new GeometryError('tooFewPoints', { ring: this.rings + 1 });
      this.polygons.push([outer, ...this.polygon.holes]);
    }
    this.polygon = null;
  }

  private ringOf(text: string): Ring {
    this.vertices += tupleCount(text);
    if (++this.rings > RINGS_MAX || this.vertices > VERTICES_MAX)
      throw new GeometryError('tooManyVertices', { vertices: this.vertices, max: AOI_VERTICES_MAX });
    return tuplesOf(text).map((tuple) => {
      const match = TUPLE.exec(tuple);
      const [lon, lat] = [Number(match?.[1]), Number(match?.[2])];
      if (!Number.isFinite(lon) || !Number.isFinite(lat)) throw new GeometryError('coordinatesInvalid');
      if (match?.[3] !== undefined && Number(match[3]) !== 0) this.heights = true;
      return [lon, lat];
    });
  }
}

/**
 * §5 Geometry file upload, KML: parsable into a search area. That is the polygon, or the MultiGeometry of polygons, of one
 * Placemark, in whatever folders; points and lines beside it are left out.
 * @throws GeometryError empty, unreadable, doctype, tooDeep, noArea, singleFeature, tooFewPoints, coordinatesInvalid,
 * tooManyVertices
 */
export function readKml(bytes: Uint8Array): ReadArea {
  const kml = new KmlListener();
  scanXml(textOf(bytes), kml);
  if (kml.features === 0) throw new GeometryError('noArea');
  if (kml.features > 1) throw new GeometryError('singleFeature', { count: kml.features });
  const notes: FileNote[] = [];
  if (kml.others > 0) notes.push({ kind: 'othersLeftOut', count: kml.others });
  if (kml.heights) notes.push({ kind: 'heightsDropped' });
  return { geometry: areaOfPolygons(kml.polygons), notes };
}
