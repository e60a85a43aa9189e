import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Place } from '../../contract/places.ts';
import { countryBounds } from './countries.ts';
import { readCities } from './cities.ts';
import { keyOf, type Entry } from './entry.ts';
import type { Gazetteer } from './find.ts';
import {
  countryNames as namesOf,
  englishName,
  namesBy,
  ownPlaces,
  regionNames,
  tablePlaces,
  type TablePlace,
} from './table.ts';

/** A city of the npm package city-timezones. */
interface City {
  city: string;
  city_ascii: string;
  lat: number;
  lng: number;
  pop: number;
  country: string;
  iso2: string;
  province: string;
}

/** Margin around the cities of a region, degrees. */
const REGION_MARGIN = 0.25;

const keysOf = (...names: (string | undefined)[]): string[] => [
  ...new Set(names.filter((name) => name !== undefined).map(keyOf)),
];

function countries(cities: readonly City[]): Entry[] {
  const codes = new Map<string, string>();
  const people = new Map<string, number>();
  for (const { country, iso2, pop } of cities) {
    for (const name of keysOf(country, englishName(iso2))) codes.set(name, iso2);
    people.set(iso2, (people.get(iso2) ?? 0) + pop);
  }
  return countryBounds().map(({ name, bbox }) => {
    const iso2 = codes.get(keyOf(name));
    const names = namesOf(name, iso2);
    const others = [...codes].filter(([, code]) => code === iso2).map(([key]) => key);
    const keys = keysOf(...Object.values(names), ...others);
    const entry = { kind: 'country', name: names, region: null, country: null, iso2, bbox } as const;
    return { ...entry, people: (iso2 === undefined ? 0 : people.get(iso2)) ?? 0, keys };
  });
}

function regions(cities: readonly City[]): Entry[] {
  const found = new Map<string, City[]>();
  for (const city of cities) {
    if (city.province === '') continue;
    const key = `${city.iso2} ${city.province}`;
    found.set(key, [...(found.get(key) ?? []), city]);
  }
  return [...found.values()].flatMap((list): Entry[] => {
    const [first] = list;
    if (first === undefined) return [];
    const [lons, lats] = [list.map(({ lng }) => lng), list.map(({ lat }) => lat)];
    const bbox: Place['bbox'] = [
      Math.max(-180, Math.min(...lons) - REGION_MARGIN),
      Math.max(-90, Math.min(...lats) - REGION_MARGIN),
      Math.min(180, Math.max(...lons) + REGION_MARGIN),
      Math.min(90, Math.max(...lats) + REGION_MARGIN),
    ];
    // the cities are on both sides of 180°, so their box would span the globe
    if (bbox[2] - bbox[0] > 180) return [];
    const name = namesBy((code) => regionNames(first.province)[code] || first.province);
    const people = list.reduce((sum, { pop }) => sum + pop, 0);
    const country = namesOf(first.country, first.iso2);
    const keys = keysOf(...Object.values(name));
    return [{ kind: 'region', name, region: null, country, iso2: first.iso2, bbox, people, keys }];
  });
}

/** The entries of districts, airports and ports; their countries are named as those of cities. */
function tableEntries(places: readonly TablePlace[], cities: readonly City[]): Entry[] {
  const codes = new Map(cities.map(({ country, iso2 }) => [country, iso2]));
  const countryOf = (country: TablePlace['country']) =>
    'iso2' in country
      ? namesOf(englishName(country.iso2) ?? country.iso2, country.iso2)
      : namesOf(country.name, codes.get(country.name));
  return places.map(({ kind, name, region, country, bbox, more }) => ({
    kind,
    name,
    region: region === null ? null : regionNames(region),
    country: countryOf(country),
    bbox,
    people: 0,
    keys: keysOf(...Object.values(name), ...more),
  }));
}

async function read(): Promise<Gazetteer> {
  const path = createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json');
  const listed = JSON.parse(await readFile(path, 'utf8')) as City[];
  // unknown populations are negative in the data
  const cities = listed.map((city) => ({ ...city, pop: Math.max(city.pop, 0) }));
  const sites = (await tablePlaces()).filter(({ kind }) => kind !== 'district');
  const places = tableEntries([...ownPlaces('district'), ...sites], cities);
  return { entries: [...countries(cities), ...regions(cities), ...places], cities: readCities() };
}

let reading: Promise<Gazetteer> | undefined;

/**
 * Countries (Natural Earth), regions (city-timezones), cities and villages (GeoNames), airports and ports (table.ts), read once
 * on first use.
 */
export function gazetteer(): Promise<Gazetteer> {
  reading ??= read();
  return reading;
}

/** Chinese names by country and by ASCII name, with the province where a country has two cities of that name. */
const TABLE = JSON.parse(readFileSync(new URL('table/chinese.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** The Chinese name of a city of city-timezones: capitals, and nearly all of a million and more; else undefined. */
export function chineseName(city: {
  city_ascii: string;
  iso2: string;
  province: string;
}): string | undefined {
  const names = TABLE[city.iso2];
  return names?.[`${city.city_ascii}, ${city.province}`] ?? names?.[city.city_ascii];
}
