import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import type { AreaGeometry, Ring, Rings } from '../area/areaGeometry.ts';
import { GeometryError } from '../geometryError.ts';
import { quoted, textOf } from './fileText.ts';
import { DEPTH_MAX, JSON_CONTAINERS_MAX, PRJ_BYTES_MAX, RINGS_MAX, VERTICES_MAX } from './limits.ts';
import type { CoordinateSystem } from './crs/coordinateSystem.ts';
import {
  type FileFeature,
  type FileNote,
  nameOfProperties,
  NotOneFeature,
  onlyFeature,
  type ReadArea,
} from './readArea.ts';

type Members = Readonly<Record<string, unknown>>;

const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const BRACKET_END = 93;
const BRACE = 123;
const BRACE_END = 125;

/** Counts of a JSON text, without parsing it. */
interface JsonCount {
  containers: number;
  /** Innermost arrays, such as positions. */
  positions: number;
  /** Features of the root collection; 0 if the root isn't one. */
  features: number;
}

const FEATURES = /"features"\s*:\s*$/;

/** @throws GeometryError tooDeep */
function counted(text: string): JsonCount {
  const count: JsonCount = { containers: 0, positions: 0, features: 0 };
  let [depth, last, inFeatures] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfText(text, i);
    } else if (code === BRACKET || code === BRACE) {
      if (++depth > DEPTH_MAX) throw new GeometryError('tooDeep', { max: DEPTH_MAX });
      if (depth === 2) inFeatures = code === BRACKET && FEATURES.test(text.slice(Math.max(0, i - 16), i));
      else if (depth === 3 && inFeatures) count.features++;
      count.containers++;
      last = code;
    } else if (code === BRACKET_END || code === BRACE_END) {
      if (code === BRACKET_END && last === BRACKET) count.positions++;
      depth--;
      last = code;
    }
  }
  return count;
}

/** The end of the quoted string that begins at `start`; the end of the text if it is unclosed. */
function endOfText(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE)
    end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** Refuses a JSON text that nests too deeply or has too many parts, before parsing. */
function refuseHuge(text: string): void {
  const { containers, positions, features } = counted(text);
  if (containers <= JSON_CONTAINERS_MAX && positions <= VERTICES_MAX) return;
  if (features > 1) throw new NotOneFeature([], features);
  throw new GeometryError('tooManyVertices', {
    vertices: positions > VERTICES_MAX ? positions : containers,
    max: AOI_VERTICES_MAX,
  });
}

