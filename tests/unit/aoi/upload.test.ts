import { describe, expect, test, vi } from 'vitest';
import { FILE_BYTES_MAX } from '../../../src/geo/read/limits.ts';
import { areaChange } from '../../../src/machines/aoi/aoi.rules.ts';
import { needsConsent, type ReaderEvent } from '../../../src/machines/aoi/upload.machine.ts';
import { applyLanguage, translate } from '../../../src/ui/shared/i18n/language.ts';
import { messageText } from '../../../src/ui/shared/i18n/messageText.ts';
import { readFile } from '../../../src/workers/aoiFile.ts';
import { shpOf, zipOf } from '../geo/read/files.ts';
import type { FileReading } from '../../../src/geo/check/areaReview.ts';
import { boxRing } from '../../fixtures/box.ts';

const square = boxRing(103, 1, 104, 2);
const polygon = { type: 'Polygon', coordinates: [square] };
const feature = { type: 'Feature', properties: {}, geometry: polygon };
const json = (value: unknown) => JSON.stringify(value);

async function given(name: string, content: string | Uint8Array): Promise<ReaderEvent> {
  return readFile({ file: new Blob([content as BlobPart]), name }, () => {});
}
async function reading(name: string, content: string | Uint8Array): Promise<FileReading> {
  const event = await given(name, content);
  if (event.type !== 'file.read') throw new Error(json(event));
  return event.reading;
}
/** The dialog's words. */
async function refusal(name: string, content: string | Uint8Array): Promise<string> {
  await applyLanguage('en');
  const event = await given(name, content);
  if (event.type !== 'file.refused') throw new Error('it was read');
  return messageText(translate, event.refusal.message);
}

describe('§5 Geometry file upload', () => {
  test('a valid area is used unchanged, checked and measured in the worker', async () => {
    const { aoi, review } = await reading('area.geojson', json(polygon));
    expect(aoi).toMatchObject({ bbox: [103, 1, 104, 2], vertices: 4, geometry: polygon });
    expect(review).toBeNull();
  });

  test('repairs are shown before they are used: changes, areas, and small maps', async () => {
    const open = {
      type: 'Polygon',
      coordinates: [[...square.slice(0, 2), [104, 1], ...square.slice(2, -1)]],
    };
    const { aoi, review } = await reading('open.geojson', json(open));
    expect(review?.changes).toEqual([
      { kind: 'ringsClosed', count: 1 },
      { kind: 'duplicatesRemoved', count: 1 },
    ]);
    expect([review?.verticesBefore, aoi.vertices]).toEqual([5, 4]);
    expect(areaChange(review!)).toBeCloseTo(0, 9);
    // the open ring is drawn open
    expect(review?.before.path).toMatch(/^M[\d. L]+$/);
    expect(review?.after.path).toMatch(/^M[\d. L]+Z$/);
  });

  test('an area across 180° is cut there, and drawn in one piece', async () => {
    const across = boxRing(178, -1, 182, 1);
    const { aoi, review } = await reading('fiji.geojson', json({ type: 'Polygon', coordinates: [across] }));
    expect(aoi.geometry.type).toBe('MultiPolygon');
    expect(review?.changes).toEqual([{ kind: 'partsCutAt180', count: 1 }]);
    // both drawings have the same frame, not one around the world
    expect(review?.before.meridians).toEqual(review?.after.meridians);
    expect(review?.before.meridians.every(({ degrees }) => degrees > 170 && degrees < 190)).toBe(true);
  });

  test('a closed line or an overlay is offered as an area, and used only if the user agrees', async () => {
    const kml = (inner: string) => `<kml><Placemark>${inner}</Placemark></kml>`;
    const line = (tuples: string) => `<LineString><coordinates>${tuples}</coordinates></LineString>`;
    const closed = '103,1,5 104,1,6 104,2,7 103,1,8';
    const read = await reading('way.kml', kml(line(closed)));
    expect(read.notes).toEqual([{ kind: 'lineAsArea' }]);
    expect(read.review).toMatchObject({ isProposal: true, changes: [] });
    expect(needsConsent(read)).toBe(true);
    const box = (more: string) =>
      `<kml><GroundOverlay><LatLonBox><north>-16</north><south>-17</south><east>-179</east><west>179</west>${more}</LatLonBox></GroundOverlay></kml>`;
    const overlay = await reading('fiji.kml', box(''));
    expect(overlay.aoi.areaKm2).toBeCloseTo(23_629.6, 0);
    expect(needsConsent(overlay)).toBe(true);
    // turned a quarter about its middle, on the equator
    const turned = (rotation: string) =>
      `<kml><GroundOverlay><LatLonBox><north>1</north><south>-1</south><east>14</east><west>10</west><rotation>${rotation}</rotation></LatLonBox></GroundOverlay></kml>`;
    const { aoi } = await reading('turned.kml', turned('90'));
    [11, -2, 13, 2].forEach((side, at) => expect(aoi.bbox[at]).toBeCloseTo(side, 6));
    const quad = (corners: string) =>
      `<kml xmlns:gx="g"><GroundOverlay><gx:LatLonQuad><coordinates>${corners}</coordinates></gx:LatLonQuad></GroundOverlay></kml>`;
    const read4 = await reading('quad.kml', quad('103,1 104,1 104,2 103,2'));
    expect([read4.aoi.bbox, read4.notes]).toEqual([[103, 1, 104, 2], [{ kind: 'overlayAsArea' }]]);
    // an open line, two lines, and an image without all its sides or corners are no area
    for (const other of [
      kml(line('103,1 104,1 104,2')),
      kml(line(closed) + line(closed)),
      turned('x'),
      quad('103,1 104,1 104,2'),
    ])
      expect(await refusal('other.kml', other)).toBe('The file contains no polygon.');
  });

  test('progress rises with every fetched piece of the file', async () => {
    const pieces = ['{"type":"Polygon",', '"coordinates":[', json(square), ']}'].map((text) =>
      Buffer.from(text),
    );
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(Uint8Array.from(piece));
          controller.close();
        },
      });
    const shares: number[] = [];
    await readFile(
      { file: { size, stream } as unknown as Blob, name: 'area.geojson' },
      (share) => void shares.push(share),
    );
    expect(shares.length).toBeGreaterThanOrEqual(pieces.length - 1);
    expect(shares.at(-1)).toBeGreaterThan(0.5);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  test('the size of a drawing is bounded for any number of vertices', async () => {
    const ring = Array.from({ length: 60_000 }, (_, at) => {
      const angle = (2 * Math.PI * at) / 60_000;
      const radius = 1 + 0.05 * Math.sin(9 * angle);
      return [100 + radius * Math.cos(angle), 10 + radius * Math.sin(angle)];
    });
    const { review } = await reading(
      'many.geojson',
      json({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }),
    );
    expect(review?.changes[0]).toMatchObject({ kind: 'simplified', from: 60_000 });
    expect(review?.before.path.length).toBeLessThan(100_000);
    expect(Math.abs(areaChange(review!)!)).toBeLessThan(0.1);
  });
});

