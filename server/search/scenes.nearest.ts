import { NEAREST_KM_MAX, type Footprint, type NearestCovered } from '../../contract/search.ts';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../contract/limits.ts';
import { aoiOf, type Aoi } from '../../src/geo/aoi.ts';
import { rectangleRing, viewBoundsOf, type Bounds } from '../../src/geo/entry/bbox.ts';
import { geodesicBetween } from '../../src/geo/area/distance.ts';
import { pointInside } from '../../src/geo/area/pointInside.ts';
import type { Database } from '../database/open.ts';
import { readCancellably } from '../database/readOnly.ts';
import { conditionsSql, type Statement } from './scenes.search.ts';
import { searchesWithPostgis, type Bind } from './scenes.place.ts';
import { readWkb } from './scenes.wkb.ts';
import { ACQUIRED, type SceneQuery } from './scenes.ts';

/** Kilometres around the AOI in which scenes are looked for, one ring after the other. */
const RINGS_KM = [30, 100, 250, NEAREST_KM_MAX];
/** Scenes of a ring that a box is placed on: those whose bounds are nearest. */
const CANDIDATES_MAX = 50;
/** How long the looking may take in all, ms. */
const BUDGET_MS = 1_500;
const KM_PER_DEGREE = 111.2;
/** Near a pole a kilometre would be ever more degrees of longitude. */
const COS_MIN = 0.02;

type Point = readonly [lon: number, lat: number];

const cosOf = (lat: number): number => Math.max(COS_MIN, Math.cos((lat * Math.PI) / 180));
const middleOf = ([west, south, east, north]: Bounds): Point => [(west + east) / 2, (south + north) / 2];
const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
/** The same longitude in -180..180. */
const homed = (lon: number): number => lon - 360 * Math.round(lon / 360);

/** A box of this size around a point; at the poles it is moved inside. */
function boxAround([lon, lat]: Point, width: number, height: number): Bounds {
  const middle = within(lat, height / 2 - LATITUDE_MAX, LATITUDE_MAX - height / 2);
  return [lon - width / 2, middle - height / 2, lon + width / 2, middle + height / 2];
}

/** An area of a box that may cross 180°. */
const areaOfBox = (box: Bounds): Aoi => aoiOf({ type: 'Polygon', coordinates: [rectangleRing(box)] });

/** The AOI's bounds, widened. */
function ringAround([west, south, east, north]: Bounds, km: number): Footprint {
  const up = km / KM_PER_DEGREE;
  const [low, high] = [Math.max(-LATITUDE_MAX, south - up), Math.min(LATITUDE_MAX, north + up)];
  const side = up / cosOf(Math.max(Math.abs(low), Math.abs(high)));
  if (east - west + 2 * side >= 2 * LONGITUDE_MAX)
    return areaOfBox([-LONGITUDE_MAX, low, LONGITUDE_MAX, high]).geometry;
  const turn = homed(middleOf([west, south, east, north])[0]) - (west + east) / 2;
  return areaOfBox([west + turn - side, low, east + turn + side, high]).geometry;
}

/** The scenes of a ring that satisfy the conditions, those with the nearest bounds first. */
function ringStatement(query: SceneQuery, [lon, lat]: Point, postgis: boolean): Statement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = conditionsSql(query, postgis, bind);
  const [x, y, scale] = [bind(lon), bind(lat), bind(cosOf(lat))];
  const apart = `abs((center(bounds))[0] - ${x}::float8)`;
  const east = `greatest(0, least(${apart}, 360 - ${apart}) - width(bounds) / 2) * ${scale}::float8`;
  const north = `greatest(0, abs((center(bounds))[1] - ${y}::float8) - height(bounds) / 2)`;
  const text = `select footprint, ${ACQUIRED} as "acquisitionDate", gsd from scenes where ${where}
    order by power(${east}, 2) + power(${north}, 2), acquired desc limit ${CANDIDATES_MAX}`;
  return { text, values };
}

