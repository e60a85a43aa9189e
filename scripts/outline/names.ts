import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import { chineseName } from '../../server/places/gazetteer.ts';
import type { TablePlace } from '../../server/places/table.ts';
import { labelPoint } from '../../src/geo/area/labelPoint.ts';
import { COUNTRY_STEPS, leastAt, PLACE_STEPS } from '../../src/ui/map/layers/outline/naming.ts';
import type { Atlas } from './atlas.ts';
import { unwrappedArea } from './unwrap.ts';

interface Place {
  city: string;
  city_ascii: string;
  province: string;
  lat: number;
  lng: number;
  pop: number;
  country: string;
  iso2: string;
}

/** The edge of the Mercator map, which excludes the station at the South Pole. */
const LATITUDE_END = 85;

/** The cities of the npm package city-timezones. */
export function readPlaces(): Place[] {
  const file = createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A name on the map: its position, its properties, and whether a zoom may show it. */
export interface Name {
  at: Position;
  tags: Record<string, string | number>;
  isSeenAt: (zoom: number) => boolean;
}

/** Codes of countries that the two data sets spell differently. */
const SPELLINGS: Record<string, string> = {
  'United States of America': 'US',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  'Central African Rep.': 'CF',
  'Eq. Guinea': 'GQ',
  "Côte d'Ivoire": 'CI',
  Czechia: 'CZ',
  'Bosnia and Herz.': 'BA',
  'Dominican Rep.': 'DO',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'W. Sahara': 'EH',
  Macedonia: 'MK',
  'North Macedonia': 'MK',
  eSwatini: 'SZ',
  Laos: 'LA',
  'South Korea': 'KR',
  'North Korea': 'KP',
  Myanmar: 'MM',
  'Falkland Is.': 'FK',
  'Timor-Leste': 'TL',
  Greenland: 'GL',
  Antarctica: 'AQ',
  Taiwan: 'TW',
  Gambia: 'GM',
  'Cabo Verde': 'CV',
};

/** A position normalized to -180..180. */
const homeOf = ([lon = 0, lat = 0]: Position): Position => [((((lon + 180) % 360) + 360) % 360) - 180, lat];

/** Countries with name, ISO 3166 code, and the size that `labelPoint` gives. */
export function countryNames(atlas: Atlas, places: readonly Place[]): Name[] {
  const codes = new Map(places.map((place) => [place.country, place.iso2]));
  return feature(atlas, atlas.objects.countries).features.flatMap((country): Name[] => {
    const { geometry } = unwrappedArea(country);
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
    const { point, size } = labelPoint(geometry);
    const { name } = country.properties;
    return [
      {
        at: homeOf(point),
        tags: { name, code: SPELLINGS[name] ?? codes.get(name) ?? '', size: Math.round(size * 1e4) / 1e4 },
        isSeenAt: (zoom) => size >= leastAt(COUNTRY_STEPS, zoom),
      },
    ];
  });
}

/** The name in languages that have another, by their codes. */
function nameTags(place: Place): Record<string, string> {
  const zh = chineseName(place);
  return zh === undefined ? {} : { zh };
}

export function placeNames(places: readonly Place[]): Name[] {
  return places
    .filter((place) => place.pop > 0 && Math.abs(place.lat) < LATITUDE_END)
    .map((place) => ({
      at: [place.lng, place.lat],
      tags: { name: place.city, ...nameTags(place), pop: Math.round(place.pop) },
      isSeenAt: (zoom) => place.pop >= leastAt(PLACE_STEPS, zoom),
    }));
}

/** Airports and districts of the place search, which give way to each other in this order. */
export function tableNames(table: readonly TablePlace[]): Name[] {
  return (['airport', 'district'] as const).flatMap((wanted) =>
    table
      .filter(
        ({ kind, bbox: [, south, , north] }) => kind === wanted && Math.max(-south, north) < LATITUDE_END,
      )
      .map(({ name: { en, zh }, bbox: [west, south, east, north] }) => ({
        at: [(west + east) / 2, (south + north) / 2],
        tags: { name: en, ...(zh === en ? {} : { zh }), pop: 0 },
        isSeenAt: (zoom) => leastAt(PLACE_STEPS, zoom) === 0,
      })),
  );
}
