import path from 'node:path';
import { SEARCH_CAP_DEFAULT } from '../../contract/limits.ts';
import type { BaseMapSource } from '../../contract/settings.ts';
import { LOG_LEVELS } from '../process/log.ts';
import { elementsFile, type OrbitElements } from './orbitElements.ts';
import {
  decimal,
  flag,
  oneOf,
  optional,
  pageAddress,
  SettingError,
  text,
  tileTemplates,
  url,
  whole,
} from './settingReaders.ts';

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
  PUBLIC_URL: setting(
    '',
    "The portal's address as users see it, for links in mails.",
    optional(url('http:', 'https:')),
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
  SEARCH_CAP: setting(String(SEARCH_CAP_DEFAULT), 'Most scenes in one search reply.', whole(1, 100_000)),
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
  SUPPLIER_STEP_SECONDS: setting(
    '10',
    'Seconds between two steps of an order at the simulated supplier; an order has five steps.',
    decimal(0.05, 86_400),
  ),
  IMAGERY_EXPORT_MAX_GB: setting(
    '16',
    'Largest imagery export, gigabytes before compression.',
    decimal(0.001, 10_000),
  ),
  SCENES: setting(
    '20000',
    'Scenes of the simulated archive on a first start; 0 for none.',
    whole(0, 5_000_000),
  ),
  SEED: setting('1', 'Seed of the simulated archive.', whole(0, 2_147_483_647)),
  ORBIT_ELEMENTS: setting(
    '',
    'File of two-line elements of real satellites (name, line 1, line 2) for the passes of the tasking form.',
    elementsFile,
  ),
  FETCH_THUMBNAILS: setting(
    'off',
    'Whether thumbnails of imported Items are fetched from the servers that they name.',
    flag,
  ),
  DEMO: setting('', 'Demo accounts; by default on with the embedded database.', optional(flag)),
  DEMO_IMAGERY: setting(
    '',
    "Imagery layers on a first start: two of NASA's and two simulated ones; by default like DEMO.",
    optional(flag),
  ),
  INSPECT: setting(
    'off',
    'Whether ?inspect shows what the machines of a page do, in /machines.html (docs/inspector.md).',
    flag,
  ),
  LOG_LEVEL: setting('info', `What is logged: ${LOG_LEVELS.join(', ')}.`, oneOf(LOG_LEVELS)),
} as const;

type SettingName = keyof typeof SETTINGS;
type Values = { [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['read']> };

/** The settings as rows for a table: name, default, meaning. */
export const settingRows = Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => ({
  name,
  fallback,
  meaning,
}));

export interface Config {
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | null;
  databaseReadUrl: string | null;
  publicUrl: string | null;
  trustProxy: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  appName: string;
  registrationAllowed: boolean;
  apis: { order_archive: boolean; order_tasking: boolean; imagery_export: boolean };
  searchCap: number;
  osm: BaseMapSource;
  gmap: BaseMapSource;
  gmapKey: string | null;
  gmapApi: string;
  analyticsUrl: string;
  termsUrl: string;
  supplierStepSeconds: number;
  /** Bytes. */
  imageryExportMax: number;
  scenes: number;
  /** By the satellite's name or code, in upper case. */
  orbitElements: OrbitElements;
  fetchThumbnails: boolean;
  seed: number;
  demo: boolean;
  demoImagery: boolean;
  inspect: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** All errors of the environment, one sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

function readAll(environment: Readonly<Record<string, string | undefined>>): Values {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, { fallback, read }]) => {
    // an empty value means "none" if the setting allows that, otherwise the default
    const given = environment[name];
    const value = given === undefined ? fallback : given.trim();
    try {
      return [name, read(value)];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      // never the value of a URL or a key: it may contain a password
      const shown = /URL|KEY/.test(name) ? '' : `, not ${JSON.stringify(value)}`;
      problems.push(`${name} ${error.message}${shown}`);
      return [name, undefined];
    }
  });
  if (environment['DATABASE_READ_URL'] && !environment['DATABASE_URL'])
    problems.push('DATABASE_READ_URL needs DATABASE_URL');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(entries) as Values;
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigError listing all errors
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const values = readAll(environment);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    appName: values.APP_NAME,
    registrationAllowed: values.REGISTRATION_ALLOWED,
    apis: {
      order_archive: values.ORDER_ARCHIVE,
      order_tasking: values.ORDER_TASKING,
      imagery_export: values.IMAGERY_EXPORT,
    },
    searchCap: values.SEARCH_CAP,
    osm: { tiles: values.OSM_TILES, attribution: values.OSM_ATTRIBUTION, maxZoom: values.OSM_MAX_ZOOM },
    gmap: { tiles: values.GMAP_TILES, attribution: values.GMAP_ATTRIBUTION, maxZoom: values.GMAP_MAX_ZOOM },
    gmapKey: values.GMAP_KEY,
    gmapApi: values.GMAP_API,
    analyticsUrl: values.ANALYTICS_URL,
    termsUrl: values.TERMS_URL,
    supplierStepSeconds: values.SUPPLIER_STEP_SECONDS,
    imageryExportMax: values.IMAGERY_EXPORT_MAX_GB * 1e9,
    scenes: values.SCENES,
    orbitElements: values.ORBIT_ELEMENTS,
    fetchThumbnails: values.FETCH_THUMBNAILS,
    seed: values.SEED,
    demo: values.DEMO ?? values.DATABASE_URL === null,
    demoImagery: values.DEMO_IMAGERY ?? values.DEMO ?? values.DATABASE_URL === null,
    inspect: values.INSPECT,
    logLevel: values.LOG_LEVEL,
  };
}