/** The box of the AOI's area, moved onto a footprint as little as possible; null if it can't be. */
function boxOn(
  footprint: Footprint,
  from: Point,
  [widthKm, heightKm]: readonly [number, number],
): Bounds | null {
  const [west, south, east, north] = viewBoundsOf(footprint);
  const turn = 360 * Math.round((from[0] - (west + east) / 2) / 360);
  const goal = middleOf([west + turn, south, east + turn, north]);
  const height = heightKm / KM_PER_DEGREE;
  const width = widthKm / KM_PER_DEGREE / cosOf(goal[1]);
  const nested = (value: number, low: number, high: number, size: number): number =>
    within(value, Math.min(low + size / 2, high - size / 2), Math.max(low + size / 2, high - size / 2));
  const first: Point = [
    nested(from[0], west + turn, east + turn, width),
    nested(from[1], south, north, height),
  ];
  // a footprint leaves the corners of its bounds empty
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const at: Point = [first[0] + (goal[0] - first[0]) * share, first[1] + (goal[1] - first[1]) * share];
    if (pointInside([homed(at[0]), at[1]], footprint)) return boxAround([homed(at[0]), at[1]], width, height);
  }
  return null;
}

interface Candidate {
  footprint: Buffer;
  acquisitionDate: string | null;
  gsd: number | null;
}
/** A candidate with the box on it. */
interface Placed extends Candidate {
  at: Bounds;
  metres: number;
  azimuthDeg: number;
}

export interface NearestArea extends Omit<NearestCovered, 'aoiWkt' | 'place'> {
  area: Aoi;
}

/** The sides of a box with the AOI's area and the proportions of its bounds, km. */
function sizeOf(aoi: Aoi, box: Bounds): readonly [number, number] {
  const [width, height] = [
    (box[2] - box[0]) * KM_PER_DEGREE * cosOf(middleOf(box)[1]),
    (box[3] - box[1]) * KM_PER_DEGREE,
  ];
  const scale = Math.sqrt(aoi.areaKm2 / (width * height));
  return [width * scale, height * scale];
}

/** The area of a box, scaled to this one, but no larger: its search may be at the limit. */
function areaScaled(box: Bounds, areaKm2: number): Aoi {
  const scale = Math.sqrt(areaKm2 / areaOfBox(box).areaKm2) * 0.99999;
  return areaOfBox(boxAround(middleOf(box), (box[2] - box[0]) * scale, (box[3] - box[1]) * scale));
}

/**
 * The nearest place within NEAREST_KM_MAX that has a scene for the query's conditions: rings around the AOI are searched
 * one after the other, each through the spatial index and up to CANDIDATES_MAX scenes, for BUDGET_MS in all.
 * @returns null if none is found by then
 * @throws the signal's reason if aborted
 */
export async function nearestTo(
  db: Pick<Database, 'readPool'>,
  aoi: Aoi,
  query: SceneQuery,
  signal?: AbortSignal,
): Promise<NearestArea | null> {
  const postgis = await searchesWithPostgis(db.readPool);
  const over = AbortSignal.timeout(BUDGET_MS);
  const box = viewBoundsOf(aoi.geometry);
  const from: Point = [homed(middleOf(box)[0]), middleOf(box)[1]];
  const size = sizeOf(aoi, box);
  const look = signal === undefined ? over : AbortSignal.any([signal, over]);
  try {
    return await readCancellably(db.readPool, look, async (client) => {
      let nearest: Placed | undefined;
      for (const km of RINGS_KM) {
        const statement = ringStatement({ ...query, area: ringAround(box, km) }, from, postgis);
        const { rows } = await client.query<Candidate>(statement);
        nearest = rows
          .flatMap((candidate): Placed[] => {
            const at = boxOn(readWkb(candidate.footprint), from, size);
            return at === null ? [] : [{ ...candidate, at, ...geodesicBetween(from, middleOf(at)) }];
          })
          .sort((a, b) => a.metres - b.metres)[0];
        // a box beyond the ring is farther away than the ring is wide
        if (nearest !== undefined && nearest.metres <= km * 1000) break;
      }
      if (nearest === undefined || nearest.metres > NEAREST_KM_MAX * 1000) return null;
      const { at, metres, azimuthDeg, acquisitionDate, gsd } = nearest;
      return {
        area: areaScaled(at, aoi.areaKm2),
        distanceKm: Math.round(metres / 100) / 10,
        bearing: Math.round(azimuthDeg + 360) % 360,
        acquisitionDate,
        gsd,
      };
    });
  } catch (error) {
    if (over.aborted && signal?.aborted !== true) return null;
    throw error;
  }
}
