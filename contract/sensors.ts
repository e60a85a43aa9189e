import { OFF_NADIR } from './limits.ts';

/** A band of an image: STAC's common name, or the amplitude of a radar. */
export type BandName = 'red' | 'green' | 'blue' | 'nir' | 'amplitude';

export interface SensorFacts {
  /** Has the additional conditions of a search (§2 Search panel). */
  hasResolution: boolean;
  hasSatellites: boolean;
  hasProductModes: boolean;
  /** New images can be ordered (§5 Tasking from search). */
  isTaskable: boolean;
  /** The light in which it takes images. */
  light: 'day' | 'night' | 'any';
  /** Clouds hide the ground, so its scenes have a cloud cover. */
  seesClouds: boolean;
  /** The off-nadir angle up to which it usually looks, degrees: that of §9, but 45 for radars, which never look as near to nadir as 15. */
  offNadirUsual: number;
  /** A side-looking radar, whose scenes have the fields of STAC's `sar` extension. */
  isRadar: boolean;
  /** The style of its scenes in the simulated archive. */
  painting: 'naturalColour' | 'falseColour' | 'radar' | 'nightLights';
  /** The bands of a delivered image of the simulated archive, in the order of the file. */
  bands: readonly BandName[];
  /** Lower-case names in STAC Items, as published by the operators (decision 4). */
  stac: {
    /** Platform, constellation or collection. */
    platforms: RegExp;
    instruments: RegExp;
    /** Prefix of the Item's fields that identifies the type if all names are unknown. */
    fieldPrefix?: string;
  };
}

/** What is so for most types; a row says what is otherwise. */
const USUAL = {
  hasResolution: false,
  hasSatellites: false,
  hasProductModes: false,
  isTaskable: false,
  light: 'day',
  seesClouds: true,
  offNadirUsual: OFF_NADIR.searchDefault,
  isRadar: false,
  painting: 'naturalColour',
  bands: ['red', 'green', 'blue'],
} as const;

/** §3 Sensor types, in the order of the search form. A new type needs a row here, and its texts. */
export const SENSORS = {
  OPTICAL: {
    ...USUAL,
    hasResolution: true,
    hasSatellites: true,
    hasProductModes: true,
    isTaskable: true,
    bands: ['red', 'green', 'blue', 'nir'],
    stac: {
      platforms:
        /^(sentinel-?2|s2[abc]\b|landsat|naip|planetscope|psscene|skysat|rapideye|dove|worldview|wv0?[1-4]\b|geoeye|quickbird|ikonos|legion|pleiades|phr|pneo|spot|superview|sv-?[12]\b|gaofen|gf-?[1267]\b|ziyuan|zy-?[13]|jilin|beijing|bj-?[23]|tripleblack|triplesat|kompsat|cbers|amazonia|deimos|geosat|dmc|resourcesat|cartosat|liss|aster|terra|aqua|modis|hls|sentinel-?3|venus|formosat|nusat|satellogic|blacksky|eros|theos|vhr)/,
      instruments:
        /^(msi|oli|oli-2|tirs|tm|etm\+?|mss|rbv|pms|pan|ms|nac|wfi|wfv|ccd|hirise|olci|avnir.*|prism|aster|vnir|pneo|naomi|dove.*|ps2.*|psb.*|rgb.*|camera.*)$/,
      fieldPrefix: 'eo:',
    },
  },
  SAR: {
    ...USUAL,
    light: 'any',
    seesClouds: false,
    // side-looking: no radar scene is nearer to nadir than about 18°
    offNadirUsual: OFF_NADIR.max,
    isRadar: true,
    painting: 'radar',
    bands: ['amplitude'],
    stac: {
      platforms:
        /^(sentinel-?1|s1[abc]\b|radarsat|rcm|terrasar|tandem-x|paz\b|cosmo-?skymed|csk|csg|iceye|capella|umbra|synspective|saocom|nisar|risat|ers-[12]|alos|palsar|novasar|gaofen-?3|gf-?3\b|kompsat-5)/,
      instruments: /(^|[^a-z])(c-?sar|x-?sar|l-?sar|p?alsar.*|sar)($|[^a-z])/,
      fieldPrefix: 'sar:',
    },
  },
  NIGHT: {
    ...USUAL,
    light: 'night',
    painting: 'nightLights',
    stac: {
      platforms: /^(luojia|black-?marble|viirs-dnb|dmsp)/,
      instruments: /^(dnb|ols|nli)$/,
    },
  },
  VIDEO: {
    ...USUAL,
    stac: {
      platforms: /^(jilin-?1-?(sp|video)|vivid-i|carbonite)/,
      instruments: /^(video|cmos-video)$/,
    },
  },
  HYPERSPECTRAL: {
    ...USUAL,
    painting: 'falseColour',
    bands: ['red', 'green', 'blue', 'nir'],
    stac: {
      platforms:
        /^(prisma|enmap|emit|desis|eo-1-hyperion|hyperion|zhuhai-1|ohs|gaofen-?5|gf-?5\b|aviris|tanager|pixxel)/,
      instruments: /^(hyperion|hsi|hyc|emit|cmosmss|hyperspectral.*)$/,
    },
  },
} as const satisfies Record<string, SensorFacts>;

export type SensorType = keyof typeof SENSORS;
export const SENSOR_TYPES = Object.keys(SENSORS) as [SensorType, ...SensorType[]];
/** The codes as constants: SENSOR.SAR is 'SAR'. */
export const SENSOR = Object.fromEntries(SENSOR_TYPES.map((type) => [type, type])) as {
  readonly [T in SensorType]: T;
};
export const DEFAULT_SENSOR: SensorType = SENSOR.OPTICAL;

/** The facts of a sensor type; null for an unknown type. */
export function sensorFacts(type: string | null): SensorFacts | null {
  return type !== null && Object.hasOwn(SENSORS, type) ? SENSORS[type as SensorType] : null;
}
