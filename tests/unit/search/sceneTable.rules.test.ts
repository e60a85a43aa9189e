import { expect, test } from 'vitest';
import { sceneCsv, keptQuicklook } from '../../../src/machines/search/sceneTable.rules.ts';
import { scene } from '../../model/shared/samples.ts';

const sampled = scene('A', 'Skyview');
const facts = {
  ...sampled.properties,
  productId: 'SV2-01_20261114',
  acquisitionDate: '2026-11-14T11:18:00.250+08:00',
  satellite: 'SV-2 01',
  supplier: 'Skyview',
  sensorType: 'OPTICAL',
  gsd: 0.5,
  cloudCover: 11.456,
  offNadirAngle: -4,
  sunElevation: null,
  area: 379.03,
} as const;
const of = (properties: object) => ({ ...sampled, properties: { ...facts, ...properties } });
const over = () => ({ share: 36.5, clear: null });
const HEAD =
  'Product ID,Acquired (UTC),Satellite,Supplier,Sensor type,GSD (m),Cloud cover (%),Off-nadir angle (°),' +
  'Sun elevation (°),Area (km²),Share of AOI (%),Clear over AOI (%)\r\n';

test('a table of scenes has its units in the head, times in UTC, and nothing where nothing is known', () =>
  expect(sceneCsv([of({})], over)).toBe(
    `${HEAD}SV2-01_20261114,2026-11-14T03:18:00Z,SV-2 01,Skyview,OPTICAL,0.5,11.46,-4,,379.03,36.5,\r\n`,
  ));

test('RFC 4180: commas, quotes and line breaks are quoted; without scenes there is the head alone', () => {
  const [, line] = sceneCsv([of({ supplier: 'Sky, "Ltd"\nAsia', acquisitionDate: null })], over).split(
    '\r\n',
  );
  expect(line).toBe('SV2-01_20261114,,SV-2 01,"Sky, ""Ltd""\nAsia",OPTICAL,0.5,11.46,-4,,379.03,36.5,');
  expect(sceneCsv([], over)).toBe(HEAD);
});

test('text that a spreadsheet would calculate stays text', () =>
  expect(sceneCsv([of({ supplier: '=HYPERLINK(1)' })], over)).toContain(",'=HYPERLINK(1),"));

test('a quicklook to keep is asked for with its mark; that of another back end by its own address', () => {
  const ours = 'http://127.0.0.1:8080/web/quicklook/SV2-01_20261114?k=abc';
  expect(keptQuicklook(of({ quicklookUrl: ours }))).toEqual({
    name: 'SV2-01_20261114.webp',
    address: `${ours}&download=1`,
  });
  const other = 'https://archive.example/previews/7.png';
  expect(keptQuicklook(of({ quicklookUrl: other })).address).toBe(other);
  expect(() => keptQuicklook(of({ quicklookUrl: null }))).toThrow('no quicklook');
});
