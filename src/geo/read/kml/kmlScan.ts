import { AOI_VERTICES_MAX } from '../../../../contract/limits.ts';
import { GeometryError } from '../../geometryError.ts';
import { quoted } from '../fileText.ts';
import { DEPTH_MAX, FEATURES_MAX, RINGS_MAX, VERTICES_MAX } from '../limits.ts';

/** Called for each part of an XML text, in order. Names have no prefixes; places are indexes in the text. */
interface XmlListener {
  opened(name: string, start: number): void;
  closed(name: string, end: number): void;
  /** Text, with the references decoded that need no document type; may come in several pieces. */
  hasText(text: string, start: number): void;
}

const NAME = /[^\s<>/=?!"'&]+/y;
const ATTRIBUTE = /\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const TAG_END = /\s*(\/?)>/y;

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XML 1.0 §4.1, §4.6: character references and the five entities that need no declaration; others stay as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A document type that declares nothing itself; how much of it is looked at, characters. */
const DOCTYPE = /^!DOCTYPE\s[^[<>]*>/i;
const DOCTYPE_MAX = 1000;

function unreadable(): GeometryError {
  return new GeometryError('unreadable');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * Scans an XML text without building it: the only memory is the stack of open elements. Elements must nest,
 * under one root. A document type that declares anything is refused: its entities could expand endlessly.
 * @throws GeometryError unreadable, doctype, tooDeep, and what the listener throws
 */
function scanXml(text: string, listener: XmlListener): void {
  const open: string[] = [];
  let at = 0;
  let roots = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const skipTo = (end: string): string => {
    const found = text.indexOf(end, at);
    if (found < 0) throw unreadable();
    const skipped = text.slice(at, found);
    at = found + end.length;
    return skipped;
  };
  const tag = (start: number): void => {
    const name = matched(NAME)?.[0];
    if (name === undefined || (open.length === 0 && ++roots > 1)) throw unreadable();
    while (matched(ATTRIBUTE) !== null);
    const end = matched(TAG_END);
    if (end === null) throw unreadable();
    if (open.length >= DEPTH_MAX) throw new GeometryError('tooDeep', { max: DEPTH_MAX });
    listener.opened(localName(name), start);
    if (end[1] === '/') listener.closed(localName(name), at);
    else open.push(name);
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (open.length > 0) listener.hasText(decoded(between), at);
    else if (between.trim() !== '') throw unreadable();
    if (next < 0) break;
    at = next + 1;
    if (text.startsWith('!--', at)) skipTo('-->');
    else if (text.startsWith('![CDATA[', at) && open.length > 0) {
      const start = (at += '![CDATA['.length);
      listener.hasText(skipTo(']]>'), start);
    } else if (DOCTYPE.test(text.slice(at, at + DOCTYPE_MAX)) && roots === 0) skipTo('>');
    else if (text.startsWith('!', at)) throw new GeometryError('doctype');
    else if (text.startsWith('?', at)) skipTo('?>');
    else if (text.startsWith('/', at)) {
      const name = open.pop();
      if (name === undefined || skipTo('>').trimEnd() !== `/${name}`) throw unreadable();
      listener.closed(localName(name), at);
    } else tag(next);
  }
  if (roots === 0 || open.length > 0) throw unreadable();
}

/** The tuples of a ring as written, `lon,lat` or `lon,lat,height`, and how many there are. */
export interface ScannedRing {
  text: string;
  tuples: number;
}

/** Tuples of a ring beyond which its numbers are not togeojson's to read: it takes three times as long. */
const LONG = 1_000;
export const isLong = ({ tuples }: ScannedRing): boolean => tuples > LONG;

/** The outer ring, then the holes. */
type ScannedPolygon = readonly [ScannedRing, ...ScannedRing[]];

/** The sides of an image laid on the ground (LatLonBox), and its turn about the middle, counterclockwise; degrees. */
export type OverlayBox = Readonly<Record<(typeof SIDES)[number], number>>;
const SIDES = ['west', 'south', 'east', 'north', 'rotation'] as const;
const isSide = (name: string): name is (typeof SIDES)[number] => (SIDES as readonly string[]).includes(name);
/** The four corners of an image laid on the ground (gx:LatLonQuad). */
interface OverlayCorners {
  corners: string;
}

export interface ScannedKml {
  /**
   * The first Placemarks that have polygons, at most FEATURES_MAX; `bare`: without the elements that hold none, and of the first one's
   * long rings with the first four tuples, which say where they belong.
   */
  placemarks: readonly { name: string; text: string; bare: string }[];
  /** Of the first of them. */
  polygons: readonly ScannedPolygon[];
  /** Whether each outer ring comes before its holes. */
  isInOrder: boolean;
  /** The number of Placemarks with polygons. */
  features: number;
  /** The number of points, lines and the like in all Placemarks. */
  others: number;
  /** The only closed line of a file without a polygon, or its only overlay; null if there is none. */
  outline: ScannedRing | OverlayBox | OverlayCorners | null;
  /** Why the polygons of the first Placemark can't be used. */
  refusal: GeometryError | null;
  /** Where the first NetworkLink leads; empty if there is none. */
  link: string;
}

/** Geometries of a Placemark other than areas; a LinearRing outside a polygon is a line. */
const OTHERS = new Set(['Point', 'LineString', 'LinearRing', 'Model', 'Track', 'MultiTrack']);
const LINES = new Set(['LineString', 'LinearRing']);
/** Longitude and latitude of a tuple, without its height. */
const placeOf = (tuple = ''): string => tuple.split(',').slice(0, 2).map(Number).join(' ');
/** Elements that may hold elements of any name. */
const FOREIGN = new Set(['ExtendedData', 'description', 'Metadata']);

/** Alternatives begin with different characters, so that matching takes linear time. */
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
/** Some programs write spaces around the commas. */
const TUPLE = new RegExp(String.raw`\s*${NUMBER}\s*,\s*${NUMBER}(?:\s*,\s*${NUMBER})?(?=\s|$)`, 'y');

/** Listens to the elements of a KML (OGC 12-007r2). */
class KmlListener implements XmlListener, ScannedKml {
  readonly placemarks: { name: string; text: string; bare: string }[] = [];
  refusal: GeometryError | null = null;
  readonly polygons: ScannedPolygon[] = [];
  isInOrder = true;
  features = 0;
  others = 0;
  private readonly lines: string[] = [];
  private readonly boxes: Partial<OverlayBox>[] = [];
  private readonly quads: string[] = [];
  private inLine = false;
  private inBox = false;
  private inQuad = false;
  link = '';
  private inLink = false;
  private vertices = 0;
  private rings = 0;
  private foreign = '';
  private foreignDepth = 0;
  private start = 0;
  private inPlacemark = false;
  private name: string | null = null;
  private placemarkHasPolygon = false;
  /** How many elements are open in the Placemark, and where the outermost begins. */
  private depth = 0;
  private child = 0;
  private childHasPolygon = false;
  private children = '';
  private polygon: { outer: ScannedRing[]; holes: ScannedRing[] } | null = null;
  private boundary: 'outer' | 'holes' | null = null;
  private text: string[] | null = null;
  /** Where its first piece begins. */
  private textStart = 0;
  /** Where what is cut out of long rings begins and ends. */
  private readonly cuts: [start: number, end: number][] = [];
  private readonly whole: string;

  constructor(whole: string) {
    this.whole = whole;
  }

  opened(name: string, start: number): void {
    if (this.inPlacemark && this.depth++ === 0) [this.child, this.childHasPolygon] = [start, false];
    if (this.foreign !== '') {
      if (name === this.foreign) this.foreignDepth++;
      return;
    }
    if (FOREIGN.has(name)) [this.foreign, this.foreignDepth] = [name, 1];
    else if (name === 'Placemark') {
      [this.inPlacemark, this.placemarkHasPolygon, this.start, this.name] = [true, false, start, null];
      [this.depth, this.children] = [0, ''];
    } else if (name === 'NetworkLink') this.inLink = true;
    else if (name === 'href' && this.inLink && this.link === '') this.text = [];
    else if (name === 'LatLonBox') {
      this.inBox = true;
      this.boxes.push({});
    } else if (this.inBox && isSide(name)) this.text = [];
    else if (name === 'LatLonQuad') this.inQuad = true;
    else if (this.inQuad && name === 'coordinates') this.text = [];
    else if (!this.inPlacemark) return;
    else if (name === 'name' && this.name === null) this.text = [];
    else if (name === 'Polygon') this.polygonOpened();
    else if (name === 'outerBoundaryIs') this.boundary = 'outer';
    else if (name === 'innerBoundaryIs') this.boundary = 'holes';
    else if (name === 'coordinates' && (this.isWanted() || this.inLine)) this.text = [];
    else if (OTHERS.has(name) && this.polygon === null) {
      this.others++;
      // further lines are only counted
      this.inLine = LINES.has(name) && this.features === 0 && this.lines.length < 2;
    }
  }

  closed(name: string, end: number): void {
    if (this.depth > 0 && --this.depth === 0 && this.childHasPolygon)
      this.children += this.bare(this.child, end);
    if (this.foreign !== '') {
      if (name === this.foreign && --this.foreignDepth === 0) this.foreign = '';
    } else if (name === 'Placemark') {
      if (this.placemarkHasPolygon && this.features <= FEATURES_MAX)
        this.placemarks.push({
          name: this.name ?? '',
          text: this.whole.slice(this.start, end),
          bare: `<Placemark>${this.children}</Placemark>`,
        });
      this.inPlacemark = false;
    } else if (name === 'NetworkLink') this.inLink = false;
    else if (name === 'href' && this.inLink && this.text !== null) {
      this.link = this.text.join('').trim();
      this.text = null;
    } else if (name === 'LatLonBox') this.inBox = false;
    else if (this.inBox && isSide(name) && this.text !== null) {
      const sides: Partial<Record<string, number>> = this.boxes.at(-1)!;
      sides[name] = Number(this.text.join('').trim() || Number.NaN);
      this.text = null;
    } else if (name === 'LatLonQuad') this.inQuad = false;
    else if (this.inQuad && name === 'coordinates' && this.text !== null) {
      this.quads.push(this.text.join(''));
      this.text = null;
    } else if (this.inLine && this.text !== null && name === 'coordinates') {
      this.lines.push(this.text.join(''));
      this.text = null;
    } else if (LINES.has(name)) this.inLine = false;
    else if (this.inPlacemark && name === 'name' && this.text !== null) {
      this.name = quoted(this.text.join(''));
      this.text = null;
    } else if (name === 'Polygon') this.polygonClosed();
    else if (name === 'outerBoundaryIs' || name === 'innerBoundaryIs') this.boundary = null;
    else if (name === 'coordinates' && this.text !== null) {
      const text = this.text.join('');
      const ring = this.checkedRing(text);
      if (isLong(ring) && this.text.length === 1 && this.whole.startsWith(text, this.textStart)) {
        const [first = ''] = /^(?:\s*\S+){4}/.exec(text) ?? [];
        this.cuts.push([this.textStart + first.length, this.textStart + text.length]);
      }
      if (this.boundary === 'outer' && this.polygon?.holes.length !== 0) this.isInOrder = false;
      if (this.boundary !== null) this.polygon?.[this.boundary].push(ring);
      this.text = null;
    }
  }

  hasText(text: string, start: number): void {
    if (this.text?.length === 0) this.textStart = start;
    this.text?.push(text);
  }

  /** A part of the whole text without what is cut out of it. */
  private bare(start: number, end: number): string {
    const cuts = this.cuts.splice(0);
    return [...cuts, [end, end] as const]
      .map(([until], n) => this.whole.slice(n === 0 ? start : cuts[n - 1]![1], until))
      .join('');
  }

  get outline(): ScannedRing | OverlayBox | OverlayCorners | null {
    const [line = '', [box], [quad]] = [this.lines[0], this.boxes, this.quads];
    if (this.features > 0 || this.lines.length + this.boxes.length + this.quads.length !== 1) return null;
    if (quad !== undefined) return this.ringOf(quad).tuples === 4 ? { corners: quad } : null;
    if (box === undefined) {
      const ring = this.ringOf(line);
      const tuples = line.trim().split(/\s+/);
      const isClosed = placeOf(tuples[0]) === placeOf(tuples.at(-1));
      return ring.tuples > 3 && tuples.length === ring.tuples && isClosed ? ring : null;
    }
    const whole = { rotation: 0, ...box };
    return SIDES.every((side) => Number.isFinite(whole[side])) ? (whole as OverlayBox) : null;
  }

  /** Polygons of further Placemarks are only counted. */
  private isWanted(): boolean {
    return this.features === 1 && this.polygon !== null && this.boundary !== null;
  }

  private polygonOpened(): void {
    if (!this.placemarkHasPolygon) this.features++;
    this.placemarkHasPolygon = this.childHasPolygon = true;
    this.polygon = { outer: [], holes: [] };
  }

  private polygonClosed(): void {
    if (this.polygon !== null && this.features === 1) {
      const [outer, ...more] = this.polygon.outer;
      if (more.length > 0) throw new GeometryError('unreadable');
      if (outer === undefined) this.refusal ??= new GeometryError('tooFewPoints', { ring: this.rings + 1 });
      else this.polygons.push([outer, ...this.polygon.holes]);
    }
    this.polygon = null;
  }

  /** A fault of the first Placemark is no fault of the others. */
  private checkedRing(text: string): ScannedRing {
    try {
      return this.ringOf(text);
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error;
      this.refusal ??= error;
      return { text: '', tuples: 0 };
    }
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
 * @throws GeometryError unreadable, doctype, tooDeep
 */
export function scanKml(text: string): ScannedKml {
  const listener = new KmlListener(text);
  scanXml(text, listener);
  return listener;
}
