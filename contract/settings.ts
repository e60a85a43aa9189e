import * as z from 'zod/mini';
import { utcDay } from './calls/envelope.ts';
import { SENSOR_TYPES } from './sensors.ts';
import { tariff } from './orders/tariff.ts';

/** §3 Satellite config entry; gsd in metres, sensorType from decision 2. */
const satellite = z.object({
  name: z.string(),
  code: z.string(),
  gsd: z.number(),
  sensorType: z.enum(SENSOR_TYPES),
  /** Orbit elements for predicting passes. Like the next three, an extension that may be missing. */
  tle: z.optional(z.object({ line1: z.string(), line2: z.string() })),
  /** Whether the elements are of a simulated orbit. */
  simulated: z.optional(z.boolean()),
  /** Swath width at nadir, km. */
  swathKm: z.optional(z.number()),
  /** Its operator, by the name that scenes have. */
  supplier: z.optional(z.string()),
});
export type Satellite = z.infer<typeof satellite>;

/** Decision 24. `tiles` are XYZ templates; if empty, the client shows the outline map. */
const baseMapSource = z.object({
  tiles: z.array(z.string()),
  attribution: z.string(),
  maxZoom: z.number(),
  /**
   * Address of the attribution of a view, with {zoom}, {north}, {south}, {east}, {west}: Google's terms require the
   * attribution of the visible area.
   */
  attributionUrl: z.optional(z.string()),
  /** HTTP status with which the service refused this portal; the tiles are then missing. */
  refusal: z.optional(z.number()),
});
export type BaseMapSource = z.infer<typeof baseMapSource>;

/** A real open scene to try the search with: the search that finds it. */
const offeredSample = z.object({
  productId: z.string(),
  /** Of the satellite. */
  name: z.string(),
  /** Metres. */
  gsd: z.number(),
  sensorType: z.enum(SENSOR_TYPES),
  /** Name of the place by language; `en` is always present. */
  place: z.record(z.string(), z.string()),
  aoiWkt: z.string(),
  acquisitionDateFrom: utcDay,
  acquisitionDateTo: utcDay,
});
export type OfferedSample = z.infer<typeof offeredSample>;

/** Decision 2: the reply of GET /web/settings, which needs no session. */
export const settings = z.object({
  appName: z.string(),
  registrationAllowed: z.boolean(),
  apis: z.object({ order_archive: z.boolean(), order_tasking: z.boolean(), imagery_export: z.boolean() }),
  satellites: z.array(satellite),
  basemaps: z.object({ OSM: baseMapSource, GMAP: baseMapSource }),
  searchCap: z.number(),
  analyticsUrl: z.string(),
  termsUrl: z.string(),
  /** The calls beyond section 7 that this back end has, by their names in contract/calls/extensions.ts. */
  extensions: z.array(z.string()),
  /** Seconds from the submit of an order to its files: an extension that may be missing. */
  deliverySeconds: z.optional(z.number()),
  /** The most pixels of a simulated image (deliveredPixel): an extension that may be missing (decision 205). */
  deliveryPixels: z.optional(z.number()),
  /** Extension: the prices of archive orders, for estimates before a form is open (decision 150). */
  tariff: z.optional(tariff),
  /** Extension: the tax on the price of an order, percent; absent without one. */
  taxPercent: z.optional(z.number()),
  /** Extension: real open scenes of the archive. */
  samples: z.optional(z.array(offeredSample)),
  /** Extension: the percentage of the archive that is there, while it is being filled. */
  archivePercent: z.optional(z.number()),
});
export type Settings = z.infer<typeof settings>;

/** The settings that a deployment or its back end names; each may be missing. */
export const someSettings = z.partial(settings);
export type SomeSettings = Partial<Settings>;

/** Decision 2: what holds where neither `GET /web/settings` nor `/config.json` says otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  appName: 'Groundtrack',
  registrationAllowed: true,
  apis: { order_archive: true, order_tasking: true, imagery_export: true },
  satellites: [],
  basemaps: {
    OSM: {
      tiles: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
      attribution: '© OpenStreetMap contributors',
      maxZoom: 19,
    },
    GMAP: { tiles: [], attribution: 'Google', maxZoom: 19 },
  },
  searchCap: 5000,
  analyticsUrl: './aimf/index.html',
  termsUrl: './docs/terms_order.pdf',
  extensions: [],
};