/** The values of a text: one, or each of a sequence after its record separator (RFC 8142). */
function parsed(text: string): unknown[] {
  refuseHuge(text);
  try {
    const texts = text.split('\u001e').filter((one) => one.trim() !== '');
    return (texts.length > 0 ? texts : ['']).map((one): unknown => JSON.parse(one));
  } catch {
    throw new GeometryError('unreadable');
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A type for a message; it may not be a string. */
function typeText(type: unknown): string {
  if (typeof type === 'string') return quoted(type);
  return type === null ? 'null' : Array.isArray(type) ? 'array' : typeof type;
}

/** What is or may be a feature, and the text's value that it is in. */
interface Candidate {
  root: unknown;
  value: unknown;
}

/** §5: the features of a FeatureCollection, those with a geometry if there is one; else the value itself. */
function candidatesOf(root: unknown): Candidate[] {
  if (!isMembers(root) || root['type'] !== 'FeatureCollection') return [{ root, value: root }];
  const all: unknown[] = Array.isArray(root['features']) ? root['features'] : [];
  const placed = all.filter((one) => !isMembers(one) || one['geometry'] !== null);
  return (placed.length > 0 ? placed : all).map((value) => ({ root, value }));
}

/** §5: the geometry of a Feature, or a bare geometry with coordinates that is in no collection. */
function geometryOf({ root, value }: Candidate): unknown {
  if (isMembers(value) && value['type'] === 'Feature') return value['geometry'];
  if (isMembers(value) && value === root && 'coordinates' in value) return value;
  throw new GeometryError('geojsonType', { type: typeText(isMembers(value) ? value['type'] : value) });
}

/** Reads and counts coordinates. */
class Coordinates {
  heights = false;
  private vertices = 0;
  private rings = 0;
  /** Holes without positions are left out. */
  readonly polygon = (value: unknown): Rings =>
    this.list(value)
      .map(this.ring)
      .filter((ring, index) => index === 0 || ring.length > 0);

  list(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw new GeometryError('coordinatesInvalid');
    return value;
  }

  private readonly ring = (value: unknown): Ring => {
    const positions = this.list(value);
    this.vertices += positions.length;
    if (++this.rings > RINGS_MAX || this.vertices > VERTICES_MAX)
      throw new GeometryError('tooManyVertices', { vertices: this.vertices, max: AOI_VERTICES_MAX });
    return positions.map(this.position);
  };

  private readonly position = (value: unknown): [number, number] => {
    const [lon, lat, height] = this.list(value);
    if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
      throw new GeometryError('coordinatesInvalid');
    if (height !== undefined && height !== 0) this.heights = true;
    return [lon, lat];
  };
}

/** Authority and identifier in EPSG:3414, urn:ogc:def:crs:EPSG::3414, http://www.opengis.net/def/crs/EPSG/0/3414. */
const CRS_NAME =
  /^(?:urn:(?:x-)?ogc:def:crs:|https?:\/\/www\.opengis\.net\/(?:def\/crs|gml\/srs)\/)?(EPSG|OGC|ESRI|epsg|ogc|esri)(?:[:/][\d.]*)?[:/#](\w+)$/;

/** The coordinate system of a name; null for WGS 84. @throws GeometryError projection */
type SystemOfName = (name: string) => CoordinateSystem | null;

/** Where the table of systems, half a megabyte, isn't at hand: any `crs` is refused by name. */
export const NO_SYSTEMS: SystemOfName = (name) => {
  throw new GeometryError('projection', { name: quoted(name) });
};

/** The `crs` member of GeoJSON 2008, still in use; without it coordinates are WGS 84 (RFC 7946 §4). */
function systemOf(root: unknown, coordinateSystemOf: SystemOfName): CoordinateSystem | null {
  if (!isMembers(root) || !isMembers(root['crs'])) return null;
  const properties = root['crs']['properties'];
  const { name, code } = isMembers(properties) ? properties : {};
  // the draft of 2006 had the code alone
  if (root['crs']['type'] === 'EPSG' && typeof code === 'number') return coordinateSystemOf(`EPSG:${code}`);
  if (typeof name !== 'string' || name.length > PRJ_BYTES_MAX)
    throw new GeometryError('projection', { name: typeText(root['crs']['type']) });
  const [, authority, identifier] = CRS_NAME.exec(name) ?? [];
  return coordinateSystemOf(authority === undefined ? name : `${authority}:${identifier}`);
}

/** All polygons by one conversion, so that they keep their places to each other. */
function toWgs84(polygons: readonly Rings[], system: CoordinateSystem): Rings[] {
  const rings = system.toWgs84(polygons.flat());
  return polygons.map(({ length }) => rings.splice(0, length));
}

function areaOfType(type: AreaGeometry['type'], polygons: Rings[]): AreaGeometry {
  return type === 'Polygon' ? { type, coordinates: polygons[0] ?? [] } : { type, coordinates: polygons };
}

/**
 * §5 Geometry file upload, GeoJSON. Properties, ids, boxes and other members are ignored.
 * @throws GeometryError empty, unreadable, tooDeep, geojsonType, singleFeature, geometryType,
 * coordinatesInvalid, tooManyVertices, projection, notDegrees, degreesInSystem
 */
export function readGeojson(bytes: Uint8Array, coordinateSystemOf: SystemOfName): ReadArea {
  const candidates = parsed(textOf(bytes)).flatMap(candidatesOf);
  return onlyFeature(
    candidates.map((one): FileFeature => ({
      name: isMembers(one.value) ? nameOfProperties(one.value['properties']) : '',
      read: () => areaOf(one, coordinateSystemOf),
    })),
  );
}

function areaOf(candidate: Candidate, coordinateSystemOf: SystemOfName): ReadArea {
  const found = geometryOf(candidate);
  const type = isMembers(found) ? found['type'] : found;
  if (!isMembers(found) || (type !== 'Polygon' && type !== 'MultiPolygon'))
    throw new GeometryError('geometryType', { type: typeText(type) });
  const system = systemOf(candidate.root, coordinateSystemOf);
  const coordinates = new Coordinates();
  const given = found['coordinates'];
  const read =
    type === 'Polygon' ? [coordinates.polygon(given)] : coordinates.list(given).map(coordinates.polygon);
  // RFC 7946 §3.1: a member without coordinates is nothing
  const polygons = read.length > 1 ? read.filter((rings) => rings.some((ring) => ring.length > 0)) : read;
  const geometry = areaOfType(type, system === null ? polygons : toWgs84(polygons, system));
  const notes: FileNote[] = [];
  if (system !== null) notes.push({ kind: 'reprojected', name: system.name });
  if (coordinates.heights) notes.push({ kind: 'heightsDropped' });
  return { geometry, notes };
}
