import * as z from 'zod/mini';
import { envelope, instant, utcDay } from './calls/envelope.ts';
import { CLOUD, OFF_NADIR, PRODUCT_MODES, SOURCES } from './limits.ts';
import { SENSOR_TYPES, SENSORS, type SensorType } from './sensors.ts';

/** §3 Search condition. Dates are UTC days, both inclusive; angles in degrees; gsd in metres. */
export const searchCondition = z.object({
  aoiWkt: z.string().check(z.minLength(1)),
  acquisitionDateFrom: utcDay,
  acquisitionDateTo: utcDay,
  maxCloudCover: z.number().check(z.gte(CLOUD.min), z.lte(CLOUD.max)),
  maxOffNadirAngle: z.number().check(z.gte(OFF_NADIR.min), z.lte(OFF_NADIR.max)),
  sensorType: z.enum(SENSOR_TYPES),
  satList: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200)),
  /** Only for sensor types that have it (contract/sensors.ts). */
  gsd: z.optional(z.number().check(z.gt(0))),
  /** Only for sensor types that have it (contract/sensors.ts). */
  productMode: z.optional(z.enum(PRODUCT_MODES)),
});
export type SearchCondition = z.infer<typeof searchCondition>;

const position = z.array(z.number()).check(z.minLength(2));
const ring = z.array(position).check(z.minLength(4));

/** A footprint in WGS 84, longitude before latitude (RFC 7946). */
export const footprint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).check(z.minLength(1)) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).check(z.minLength(1))) }),
]);
export type Footprint = z.infer<typeof footprint>;

/**
 * Decision 3: the facts of a scene. Unknown values are null.
 * acquisitionDate ISO 8601 UTC · gsd m · cloudCover % · angles degrees · area km².
 */
const sceneProperties = z.object({
  productId: z.string(),
  acquisitionDate: z.nullable(instant),
  satellite: z.nullable(z.string()),
  satCode: z.nullable(z.string()),
  sensor: z.nullable(z.string()),
  sensorType: z.nullable(z.enum(SENSOR_TYPES)),
  gsd: z.nullable(z.number()),
  cloudCover: z.nullable(z.number()),
  offNadirAngle: z.nullable(z.number()),
  sunElevation: z.nullable(z.number()),
  area: z.nullable(z.number()),
  orbitDirection: z.nullable(z.string()),
  sideLookDirection: z.nullable(z.string()),
  imagingMode: z.nullable(z.string()),
  productMode: z.nullable(z.enum(PRODUCT_MODES)),
  sourceCode: z.nullable(z.enum(SOURCES)),
  supplier: z.nullable(z.string()),
  quicklookUrl: z.nullable(z.string()),
  /** Whether the scene is from the simulated constellation (decision 27). */
  simulated: z.boolean(),
  /** Extension: how to credit a real open scene; null for all others. */
  attribution: z.optional(z.nullable(z.string())),
  /** Extension: name of the archive elsewhere that a scene came from; null for all others (decision 250). */
  source: z.optional(z.nullable(z.string())),
});
export type SceneProperties = z.infer<typeof sceneProperties>;

export const scene = z.object({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: footprint,
  properties: sceneProperties,
});
export type Scene = z.infer<typeof scene>;

/** The media type of a search reply whose scenes are a table; asked for by `Accept`. */
export const SCENE_TABLE_TYPE = 'application/vnd.groundtrack.scene-table.2+json';

const cell = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

/**
 * Scenes by columns, a quarter of their size as GeoJSON once compressed. A column lists a value for each scene, or each value
 * once (`values`) with its place for each scene (`at`; absent: the only one). Instants and positions are integers as differences.
 */
