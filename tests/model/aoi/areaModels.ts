import type { SnapshotFrom } from 'xstate';
import { aoiPlaceMachine } from '../../../src/machines/aoi/aoiPlace.machine.ts';
import { after, done, failed } from '../shared/outcomes.ts';
import {
  aoiMachine,
  askedEntry,
  entryRefusal,
  refusedField,
  repairedEntry,
} from '../../../src/machines/aoi/aoi.machine.ts';
import {
  areaChange,
  changeText,
  chosenArea,
  type CoordinateEntry,
  otherDegreesOf,
} from '../../../src/machines/aoi/aoi.rules.ts';
import {
  askedFile,
  type GivenFile,
  noteText,
  placedFile,
  reviewedReading,
  systemPicking,
  uploadMachine,
} from '../../../src/machines/aoi/upload.machine.ts';
import { accuracyText, systemsOf } from '../../../src/machines/aoi/systemPick.rules.ts';
import { fixedWkt, wktPlaceOf } from '../../../src/machines/aoi/wkt.rules.ts';
import { readFile } from '../../../src/workers/aoiFile.ts';
import { model, type ModelEvent } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import type { AreaDrawing } from '../../../src/geo/area/areaDrawing.ts';
import type { AreaReview } from '../../../src/geo/check/areaReview.ts';

/** A file whose text is held by the browser. */
interface SampleFile extends GivenFile {
  text: string;
}
const file = (name: string, value: unknown): SampleFile => {
  const text = JSON.stringify(value);
  return { name, size: text.length, text };
};
const harbour = file('harbour.geojson', sample.smallArea);
/** Rings whose ends share a longitude, a latitude or nothing, and degenerate parts. */
const torn = file('torn.geojson', {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [103, 1],
        [104, 1],
        [104, 2],
        [103, 2],
      ],
    ],
    [
      [
        [105, 1],
        [106, 2],
        [107, 1],
      ],
    ],
    [[[108, 1]]],
    [
      [
        [109, 1],
        [109, 1],
      ],
    ],
  ],
});
/** A star, so that its crossing is shown on the map. */
const star = file('star.geojson', {
  type: 'Polygon',
  coordinates: [
    [
      [0, 10],
      [6, -8],
      [-9, 3],
      [9, 3],
      [-6, -8],
      [0, 10],
    ],
  ],
});
/** Around the North Pole, and the same along the pole. */
const arctic = file('arctic.geojson', {
  type: 'Polygon',
  coordinates: [
    [
      [0, 50],
      [120, 55],
      [-120, 52],
      [0, 50],
    ],
  ],
});
const fileReading = {
  aoi: sample.smallAoi,
  notes: [{ kind: 'othersLeftOut', count: 2 }, { kind: 'heightsDropped' }],
  review: null,
};
const drawing: AreaDrawing = { path: 'M0 0L1 1Z', mark: null, meridians: [], parallels: [], digits: 0 };
const areaReview: AreaReview = {
  isProposal: false,
  changes: [{ kind: 'ringsParted', count: 1 }],
  areaBefore: 1100,
  areaAfter: 1210,
  verticesBefore: 4,
  before: drawing,
  after: drawing,
  difference: null,
};

const choiceOf = (kind: string, aoi: unknown) => ({
  kind,
  aoi,
  changes: [{ kind: 'ringsTurned', count: 1 }],
  drawing: { pole: 'north', fill: 'M0 0Z', line: 'M0 0', parallels: [] },
});
const question = { choices: [choiceOf('north', sample.largeAoi), choiceOf('written', sample.smallAoi)] };
/** Two features that can be saved, one that asks, one that can't be used and one that was repaired. */
const offer = {
  grid: { meridians: [], parallels: [], digits: 0 },
  features: [
    { type: 'file.read', reading: fileReading },
    { type: 'file.unclear', question, notes: [] },
    { type: 'file.refused', refusal: { message: { key: 'errors.file.geometryType' }, drawing: null } },
    { type: 'file.read', reading: fileReading },
    { type: 'file.read', reading: { ...fileReading, review: areaReview } },
  ].map((outcome, index) => ({ name: `Dock ${index}`, outcome, outline: null })),
};
/** A file of an unknown system, the systems to pick from, and where the file is in one of them. */
const unknownSystem = {
  type: 'file.refused',
  refusal: { message: { key: 'errors.file.projection', params: { name: 'Xian_1980' } }, drawing: null },
};
const xian = {
  code: 4610,
  name: 'Xian 1980',
  area: 'China - onshore',
  bounds: [73.62, 18.11, 134.77, 53.56],
  accuracy: null,
  off: 650,
  isPartial: true,
};
const beijing = { ...xian, code: 4214, name: 'Beijing 1954', accuracy: [1, 15] };
const placedFar = { drawing, accuracy: null };
const mayBeOff = [...fileReading.notes, { kind: 'shiftUnknown', metres: 650 }];
/** What the user does with a question. */
const choiceEvents = [
  { type: 'choice.made', index: 0 },
  { type: 'choice.made', index: 1 },
  { type: 'choice.accepted' },
  { type: 'choice.left' },
];

