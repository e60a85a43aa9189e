import { describe, expect, test } from 'vitest';
import type { FileOffer, FileOutcome } from '../../../src/geo/check/areaReview.ts';
import { needsConsent } from '../../../src/machines/aoi/upload.machine.ts';
import { readFile } from '../../../src/workers/aoiFile.ts';
import { dbfOf, shpOf, zipOf } from '../geo/read/files.ts';

type Corner = readonly [west: number, south: number];
const box = ([west, south]: Corner, size = 0.1) => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];
const PLACES: readonly Corner[] = [
  [103.7, 1.2],
  [104.1, 1.3],
  [103.9, 1.6],
];
const NAMES = ['North dock', '', '船坞 3'];

const feature = (ring: unknown, name: string) => ({
  type: 'Feature',
  properties: { id: 7, Name: name },
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const features = PLACES.map((place, index) => feature(box(place).toReversed(), NAMES[index]!));
const collection = (all: readonly unknown[]) => JSON.stringify({ type: 'FeatureCollection', features: all });
const placemark = (place: Corner, name: string) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${box(place).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const kml = (marks: string) => `<kml><Document><name>Docks</name>${marks}</Document></kml>`;
const marks = PLACES.map((place, index) => placemark(place, NAMES[index]!));
const shp = shpOf(PLACES.map((place) => ({ parts: [box(place)] })));
const single = (place: Corner) => shpOf([{ parts: [box(place)] }]);

const outcomeOf = (name: string, content: string | Uint8Array): Promise<FileOutcome> =>
  readFile({ file: new Blob([content as BlobPart]), name }, () => {});

/** The list under the refusal, which stays the specification's. */
async function offerOf(name: string, content: string | Uint8Array, count: number): Promise<FileOffer> {
  const outcome = await outcomeOf(name, content);
  if (outcome.type !== 'file.refused' || !outcome.refusal.offer) throw new Error(`${name}: no offer`);
  expect(outcome.refusal.message).toEqual({ key: 'errors.file.singleFeature', params: { count } });
  return outcome.refusal.offer;
}
const named = ({ features: listed }: FileOffer) => listed.map(({ name }) => name);
const corners = ({ features: listed }: FileOffer) =>
  listed.map(({ outcome }) => outcome.type === 'file.read' && outcome.reading.aoi.bbox.slice(0, 2));

describe('decision 37: the features of a file with several are offered', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['docks.geojson', collection(features), ['North dock', '7', '船坞 3']],
    ['docks.json', collection(features), ['North dock', '7', '船坞 3']],
    [
      'docks.geojson',
      features.map((one) => `\u001e${JSON.stringify(one)}\n`).join(''),
      ['North dock', '7', '船坞 3'],
    ],
    ['docks.kml', kml(marks.join('')), ['North dock', 'docks 2', '船坞 3']],
    [
      'docks.kml',
      kml(marks.join('')).replaceAll(/<(\/?)(?=\w)/g, '<$1kml:'),
      ['North dock', 'docks 2', '船坞 3'],
    ],
    [
      'docks.kmz',
      zipOf([{ name: 'doc.kml', content: kml(marks.join('')) }]),
      ['North dock', 'docks 2', '船坞 3'],
    ],
    [
      'docks.kmz',
      zipOf([
        { name: 'doc.kml', content: kml('') },
        ...PLACES.map((_, index) => ({ name: `layers/${index}.kml`, content: kml(marks[index]!) })),
      ]),
      ['layers/0', 'layers/1', 'layers/2'],
    ],
    ['docks.shp', shp, ['docks 1', 'docks 2', 'docks 3']],
    ['docks.zip', zipOf([{ name: 'a.shp', content: shp }]), ['docks 1', 'docks 2', 'docks 3']],
    [
      'docks.zip',
      zipOf([
        { name: 'a.shp', content: shp },
        { name: 'A.DBF', content: dbfOf('NAME', NAMES) },
      ]),
      ['North dock', 'docks 2', '船坞 3'],
    ],
    [
      'docks.zip',
      zipOf(PLACES.map((place, index) => ({ name: `in/${index}.shp`, content: single(place) }))),
      ['0', '1', '2'],
    ],
  ])('%#: %s', async (name, content, names) => {
    const offer = await offerOf(name, content, 3);
    expect(named(offer)).toEqual(names);
    expect(corners(offer)).toEqual(PLACES);
    expect(offer.features.every(({ outline }) => outline?.path.startsWith('M') && outline.mark)).toBe(true);
  });

  test('each passes the checks of a single one; one that can’t be used has its reason', async () => {
    const crossed = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    const offer = await offerOf(
      'mixed.geojson',
      collection([
        features[0],
        feature(crossed, 'crossed'),
        feature([[0, 50], [120, 55], [-120, 52], [0, 50]], 'polar'), // prettier-ignore
        feature([[0, 0], [1, 95], [1, 0], [0, 0]], 'beyond'), // prettier-ignore
        { ...features[0], geometry: { type: 'Point', coordinates: [1, 2] } },
      ]),
      5,
    );
    const [sure, repaired, polar, beyond, point] = offer.features.map(({ outcome }) => outcome);
    expect(sure?.type === 'file.read' && needsConsent(sure.reading)).toBe(false);
    expect(repaired?.type === 'file.read' && needsConsent(repaired.reading)).toBe(true);
    expect(polar).toMatchObject({ type: 'file.unclear' });
    expect(beyond).toMatchObject({ refusal: { message: { key: 'errors.geometry.coordinatesInvalid' } } });
    expect(point).toMatchObject({ refusal: { message: { key: 'errors.file.geometryType' } } });
    expect(offer.features.map(({ outline }) => outline !== null)).toEqual([true, true, true, false, false]);
  });

  test('a fault of one Placemark or layer is no fault of the others', async () => {
    const torn = marks[0]!.replace('103.7,1.2', '103.7,x');
    const ofKml = await offerOf('a.kml', kml(torn + marks[1]! + marks[2]!), 3);
    expect(ofKml.features.map(({ outcome }) => outcome.type)).toEqual([
      'file.refused',
      'file.read',
      'file.read',
    ]);
    const layers = [
      { name: 'a.shp', content: single(PLACES[0]!) },
      { name: 'b.shp', content: shp.slice(0, 200) },
    ];
    const ofZip = await offerOf('a.zip', zipOf(layers), 2);
    expect(ofZip.features[1]).toMatchObject({
      name: 'b',
      outcome: { refusal: { message: { key: 'errors.file.truncated' } } },
    });
  });

  test.each([
    ['many.geojson', collection(Array.from({ length: 10_000 }, () => features[0]))],
    ['many.kml', kml(marks[0]!.repeat(10_000))],
    ['many.shp', shpOf(Array.from({ length: 10_000 }, () => ({ parts: [box(PLACES[0]!)] })))],
  ])('of the 10,000 features of %s the first 100 are read', async (name, content) => {
    const offer = await offerOf(name, content, 10_000);
    expect(offer.features).toHaveLength(100);
    expect(JSON.stringify(offer).length).toBeLessThan(200_000);
  });

  test('of a file without polygons nothing is offered', async () => {
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } };
    const outcome = await outcomeOf('points.geojson', collection([point, point]));
    expect(outcome).toMatchObject({ refusal: { message: { params: { count: 2 } }, offer: null } });
  });
});