const sceneTable = z.object({
  count: z.number(),
  /** The facts of the scenes but for those below. */
  columns: z.record(
    z.string(),
    z.union([z.array(cell), z.object({ values: z.array(cell), at: z.optional(z.array(z.number())) })]),
  ),
  /** Whether a product id has `*` for the second of its acquisition, written as 20261114T032205. */
  isStamped: z.boolean(),
  /** acquisitionDate in microseconds since 1970, each as the difference from the scene before; null: it is a column. */
  instants: z.nullable(z.array(z.number())),
  /**
   * Longitude and latitude of every position but the last of a ring, times `scale`: how much they differ from what is expected from those
   * before, less the same difference of the ring before.
   */
  positions: z.array(z.number()),
  scale: z.number(),
  /** For each scene the number of parts, each one's number of rings, each one's number of positions; null: one ring of 5. */
  shapes: z.nullable(z.array(z.number())),
  /** A quicklook's address: `before`, the encoded product id, `after`. */
  quicklooks: z.object({ before: z.string(), after: z.string() }),
});
export type SceneTable = z.infer<typeof sceneTable>;

/** Decision 3: a GeoJSON FeatureCollection with an additional `result`. Newest first. */
export const searchReply = z.object({
  ...envelope,
  type: z.optional(z.literal('FeatureCollection')),
  features: z.optional(z.array(scene)),
  /** In place of `features` for a client that accepts it (SCENE_TABLE_TYPE); an extension. */
  table: z.optional(sceneTable),
  /** Number of matching scenes, including those beyond the cap. */
  numberMatched: z.optional(z.number()),
});
export type SearchReply = z.infer<typeof searchReply>;
/** The conditions of a search that can be relaxed; `all` of them at once. */
const RELAXABLE = [
  'dates',
  'cloudCover',
  'offNadirAngle',
  'resolution',
  'satellites',
  'productMode',
  'sensor',
  'all',
] as const;
export type Relaxable = (typeof RELAXABLE)[number];

/**
 * The change to the search that relaxes one condition, or two, and the number of scenes that would then match.
 * Absent fields stay unchanged; `productMode: null` and `gsd: null` remove the field.
 */
export const relaxation = z.object({
  filter: z.enum(RELAXABLE),
  /** The second of two, where no single one is the cause. */
  also: z.optional(z.enum(RELAXABLE)),
  change: z.object({
    acquisitionDateFrom: z.optional(utcDay),
    acquisitionDateTo: z.optional(utcDay),
    maxCloudCover: z.optional(z.number()),
    maxOffNadirAngle: z.optional(z.number()),
    sensorType: z.optional(z.enum(SENSOR_TYPES)),
    satList: z.optional(z.array(z.string())),
    gsd: z.optional(z.nullable(z.number())),
    productMode: z.optional(z.nullable(z.enum(PRODUCT_MODES))),
  }),
  /** Number of scenes, counted up to the cap of a search plus one. */
  numberMatched: z.number(),
});
export type Relaxation = z.infer<typeof relaxation>;
/** Cells of the Mercator map in each direction at a level: 8 pixels of a map at zoom `level`, as MapLibre counts it. */
export const coverageColumns = (level: number): number => 64 * 2 ** level;
/** Levels at which the whole world is counted, and all of them. */
export const COVERAGE_LEVELS = { world: 3, most: 12 } as const;
/** Side of the largest part of the map that is counted at a level, cells. */
export const COVERAGE_CELLS_MAX = 1_024;

const edge = (most: number) => z.optional(z.coerce.number().check(z.gte(-most), z.lte(most)));
/** Which scenes are counted: of a sensor, of UTC days, both included, and beyond the world's levels within bounds, degrees. */
export const coverageQuery = z.object({
  sensorType: z.enum(SENSOR_TYPES),
  from: utcDay,
  to: utcDay,
  level: z.coerce.number().check(z.int(), z.gte(0), z.lte(COVERAGE_LEVELS.most)),
  west: edge(180),
  south: edge(90),
  east: edge(180),
  north: edge(90),
});
export type CoverageQuery = z.infer<typeof coverageQuery>;

/** How many scenes have their middle where: for each cell with any its column, its row (from the upper left) and the number. */
export const coverage = z.object({ level: z.number(), cells: z.array(z.number()) });
export type Coverage = z.infer<typeof coverage>;

/** How far the nearest covered place may be, km. */
export const NEAREST_KM_MAX = 500;

