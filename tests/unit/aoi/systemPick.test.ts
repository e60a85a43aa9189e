import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, waitFor, type AnyEventObject } from 'xstate';
import { findSystems, type NamedSystem, systemOfCode } from '../../../src/geo/read/crs/systemNames.ts';
import type { FileOutcome } from '../../../src/geo/check/areaReview.ts';
import { aoiOf } from '../../../src/geo/aoi.ts';
import {
  accuracyText,
  askedSystemOf,
  lastSystemOf,
  type Picking,
  placeOfPick,
  systemsOf,
  systemTitle,
  withSystem,
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
import { square } from '../../server/search/sceneFixtures.ts';
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

const system = (code: number, more: Partial<NamedSystem> = {}): NamedSystem => ({
  code,
  name: `System ${code}`,
  area: 'Somewhere',
  bounds: [10, 40, 20, 50],
  accuracy: [1, 3],
  off: 200,
  isPartial: false,
  ...more,
});
const asked = (more: Partial<Picking> = {}): Picking => ({
  like: 'GK',
  text: '',
  found: { last: null, list: [system(7)] },
  chosen: 7,
  outcome: null,
  place: null,
  ...more,
});

test('the system of the last file of the kind stands first, and once', () => {
  const [first, second, third] = [system(1), system(2), system(3)];
  expect(systemsOf({ last: second, list: [first, second, third] })).toEqual([second, first, third]);
});

test('of the kinds of files the latest twenty are remembered, each with its last system', () => {
  const kept = [['GK', 1], ['RD', 2], null, 'GK', [3, 4], ['RD', '5'], ['UTM']]; // prettier-ignore
  expect(withSystem(kept, 'RD', 9)).toEqual([['RD', 9], ['GK', 1]]); // prettier-ignore
  expect(withSystem(null, 'GK', 9)).toEqual([['GK', 9]]);
  expect([lastSystemOf(kept, 'RD'), lastSystemOf(kept, 'UTM')]).toEqual([2, null]);
  const many = Array.from({ length: 25 }, (_, at) => [`kind ${at}`, at]);
  expect(withSystem(many, 'GK', 9)).toEqual([['GK', 9], ...many.slice(0, 19)]);
});

test.each<[what: string, of: Partial<NamedSystem>, at: number | null | undefined, text: object]>([
  [
    'the best and the worst of its area',
    {},
    undefined,
    { key: 'systems.accuracies', best: 1, worst: 3, metres: 200 },
  ],
  ['one at a place', {}, 2, { key: 'systems.accuracy', best: 2, worst: 2, metres: 200 }],
  ['a millimetre at a place', {}, 0.001, { key: 'systems.accuracy', best: 0.001, worst: 0.001, metres: 200 }],
  ['none stated at the place', {}, -1, { key: 'systems.accuracies', best: 1, worst: 3, metres: 200 }],
  ['the same at a place', { off: null }, 0, { key: 'systems.accuracy', best: 0, worst: 0, metres: 0 }],
  ['no shift known at the place', { off: null }, null, { key: 'systems.off', metres: 0 }],
])('how well a place is known: %s', (_, of, at, { key, ...params }: { key?: string }) => {
  expect(accuracyText(system(1, of), at)).toEqual({ key, params });
});

describe('another system is asked for', () => {
  const refusal = (key: string, params = {}) => ({ message: { key, params }, drawing: null });
  const projection = (name: string) => refusal('errors.file.projection', { name });
  const offered = (...outcomes: FileOutcome[]) => ({
    ...refusal('errors.file.singleFeature'),
    offer: {
      features: outcomes.map((outcome) => ({ name: '', outcome, outline: null })),
      grid: null as never,
    },
  });
  const refused = (name: string): FileOutcome => ({ type: 'file.refused', refusal: projection(name) });
  const read = { type: 'file.read' } as FileOutcome;

  test.each<[what: string, given: Parameters<typeof askedSystemOf>[0], like: string | undefined]>([
    ['by the name of the unknown one', projection('GK'), 'GK'],
    ['without a name', refusal('errors.file.notWgs84'), ''],
    ['by the first of several features', offered(refused('RD'), refused('GK')), 'RD'],
    ['not if another system would not help', refusal('errors.file.empty'), undefined],
    ['not if a feature is usable', offered(refused('RD'), read), undefined],
    ['not if the only feature is', offered(read), undefined],
  ])('%s', (_, given, like) => expect(askedSystemOf(given, null)?.like).toBe(like));

  test('again after one was chosen, whatever it made of the file, but not if a feature is usable', () => {
    const before = asked();
    expect(askedSystemOf(refusal('errors.file.empty'), before)).toBe(before);
    expect(askedSystemOf(offered(refused('RD')), before)).toBe(before);
    expect(askedSystemOf(offered(read), before)).toBeNull();
  });
});

describe('where a file lies in the picked system', () => {
  const drawing = { path: 'M' } as never;
  const lying = (west: number, south: number, east: number, north: number): FileOutcome => ({
    type: 'file.read',
    reading: { aoi: aoiOf(square(west, south, east, north)), notes: [], review: null },
    picked: { drawing, accuracy: 1 },
  });
  const placedIn = (bounds: NamedSystem['bounds'], outcome: FileOutcome) =>
    placeOfPick(asked({ outcome, found: { last: null, list: [system(7, { bounds })] } }));
  const EUROPE = [10, 40, 20, 50] as const;
  const PACIFIC = [170, -50, -170, -30] as const;

  test.each<
    [bounds: NamedSystem['bounds'], box: Parameters<typeof lying>, middle: number[], isOutside: boolean]
  >([
    [EUROPE, [14, 44, 16, 46], [15, 45], false],
    // its edges belong to it
    [EUROPE, [9, 44, 11, 46], [10, 45], false],
    [EUROPE, [19, 44, 21, 46], [20, 45], false],
    [EUROPE, [14, 39, 16, 41], [15, 40], false],
    [EUROPE, [14, 49, 16, 51], [15, 50], false],
    [EUROPE, [8, 44, 10, 46], [9, 45], true],
    [EUROPE, [20, 44, 22, 46], [21, 45], true],
    [EUROPE, [14, 38, 16, 40], [15, 39], true],
    [EUROPE, [14, 50, 16, 52], [15, 51], true],
    // one that is used across 180°
    [PACIFIC, [174, -41, 176, -39], [175, -40], false],
    [PACIFIC, [169, -41, 171, -39], [170, -40], false],
    [PACIFIC, [-171, -41, -169, -39], [-170, -40], false],
    [PACIFIC, [167, -41, 169, -39], [168, -40], true],
    [PACIFIC, [-169, -41, -167, -39], [-168, -40], true],
    [PACIFIC, [179, -41, 181, -39], [180, -40], false],
    [PACIFIC, [179, -41, 182, -39], [-179.5, -40], false],
    // one that is used along a meridian is not used everywhere
    [[10, 40, 10, 50], [10, 44, 12, 46], [11, 45], true],
  ])('%j, a file in %j: its middle, and whether that is outside', (bounds, box, middle, isOutside) => {
    const found = placedIn(bounds, lying(...box));
    expect(found?.middle).toEqual(middle);
    expect(found).toMatchObject({ isOutside, isUnshifted: false, drawing, place: null });
  });

  test('it is not known before the file was read in it', () => {
    const whole = lying(14, 44, 16, 46);
    const { picked: _, ...unpicked } = whole as { picked?: unknown };
    for (const more of [
      { outcome: null },
      { outcome: whole, chosen: 8 },
      { outcome: whole, found: null },
      { outcome: unpicked as FileOutcome },
      { outcome: { type: 'file.refused', refusal: {} } as FileOutcome },
      {
        outcome: {
          type: 'file.unclear',
          question: { choices: [] },
          picked: { drawing, accuracy: 1 },
        } as never,
      },
    ])
      expect(placeOfPick(asked(more))).toBeNull();
    expect(placeOfPick(asked({ outcome: whole }))).not.toBeNull();
  });
});