describe('§8 File alerts', () => {
  const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } };
  test.each<[string, string, string | Uint8Array]>([
    ['Format error, unsupported geometry type: Point', 'a.geojson', json(point)],
    ['Format error, unsupported geometry type: LineString', 'a.shp', shpOf([{ type: 3, parts: [square] }])],
    [
      'Format error, require single feature',
      'a.geojson',
      json({ type: 'FeatureCollection', features: [feature, feature] }),
    ],
    ['Format error, require single feature', 'a.shp', shpOf([{ parts: [square] }, { parts: [square] }])],
    ['Format error, unsupported geojson type: Topology', 'a.geojson', json({ type: 'Topology' })],
    ['No .shp file found in the archive', 'a.zip', zipOf([{ name: 'readme.txt', content: 'x' }])],
    [
      'No KMZ .kml: No KML file found in the KMZ archive',
      'a.kmz',
      zipOf([{ name: 'readme.txt', content: 'x' }]),
    ],
    ['area.gpx is not a .shp, .kml, .kmz, .geojson or .zip file.', 'area.gpx', '<gpx/>'],
    ['The file is empty. Export it again.', 'a.kml', ''],
  ])("'%s'", async (message, name, content) => {
    expect(await refusal(name, content)).toBe(message);
  });

  test('the count of features found is part of the refusal (decision 21)', async () => {
    const event = await given(
      'a.geojson',
      json({ type: 'FeatureCollection', features: [feature, feature, feature] }),
    );
    expect(event).toMatchObject({ refusal: { message: { params: { count: 3 } } } });
  });

  test('a refused outline is drawn with its place marked', async () => {
    const crossing = {
      type: 'MultiPolygon',
      coordinates: [
        [
          square,
          [
            [110, 5],
            [111, 5],
            [111, 6],
            [110, 5],
          ],
        ],
      ],
    };
    const event = await given('a.geojson', json(crossing));
    if (event.type !== 'file.refused') throw new Error('it was read');
    expect(event.refusal.message.key).toBe('errors.geometry.holeOutside');
    expect(event.refusal.drawing?.mark).toEqual({ x: expect.any(Number), y: expect.any(Number) });
  });

  test('a file that is too large is refused before a byte of it is read', async () => {
    const stream = vi.fn();
    const file = { size: FILE_BYTES_MAX + 1, stream } as unknown as Blob;
    const event = await readFile({ file, name: 'a.kml' }, () => {});
    expect(event).toMatchObject({
      type: 'file.refused',
      refusal: { message: { key: 'errors.file.tooLarge' } },
    });
    expect(stream).not.toHaveBeenCalled();
  });

  test('a file that can no longer be read is logged, and the dialog says that it could not be read', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const stream = () =>
      new ReadableStream({
        start: (controller) => controller.error(new DOMException('gone', 'NotReadableError')),
      });
    const event = await readFile({ file: { size: 9, stream } as unknown as Blob, name: 'a.kml' }, () => {});
    expect(event).toMatchObject({
      type: 'file.refused',
      refusal: { message: { key: 'errors.file.unreadable' } },
    });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });

  test('a ring around the globe is a question: the areas that it can mean, drawn in the same frame', async () => {
    const ring = [[0, 50], [120, 55], [-120, 52], [0, 50]]; // prettier-ignore
    const event = await given('arctic.geojson', json({ type: 'Polygon', coordinates: [ring] }));
    if (event.type !== 'file.unclear') throw new Error(event.type);
    const { choices } = event.question;
    expect(choices.map(({ kind }) => kind)).toEqual(['north', 'written']);
    // by GeographicLib on the densified ring
    expect(choices.map(({ aoi }) => Math.round(aoi.areaKm2))).toEqual([53_556_960, 3_185_237]);
    const [cap, band] = choices.map(({ drawing }) => drawing);
    expect(cap?.parallels).toEqual(band?.parallels);
    expect([cap?.pole, band?.pole]).toEqual(['north', 'north']);
    // the cut at 180° is no part of the outline
    expect(cap?.line.match(/M/g)).toHaveLength(1);
    expect(cap?.fill.length).toBeGreaterThan(cap?.line.length ?? Infinity);
  });
});
