import { SEARCH_CAP_DEFAULT, SEARCH_CAP_MAX } from '../../../contract/limits.ts';
import { DELIVERED_PIXELS_MAX } from '../../../contract/orders/product.ts';
import { LOG_LEVELS } from '../log.ts';
import { elementsFile } from './orbitElements.ts';
import {
  decimal,
  flag,
  hosts,
  lines,
  objectPlace,
  oneOf,
  optional,
  origins,
  pageAddress,
  percent,
  someOf,
  text,
  tileTemplates,
  url,
  whole,
} from './settingReaders.ts';

/** Kinds of background work, each of which can have processes of its own. */
export const WORK_KINDS = [
  'orders',
  'deliveries',
  'mails',
  'watches',
  'exports',
  'imagery',
  'archive',
  'masks',
  'sources',
  'tidying',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A setting of the environment: its default as text ('' for none), its meaning and its reader. */
interface Setting<T> {
  readonly fallback: string;
  readonly meaning: string;
  readonly read: (text: string) => T;
}

function setting<T>(fallback: string, meaning: string, read: (text: string) => T): Setting<T> {
  return { fallback, meaning, read };
}

/** All settings: `npm run operator -- settings` and docs/settings.md print this table. */
export const SETTINGS = {
  PORT: setting('8080', 'Port to listen on; 0 takes a free one.', whole(0, 65_535)),
  HOST: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 for every network of the machine.', text),
  DATA_DIR: setting('./data', 'Folder of the embedded database and of delivered files.', text),
  DATABASE_URL: setting(
    '',
    'PostgreSQL, with or without PostGIS, instead of the embedded database.',
    optional(url('postgres:', 'postgresql:')),
  ),
  DATABASE_READ_URL: setting(
    '',
    'A read replica of DATABASE_URL that searches go to.',
    optional(url('postgres:', 'postgresql:')),
  ),
  FILES_URL: setting(
    '',
    'Object store of the files instead of DATA_DIR: s3://bucket/prefix?region=…&endpoint=…&public=… (its keys: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY).',
    optional(objectPlace),
  ),
  PUBLIC_URL: setting(
    '',
    "The portal's address as users see it, for links in mails and replies.",
    optional(url('http:', 'https:')),
  ),
  HOSTS: setting(
    '',
    'Without PUBLIC_URL: host names, with or without port, separated by commas, that links in replies may have beside localhost. The first one stands for any other that a request names; without one, the address it reached.',
    hosts,
  ),
  ALLOWED_ORIGINS: setting(
    '',
    'Further addresses of the portal, separated by spaces, whose pages may log in.',
    origins,
  ),
  TRUST_PROXY: setting(
    'off',
    "Take the client's address from X-Forwarded-For (behind a proxy of yours only).",
    flag,
  ),
  SMTP_URL: setting(
    '',
    'Mail server, smtp://user:password@host:port; without it emails are written to the data folder.',
    optional(url('smtp:', 'smtps:')),
  ),
  MAIL_FROM: setting('groundtrack@localhost', 'Sender of emails.', text),
  APP_NAME: setting('Groundtrack', 'Name of the portal that users see.', text),
  REGISTRATION_ALLOWED: setting('on', 'Whether visitors can register.', flag),
  ORDER_ARCHIVE: setting('on', 'Whether archived scenes can be ordered.', flag),
  ORDER_TASKING: setting('on', 'Whether new acquisitions can be ordered.', flag),
  IMAGERY_EXPORT: setting('on', 'Whether imagery layers can be exported.', flag),
  SEARCH_CAP: setting(
    String(SEARCH_CAP_DEFAULT),
    'Most scenes in one search reply.',
    whole(1, SEARCH_CAP_MAX),
  ),
  OSM_TILES: setting(
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    'Tile addresses of the OSM base map; empty for the built-in outline map.',
    tileTemplates,
  ),
  OSM_ATTRIBUTION: setting('© OpenStreetMap contributors', 'Attribution of the OSM base map.', text),
  OSM_MAX_ZOOM: setting('19', 'Largest zoom of the OSM tiles.', whole(0, 24)),
  GMAP_TILES: setting('', 'Tile addresses of the GMAP base map, instead of GMAP_KEY.', tileTemplates),
  GMAP_KEY: setting(
    '',
    'Key of the Google Map Tiles API; one that is bound to a site needs PUBLIC_URL too.',
    optional(text),
  ),
  GMAP_API: setting(
    'https://tile.googleapis.com',
    'Address of the Google Map Tiles API.',
    url('http:', 'https:'),
  ),
  GMAP_ATTRIBUTION: setting('© Google', 'Attribution of the GMAP base map.', text),
  GMAP_MAX_ZOOM: setting('22', 'Largest zoom of the GMAP tiles.', whole(0, 24)),
  ANALYTICS_URL: setting('/aimf/index.html', 'Page of the AI analytics.', pageAddress),
  TERMS_URL: setting('./docs/terms_order.pdf', 'Terms of an order.', pageAddress),
  SELLER_NAME: setting('', 'Seller on receipts and statements; APP_NAME by default.', text),
  SELLER_ADDRESS: setting('', 'Address of the seller; | separates its lines.', lines),
  SELLER_REGISTRATION: setting('', 'Registration or tax number of the seller.', text),
  TAX_PERCENT: setting(
    '0',
    'Tax on the price of an order, percent with two decimals at most; receipts state it, and the total with it.',
    percent,
  ),
  WEBHOOKS_PRIVATE: setting('off', 'Allow webhooks to http and to private addresses, for tests only.', flag),
  SUPPLIER_STEP_SECONDS: setting(
    '10',
    'Seconds between two steps of an order at the simulated supplier; an order has five steps.',
    decimal(0.05, 86_400),
  ),
  DELIVERY_MEGAPIXELS: setting(
    String(DELIVERED_PIXELS_MAX / 1e6),
    'Largest image of the simulated supplier, megapixels; larger areas are delivered with larger pixels.',
    decimal(0.01, 1_000),
  ),
  IMAGERY_EXPORT_MAX_GB: setting(
    '16',
    'Largest imagery export, gigabytes before compression.',
    decimal(0.001, 10_000),
  ),
  ACCOUNT_SEARCHES: setting(
    '1',
    'Searches of one account at the same time; more wait for their turn.',
    whole(1, 100),
  ),
  ACCOUNT_CALLS: setting(
    '4',
    'Other short calls of one account at the same time; more wait for their turn.',
    whole(1, 100),
  ),
  API_KEY_CALLS: setting('300', 'Calls that one API key may make in a minute.', whole(1, 1_000_000)),
  ACCOUNT_WAITING: setting(
    '100',
    'Calls of one kind that may wait for one account, map tiles five times as many; more get 429.',
    whole(1, 10_000),
  ),
  SERVER_WAITING: setting(
    '2000',
    'Calls of one kind that may wait for all accounts together; more get 503.',
    whole(1, 100_000),
  ),
  ADDRESS_CONNECTIONS: setting(
    '256',
    'Connections that one address (of IPv6, one /64 network) may have at a time; not limited with TRUST_PROXY.',
    whole(1, 100_000),
  ),
  ACCOUNT_EXPORTS: setting(
    '20',
    'Exports of one account in process, of scenes and of imagery each; more get 429.',
    whole(1, 10_000),
  ),
  ACCOUNT_ORDERS: setting('200', 'Orders of one account in process; more get 429.', whole(1, 100_000)),
  DISK_RESERVE_GB: setting(
    '1',
    'Disk space that a new export leaves free beside what earlier exports and orders will write, gigabytes.',
    decimal(0, 100_000),
  ),
  SCENES: setting(
    '300000',
    'Scenes of the simulated archive: the first 20,000 on a first start, the others in the background; 0 for none.',
    whole(0, 5_000_000),
  ),
  SAMPLES: setting(
    'on',
    'Three real open scenes of Landsat and Umbra in the archive, which can be ordered for nothing.',
    flag,
  ),
  SEED: setting('1', 'Seed of the simulated archive.', whole(0, 2_147_483_647)),
  CLOCK_SHIFT: setting(
    '0',
    "Seconds that the server's clock is ahead of the machine's, for tests only: refused in production.",
    decimal(-4e9, 4e9),
  ),
  ORBIT_ELEMENTS: setting(
    '',
    'File of two-line elements of real satellites (name, line 1, line 2) for the passes of the tasking form.',
    elementsFile,
  ),
  FETCH_THUMBNAILS: setting(
    'off',
    'Whether thumbnails and open images of imported Items are read from the servers that they name.',
    flag,
  ),
  SOURCES_PRIVATE: setting(
    'off',
    'Whether sources and their thumbnails may be on private addresses, such as those of an own network.',
    flag,
  ),
  STAC_PUBLIC: setting(
    'off',
    'Whether anyone may read the archive by the STAC API (/stac); otherwise a session or a key is needed.',
    flag,
  ),
  DEMO: setting(
    '',
    'Demo accounts; by default on with the embedded database, unless HOST or PUBLIC_URL opens it to other machines.',
    optional(flag),
  ),
  DEMO_IMAGERY: setting(
    '',
    "Imagery layers on a first start: two of NASA's, two simulated ones and the open samples; by default like DEMO.",
    optional(flag),
  ),
  INSPECT: setting(
    'off',
    'Whether ?inspect shows what the machines of a page do, in /machines.html (docs/inspector.md).',
    flag,
  ),
  SAVE_SESSION: setting(
    'off',
    'Whether Ctrl+Shift+S in the portal saves what its machines did last, without secrets, to replay it (docs/inspector.md).',
    flag,
  ),
  WATCHDOG_SECONDS: setting(
    '10',
    'Seconds after which a process ends whose loop is held, so that its supervisor starts another; 0 for never.',
    whole(0, 3_600),
  ),
  SUPERVISE: setting(
    'off',
    'Whether the first process starts another one for the calls, and again when it ends. npm start does.',
    flag,
  ),
  METRICS_PORT: setting(
    '',
    'Port of /metrics in the Prometheus text format, on HOST too; none by default. Keep it from the public.',
    optional(whole(0, 65_535)),
  ),
  PROCESSES: setting(
    '1',
    'Server processes that share the port, as many as cores; the limits of accounts count in each. kill -USR2 restarts them one by one.',
    whole(1, 64),
  ),
  MEMORY_MB: setting(
    '512',
    "Memory of each server or worker process, megabytes, beside what PostgreSQL takes: it bounds caches and threads, and with SUPERVISE or several PROCESSES how far V8's heap grows before it is collected.",
    whole(256, 1_000_000),
  ),
  WORK: setting(
    'all',
    `Background work of a server: all, none, or some of ${WORK_KINDS.join(', ')}, with commas; the rest is npm run worker's.`,
    someOf(WORK_KINDS),
  ),
  LOG_LEVEL: setting('info', `What is logged: ${LOG_LEVELS.join(', ')}.`, oneOf(LOG_LEVELS)),
} as const;

/** The settings as rows for a table: name, default, meaning. */
export const settingRows = Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => ({
  name,
  fallback,
  meaning,
}));
