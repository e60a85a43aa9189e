import { describe, expect, test } from 'vitest';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  readAddress,
  writtenScenes,
  writtenSearch,
} from '../../../src/machines/search/searchAddress.rules.ts';
import type { SearchDraft } from '../../../src/machines/search/search.rules.ts';
import { settings, smallAoi } from '../../model/shared/samples.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { readView, writtenView } from '../../../src/machines/map/map.rules.ts';
import { boxRing } from '../../fixtures/box.ts';

const defaults: SearchDraft = {
  dateFrom: '2026-08-21',
  dateTo: '2026-11-21',
  maxCloudCover: 20,
  maxOffNadirAngle: 15,
  sensorType: 'OPTICAL',
  gsd: 1,
  satList: [],
  productMode: null,
};
const read = (query: Record<string, string>) => readAddress({ query }, defaults, settings.satellites);
/** Writes an address and reads it as the browser would. */
function again(draft: SearchDraft, aoi = smallAoi, isResults = true, aoiName: string | null = null) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(writtenSearch(draft, aoi, aoiName, isResults)))
    if (value !== null) params.set(name, value);
  return read(Object.fromEntries(new URLSearchParams(params.toString())));
}

describe('Decision 33: the search condition lives in the query string', () => {
  test.each([
    ['the defaults', defaults],
    ['other limits', { ...defaults, maxCloudCover: 0, maxOffNadirAngle: 45, dateFrom: '2025-01-01' }],
    [
      'satellites and a mode',
      { ...defaults, satList: ['SV2-01', 'OB-3'], productMode: 'TRISTEREO' as const },
    ],
    ['any resolution', { ...defaults, gsd: null }],
    ['a fine resolution', { ...defaults, gsd: 0.3 }],
    ['another sensor', { ...defaults, sensorType: 'SAR' as const }],
  ])('%s come back as they were, with the area to its last decimal', (_, draft) => {
    const { faults, aoi, draft: back, isResults } = again(draft);
    expect(faults).toEqual([]);
    expect(back).toEqual(draft);
    expect(aoi?.wkt).toBe(smallAoi.wkt);
    expect(isResults).toBe(true);
  });

  test('an area that can mean several is not taken from the address, and the message says what to do', () => {
    const { aoi, areaFault } = read({ aoi: 'POLYGON((0 50, 120 55, -120 52, 0 50))' });
    expect(aoi).toBeNull();
    expect(areaFault).toEqual({ key: 'errors.geometry.poleUnclear' });
  });

  test('a multipart area comes back with its holes, to the last decimal', () => {
    const parts = aoiOf({
      type: 'MultiPolygon',
      coordinates: [
        [
          boxRing(103.7, 1.2, 104, 1.5),
          [
            [103.8, 1.3],
            [103.8, 1.4],
            [103.9, 1.4000001],
            [103.8, 1.3],
          ],
        ],
        [boxRing(-180, -90, -179.1234567, -89)],
      ],
    });
    expect(again(defaults, parts).aoi).toEqual(parts);
  });

  test('a link’s AOI keeps its name', () => {
    expect(again(defaults, smallAoi, true, 'Harbour, 港').name).toBe('Harbour, 港');
    expect([again(defaults).name, read({ name: ' ' }).name, read({ name: '*1' }).name]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('an area is short in an address: 70 vertices of 7 decimals in under 800 characters', () => {
    const ring = Array.from({ length: 70 }, (_, at) => [
      103 + Math.cos((at / 70) * 2 * Math.PI) / 7,
      1 + Math.sin((at / 70) * 2 * Math.PI) / 7,
    ]);
    const round = aoiOf({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
    expect(writtenSearch(defaults, round, null, false).aoi?.length).toBeLessThan(800);
    expect(again(defaults, round).aoi?.wkt).toBe(round.wkt);
  });

  test.each([
    ['a polygon', 'POLYGON((0 0,2 0,2 2,0 2,0 0))'],
    ['several parts', 'MULTIPOLYGON(((0 0,2 0,2 2,0 2,0 0)),((5 5,6 5,6 6,5 5)))'],
  ])('a link with %s as WKT is read', (_, aoi) => {
    expect(read({ aoi })).toMatchObject({ areaFault: null, faults: [] });
    expect(read({ aoi }).aoi).not.toBeNull();
  });

  test.each([
    ['an area that crosses itself', 'POLYGON((0 0,2 2,2 0,0 2,0 0))', 'notice.addressAreaInvalid'],
    ['another geometry', 'POINT(1 1)', 'notice.addressAreaInvalid'],
    ['a broken text', '7AB', 'notice.addressAreaInvalid'],
    ['too many decimals', '9AAAA', 'notice.addressAreaInvalid'],
    ['an unknown character', '1A+', 'notice.addressAreaInvalid'],
    ['a part without an outline', '1AAAACAACA*', 'notice.addressAreaInvalid'],
    ['an area that only another tab stores', '*k3f9', 'notice.addressAreaElsewhere'],
  ])('%s is not dropped in silence', (_, aoi, key) => {
    expect(read({ aoi })).toMatchObject({ aoi: null, areaFault: { key } });
  });

  test('selected scenes and open details come back, whatever their names', () => {
    const ids = ['SV1_20261101', 'a,b', '50%2C', 'ü'];
    expect(read({ scenes: writtenScenes(ids)!, details: 'a,b' })).toMatchObject({
      scenes: ids,
      details: 'a,b',
    });
    expect(writtenScenes([])).toBeNull();
    expect(read({ scenes: '' }).scenes).toEqual([]);
  });

  test('values that can’t be used are left out one by one and told; the others hold', () => {
    const { draft, faults, aoi } = read({
      from: '2026-02-31',
      to: '2026-10-01',
      cloud: '101',
      offnadir: 'steep',
      sensor: 'XRAY',
      gsd: '9',
      mode: 'QUAD',
      sats: 'SV2-01,NONE',
      aoi: 'POLYGON((0 0,1 1',
      view: 'here',
      compare: 'OSM,OSM',
      scenes: '*k3f9',
    });
    expect(draft).toEqual({ ...defaults, dateTo: '2026-10-01', satList: ['SV2-01'] });
    expect(aoi).toBeNull();
    expect(faults.map((fault) => fault.split('=')[0])).toEqual([
      'from',
      'cloud',
      'offnadir',
      'sensor',
      'gsd',
      'mode',
      'sats',
      'scenes',
      'compare',
      'view',
    ]);
  });

  test('satellites that the resolution does not admit are left out', () => {
    expect(read({ gsd: '0.5', sats: 'OB-3' })).toMatchObject({
      draft: { satList: [] },
      faults: ['sats=OB-3'],
    });
  });

  test('an empty address is the default form', () => {
    expect(readAddress(NO_ADDRESS, defaults, settings.satellites)).toEqual({
      draft: defaults,
      aoi: null,
      name: null,
      areaFault: null,
      isResults: false,
      scenes: [],
      details: null,
      faults: [],
    });
  });
});

describe('Decision 33: the map’s view', () => {
  test('comes back to the pixel', () => {
    expect(readView(writtenView({ latitude: 1.286401, longitude: 103.902149, zoom: 12.345 }))).toEqual({
      latitude: 1.2864,
      longitude: 103.90215,
      zoom: 12.35,
    });
  });
  test('of a map that was moved around the globe is told between -180 and 180', () => {
    expect(writtenView({ latitude: 0, longitude: 190, zoom: 3 })).toBe('0,-170,3');
  });
  test.each(['', '1,2', '91,0,3', '0,181,3', '0,0,99', '0,0,x', '1e1,0,3'])('%j names no place', (text) => {
    expect(readView(text)).toBeNull();
  });
});