/** The texts of `AreaReviewNote` for a repaired area. */
const saidOfReview = (review: AreaReview | undefined | null) =>
  review ? [areaChange(review), review.changes.map(changeText)] : null;

type Upload = SnapshotFrom<typeof uploadMachine>;
const upload = model<{
  file: unknown;
  progress: number;
  reading: unknown;
  asked: { chosen: number | null } | null;
  refusal: { offer?: unknown } | null;
  picking: {
    found: unknown;
    chosen: number | null;
    outcome: { type: string; reading?: { review: unknown } } | null;
    place: string | null;
  } | null;
  queue: readonly number[];
  saves: Readonly<Record<number, unknown>>;
}>(
  {
    name: 'upload',
    machine: uploadMachine,
    variants: {
      'no file yet': undefined,
      'a system picked for an earlier file': { kept: sample.keptBefore([['Xian_1980', 4214]]) },
    },
    events: [
      { type: 'upload.opened' },
      { type: 'upload.closed' },
      { type: 'files.given', files: [harbour] },
      { type: 'files.given', files: [harbour, torn] },
      { type: 'files.given', files: [] },
      { type: 'reading.progressed', share: 0.5 },
      { type: 'reading.cancelled' },
      { type: 'file.read', reading: fileReading },
      { type: 'file.read', reading: { ...fileReading, review: areaReview } },
      {
        type: 'file.read',
        reading: { ...fileReading, review: { ...areaReview, changes: [{ kind: 'ringsTurned', count: 1 }] } },
      },
      { type: 'file.refused', refusal: { message: { key: 'errors.file.singleFeature' }, drawing: null } },
      {
        type: 'file.refused',
        refusal: { message: { key: 'errors.file.singleFeature' }, drawing: null, offer },
      },
      unknownSystem,
      {
        type: 'file.refused',
        refusal: {
          message: { key: 'errors.file.singleFeature' },
          drawing: null,
          offer: { ...offer, features: [{ name: 'Dock', outcome: unknownSystem, outline: null }] },
        },
      },
      done('findSystems', { last: null, list: [xian, beijing] }),
      done('findSystems', { last: beijing, list: [] }),
      ...failed('findSystems'),
      { type: 'system.sought', text: '4610' },
      { type: 'system.chosen', code: 4610 },
      { type: 'system.chosen', code: 9 },
      { type: 'file.read', reading: { ...fileReading, notes: mayBeOff }, picked: placedFar },
      {
        type: 'file.read',
        reading: { ...fileReading, review: areaReview },
        picked: { drawing, accuracy: 1 },
      },
      { type: 'file.unclear', question, notes: mayBeOff.slice(-1), picked: placedFar },
      done('findPlace', 'Xianyang'),
      ...failed('findPlace'),
      { type: 'system.accepted' },
      { type: 'system.left' },
      { type: 'feature.taken', index: 0 },
      { type: 'feature.taken', index: 1 },
      { type: 'feature.taken', index: 2 },
      { type: 'feature.taken', index: 4 },
      { type: 'features.submitted' },
      { type: 'saving.stopped' },
      done('saveAoi'),
      ...failed('saveAoi'),
      { type: 'repair.accepted' },
      { type: 'repair.declined' },
      { type: 'xstate.error.actor.readFile', error: new Error('no worker here') },
      { type: 'files.given', files: [torn] },
      { type: 'files.given', files: [star] },
      { type: 'files.given', files: [arctic] },
      { type: 'file.unclear', question, notes: fileReading.notes },
      ...choiceEvents,
    ],
    queries: {
      /** The worker's result for the given file. */
      readFile: (_: Upload, last: ModelEvent | null) => {
        const [given, ...more] = last?.type === 'files.given' ? (last['files'] as SampleFile[]) : [];
        if (given === undefined || more.length > 0) return null;
        return readFile({ file: new Blob([given.text]), name: given.name }, () => {});
      },
      review: (one: Upload) => saidOfReview(reviewedReading(one)?.review),
      notes: (one: Upload) => (reviewedReading(one) ?? askedFile(one))?.notes.map(noteText),
      choice: (one: Upload) => chosenArea(askedFile(one))?.changes.map(changeText),
      systems: (one: Upload) => {
        const found = systemPicking(one)?.found ?? null;
        return found && systemsOf(found).map((system) => [system.code, accuracyText(system)]);
      },
      placed: (one: Upload) => {
        const placed = placedFile(one);
        return placed && [placed.accuracy, placed.middle, placed.isUnshifted, placed.isOutside, placed.place];
      },
    },
  },
  (context) => [
    context.file !== null,
    context.picking &&
      [
        context.picking.found !== null,
        context.picking.chosen,
        context.picking.outcome?.type,
        Boolean(context.picking.outcome?.reading?.review),
        context.picking.place !== null,
      ].join(' '),
    context.progress,
    context.reading !== null,
    context.asked && String(context.asked.chosen),
    context.refusal && Boolean(context.refusal.offer),
    context.queue.length,
    Object.values(context.saves)
      .map((save) => save === 'saved')
      .join(' '),
  ],
);

