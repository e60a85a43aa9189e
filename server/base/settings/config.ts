import path from 'node:path';
import { SETTINGS } from './settingTable.ts';
import { SettingError } from './settingReaders.ts';

type SettingName = keyof typeof SETTINGS;
type Values = { [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['read']> };

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
  if (environment['NODE_ENV'] === 'production' && Number(environment['CLOCK_SHIFT'] ?? 0) !== 0)
    problems.push('CLOCK_SHIFT is for tests: NODE_ENV=production refuses it');
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(entries) as Values;
}

/** Hosts that only this machine can reach. */
export const LOOPBACK = /^(127(\.\d+){3}|::1|\[::1\]|localhost)$/i;

/**
 * Reads the configuration from the environment.
 * @throws ConfigError listing all errors
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const values = readAll(environment);
  const exposed = values.PUBLIC_URL !== null || !LOOPBACK.test(values.HOST);
  const demo = values.DEMO ?? (values.DATABASE_URL === null && !exposed);
  return {
    port: values.PORT,
    host: values.HOST,
    /** Absolute. */
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    /** The bucket of the files; null for a folder of the data folder. */
    filesUrl: values.FILES_URL,
    publicUrl: values.PUBLIC_URL,
    /** Hosts, some with a port, that links may name. */
    hosts: values.HOSTS,
    allowedOrigins: values.ALLOWED_ORIGINS,
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
    seller: {
      name: values.SELLER_NAME || values.APP_NAME,
      address: values.SELLER_ADDRESS,
      registration: values.SELLER_REGISTRATION,
    },
    /** On the price of an order. */
    taxPercent: values.TAX_PERCENT,
    /** Whether webhooks may use http and private addresses. */
    webhooksPrivate: values.WEBHOOKS_PRIVATE,
    supplierStepSeconds: values.SUPPLIER_STEP_SECONDS,
    /** The most pixels of a simulated image. */
    deliveryPixels: values.DELIVERY_MEGAPIXELS * 1e6,
    /** Bytes. */
    imageryExportMax: values.IMAGERY_EXPORT_MAX_GB * 1e9,
    /** At the same time, of one account. */
    accountSearches: values.ACCOUNT_SEARCHES,
    accountCalls: values.ACCOUNT_CALLS,
    /** Waiting calls of one kind, of one account and of all. */
    accountWaiting: values.ACCOUNT_WAITING,
    apiKeyCalls: values.API_KEY_CALLS,
    serverWaiting: values.SERVER_WAITING,
    addressConnections: values.ADDRESS_CONNECTIONS,
    /** 0: never. */
    watchdogSeconds: values.WATCHDOG_SECONDS,
    supervise: values.SUPERVISE,
    /** In process, of one account. */
    accountExports: values.ACCOUNT_EXPORTS,
    accountOrders: values.ACCOUNT_ORDERS,
    /** Bytes. */
    diskReserve: values.DISK_RESERVE_GB * 1e9,
    scenes: values.SCENES,
    /** By the satellite's name or code, in upper case. */
    orbitElements: values.ORBIT_ELEMENTS,
    fetchThumbnails: values.FETCH_THUMBNAILS,
    sourcesPrivate: values.SOURCES_PRIVATE,
    samples: values.SAMPLES,
    /** Whether the STAC API needs no session and no key. */
    stacPublic: values.STAC_PUBLIC,
    seed: values.SEED,
    /** Seconds that the server's clock is ahead of the machine's; 0 but in tests. */
    clockShift: values.CLOCK_SHIFT,
    demo,
    /** Whether other machines can reach the server, as far as the settings say. */
    exposed,
    demoImagery: values.DEMO_IMAGERY ?? demo,
    inspect: values.INSPECT,
    saveSession: values.SAVE_SESSION,
    metricsPort: values.METRICS_PORT,
    /** Server processes that share the port. */
    processes: values.PROCESSES,
    /** Of each process. */
    memoryMb: values.MEMORY_MB,
    /** Background work of a server process. */
    work: values.WORK,
    logLevel: values.LOG_LEVEL,
  };
}

/** The settings as the server uses them. */
export type Config = ReturnType<typeof readConfig>;
