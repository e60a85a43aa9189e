import { describe, expect, test } from 'vitest';
import { aoiOf } from '../../../src/geo/aoi.ts';
import { readAddress, writtenAddress } from '../../../src/machines/search/searchAddress.rules.ts';
import type { SearchDraft } from '../../../src/machines/search/search.rules.ts';
import { settings, smallAoi } from '../../model/shared/samples.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { readView, writtenView } from '../../../src/machines/map/view.rules.ts';

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
const read = (query: Record<string, string>, storedArea: string | null = null) =>
  readAddress({ query, storedArea }, defaults, settings.satellites);
/** Writes an address and reads it as the browser would. */
function again(draft: SearchDraft, aoi = smallAoi, isResults = true) {
  const { query, storedArea } = writtenAddress(draft, aoi, isResults);
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) params.set(name, value);
  return read(Object.fromEntries(new URLSearchParams(params.toString())), storedArea?.wkt ?? null);
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

  test('an area too long for an address is kept beside it, under a key that its text alone decides', () => {
    const ring = Array.from({ length: 200 }, (_, at) => [
      103 + Math.cos((at / 200) * 2 * Math.PI) / 7,
      1 + Math.sin((at / 200) * 2 * Math.PI) / 7,
    ]);
    const long = aoiOf({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
    const written = writtenAddress(defaults, long, false);
    expect(written.query.aoi).toBeNull();
    expect(written.query.area).toBe(written.storedArea?.key);
    expect(writtenAddress(defaults, long, false).storedArea?.key).toBe(written.storedArea?.key);
    expect(again(defaults, long).aoi?.wkt).toBe(long.wkt);
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
      'aoi',
      'view',
    ]);
  });

  test('an area that this browser does not keep is told', () => {
    expect(read({ area: 'k3f9' }).faults).toEqual(['area=k3f9']);
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
      isResults: false,
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
