import { readFileSync } from 'node:fs';

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
