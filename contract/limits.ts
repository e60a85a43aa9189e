/**
 * All constants of section 9 of the specification.
 * Lengths in characters, areas in km², durations in milliseconds, angles in degrees unless named otherwise.
 */

/** §9 Field length limits. */
export const FIELD = {
  name: 32,
  email: 64,
  password: 64,
  company: 64,
  /** Not in section 9; the same limit as for the company. */
  nature: 64,
  verifyCode: 6,
  invitationCode: 4,
  orderName: 64,
  contractNum: 32,
  aoiName: 32,
  exportTaskName: 32,
  /** Not in section 9; the same limit as for an AOI. */
  apiKeyName: 32,
} as const;

/** §9 Password minimum. */
export const PASSWORD_MIN = 8;
/** §9 Verify-code resend lock. */
export const CODE_LOCK_MS = 60_000;
/** §3 Registration form: 2 = organization, 1 = individual. */
export const DEFAULT_REG_TYPE = 2;

/** §9 Coordinates. */
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;
/** §9 Default centre-mode width and height, km. */
export const CENTER_SIZE_KM = 5;

/** §9 List page size. */
export const PAGE_SIZE = 10;
/** Validity of a printed quote, days; it is no commitment. */
export const QUOTE_DAYS = 14;
export const ORDER_NUM_MAX = 64;
/** §9 Maximum records per export at a time. */
export const EXPORT_RECORDS_MAX = 100;

/** §9 Search defaults. */
export const CLOUD = { min: 0, max: 100, step: 1, searchDefault: 20, taskingDefault: 30 } as const;
export const OFF_NADIR = { min: 0, max: 45, step: 1, searchDefault: 15, taskingDefault: 45 } as const;
/** §2 Resolution slider (metres). */
export const GSD = { min: 0.1, max: 2, step: 0.1, ticks: [0.3, 0.5, 1, 2], default: 1 } as const;
/** §9 Default date range: the last 3 months up to today. */
export const DEFAULT_RANGE_MONTHS = 3;

/** §9 Area caps, km². */
export const AREA_CAP = {
  utype1: 100_000,
  utype2: 5_000_000,
  all: 10_000_000,
  imageryExport: 10_000,
} as const;

/**
 * §5 Imagery export: AOI area at most 10000 km², as it is shown: 10,000.00 is allowed, 10,000.01 is not.
 */
export function isOverExportCap(areaKm2: number): boolean {
  return Math.round(areaKm2 * 100) > AREA_CAP.imageryExport * 100;
}

/** §6 utype from which AI analytics may be used. */
export const ANALYTICS_UTYPE = 6;
/** Layer values: longest side of a window, pixels, and maximum bands of a reply. */
export const VALUES = { side: 256, bands: 8 } as const;
/** AI analytics: maximum pixels per analysis of a layer; a large AOI is read at a coarser resolution. */
export const ANALYTICS_PIXELS_MAX = 1_048_576;
/** AI analytics: number of land-cover classes. */
export const CLASSES = { min: 2, max: 8, default: 5 } as const;
/** §2 utype that sees the contract number in the tasking order. */
export const CONTRACT_UTYPE = 6;

/** §4 Order status below which an order may be cancelled. */
export const CANCEL_BELOW_STATUS = 5;

/** §2 Map defaults; the zoom is in the 256-pixel tile convention (decision 18). */
export const MAP_START = { longitude: 103.85, latitude: 1.28, zoom: 18 } as const;
/** Decision 18: shown zoom = MapLibre's own + 1. */
export const ZOOM_SHOWN_OFFSET = 1;
/** §9 Map initialisation delay. */
export const MAP_INIT_DELAY_MS = 500;
/** §9 Layer selector close delay. */
export const LAYER_CLOSE_DELAY_MS = 200;
/** §9 Local storage key of the base map. */
export const BASE_MAP_STORAGE_KEY = 'map_default';
/** §9 Dialog widths, px. */
export const DIALOG_WIDTH = {
  success: 480,
  imageryExport: 480,
  upload: 600,
  coordinates: 600,
  tasking: 1080,
} as const;
/** §9 Daily usage window, days. */
export const USAGE_DAYS = 14;
/** §9 Accepted upload extensions. */
export const UPLOAD_EXTENSIONS = ['.shp', '.kml', '.geojson', '.kmz', '.zip'] as const;

/** Best cover: the requested share of the AOI, percent. */
export const COVER_SHARE = { min: 50, max: 100, default: 95 } as const;
/** Decision 33: maximum characters of one value in the page address; longer ones are stored in the tab. */
export const ADDRESS_VALUE_MAX = 800;
/** Maximum characters of a copied link; RFC 9110 asks every program to take as many. */
export const LINK_MAX = 8_000;
/** Searches whose results stay loaded, for back and forward. */
export const SEARCHES_LOADED_MAX = 4;
/** Decision 3: maximum scenes of a reply. */
export const SEARCH_CAP_DEFAULT = 5_000;
/** The most that a server can be set to. */
export const SEARCH_CAP_MAX = 100_000;
/** Maximum size of a JSON body, bytes; enough for an AOI of 10,000 vertices. */
export const BODY_MAX_BYTES = 2 * 1024 * 1024;
/** Additional bytes per scene for a saved search, whose body includes the result (decision 8). */
export const SAVED_SCENE_BYTES = 2_048;
export const AOI_VERTICES_MAX = 10_000;
/** Smallest AOI, km²: 1 m², about the finest pixel that is sold and two digits above the grid of 1e-7°. */
export const AOI_KM2_MIN = 1e-6;
export const ORDERS_REFRESH_MS = 5_000;
export const EXPORTS_REFRESH_MS = 2_000;
/** Time to undo the deletion of a saved item, before the call is sent. */
export const DELETE_UNDO_MS = 5_000;
/** Maximum wait for the reply to a submit; after it the client asks the server what the submit made. */
export const SUBMIT_REPLY_WAIT_MS = 20_000;
export const CALL_TIMEOUT_MS = 30_000;

/** §3 Other sets. */
export const PRODUCT_LEVELS = ['L1', 'L2A', 'L3A', 'L3B', 'L3C', 'L3D', 'L5C', 'L5D'] as const;
export const PRODUCT_MODES = ['MONO', 'STEREO', 'TRISTEREO'] as const;
export const PROJECTIONS = ['LAT_LON', 'UTM'] as const;
export const SOURCES = ['S', 'C', 'CA', 'A'] as const;
export const BASE_MAPS = ['OSM', 'GMAP'] as const;

export type ProductLevel = (typeof PRODUCT_LEVELS)[number];
export type ProductMode = (typeof PRODUCT_MODES)[number];
export type Projection = (typeof PROJECTIONS)[number];
export type SourceCode = (typeof SOURCES)[number];
export type BaseMap = (typeof BASE_MAPS)[number];

/**
 * §5 Tasking from search: the source code for a satellite code prefix.
 * @returns null if the satellite isn't supported
 */
export function sourceOfSatellite(code: string): SourceCode | null {
  if (code.startsWith('SV')) return 'S';
  if (code.startsWith('OB')) return 'C';
  if (code.startsWith('BJ')) return 'A';
  return null;
}

/** §5 Search: the largest AOI that an account of this utype may search, km². */
export function areaCapKm2(utype: number): number {
  if (utype === 1) return AREA_CAP.utype1;
  if (utype === 2) return AREA_CAP.utype2;
  return AREA_CAP.all;
}
