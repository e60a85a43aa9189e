import type { Position } from 'geojson';
import geographiclib from 'geographiclib-geodesic';
import { latOf, lonOf, type Ring } from './areaGeometry.ts';
import { findTouches } from '../check/crossings.ts';
import { GeometryError } from '../geometryError.ts';
import { gridRing } from '../grid.ts';

const { Geodesic } = geographiclib;
const WGS84 = Geodesic.WGS84;

/** Piece length divided by the root of the segment's length, metres: lines look curved at every scale. */
const PIECE = 200;
const PIECES_MAX = 400;

/**
 * A measured line on the ellipsoid (§4 Measure, decision 17). Every segment is the geodesic between its ends.
 * Longitudes are continuous from the first vertex and may leave ±180.
 */
export interface Trace {
  /** The line with the curves of its geodesics; for an area it returns to its first vertex. */
  line: readonly Position[];
  vertices: readonly Position[];
  /** In the middle of each segment. */
  middles: readonly Position[];
  segmentMetres: readonly number[];
  /** Length; for an area its perimeter. */
  metres: number;
  /** Area on the ellipsoid between geodesics; null for a distance and for fewer than three vertices. */
  areaKm2: number | null;
  /** The closed outline of an area; around a pole it includes the pole. Null if areaKm2 is. */
  ring: Ring | null;
}

interface Segment {
  metres: number;
  /** From the first end to the second; longitudes continuous from the first. */
  points: Position[];
  middle: Position;
}

function segmentOf(from: Position, to: Position): Segment {
  const line = WGS84.InverseLine(latOf(from), lonOf(from), latOf(to), lonOf(to));
  const metres = line.s13;
  const at = (share: number): Position => {
    const { lon2, lat2 } = line.Position(
      metres * share,
      Geodesic.LONGITUDE | Geodesic.LATITUDE | Geodesic.LONG_UNROLL,
    );
    return [lon2 ?? Number.NaN, lat2 ?? Number.NaN];
  };
  const count = Math.min(PIECES_MAX, Math.max(1, Math.ceil(Math.sqrt(metres / PIECE))));
  const points = Array.from({ length: count - 1 }, (_, index) => at((index + 1) / count));
  // the ends are the clicked positions, not the computed ends of the geodesic
  const last: Position = [lonOf(to) + 360 * Math.round((lonOf(at(1)) - lonOf(to)) / 360), latOf(to)];
  return { metres, points: [from, ...points, last], middle: at(0.5) };
}

/** Area in m² of the smaller side of a ring, positive if the ring is counter-clockwise. */
function signedSquareMetres(vertices: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const vertex of vertices) polygon.AddPoint(latOf(vertex), lonOf(vertex));
  return polygon.Compute(false, true).area ?? Number.NaN;
}

/** The line as a closed ring; if it goes once around the globe, the pole that it contains is added. */
function ringOf(line: readonly Position[], signedArea: number): Ring {
  const [first, last] = [line[0]!, line[line.length - 1]!];
  const turn = lonOf(last) - lonOf(first);
  if (Math.abs(turn) < 180) return [...line.slice(0, -1), first];
  const pole = Math.sign(turn * signedArea) * 90;
  return [...line, [lonOf(last), pole], [lonOf(first), pole], first];
}

/**
 * Measures a line of vertices on the ellipsoid.
 * @param vertices degrees, longitude first; for an area without a closing position
 */
export function traceOf(kind: 'distance' | 'area', vertices: readonly Position[]): Trace {
  const isArea = kind === 'area' && vertices.length > 2;
  const line: Position[] = vertices.slice(0, 1);
  const shown: Position[] = [...line];
  const middles: Position[] = [];
  const segmentMetres: number[] = [];
  const stops = isArea ? [...vertices.slice(1), vertices[0]!] : vertices.slice(1);
  for (const stop of stops) {
    const { metres, points, middle } = segmentOf(line[line.length - 1]!, stop);
    line.push(...points.slice(1));
    shown.push(line[line.length - 1]!);
    middles.push(middle);
    segmentMetres.push(metres);
  }
  if (isArea) shown.pop();
  const area = isArea ? signedSquareMetres(vertices) : null;
  return {
    line,
    vertices: shown,
    middles,
    segmentMetres,
    metres: segmentMetres.reduce((sum, metres) => sum + metres, 0),
    areaKm2: area === null ? null : Math.abs(area) / 1e6,
    ring: area === null ? null : ringOf(line, area),
  };
}

/**
 * Where an area's outline meets itself, so that its area is undefined. Null if nowhere, or for a distance.
 */
export function crossingOf({ ring }: Trace): { lon: number; lat: number } | null {
  if (ring === null) return null;
  const { x, y } = gridRing(ring);
  // pieces may be shorter than a cell of the grid
  const isNew = (_: number, at: number) => at === 0 || x[at] !== x[at - 1] || y[at] !== y[at - 1];
  try {
    findTouches([{ x: x.filter(isNew), y: y.filter(isNew) }]);
    return null;
  } catch (error) {
    if (!(error instanceof GeometryError) || error.code !== 'selfCrossing') throw error;
    return { lon: Number(error.params['lon']), lat: Number(error.params['lat']) };
  }
}