type AoiSnapshot = SnapshotFrom<typeof aoiMachine>;
const wkt = (text: string) => ({ type: 'coordinates.submitted', entry: { tab: 'WKT', text } });
const bbox = (minLatitude: string, maxLatitude: string, minLongitude: string, maxLongitude: string) => ({
  type: 'coordinates.submitted',
  entry: { tab: 'BBOX', minLatitude, maxLatitude, minLongitude, maxLongitude },
});
const center = (longitude: string, latitude: string, widthKm: string, heightKm: string) => ({
  type: 'coordinates.submitted',
  entry: { tab: 'Center', longitude, latitude, widthKm, heightKm },
});
/** The dialog's entry: the last one sent. */
const entryOf = (last: ModelEvent | null) => last?.['entry'] as CoordinateEntry | undefined;

const aoi = model<{
  aoi: unknown;
  refusal: unknown;
  preview: unknown;
  repaired: unknown;
  asked: { chosen: number | null } | null;
  past: readonly { aoi: unknown }[];
  future: readonly { aoi: unknown }[];
}>(
  {
    name: 'aoi',
    machine: aoiMachine,
    variants: {
      'no area yet': undefined,
      'coordinates typed before a reload': {
        kept: sample.keptBefore({ tab: 'WKT', entries: { WKT: { tab: 'WKT', text: 'POLYGON((103 1' } } }),
      },
    },
    events: [
      { type: 'aoi.drawn', geometry: sample.smallArea },
      { type: 'aoi.drawn', geometry: sample.badArea },
      { type: 'aoi.cleared' },
      { type: 'coordinates.opened' },
      { type: 'coordinates.closed' },
      { type: 'coordinates.edited', entry: { tab: 'WKT', text: 'POLYGON((103 1, 104 1, 104 2, 103 1))' } },
      { type: 'coordinates.edited', entry: { tab: 'WKT', text: 'POLYGON((103 1' } },
      { type: 'area.read', aoi: sample.smallAoi, name: 'harbour.kml', notes: [] },
      { type: 'aoi.recalled', aoi: sample.smallAoi, source: { kind: 'saved', name: 'Harbour' } },
      { type: 'aoi.undone' },
      { type: 'aoi.redone' },
      wkt('POLYGON((103 1, 104 1, 104 2, 103 1))'),
      wkt('POLYGONX((103 1, 104 1, 104 2, 103 1))'),
      // crosses itself: needs confirmation
      wkt('POLYGON((103 1, 104 2, 104 1, 103 2, 103 1))'),
      { type: 'repair.accepted' },
      { type: 'repair.declined' },
      // around the globe: which side is a question
      wkt('POLYGON((0 50, 120 55, -120 52, 0 50))'),
      ...choiceEvents,
      // repaired without confirmation
      wkt('POLYGON((103 1, 103 2, 104 2, 104 1, 104 1, 103 1))'),
      // need confirmation: latitude first; a spike on less than a km²
      wkt('POLYGON((1 103, 2 103, 2 104, 1 104, 1 103))'),
      wkt('POLYGON((103 1, 103.004 1, 103.008 1, 103.004 1, 103.004 1.004, 103 1.004, 103 1))'),
      // a hole of zero width: needs confirmation although it is usable
      wkt('POLYGON((103 1, 104 1, 104 2, 103 2, 103 1), (103.5 1.5, 103.5 1.6, 103.5000001 1.6, 103.5 1.5))'),
      // refused, at a position of the outline; for its type; for its latitude
      wkt('POLYGON((0 10, 6 -8, -9 3, 9 3, -6 -8, 0 10))'),
      wkt('POINT(103 1)'),
      wkt('POLYGON((103 1, 104 1, 104 91, 103 1))'),
      // unreadable: commas and lone numbers
      wkt('POLYGON ((103.7 1.3, 103.8 1.4,\r\n103.9 1.3, 104.0 1,268, 103.9 1.1,\n103.7 1.3))'),
      wkt('POLYGON((1 1, 2, 2 2, 1 1))'),
      wkt('POLYGON((1 1,2,2 2,1 1))'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 ))'),
      wkt('POLYGON((1 1, 2 one, 2 2, 1 1))'),
      wkt('POLYGON((, 1 1))'),
      // rings and brackets
      wkt('POLYGON((0 0,9 0,9 9,0 0),(5  1, 5 2,\r\n6 2))'),
      wkt('\rPOLYGON((1 1, 2 1,\n2 2, 1 1'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 1)'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 1; 3 3'),
      wkt('POLYGON(1 1, 2 1, 2 2, 1 1)'),
      wkt('POLYGON(x 1, 2 1, 2 2, 1 1)'),
      wkt('POLYGON((1 1, 2 2, 1 1))'),
      // misspelled types, and text after the end
      wkt('polygn ((1 1, 2 1, 2 2, 1 1))'),
      wkt('POLYGAN((1 1, 2 1, 2 2, 1 1))'),
      wkt('OPLYGON((1 1, 2 1, 2 2, 1 1))'),
      wkt('POLYGAM((1 1, 2 1, 2 2, 1 1))'),
      wkt('POLYGONON((1 1, 2 1, 2 2, 1 1))'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 1));'),
      wkt('POLYGON((1 1, 2 1,\n2 2, 1 1)) )'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 1)) );\n;'),
      wkt('POLYGON((1 1, 2 1, 2 2, 1 1)) or so'),
      wkt('POLYGON EMPTY'),
      wkt(''),
      // degrees in every notation, at the limits
      bbox('1.2', '1°30′N', '103,7', '104'),
      bbox('-90', '90', '-180', '180'),
      bbox('1,2', '2', '3', '4'),
      center('103°51′E', '1.28', '5', '3'),
      center('103.85', '1.28', '2.5', '5'),
      // the reader of files lists its features
      wkt('{"type":"FeatureCollection","features":[]}'),
    ],
    queries: {
      /** The WKT field: the position it marks, and the text that its button writes. */
      place: (one: AoiSnapshot, last: ModelEvent | null) => {
        const entry = entryOf(last);
        const place = entry?.tab === 'WKT' ? wktPlaceOf(entry.text, entryRefusal(one)) : null;
        return { place, text: place?.fix && entry?.tab === 'WKT' ? fixedWkt(entry.text, place.fix) : null };
      },
      /** The degree fields: the text each writes on blur. */
      degrees: (_: AoiSnapshot, last: ModelEvent | null) => {
        const entry = entryOf(last);
        if (entry?.tab === 'BBOX')
          return [
            otherDegreesOf(entry.minLatitude, 'latitude'),
            otherDegreesOf(entry.maxLatitude, 'latitude'),
            otherDegreesOf(entry.minLongitude, 'longitude'),
            otherDegreesOf(entry.maxLongitude, 'longitude'),
          ];
        if (entry?.tab !== 'Center') return null;
        const { longitude, latitude } = entry;
        return [otherDegreesOf(longitude, 'longitude'), otherDegreesOf(latitude, 'latitude')];
      },
      field: (one: AoiSnapshot) => refusedField(entryRefusal(one)),
      choice: (one: AoiSnapshot) => chosenArea(askedEntry(one))?.changes.map(changeText),
      review: (one: AoiSnapshot) => saidOfReview(repairedEntry(one)?.review),
    },
  },
  // longer histories behave like short ones
  (context) => [
    context.aoi !== null,
    context.refusal !== null,
    context.preview !== null,
    context.repaired !== null,
    context.asked && String(context.asked.chosen),
    Math.min(context.past.length, 1),
    Math.min(context.future.length, 2),
  ],
);

const aoiPlace = model<{ aoi: unknown }>(
  {
    name: 'aoiPlace',
    machine: aoiPlaceMachine,
    variants: { 'no area yet': undefined },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      after('PLACE_DELAY', 'aoiPlace.settling'),
      done('findPlace', 'Singapore'),
      done('findPlace', null),
      ...failed('findPlace'),
    ],
  },
  (context) => [context.aoi !== null],
);

export const areaModels = [aoi, aoiPlace, upload];
