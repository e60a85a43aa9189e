import { AOI_VERTICES_MAX } from '../../../../contract/limits.ts';
import { GeometryError } from '../../geometryError.ts';
import { RINGS_MAX, VERTICES_MAX } from '../limits.ts';
import { scanXml, type XmlListener } from './xmlScan.ts';

/** The tuples of a ring as written, `lon,lat` or `lon,lat,height`, and how many there are. */
export interface ScannedRing {
  text: string;
  tuples: number;
}

/** The outer ring, then the holes. */
type ScannedPolygon = readonly [ScannedRing, ...ScannedRing[]];

export interface ScannedKml {
  /** The text of the first Placemark that has polygons. */
  placemark: string;
  /** Its polygons. */
  polygons: readonly ScannedPolygon[];
  /** Whether each outer ring comes before its holes. */
  isInOrder: boolean;
  /** The number of Placemarks with polygons. */
  features: number;
  /** The number of points, lines and the like in all Placemarks. */
  others: number;
}

/** Geometries of a Placemark other than areas; a LinearRing outside a polygon is a line. */
const OTHERS = new Set(['Point', 'LineString', 'LinearRing', 'Model', 'Track', 'MultiTrack']);
/** Elements that may hold elements of any name. */
const FOREIGN = new Set(['ExtendedData', 'description', 'Metadata']);

/** Alternatives begin with different characters, so that matching takes linear time. */
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
/** Some programs write spaces around the commas. */
const TUPLE = new RegExp(String.raw`\s*${NUMBER}\s*,\s*${NUMBER}(?:\s*,\s*${NUMBER})?(?=\s|$)`, 'y');

/** Listens to the elements of a KML (OGC 12-007r2). */
class KmlListener implements XmlListener, ScannedKml {
  placemark = '';
  readonly polygons: ScannedPolygon[] = [];
  isInOrder = true;
  features = 0;
  others = 0;
  private vertices = 0;
  private rings = 0;
  private foreign = '';
  private foreignDepth = 0;
  private start = 0;
  private inPlacemark = false;
  private placemarkHasPolygon = false;
  private polygon: { outer: ScannedRing[]; holes: ScannedRing[] } | null = null;
  private boundary: 'outer' | 'holes' | null = null;
  private text: string[] | null = null;
  private readonly whole: string;

  constructor(whole: string) {
    this.whole = whole;
  }

  opened(name: string, start: number): void {
    if (this.foreign !== '') {
      if (name === this.foreign) this.foreignDepth++;
      return;
    }
    if (FOREIGN.has(name)) [this.foreign, this.foreignDepth] = [name, 1];
    else if (name === 'Placemark')
      [this.inPlacemark, this.placemarkHasPolygon, this.start] = [true, false, start];
    else if (!this.inPlacemark) return;
    else if (name === 'Polygon') this.polygonOpened();
    else if (name === 'outerBoundaryIs') this.boundary = 'outer';
    else if (name === 'innerBoundaryIs') this.boundary = 'holes';
    else if (name === 'coordinates' && this.isWanted()) this.text = [];
    else if (OTHERS.has(name) && this.polygon === null) this.others++;
  }

  closed(name: string, end: number): void {
    if (this.foreign !== '') {
      if (name === this.foreign && --this.foreignDepth === 0) this.foreign = '';
    } else if (name === 'Placemark') {
      if (this.placemarkHasPolygon && this.features === 1) this.placemark = this.whole.slice(this.start, end);
      this.inPlacemark = false;
    } else if (name === 'Polygon') this.polygonClosed();
    else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') this.boundary = null;
    else if (name === 'coordinates' && this.text !== null) {
      const ring = this.ringOf(this.text.join(''));
      if (this.boundary === 'outer' && this.polygon?.holes.length !== 0) this.isInOrder = false;
      if (this.boundary !== null) this.polygon?.[this.boundary].push(ring);
      this.text = null;
    }
  }

  hasText(text: string): void {
    this.text?.push(text);
  }

  /** Polygons of further Placemarks are only counted. */
  private isWanted(): boolean {
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

  private ringOf(text: string): ScannedRing {
    const before = this.vertices;
    const end = text.trimEnd().length;
    for (TUPLE.lastIndex = 0; TUPLE.lastIndex < end; this.vertices++)
      if (!TUPLE.test(text)) throw new GeometryError('coordinatesInvalid');
    if (++this.rings > RINGS_MAX || this.vertices > VERTICES_MAX)
      throw new GeometryError('tooManyVertices', { vertices: this.vertices, max: AOI_VERTICES_MAX });
    return { text, tuples: this.vertices - before };
  }
}

/**
 * Counts and checks a KML without building it: every tuple of the polygons must be two or three numbers.
 * @throws GeometryError unreadable, doctype, tooDeep, tooFewPoints, coordinatesInvalid, tooManyVertices
 */
export function scanKml(text: string): ScannedKml {
  const listener = new KmlListener(text);
  scanXml(text, listener);
  return listener;
}
