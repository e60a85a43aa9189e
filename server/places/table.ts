import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { boundsAround, type Place } from '../../contract/places.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from '../../contract/languages.ts';

/** Rows of table/places.json (scripts/gazetteerTable.mjs); degrees. */
interface Table {
  airports: [
    name: string,
    iata: string,
    city: string,
    country: string,
    latitude: number,
    longitude: number,
  ][];
  ports: [name: string, code: string, country: string, latitude: number, longitude: number][];
  districts: [name: string, city: string, iso2: string, latitude: number, longitude: number][];
}
/**
 * Rows of table/own.json: places in Singapore with their bounds, which no source has, and Chinese names of
 * airports.
 */
interface OwnTable {
  districts: [name: string, chinese: string, bbox: Place['bbox']][];
  ports: [name: string, chinese: string, bbox: Place['bbox']][];
  airports: Record<string, string>;
  regions: Record<string, string>;
}

/** A place of the tables, with its names; `more` has further texts that find it. */
export interface TablePlace {
  kind: 'district' | 'airport' | 'port';
  name: Names;
  region: string | null;
  /** By ISO 3166 code, or by name. */
  country: { iso2: string } | { name: string };
  bbox: Place['bbox'];
  more: readonly string[];
}

/** Half the side of the shown bounds, degrees. */
const HALF = { district: 0.02, airport: 0.03, port: 0.03 } as const;

/** The given names; in other languages the English one. */
const named = (names: { en: string; zh?: string }): Names =>
  namesBy((code) => (names as Partial<Names>)[code] ?? names.en);
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(new URL(`./table/${name}.json`, import.meta.url), 'utf8')) as T;

const own = JSON.parse(readFileSync(new URL('./table/own.json', import.meta.url), 'utf8')) as OwnTable;

/** A region's names; empty in a language in which it has none. */
export const regionNames = (name: string): Names =>
  namesBy((code) => (code === DEFAULT_LANGUAGE ? name : code === 'zh' ? (own.regions[name] ?? '') : ''));

/** Places in Singapore. */
export const ownPlaces = (kind: 'district' | 'port'): TablePlace[] =>
  own[`${kind}s`].map(([en, zh, bbox]) => ({
    kind,
    name: named({ en, zh }),
    region: null,
    country: { iso2: 'SG' },
    bbox,
    more: [],
  }));

/** Districts of large cities, airports with an IATA code, and ports. */
export async function tablePlaces(): Promise<TablePlace[]> {
  const table = await read<Table>('places');
  return [
    ...ownPlaces('district'),
    ...ownPlaces('port'),
    ...table.districts.map(([name, city, iso2, latitude, longitude]): TablePlace => ({
      kind: 'district',
      name: named({ en: name }),
      region: city,
      country: { iso2 },
      bbox: boundsAround(latitude, longitude, HALF.district),
      more: [],
    })),
    ...table.airports.map(([name, iata, city, country, latitude, longitude]): TablePlace => ({
      kind: 'airport',
      name: named({ en: `${name} (${iata})`, zh: `${own.airports[iata] ?? name} (${iata})` }),
      region: city === '' ? null : city,
      country: { name: country },
      bbox: boundsAround(latitude, longitude, HALF.airport),
      more: [
        iata,
        name,
        `${city} airport`,
        ...(own.airports[iata] === undefined ? [] : [own.airports[iata]]),
      ],
    })),
    ...table.ports.map(([name, code, country, latitude, longitude]): TablePlace => ({
      kind: 'port',
      name: named({ en: name }),
      region: null,
      country: { name: country },
      bbox: boundsAround(latitude, longitude, HALF.port),
      more: [code, `port of ${name}`, `${name} port`],
    })),
  ];
}

export type Names = Record<Language, string>;

const DISPLAYED = Object.fromEntries(
  LANGUAGE_CODES.map((code) => [
    code,
    new Intl.DisplayNames([LANGUAGES[code].locale], { type: 'region', fallback: 'none' }),
  ]),
) as Record<Language, Intl.DisplayNames>;
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export const namesBy = (nameIn: (code: Language) => string): Names =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, nameIn(code)])) as Names;

function nameOf(names: Intl.DisplayNames, iso2: string | undefined): string | undefined {
  return iso2 !== undefined && /^[A-Z]{2}$/.test(iso2) ? names.of(iso2) : undefined;
}

/** The English name of a country by its ISO 3166 code; undefined for an invalid code. */
export const englishName = (iso2: string | undefined): string | undefined => nameOf(english, iso2);

/** A country's names: as given in English, in other languages by its ISO 3166 code if it has one. */
export function countryNames(name: string, iso2: string | undefined): Names {
  return namesBy((code) => (code === DEFAULT_LANGUAGE ? name : (nameOf(DISPLAYED[code], iso2) ?? name)));
}
