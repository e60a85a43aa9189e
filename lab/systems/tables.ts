/**
 * Writes what the product knows of coordinate systems, from PROJ. Run by hand when EPSG or PROJ change; the files are
 * kept in the repository, so installing and testing the product needs no PROJ.
 *
 *   python3 lab/systems/proj.py FILE && npm run systems -- FILE
 *
 * - src/geo/read/crs/datums.json: datums by name, each with its published shifts
 * - src/geo/read/crs/systems.json: systems by EPSG code, as the reader itself reads their WKT 2, and those that it
 *   would convert elsewhere than PROJ does, or where PROJ has no answer; and those that no shift is known for
 * - src/geo/read/crs/systemNames.json: what a user picks from: names, areas of use, accuracies
 * - tests/fixtures/geo/systems.json.br: every system's texts and places, which the tests compare with the reader's
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { projectionOf } from '../../src/geo/read/crs/projections.ts';
import { wktSystemOf } from '../../src/geo/read/crs/wktSystem.ts';
import { isWithin, type SystemPlaces } from '../../tests/unit/geo/read/systemTable.ts';
import type { Area } from './accuracy.ts';

interface Raw {
  epsg: string;
  proj: string;
  names: Record<string, number>;
  datums: unknown[];
  compound: [code: number, flat: number][];
  systems: SystemPlaces[];
  deprecated: SystemPlaces[];
  esri: SystemPlaces[];
  /** By code: area of use, its countries, its box, and EPSG's accuracy to WGS 84. */
  areas: Record<string, Area>;
  /** Places on their own datum of systems for which PROJ has no other. */
  unshifted: [code: number, places: SystemPlaces[3]][];
}

const CRS = 'src/geo/read/crs';
/** Places of a system in the tests' table: the middle of its area and four others. */
const PLACES_MAX = 5;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run systems -- FILE');
const raw = JSON.parse(readFileSync(file, 'utf8')) as Raw;
const { epsg, proj, names, datums, compound, systems, deprecated, esri, areas } = raw;

const written = (name: string, content: object) =>
  writeFileSync(
    `${CRS}/${name}`,
    `${JSON.stringify({ $comment: 'written by npm run systems', ...content })}\n`,
  );
written('datums.json', { names, datums });
written('systems.json', { byCode: [], compound: [], unproven: [], unshifted: [] });
// the reader reads the files when it is loaded
const { datumAt } = await import('../../src/geo/read/crs/datums.ts');
const { accuracyOf, largestShift } = await import('./accuracy.ts');
const { coordinateSystemOf, systemOf, wktConversionOf } =
  await import('../../src/geo/read/crs/coordinateSystem.ts');

/** Whether the reader converts a text as PROJ does, everywhere. */
function isProven(text: string, places: SystemPlaces[3]): boolean {
  const system = coordinateSystemOf(text);
  return places.length > 0 && places.every((place) => isWithin(system, place) !== false);
}

const byCode: unknown[][] = [];
const proven = new Set<string>();
const unproven = new Set<string>();
for (const entry of [...systems, ...deprecated, ...esri]) {
  const [code, , texts, places] = entry;
  texts.forEach((text, notation) => {
    const conversion = text === null ? null : wktConversionOf(text);
    if (text === null || conversion === null) return;
    const { row, projection, degrees } = conversion;
    if (row === undefined) return;
    const key = `${row} ${projection}`;
    if (isProven(text, places)) proven.add(key);
    // a system that is proven over its own area isn't refused for one that adds a place
    else if (!proven.has(key) || systems.includes(entry)) unproven.add(key);
    const isCode = notation === 2 && !esri.includes(entry) && isProven(text, places);
    if (isCode) byCode.push([code, projection, row, ...(degrees === 1 ? [] : [degrees])]);
  });
}
/** Spread over the list, from the middle of the area on. */
function someOf(places: SystemPlaces[3]): SystemPlaces[3] {
  const step = Math.max(1, Math.floor((places.length - 1) / (PLACES_MAX - 1)));
  return places.filter((_, i) => i % step === 0).slice(0, PLACES_MAX);
}

/** Code, name and places on their own datum of the systems without a shift. */
const tests: [code: number, name: string, places: SystemPlaces[3]][] = [];
const named = new Map([...systems, ...deprecated].map(([code, name]) => [code, name]));
/** The systems of which no shift is known, which the reader unprojects as PROJ does. */
const unshifted = raw.unshifted.flatMap(([code, places]) => {
  const [, name, texts] = systems.find(([one]) => one === code)!;
  const system = texts[2] === null ? null : wktSystemOf(texts[2]!);
  const projection = system && projectionOf(system);
  if (!system || !projection || byCode.some(([one]) => one === code)) return [];
  const degrees = system.method === null ? system.unit : 1;
  const datum = { ellipsoid: system.ellipsoid, shifts: [] };
  const converted = systemOf({ name, projection, degrees, datum });
  if (places.length === 0 || !places.every((one) => isWithin(converted, one) !== false)) return [];
  tests.push([code, name, someOf(places)]);
  return [[code, projection, system.ellipsoid, ...(degrees === 1 ? [] : [degrees])]];
});
const known = new Set([4326, 4979, ...byCode.map(([code]) => code)]);
written('systems.json', {
  byCode,
  compound: compound.filter(([, flat]) => known.has(flat)),
  unproven: [...unproven],
  unshifted,
});

const inUse = [...new Set(Object.values(areas).map(([name, countries, ...box]) => JSON.stringify([name, countries, ...box.slice(0, 4)])))]; // prettier-ignore
const place = new Map(inUse.map((text, at) => [text, at]));
const off = new Map<number, number>();
const picked = [...byCode, ...unshifted].flatMap(([code, , datum]) => {
  const area = areas[String(code)];
  const name = named.get(Number(code));
  if (area === undefined || name === undefined) return [];
  const [words, countries, west, south, east, north] = area;
  const at = place.get(JSON.stringify([words, countries, west, south, east, north]))!;
  const found = accuracyOf(typeof datum === 'number' ? datumAt(datum)! : null, area);
  if (!found.isWgs84 && !off.has(at)) off.set(at, largestShift(area));
  const most = found.isWgs84 ? -1 : off.get(at)!;
  return [[code, name, at, ...(found.accuracy ?? [-1, -1]), most, Number(found.isPartial)]];
});
written('systemNames.json', {
  areas: inUse.map((text) => JSON.parse(text) as unknown),
  systems: picked.toSorted((one, other) => Number(one[0]) - Number(other[0])),
});

// the others' datums without a shift of their own are judged by the systems that have one
const judged = [...deprecated, ...esri].filter(({ 3: places }) => places.length > 0);
const table = [...systems, ...judged].map(([code, name, texts, places]) => [
  code,
  name,
  texts,
  someOf(places),
]);
const bytes = Buffer.from(JSON.stringify({ epsg, proj, systems: table, unshifted: tests }));
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
writeFileSync('tests/fixtures/geo/systems.json.br', brotliCompressSync(bytes, { params }));
console.log(
  `${systems.length} systems and ${deprecated.length} deprecated of EPSG ${epsg} by PROJ ${proj}: ${byCode.length} by code, ${unproven.size} not proven, ${unshifted.length} without a shift, ${picked.length} to pick from`,
);
