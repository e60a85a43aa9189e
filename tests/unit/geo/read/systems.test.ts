import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coordinateSystemOf,
  wktConversionOf,
  type CoordinateSystem,
} from '../../../../src/geo/read/crs/coordinateSystem.ts';
import { isWithin, refusalOf, type SystemPlaces } from './systemTable.ts';

const file = new URL('../../../fixtures/geo/systems.json.br', import.meta.url);
/** Every EPSG system that isn't deprecated (docs/coordinate-systems.md). */
const { systems } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as {
  systems: SystemPlaces[];
};

/** The system of a text; undefined if it is refused by name. */
function systemOf(text: string): CoordinateSystem | null | undefined {
  try {
    return coordinateSystemOf(text);
  } catch (error) {
    return refusalOf(error) ?? undefined;
  }
}

const judgements = new Map<string, (boolean | null)[]>();

/** Whether each place of a system is PROJ's. Texts that are read alike are judged once. */
function verdictsOf(text: string, [code, , , places]: SystemPlaces): (boolean | null)[] {
  const conversion = wktConversionOf(text);
  const key = `${code} ${conversion?.row} ${conversion?.projection ?? text} ${conversion?.degrees}`;
  const known = judgements.get(key);
  if (known !== undefined) return known;
  const system = systemOf(text);
  const verdicts = system === undefined ? [null] : places.map((place) => isWithin(system, place));
  judgements.set(key, verdicts);
  return verdicts;
}

/** How many systems are taken somewhere, and the systems that are taken elsewhere than by PROJ. */
function judged(textOf: (system: SystemPlaces) => string | null | undefined) {
  let taken = 0;
  const wrong: string[] = [];
  for (const entry of systems) {
    const text = textOf(entry);
    if (typeof text !== 'string') continue;
    const verdicts = verdictsOf(text, entry);
    if (verdicts.includes(false) || verdicts.length === 0) wrong.push(`EPSG:${entry[0]} ${entry[1]}`);
    if (verdicts.includes(true)) taken += 1;
  }
  return { taken, wrong };
}

describe('A coordinate system is taken if the result agrees with PROJ within 5 m over its area of use, else refused by name', () => {
  it.each([
    ['by ESRI', 0, 5000],
    ['by GDAL', 1, 5000],
    ['in WKT 2', 2, 5200],
  ])('all systems as written %s', (_, notation, least) => {
    const { taken, wrong } = judged(([, , texts]) => texts[notation]);
    expect(wrong).toEqual([]);
    // so that a reader that refuses more is noticed
    expect(taken).toBeGreaterThan(least);
  });

  it('all systems by their code, as a GeoJSON names them', () => {
    const { taken, wrong } = judged(([code]) => `EPSG:${code}`);
    expect(wrong).toEqual([]);
    expect(taken).toBeGreaterThan(5200);
  });
});

it('a position has the same place whoever wrote its system', () => {
  const share = fc.double({ min: -0.3, max: 0.3, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...systems), share, share, ([code, , texts, places], east, north) => {
      fc.pre(places.length > 0);
      const [x, y] = places[0]!;
      const ring = [[x + east, y + north]];
      const found = texts.concat(`EPSG:${code}`).flatMap((text) => {
        const system = text === null ? undefined : systemOf(text);
        if (system === undefined) return [];
        try {
          return system === null ? ring : system.toWgs84([ring])[0]!;
        } catch (error) {
          return refusalOf(error) ?? [];
        }
      });
      for (const [lon = 0, lat = 0] of found) {
        expect(lon).toBeCloseTo(found[0]?.[0] ?? 0, 6);
        expect(lat).toBeCloseTo(found[0]?.[1] ?? 0, 6);
      }
    }),
  );
});
