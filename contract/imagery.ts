import * as z from 'zod/mini';
import { envelope, id, instant, rowName } from './calls/envelope.ts';
import { FIELD, VALUES } from './limits.ts';
import { SENSOR_TYPES } from './sensors.ts';

/** §3 Imagery layer. */
export const imageryLayer = z.object({
  id,
  name: z.string(),
  description: z.string(),
  serviceType: z.literal('TMS'),
  existVec: z.boolean(),
  /** Extensions: the covered area (WKT, WGS 84); the number of bands without transparency. */
  footprint: z.optional(z.string()),
  bands: z.optional(z.number()),
  /** Extensions: band names, '' if unnamed; pixel size at the centre of the picture, metres of EPSG:3857. */
  bandNames: z.optional(z.array(z.string())),
  mercatorMetres: z.optional(z.number()),
  /** Extensions: when it was taken, ISO 8601 UTC, and by which kind of sensor; null if that is not known. */
  acquired: z.optional(z.nullable(instant)),
  sensorType: z.optional(z.nullable(z.enum(SENSOR_TYPES))),
});
export type ImageryLayer = z.infer<typeof imageryLayer>;
export const layerParams = z.object({ layerId: z.coerce.number().check(z.int(), z.gte(1)) });
export const layerVector = z.object({ geom: z.string() });

/** §3 Imagery export form: the choices. Resolutions in metres. */
export const OUT_MODES = ['bbox', 'polygon'] as const;
export const OUT_RESOLUTIONS = [2, 1, 0.5] as const;
export const OUT_PROJECTIONS = ['EPSG:3857', 'EPSG:4326'] as const;

/** The fields that affect the price of an imagery export. */
export const imageryExportPriceForm = z.object({
  /** Optional, because the form may be priced before it has a name. */
  taskName: z.optional(z.string().check(z.maxLength(FIELD.exportTaskName))),
  /** The layer's id. */
  dsId: id,
  aoi: z.string().check(z.minLength(1)),
  outMode: z.enum(OUT_MODES),
  outResolution: z.union([z.literal(2), z.literal(1), z.literal(0.5)]),
  outProj: z.enum(OUT_PROJECTIONS),
});
export type ImageryExportPriceForm = z.infer<typeof imageryExportPriceForm>;

/** §3 Imagery export form; outResolution in metres. */
export const imageryExportForm = z.object({
  ...imageryExportPriceForm.shape,
  taskName: z.string().check(z.trim(), z.minLength(1), z.maxLength(FIELD.exportTaskName)),
});
export type ImageryExportForm = z.infer<typeof imageryExportForm>;

/** The estimate of an export before it starts: an extension that may be missing. Pixels and bytes are before compression. */
const imageryExportEstimate = z.object({
  /** The exported area, km²: the AOI, or its bounding box. */
  areaKm2: z.number(),
  creditsPerKm2: z.number(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
  /** The size before compression, which is the maximum size of the file. */
  bytes: z.number(),
});
export type ImageryExportEstimate = z.infer<typeof imageryExportEstimate>;
/** §7: data is a number, in credits. Extension: the estimate with its factors. */
export const imageryExportPriceReply = z.object({
  ...envelope,
  data: z.optional(z.number()),
  estimate: z.optional(imageryExportEstimate),
});

/** §3 Imagery export task. status 1 pending · 2 done · 3 failed. */
export const imageryExportTask = z.object({
  taskNum: z.string(),
  taskName: rowName,
  status: z.nullable(z.number()),
  ctime: instant,
  downloadUrl: z.array(z.string()),
  /** Extensions: progress in percent; the expiry of the file, ISO 8601 UTC; the cost in credits. */
  progress: z.optional(z.number()),
  expiredTime: z.optional(z.nullable(instant)),
  cost: z.optional(z.number()),
});
export const taskNumParams = z.object({ taskNum: z.string().check(z.minLength(1), z.maxLength(64)) });
export type ImageryExportTask = z.infer<typeof imageryExportTask>;
/** §7: list and total directly, with no result wrapper. */
export const imageryExportPage = z.object({ list: z.array(imageryExportTask), total: z.number() });

/** Half the width of the world in EPSG:3857, metres. */
const MERCATOR_HALF = 20_037_508.342789244;
/** A window may be on a neighbouring copy of the world. */
const metres = z.number().check(z.gte(-3 * MERCATOR_HALF), z.lte(3 * MERCATOR_HALF));
const side = z.number().check(z.int(), z.gte(1), z.lte(VALUES.side));

/**
 * Extension: the band values of a layer in a window of EPSG:3857. `west` and `north` are the outer edges of
 * the upper left pixel, `pixel` is the pixel size, all in metres; `bands` count from 0, without transparency.
 */
export const layerValuesRequest = z.object({
  layerId: z.number().check(z.int(), z.gte(1)),
  west: metres,
  north: metres,
  pixel: z.number().check(z.gt(0), z.lte(MERCATOR_HALF)),
  width: side,
  height: side,
  bands: z
    .array(z.number().check(z.int(), z.gte(0), z.lte(31)))
    .check(z.minLength(1), z.maxLength(VALUES.bands)),
});
export type LayerValuesRequest = z.infer<typeof layerValuesRequest>;

/** Samples per requested band, row by row, little-endian Base64. `cover`: pixel coverage, 0 to 255. */
export const layerValues = z.object({
  kind: z.enum(['uint8', 'uint16', 'int16', 'float32']),
  bands: z.array(z.string()),
  cover: z.string(),
});
export type LayerValues = z.infer<typeof layerValues>;
