/**
 * Writes what the product knows of coordinate systems, from PROJ. Run by hand when EPSG or PROJ change; the files are
 * kept in the repository, so installing and testing the product needs no PROJ.
 *
 *   python3 lab/systems/proj.py FILE && npm run systems -- FILE
 *
 * - src/geo/read/crs/datums.json: datums by name, each with its published shifts
 * - src/geo/read/crs/systems.json: systems by EPSG code, as the reader itself reads their WKT 2, and those that it
 *   would convert elsewhere than PROJ does, or where PROJ has no answer
 * - tests/fixtures/geo/systems.json.br: every system's texts and places, which the tests compare with the reader's
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { isWithin, type SystemPlaces } from '../../tests/unit/geo/read/systemTable.ts';

interface Raw {
  epsg: string;
  proj: string;
  names: Record<string, number>;
  datums: unknown[];
  compound: [code: number, flat: number][];
  systems: SystemPlaces[];
  deprecated: SystemPlaces[];
  esri: SystemPlaces[];
}

const CRS = 'src/geo/read/crs';
/** Places of a system in the tests' table: the middle of its area and four others. */
const PLACES_MAX = 5;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run systems -- FILE');
const { epsg, proj, names, datums, compound, systems, deprecated, esri } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Raw;

const written = (name: string, content: object) =>
  writeFileSync(
    `${CRS}/${name}`,
    `${JSON.stringify({ $comment: 'written by npm run systems', ...content })}\n`,
  );
written('datums.json', { names, datums });
written('systems.json', { byCode: [], compound: [], unproven: [] });
// the reader reads the files when it is loaded
const { coordinateSystemOf, wktConversionOf } = await import('../../src/geo/read/crs/coordinateSystem.ts');

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
const known = new Set([4326, 4979, ...byCode.map(([code]) => code)]);
written('systems.json', {
  byCode,
  compound: compound.filter(([, flat]) => known.has(flat)),
  unproven: [...unproven],
});

/** Spread over the list, from the middle of the area on. */
function someOf(places: SystemPlaces[3]): SystemPlaces[3] {
  const step = Math.max(1, Math.floor((places.length - 1) / (PLACES_MAX - 1)));
  return places.filter((_, i) => i % step === 0).slice(0, PLACES_MAX);
}

// the others' datums without a shift of their own are judged by the systems that have one
const judged = [...deprecated, ...esri].filter(({ 3: places }) => places.length > 0);
const table = [...systems, ...judged].map(([code, name, texts, places]) => [
  code,
  name,
  texts,
  someOf(places),
]);
const bytes = Buffer.from(JSON.stringify({ epsg, proj, systems: table }));
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
writeFileSync('tests/fixtures/geo/systems.json.br', brotliCompressSync(bytes, { params }));
console.log(
  `${systems.length} systems and ${deprecated.length} deprecated of EPSG ${epsg} by PROJ ${proj}: ${byCode.length} by code, ${unproven.size} not proven`,
);
