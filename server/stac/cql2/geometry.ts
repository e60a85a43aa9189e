import type { Position } from 'geojson';
import { AOI_VERTICES_MAX } from '../../../contract/limits.ts';
import type { Footprint } from '../../../contract/search.ts';
import type { AreaGeometry } from '../../../src/geo/area/areaGeometry.ts';
import { writeWkt } from '../../../src/geo/wkt/writeWkt.ts';
import { areaOfWkt } from '../../base/areas/areas.ts';
import type { Place } from '../queries/spatial.ts';
import { Refusal } from '../../base/refusal.ts';
import { openSpell } from '../../base/spells.ts';
import { Cql2Error } from './cql2.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function positionOf(value: unknown): Position {
  const isNumbers = Array.isArray(value) && value.every((one) => Number.isFinite(one));
  if (!isNumbers || value.length < 2 || value.length > 3)
    throw new Cql2Error('a position is two or three numbers');
  const [x, y] = value as Position;
  if (Math.abs(x!) > 180 || Math.abs(y!) > 90)
    throw new Cql2Error('a position is outside of -180..180 and -90..90 degrees');
  return [x!, y!];
}

function listOf<T>(value: unknown, read: (one: unknown) => T, least = 1): T[] {
  if (!Array.isArray(value) || value.length < least)
    throw new Cql2Error('the coordinates of a geometry are not complete');
  return value.map(read);
}

const lineOf = (value: unknown): Position[] => listOf(value, positionOf, 2);
const ringOf = (value: unknown): Position[] => listOf(value, positionOf, 4);
const polygonOf = (value: unknown): Position[][] => listOf(value, ringOf);

/** Parts of all geometries of a request, each a test of its own; a MultiPolygon is one. */
const PARTS_MAX = 200;

/** What the geometries of one request have so far. */
export interface Extent {
  vertices: number;
  parts: number;
  /** Those that were read, by their text. */
  read: Map<string, Promise<Place>>;
  /** Many small areas are checked on the thread that answers calls. */
  endOfSpell: ReturnType<typeof openSpell>;
}
export const noExtent = (): Extent => ({ vertices: 0, parts: 0, read: new Map(), endOfSpell: openSpell() });

interface Parts {
  /** The polygons of each geometry. */
  areas: Position[][][][];
  lines: Position[][];
  points: Position[];
}

function addParts(value: unknown, parts: Parts, depth = 0): void {
  if (!isRecord(value) || depth > 4) throw new Cql2Error('a geometry is a GeoJSON geometry');
  const { type, coordinates, geometries } = value;
  if (type === 'Point') parts.points.push(positionOf(coordinates));
  else if (type === 'MultiPoint') parts.points.push(...listOf(coordinates, positionOf));
  else if (type === 'LineString') parts.lines.push(lineOf(coordinates));
  else if (type === 'MultiLineString') parts.lines.push(...listOf(coordinates, lineOf));
  else if (type === 'Polygon') parts.areas.push([polygonOf(coordinates)]);
  else if (type === 'MultiPolygon') parts.areas.push(listOf(coordinates, polygonOf));
  else if (type === 'GeometryCollection') listOf(geometries, (one) => addParts(one, parts, depth + 1));
  else throw new Cql2Error('a geometry is a GeoJSON geometry');
}

/** A checked area, cut at 180°; the checks of large ones leave the thread that answers calls. */
async function areaOf(polygons: Position[][][]): Promise<Footprint> {
  const geometry = { type: 'MultiPolygon', coordinates: polygons } as AreaGeometry;
  try {
    return (await areaOfWkt(writeWkt(geometry))).geometry as Footprint;
  } catch (error) {
    if (error instanceof Refusal) throw new Cql2Error(`a polygon is not valid (${error.key})`);
    throw error;
  }
}

/**
 * A GeoJSON geometry of a request.
 * @param extent of all geometries of the request; this one is added
 * @param isAgain it may be one that was read before: a function over the same area costs nothing more
 * @throws Cql2Error if it is not valid, or they are too large together
 */
export function placeOfGeometry(value: unknown, extent: Extent, isAgain = false): Promise<Place> {
  const text = JSON.stringify(value);
  const known = isAgain ? extent.read.get(text) : undefined;
  if (known !== undefined) return known;
  const place = readPlace(value, extent);
  extent.read.set(text, place);
  return place;
}

async function readPlace(value: unknown, extent: Extent): Promise<Place> {
  const parts: Parts = { areas: [], lines: [], points: [] };
  addParts(value, parts);
  const { areas, lines, points } = parts;
  for (const one of [...areas.flat(2), ...lines]) extent.vertices += one.length;
  extent.vertices += points.length;
  extent.parts += areas.length + lines.length + points.length;
  if (extent.vertices > AOI_VERTICES_MAX)
    throw new Cql2Error(`the geometries have more than ${AOI_VERTICES_MAX} vertices`);
  if (extent.parts > PARTS_MAX) throw new Cql2Error(`the geometries have more than ${PARTS_MAX} parts`);
  const read: Footprint[] = [];
  for (const area of areas) {
    read.push(await areaOf(area));
    await extent.endOfSpell();
  }
  return { areas: read, lines, points, rectangle: null };
}

function rectanglePlace(west: number, south: number, east: number, north: number): Place {
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const none = { areas: [], lines: [], points: [], rectangle: null };
  if (west === east && south === north) return { ...none, points: [[west, south]] };
  if (west === east || south === north) return { ...none, lines: [[corners[0]!, corners[2]!]] };
  return {
    ...none,
    areas: [{ type: 'Polygon', coordinates: [corners] }],
    rectangle: [west, south, east, north],
  };
}

/**
 * A bounding box of four or six numbers (RFC 7946 §5; with six, heights are ignored). West of 180° it may begin,
 * and east of it end (RFC 7946 §5.2).
 * @throws Cql2Error if it is not valid
 */
export function placeOfBbox(values: readonly unknown[]): Place {
  const isNumbers =
    values.every((one) => Number.isFinite(one)) && (values.length === 4 || values.length === 6);
  if (!isNumbers) throw new Cql2Error('a bbox is four or six numbers');
  const [first = 0, second = 0] = values as number[];
  const [third = 0, fourth = 0] = (values as number[]).slice(values.length / 2);
  const [west, south] = positionOf([first, second]) as [number, number];
  const [east, north] = positionOf([third, fourth]) as [number, number];
  if (south > north) throw new Cql2Error('the south of a bbox is north of its north');
  if (west <= east) return rectanglePlace(west, south, east, north);
  const [before, after] = [rectanglePlace(west, south, 180, north), rectanglePlace(-180, south, east, north)];
  return {
    areas: [...before.areas, ...after.areas],
    lines: [...before.lines, ...after.lines],
    points: [...before.points, ...after.points],
    rectangle: null,
  };
}
