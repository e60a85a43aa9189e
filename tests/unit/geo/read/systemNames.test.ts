import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pickedSystemOf } from '../../../../src/geo/read/crs/coordinateSystem.ts';
import { findSystems, systemOfCode } from '../../../../src/geo/read/crs/systemNames.ts';
import names from '../../../../src/geo/read/crs/systemNames.json' with { type: 'json' };
import { isWithin, type SystemPlaces } from './systemTable.ts';

const file = new URL('../../../fixtures/geo/systems.json.br', import.meta.url);
const { unshifted } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as {
  unshifted: [code: number, name: string, places: SystemPlaces[3]][];
};
const found = (text: string, like = '') => findSystems({ text, like });
const codes = (text: string, like = '') => found(text, like).map(({ code }) => code);

describe('The systems to pick from are found by code, name and country', () => {
  test.each([
    ['2333', 2333],
    ['EPSG:2333', 2333],
    ['epsg 28992', 28992],
    ['xian 1980 cm 108e', 2381],
    ['Xian 1980 / 3-degree Gauss-Kruger CM 108E', 2381],
    ['西安80 3度带 39带', 2363],
    ['北京54', 4214],
    ['krovak', 5514],
    ['lambert-93', 2154],
    ['belgian lambert', 31370],
    ['Reunion', 3727],
  ])('%s', (text, code) => {
    expect(codes(text)).toContain(code);
  });

  test('an exact code is first; every found system has all words', () => {
    expect(codes('2333')[0]).toBe(2333);
    expect(codes('4214')[0]).toBe(4214);
    for (const { name, area } of found('netherlands rd')) expect(`${name} ${area}`).toMatch(/RD|Netherlands/);
    expect(found('netherlands rd').map(({ name }) => name)).toContain('Amersfoort / RD New');
  });

  test('countries are found in English and Chinese', () => {
    expect(codes('czechia krovak')).toContain(5514);
    expect(codes('荷兰 RD')).toContain(28992);
    expect(codes('新加坡')).toContain(3414);
    expect(codes('中国 西安')).toContain(4610);
  });

  test('without a text, those named like the one in the file come first', () => {
    expect(codes('', 'Xian_1980_3_Degree_GK_CM_108E')[0]).toBe(2381);
    expect(codes('', 'Beijing_1954_GK_Zone_19')[0]).toBe(21419);
    expect(codes('', 'Xian_1980')[0]).toBe(4610);
    expect(codes('', 'Stadtnetz Altdorf')).toEqual([]);
    expect(codes('', '')).toEqual([]);
    expect(codes('zzqq')).toEqual([]);
  });
});

describe('Each system to pick from states how accurate it is, or by how much it may be off', () => {
  test('EPSG’s accuracies; an estimate where no shift is known', () => {
    expect(systemOfCode(28992)).toMatchObject({ accuracy: [1, 1], isPartial: false });
    // onshore only in basins: 1, 10 and 15 m
    expect(systemOfCode(2434)).toMatchObject({ accuracy: [1, 15], isPartial: true });
    expect(systemOfCode(4610)).toMatchObject({ accuracy: null, isPartial: true });
    expect(systemOfCode(4326)).toMatchObject({ accuracy: [2, 2], off: null });
    expect(systemOfCode(1)).toBeNull();
  });

  test('every one can be used; none lacks a statement', () => {
    expect(names.systems.length).toBeGreaterThan(5900);
    for (const [code, name, , best, , off, partial] of names.systems as unknown as [
      number,
      string,
      number,
      number,
      number,
      number,
      number,
    ][]) {
      expect(() => pickedSystemOf(code, name)).not.toThrow();
      expect(best >= 0 || (off >= 250 && off <= 2500 && partial === 1), name).toBe(true);
    }
  });
});

test('a system without a shift is unprojected as PROJ does, within 5 m over its area', () => {
  expect(unshifted.length).toBeGreaterThan(300);
  const wrong = unshifted.filter(([code, name, places]) => {
    const { system, accuracyAt } = pickedSystemOf(code, name);
    const [[, , lon, lat] = [0, 0, 0, 0]] = places;
    return accuracyAt(lon, lat) !== null || places.some((place) => isWithin(system, place) !== true);
  });
  expect(wrong.map(([code, name]) => `${code} ${name}`)).toEqual([]);
});

test('where its shift is known, a picked system is as accurate as EPSG states there', () => {
  const { accuracyAt } = pickedSystemOf(2434, 'Beijing 1954');
  // the Ordos basin, and far from any
  expect(accuracyAt(110, 38)).toBe(1);
  expect(accuracyAt(111, 30)).toBeNull();
});
