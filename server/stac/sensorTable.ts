import type { SensorType, SourceCode } from '../../contract/limits.ts';
import { simulatedSatellites } from '../catalogue/simulated/constellation.ts';

/** What an Item says about who took it, in lower case; absent parts are empty. */
export interface ItemOrigin {
  platform: string;
  constellation: string;
  collection: string;
  instruments: readonly string[];
}

/**
 * Decision 4: sensor types by platform, constellation or collection. The first row that matches decides; names are those
 * their operators publish.
 */
const BY_PLATFORM: readonly (readonly [RegExp, SensorType])[] = [
  [
    /^(sentinel-?1|s1[abc]\b|radarsat|rcm|terrasar|tandem-x|paz\b|cosmo-?skymed|csk|csg|iceye|capella|umbra|synspective|saocom|nisar|risat|ers-[12]|alos|palsar|novasar|gaofen-?3|gf-?3\b|kompsat-5)/,
    'SAR',
  ],
  [
    /^(prisma|enmap|emit|desis|eo-1-hyperion|hyperion|zhuhai-1|ohs|gaofen-?5|gf-?5\b|aviris|tanager|pixxel)/,
    'HYPERSPECTRAL',
  ],
  [/^(luojia|black-?marble|viirs-dnb|dmsp)/, 'NIGHT'],
  [/^(jilin-?1-?(sp|video)|vivid-i|carbonite)/, 'VIDEO'],
  [
    /^(sentinel-?2|s2[abc]\b|landsat|naip|planetscope|psscene|skysat|rapideye|dove|worldview|wv0?[1-4]\b|geoeye|quickbird|ikonos|legion|pleiades|phr|pneo|spot|superview|sv-?[12]\b|gaofen|gf-?[1267]\b|ziyuan|zy-?[13]|jilin|beijing|bj-?[23]|tripleblack|triplesat|kompsat|cbers|amazonia|deimos|geosat|dmc|resourcesat|cartosat|liss|aster|terra|aqua|modis|hls|sentinel-?3|venus|formosat|nusat|satellogic|blacksky|eros|theos|vhr)/,
    'OPTICAL',
  ],
];

/** By instrument, where platform and constellation say nothing. */
const BY_INSTRUMENT: readonly (readonly [RegExp, SensorType])[] = [
  [/(^|[^a-z])(c-?sar|x-?sar|l-?sar|p?alsar.*|sar)($|[^a-z])/, 'SAR'],
  [/^(hyperion|hsi|hyc|emit|cmosmss|hyperspectral.*)$/, 'HYPERSPECTRAL'],
  [/^(dnb|ols|nli)$/, 'NIGHT'],
  [/^(video|cmos-video)$/, 'VIDEO'],
  [
    /^(msi|oli|oli-2|tirs|tm|etm\+?|mss|rbv|pms|pan|ms|nac|wfi|wfv|ccd|hirise|olci|avnir.*|prism|aster|vnir|pneo|naomi|dove.*|ps2.*|psb.*|rgb.*|camera.*)$/,
    'OPTICAL',
  ],
];

function matching<T>(rows: readonly (readonly [RegExp, T])[], names: readonly string[]): T | null {
  for (const name of names) {
    const row = rows.find(([pattern]) => pattern.test(name));
    if (row) return row[1];
  }
  return null;
}

/**
 * The sensor type of an Item by the tables above; where they know nothing, by the STAC extensions it uses: `sar:` fields
 * are a radar's, `eo:` fields an electro-optical sensor's.
 * @param fields names of the Item's properties and of its assets' fields
 * @returns null when nothing says it
 */
export function sensorTypeOf(origin: ItemOrigin, fields: Iterable<string>): SensorType | null {
  const { platform, constellation, collection, instruments } = origin;
  const known =
    matching(BY_PLATFORM, [constellation, platform]) ??
    matching(BY_INSTRUMENT, instruments) ??
    matching(BY_PLATFORM, [collection]);
  if (known) return known;
  let isOptical = false;
  for (const field of fields) {
    if (field.startsWith('sar:')) return 'SAR';
    isOptical ||= field.startsWith('eo:');
  }
  return isOptical ? 'OPTICAL' : null;
}

/** The satellite of the settings' list that an Item's platform names, by name or by code; null when it is none of them. */
export function satelliteOf(platform: string): { satCode: string; sourceCode: SourceCode | null } | null {
  const found = simulatedSatellites.find(
    ({ name, code }) => name.toLowerCase() === platform || code.toLowerCase() === platform,
  );
  return found ? { satCode: found.code, sourceCode: found.sourceCode } : null;
}