/** The nearest place that has a scene for a search's conditions, and the scene's facts. */
export const nearestCovered = z.object({
  /** A box as large as the AOI, over the scene. */
  aoiWkt: z.string(),
  /** Its name in the caller's language; null if none is known. */
  place: z.nullable(z.string()),
  /** From the middle of the AOI to the middle of the box. */
  distanceKm: z.number(),
  /** Degrees, clockwise from north. */
  bearing: z.number(),
  acquisitionDate: z.nullable(instant),
  gsd: z.nullable(z.number()),
});
export type NearestCovered = z.infer<typeof nearestCovered>;
/** Most scenes of which the clear share is asked at once. */
const SHARES_MAX = 10_000;

/** The area, and the scenes whose clear share of it is wanted. */
export const clearSharesRequest = z.object({
  aoiWkt: z.string().check(z.minLength(1)),
  productIds: z.array(z.string()).check(z.minLength(1), z.maxLength(SHARES_MAX)),
});

/** How much of an area is clear in each scene, in the order of the request (decision 213). */
export const clearShares = z.object({
  /** Percent of the part that the scene covers, to one decimal; null: not known. */
  shares: z.array(z.nullable(z.number())),
  /** Places in `shares` of those from a mask that is estimated from the quicklook. */
  estimated: z.array(z.number()),
  /** Places in `shares` of those whose mask is not made yet: ask again for them. */
  pending: z.array(z.number()),
});
export type ClearShares = z.infer<typeof clearShares>;

/** The coverage calendar: its number of whole weeks, and how much of the area must be clear in a week that counts, percent. */
export const CALENDAR = { weeks: 52, limit: 90 } as const;
/** Whether a calendar tells what is clear: clouds hide the ground, and there is light to see them by. */
export const countsClear = (sensorType: SensorType): boolean =>
  SENSORS[sensorType].seesClouds && SENSORS[sensorType].light !== 'night';

/** The conditions of a search without its dates, and the last UTC day of the last week; the first one is in our era. */
export const calendarRequest = z.extend(
  z.omit(searchCondition, { acquisitionDateFrom: true, acquisitionDateTo: true }),
  { lastDay: utcDay.check(z.refine((day) => day >= '0002')) },
);
export type CalendarRequest = z.infer<typeof calendarRequest>;

/** What the scenes of a week show of the area together. Its first and last UTC day, both included. */
const calendarWeek = z.object({
  from: utcDay,
  to: utcDay,
  scenes: z.number(),
  /** Percent of the area, to one decimal. */
  covered: z.number(),
  /** The same that at least one scene shows clear; null if the calendar tells no clear shares (`countsClear`). */
  clear: z.nullable(z.number()),
});
export type CalendarWeek = z.infer<typeof calendarWeek>;

/** The weeks, the oldest first. */
export const coverageCalendar = z.object({
  weeks: z.array(calendarWeek),
  /** Scenes whose cloud mask is not made yet, which are clear nowhere: ask again. */
  pending: z.number(),
});
export type CoverageCalendar = z.infer<typeof coverageCalendar>;

/** The content of a successful reply. */
export interface SearchResult {
  features: Scene[];
  numberMatched: number;
  /** Scenes of the reply that could not be read. */
  leftOut?: number | undefined;
}

export const itemAssetsQuery = z.object({ productId: z.string().check(z.minLength(1), z.maxLength(256)) });

/** A file of a scene from another archive, as its STAC Item lists it (decision 264). */
const itemAsset = z.object({
  /** Its name in the Item. */
  key: z.string(),
  title: z.nullable(z.string()),
  type: z.nullable(z.string()),
  roles: z.array(z.string()),
  /** As the Item names them; empty if it doesn't. */
  bandNames: z.array(z.string()),
  bytes: z.nullable(z.number()),
  /** Where anybody may download it; null if it isn't open. */
  href: z.nullable(z.string()),
  /** Where the viewer reads its pixels by range requests; null if it is no image that may be read. */
  imageUrl: z.nullable(z.string()),
});
export type ItemAsset = z.infer<typeof itemAsset>;

export const itemAssets = z.object({ scene, assets: z.array(itemAsset) });
export type ItemAssets = z.infer<typeof itemAssets>;
