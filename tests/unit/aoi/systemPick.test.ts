import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, waitFor, type AnyEventObject } from 'xstate';
import { findSystems, systemOfCode } from '../../../src/geo/read/crs/systemNames.ts';
import {
  accuracyText,
  placeOfPick,
  systemsOf,
  systemTitle,
} from '../../../src/machines/aoi/systemPick.rules.ts';
import {
  type AreaRead,
  isUploadOpen,
  offText,
  placedArea,
  placedFile,
  reviewedReading,
  systemPicking,
  uploadMachine,
  uploadOffer,
  uploadRefusal,
} from '../../../src/machines/aoi/upload.machine.ts';
import type { Kept } from '../../../src/machines/shared/kept.ts';
import { readFile } from '../../../src/workers/aoiFile.ts';
import { shpOf, zipOf } from '../geo/read/files.ts';

const XIAN =
  'PROJCS["Xian_1980_3_Degree_GK_CM_108E",GEOGCS["GCS_Xian_1980",DATUM["D_Xian_1980",SPHEROID["Xian_1980",6378140.0,298.257]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",108.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const BEIJING = XIAN.replaceAll('Xian_1980', 'Beijing_1954')
  .replace('6378140.0,298.257', '6378245.0,298.3')
  .replaceAll(/108(?=E"|\.0)/g, '111');
const LOCAL = 'LOCAL_CS["Stadtnetz Altdorf",UNIT["metre",1]]';

const box = (x: number, y: number) => [[x, y], [x, y + 1e4], [x + 1e4, y + 1e4], [x + 1e4, y], [x, y]]; // prettier-ignore
const zipped = (prj: string | null, parts = [box(45e4, 375e4)]) =>
  zipOf([
    { name: 'plot.shp', content: shpOf(parts.map((part) => ({ parts: [part] }))) },
    ...(prj === null ? [] : [{ name: 'plot.prj', content: prj }]),
  ]);

/** A browser that keeps what is picked. */
function browser(): Kept {
  let stored = 'null';
  return {
    read: () => JSON.parse(stored) as unknown,
    write: (value) => {
      stored = JSON.stringify(value);
    },
  };
}

interface Given {
  name: string;
  content: Uint8Array | string;
}

/** The upload machine with its real reader and its real table of systems. */
async function given({ name, content }: Given, kept = browser(), place: string | null = 'Xianyang') {
  const told: AnyEventObject[] = [];
  const file = new Blob([content as BlobPart]);
  const upload = uploadMachine.provide({
    actors: {
      readFile: fromCallback(({ input: { system }, sendBack }) => {
        const named = system && { ...system, name: systemTitle(system) };
        void readFile({ file, name, system: named }, () => {}).then(sendBack);
      }),
      findSystems: fromPromise(({ input: { last, ...query } }) =>
        Promise.resolve({ last: last === null ? null : systemOfCode(last), list: findSystems(query) }),
      ),
      findPlace: fromPromise(() =>
        place === null ? Promise.reject(new Error('offline')) : Promise.resolve(place),
      ),
    },
  });
  const parent = setup({ actors: { upload } }).createMachine({
    invoke: { id: 'upload', src: 'upload', input: { kept } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const actor = createActor(parent).start().getSnapshot().children['upload']!;
  const until = async <Found>(find: (snapshot: ReturnType<typeof actor.getSnapshot>) => Found | null) => {
    const snapshot = await waitFor(actor, (one) => find(one) !== null);
    return find(snapshot)!;
  };
  actor.send({ type: 'files.given', files: [{ name, size: file.size }] });
  return {
    actor,
    until,
    told,
    kept,
    read: () => told.find((one): one is AreaRead => one.type === 'area.read'),
  };
}
type Asked = Awaited<ReturnType<typeof given>>;

const picking = ({ until }: Asked) =>
  until((one) => {
    const found = systemPicking(one);
    return found?.found ? { ...found, systems: systemsOf(found.found).map(({ code }) => code) } : null;
  });
const picks = async (asked: Asked, code: number) => {
  await picking(asked);
  asked.actor.send({ type: 'system.sought', text: String(code) });
  await picking(asked);
  asked.actor.send({ type: 'system.chosen', code });
};
const placed = ({ until }: Asked) => until(placedFile);

describe('A file without a known coordinate system', () => {
  test.each([
    [
      'Xian 1980, which EPSG has no shift for',
      'plot.zip',
      zipped(XIAN),
      'Xian_1980_3_Degree_GK_CM_108E',
      2381,
    ],
    [
      'Beijing 1954 beyond its published shifts',
      'plot.zip',
      zipped(BEIJING),
      'Beijing_1954_3_Degree_GK_CM_111E',
      2434,
    ],
    ['a local grid', 'plot.zip', zipped(LOCAL), 'Stadtnetz Altdorf', undefined],
    ['no .prj', 'plot.zip', zipped(null), '', undefined],
    ['a .shp alone', 'plot.shp', shpOf([{ parts: [box(45e4, 375e4)] }]), '', undefined],
    [
      'a GeoJSON’s unknown crs',
      'plot.geojson',
      JSON.stringify({
        type: 'Feature',
        crs: { type: 'name', properties: { name: 'EPSG:2327' } },
        properties: {},
        geometry: { type: 'Polygon', coordinates: [box(135e5, 42e5)] },
      }),
      'EPSG:2327',
      undefined,
    ],
  ])('%s: the refusal stays, and below it the systems are offered', async (_, name, content, like, first) => {
    const asked = await given({ name, content });
    const found = await picking(asked);
    expect(uploadRefusal(asked.actor.getSnapshot())?.message.key).toMatch(
      /errors\.file\.(projection|notWgs84)/,
    );
    expect([found.like, found.systems[0]]).toEqual([like, first]);
    expect(asked.read()).toBeUndefined();
  });

  test('the place in the picked system is shown before it is used, and by how much it may be off', async () => {
    const asked = await given({ name: 'plot.zip', content: zipped(XIAN) });
    await picks(asked, 2381);
    await asked.until((one) => placedFile(one)?.place ?? null);
    const { aoi, place, accuracy, isUnshifted, isOutside, drawing } = await placed(asked);
    // by PROJ on the datum of Xian 1980
    [107.459575, 33.8756359, 107.5672013, 33.9662141].forEach((side, at) =>
      expect(Math.abs(aoi.bbox[at]! - side)).toBeLessThan(0.002),
    );
    expect(aoi.areaKm2).toBeCloseTo(100, 0);
    expect([place, isUnshifted, isOutside]).toEqual(['Xianyang', true, false]);
    expect(accuracy.key).toBe('systems.off');
    expect(accuracy.params?.['metres']).toBeGreaterThanOrEqual(250);
    expect(drawing.path).toMatch(/^M.*Z$/);
    expect(placedArea(asked.actor.getSnapshot())).toBe(aoi.geometry);
    expect(asked.read()).toBeUndefined();
    asked.actor.send({ type: 'system.accepted' });
    expect(isUploadOpen(asked.actor.getSnapshot())).toBe(false);
    expect(asked.read()?.aoi).toBe(aoi);
    expect(asked.read()?.notes).toEqual([
      {
        key: 'upload.note.reprojected',
        params: { name: 'Xian 1980 / 3-degree Gauss-Kruger CM 108E (EPSG:2381)' },
      },
      { key: 'upload.note.shiftUnknown', params: accuracy.params },
    ]);
  });

  test('where EPSG has a shift, its accuracy is stated', async () => {
    const asked = await given({ name: 'plot.zip', content: zipped(null, [box(155e3, 463e3)]) });
    await picks(asked, 28992);
    const { aoi, accuracy, isUnshifted } = await placed(asked);
    [5.3872035, 52.1551723].forEach((side, at) => expect(aoi.bbox[at]).toBeCloseTo(side, 2));
    expect([accuracy, isUnshifted]).toEqual([
      { key: 'systems.accuracy', params: { best: 1, worst: 1, metres: 200 + 50 } },
      false,
    ]);
  });

  test('another system can be picked; a place outside its area is said', async () => {
    const asked = await given({ name: 'plot.zip', content: zipped(XIAN) }, browser(), null);
    await picks(asked, 28992);
    expect((await placed(asked)).isOutside).toBe(true);
    asked.actor.send({ type: 'system.left' });
    await picks(asked, 2381);
    expect((await placed(asked)).isOutside).toBe(false);
  });

  test('a system in which the file has no place: its refusal, and the picker again', async () => {
    const asked = await given({ name: 'plot.zip', content: zipped(XIAN) });
    await picks(asked, 4610);
    await asked.until((one) => (uploadRefusal(one)?.message.key === 'errors.file.notDegrees' ? true : null));
    expect((await picking(asked)).like).toBe('Xian_1980_3_Degree_GK_CM_108E');
    await picks(asked, 2381);
    await placed(asked);
  });

  test('a repair is shown after the place; declined, the systems are offered again', async () => {
    const [a, b, c, d] = box(45e4, 375e4);
    const asked = await given({ name: 'plot.zip', content: zipped(XIAN, [[a!, c!, b!, d!, a!]]) });
    await picks(asked, 2381);
    await placed(asked);
    asked.actor.send({ type: 'system.accepted' });
    expect(reviewedReading(asked.actor.getSnapshot())).not.toBeNull();
    asked.actor.send({ type: 'repair.declined' });
    expect((await picking(asked)).systems[0]).toBe(2381);
  });

  test('several features in the picked system are listed like those of any file', async () => {
    const asked = await given({
      name: 'plots.zip',
      content: zipped(null, [box(45e4, 375e4), box(47e4, 375e4)]),
    });
    expect((await picking(asked)).like).toBe('');
    expect(uploadRefusal(asked.actor.getSnapshot())?.message.key).toBe('errors.file.singleFeature');
    await picks(asked, 2381);
    const offer = await asked.until((one) => (one.matches({ open: 'choosing' }) ? uploadOffer(one) : null));
    expect(offer.features.map(({ outcome }) => outcome.type)).toEqual(['file.read', 'file.read']);
    const off = { key: 'upload.note.shiftUnknown', params: { metres: expect.any(Number) as number } };
    expect(offer.features.map(offText)).toEqual([off, off]);
    asked.actor.send({ type: 'feature.taken', index: 1 });
    expect(asked.read()?.aoi.bbox[0]).toBeCloseTo(107.6758, 2);
    expect(asked.read()?.notes).toContainEqual(off);
  });

  test('what was picked is offered first for the next file of that kind, and only for it', async () => {
    const kept = browser();
    const first = await given({ name: 'plot.zip', content: zipped(LOCAL) }, kept);
    await picks(first, 2381);
    await placed(first);
    first.actor.send({ type: 'system.accepted' });
    const next = await picking(await given({ name: 'next.zip', content: zipped(LOCAL) }, kept));
    expect(next.systems).toEqual([2381]);
    expect(next.found?.last?.code).toBe(2381);
    expect((await picking(await given({ name: 'next.zip', content: zipped(null) }, kept))).systems).toEqual(
      [],
    );
    // of other versions of the product
    kept.write([['Stadtnetz Altdorf', 'x'], 3, [1, 2]]);
    expect((await picking(await given({ name: 'next.zip', content: zipped(LOCAL) }, kept))).systems).toEqual(
      [],
    );
  });
});

test('a list says of each system what is known of its accuracy', () => {
  const key = (code: number) => accuracyText(systemOfCode(code)!).key;
  expect([28992, 4326, 5514, 2434, 21413, 4610].map(key)).toEqual([
    'systems.accuracy',
    'systems.accuracy',
    'systems.accuracies',
    'systems.accuraciesInParts',
    'systems.accuracyInParts',
    'systems.off',
  ]);
  expect(accuracyText({ ...systemOfCode(28992)!, accuracy: null }).key).toBe('systems.unstated');
  expect(accuracyText(systemOfCode(28992)!, -1).params).toMatchObject({ best: 1, worst: 1 });
  expect(
    placeOfPick({ like: '', text: '', found: null, chosen: null, outcome: null, place: null }),
  ).toBeNull();
});
