import { invariant, isIn, type Invariants } from './invariant.ts';

interface Area {
  areaKm2: number;
}
interface Search {
  utype: number;
  aoi: Area | null;
  requested: { aoi: Area } | null;
  draft: { dateFrom: string; dateTo: string };
}
const CAPS: Record<number, number> = { 1: 100_000, 2: 5_000_000 };
const search: Invariants = {
  'a search that runs has an AOI within the limit of its user': invariant<Search>(
    ({ context: { requested, utype }, running }) =>
      !running.includes('searchScenes') ||
      (requested !== null && requested.aoi.areaKm2 <= (CAPS[utype] ?? 10_000_000)),
    { context: { utype: 1, requested: { aoi: { areaKm2: 100_001 } } }, running: ['searchScenes'] },
  ),
  'busy is the search and nothing else': invariant(
    ({ tags, running }) => tags.includes('busy') === running.includes('searchScenes'),
    { tags: [], running: ['searchScenes'] },
  ),
};

interface Results {
  scenes: { id: string }[];
  chosen: string[];
  details: string | null;
  numberMatched: number;
  mosaic: object | null;
}
const results: Invariants = {
  'no scene is selected twice': invariant<Results>(
    ({ context: { chosen } }) => new Set(chosen).size === chosen.length,
    { context: { chosen: ['A', 'A'] } },
  ),
  'open details are those of a result': invariant<Results>(
    ({ context: { scenes, details } }) => details === null || scenes.some(({ id }) => id === details),
    { context: { scenes: [], details: 'A' } },
  ),
  'no more scenes are listed than matched': invariant<Results>(
    ({ context: { scenes, numberMatched } }) => scenes.length <= numberMatched,
    { context: { scenes: [{ id: 'A' }], numberMatched: 0 } },
  ),
  'a mosaic is made of found scenes': invariant<Results>(
    ({ context: { mosaic, scenes } }) => mosaic === null || scenes.length > 0,
    { context: { scenes: [], mosaic: {} } },
  ),
};

interface Map {
  aoiBox: unknown;
  measures: { id: number }[];
}
const map: Invariants = {
  'editing implies an AOI': invariant<Map>(
    ({ value, context }) => !isIn(value, 'ready', 'editing') || context.aoiBox !== null,
    { value: { ready: 'editing' }, context: { aoiBox: null } },
  ),
  'each measurement can be removed alone': invariant<Map>(
    ({ context: { measures } }) => new Set(measures.map(({ id }) => id)).size === measures.length,
    { context: { measures: [{ id: 1 }, { id: 1 }] } },
  ),
  'an opened comparison is told once, and never with its end': invariant<Map>(
    ({ value, notified }) => {
      const told = notified.map(({ type }) => type);
      const last = told.findLast((type) => type === 'compare.opened' || type === 'compare.closed');
      return last === undefined || isIn(value, 'ready', 'comparing') === (last === 'compare.opened');
    },
    { value: { ready: 'browsing' }, notified: [{ type: 'compare.opened' }] },
  ),
};

const baseMap: Invariants = {
  'the base map is OSM or GMAP': invariant<{ baseMap: string }>(
    ({ context }) => ['OSM', 'GMAP'].includes(context.baseMap),
    { context: { baseMap: 'BING' } },
  ),
};

const places: Invariants = {
  'nothing is searched without a text': invariant<{ text: string }>(
    ({ context, running }) => !running.includes('findPlaces') || context.text.trim() !== '',
    { context: { text: ' ' }, running: ['findPlaces'] },
  ),
};

const upload: Invariants = {
  'only a change is compared with the earlier layer': invariant<{
    shown: { draft: { task: string } } | null;
  }>(
    ({ value, context }) =>
      !JSON.stringify(value).includes('comparing') || context.shown?.draft.task === 'change',
    {
      value: { working: { work: { showing: 'comparing' } } },
      context: { shown: { draft: { task: 'index' } } },
    },
  ),
  'the progress is a share': invariant<{ progress: number }>(
    ({ context }) => context.progress >= 0 && context.progress <= 1,
    { context: { progress: 1.5 } },
  ),
  'what is read is a file': invariant<{ file: unknown }>(
    ({ context, running }) => !running.includes('readFile') || context.file !== null,
    { context: { file: null }, running: ['readFile'] },
  ),
  'an area that was read has no refusal, but for the list that a feature is of, or the system that was picked':
    invariant<{
      reading: unknown;
      refusal: { offer?: unknown } | null;
      picking: unknown;
    }>(
      ({ context }) =>
        context.reading === null ||
        context.refusal === null ||
        context.refusal.offer !== undefined ||
        context.picking !== null,
      { context: { reading: {}, refusal: {}, picking: null } },
    ),
  'a system is picked only while its file is there': invariant<{ file: unknown; picking: unknown }>(
    ({ context }) => context.picking === null || context.file !== null,
    { context: { file: null, picking: {} } },
  ),
};

interface Layers {
  layers: { id: number; _opacity: number }[];
  vectors: { id: number }[];
  due: number[];
}
const imagery: Invariants = {
  'every opacity is a percentage': invariant<Layers>(
    ({ context }) => context.layers.every(({ _opacity }) => _opacity >= 0 && _opacity <= 100),
    { context: { layers: [{ id: 1, _opacity: 101 }] } },
  ),
  'no layer is listed twice': invariant<Layers>(
    ({ context: { layers } }) => new Set(layers.map(({ id }) => id)).size === layers.length,
    {
      context: {
        layers: [
          { id: 1, _opacity: 1 },
          { id: 1, _opacity: 1 },
        ],
      },
    },
  ),
  'vector data that loads is due': invariant<Layers>(
    ({ context, running }) => !running.includes('fetchVector') || context.due.length > 0,
    { context: { due: [] }, running: ['fetchVector'] },
  ),
};

const bestCover: Invariants = {
  'a cover and a problem are never both there': invariant<{ cover: unknown; problem: unknown }>(
    ({ context }) => context.cover === null || context.problem === null,
    { context: { cover: {}, problem: 'nothing' } },
  ),
};

const clearShares: Invariants = {
  'what is asked for is wanted': invariant<{ wanted: unknown }>(
    ({ context, running }) => !running.includes('askClear') || context.wanted !== null,
    { context: { wanted: null }, running: ['askClear'] },
  ),
  'a share is a percentage or not known': invariant<{ clear: { shares: Float64Array } | null }>(
    ({ context }) =>
      context.clear === null ||
      context.clear.shares.every((share) => Number.isNaN(share) || (share >= 0 && share <= 100)),
    { context: { clear: { shares: Float64Array.of(101) } } },
  ),
  'nothing is waited for without a place that is pending': invariant<{
    clear: { pending: ReadonlySet<number> } | null;
  }>(({ value, context }) => value !== 'waiting' || (context.clear?.pending.size ?? 0) > 0, {
    value: 'waiting',
    context: { clear: { pending: new Set() } },
  }),
};

const deliveryPlayer: Invariants = {
  'only what is played goes on by itself': invariant(
    ({ value, notified }) => notified.length === 0 || value === 'playing',
    { value: 'still', notified: [{ type: 'delivery.played' }] },
  ),
  'a press always starts or stops it': invariant(({ can }) => can({ type: 'play.toggled' }), {
    can: () => false,
  }),
  'nothing waits while it is still': invariant(
    ({ value, running }) => value !== 'still' || running.length === 0,
    { value: 'still', running: ['PLAY_PAUSE'] },
  ),
};

const look: Invariants = {
  'scenes are side by side only if there are two to four': invariant<{ scenes: readonly unknown[] }>(
    ({ value, context }) =>
      value !== 'comparing' || (context.scenes.length >= 2 && context.scenes.length <= 4),
    { value: 'comparing', context: { scenes: ['A'] } },
  ),
  'one of the scenes of the place is on the map': invariant<{ scenes: readonly unknown[]; at: number }>(
    ({ value, context }) => value !== 'flipping' || context.scenes[context.at] !== undefined,
    { value: 'flipping', context: { scenes: ['A'], at: 1 } },
  ),
  'nothing is kept of what is no longer looked at': invariant<{ scenes: readonly unknown[]; aoi: unknown }>(
    ({ value, context }) => value !== 'closed' || (context.scenes.length === 0 && context.aoi === null),
    { value: 'closed', context: { scenes: ['A'], aoi: null } },
  ),
};

const itemAssets: Invariants = {
  'files are asked for of a scene': invariant<{ productId: string | null }>(
    ({ running, context }) => !running.includes('fetchAssets') || context.productId !== null,
    { running: ['fetchAssets'], context: { productId: null } },
  ),
  'a file is opened only if it is an open image': invariant<{ productId: string | null }>(
    ({ notified }) => notified.every(({ type, key }) => type !== 'sceneImage.requested' || key === 'visual'),
    { notified: [{ type: 'sceneImage.requested', key: 'nir' }] },
  ),
  'nothing is kept of files that are no longer shown': invariant<{ productId: unknown; found: unknown }>(
    ({ value, context }) => value !== 'closed' || (context.productId === null && context.found === null),
    { value: 'closed', context: { productId: 'S1', found: null } },
  ),
};

const calendar: Invariants = {
  'weeks are counted only while the calendar is open in an open panel': invariant(
    ({ running, value }) => !running.includes('countWeeks') || !/"closed"|"away"/.test(JSON.stringify(value)),
    { running: ['countWeeks'], value: { weeks: { open: 'away' }, picture: 'none' } },
  ),
  'a week is pictured only while it is pointed at': invariant<{ pointed: string | null }>(
    ({ running, context }) => !running.includes('pictureWeek') || context.pointed !== null,
    { running: ['pictureWeek'], context: { pointed: null } },
  ),
};

const coverage: Invariants = {
  'scenes are counted only while the coverage is shown': invariant(
    ({ running, value }) =>
      !running.includes('countScenes') || !JSON.stringify(value).includes('"counting":"off"'),
    { running: ['countScenes'], value: { counting: 'off', filling: 'complete' } },
  ),
  'a complete archive is not looked at': invariant<{ archivePercent: number | null }>(
    ({ running, context }) => !running.includes('fetchPercent') || context.archivePercent !== null,
    { running: ['fetchPercent'], context: { archivePercent: null } },
  ),
};

const analytics: Invariants = {
  'an analysis that runs has a request': invariant<{ request: unknown }>(
    ({ context, running }) => !running.includes('analyse') || context.request !== null,
    { context: { request: null }, running: ['analyse'] },
  ),
  'the progress is a share': invariant<{ progress: number }>(
    ({ context }) => context.progress >= 0 && context.progress <= 1,
    { context: { progress: 2 } },
  ),
};

const ownImages: Invariants = {
  'an image is opened only if it is wanted': invariant<{ wanted: readonly number[] }>(
    ({ running, context }) => !running.includes('openImage') || context.wanted.length > 0,
    { running: ['openImage'], context: { wanted: [] } },
  ),
  'every image has an id of its own, apart from those of the layers': invariant<{
    images: readonly { id: number }[];
  }>(
    ({ context: { images } }) =>
      images.every(({ id }) => id < 0) && new Set(images.map(({ id }) => id)).size === images.length,
    { context: { images: [{ id: -1 }, { id: -1 }] } },
  ),
  'nothing of an area is listed without one': invariant<{ areaWkt: unknown }>(
    ({ running, context }) => !running.includes('loadDeliveries') || context.areaWkt !== null,
    { running: ['loadDeliveries'], context: { areaWkt: null } },
  ),
};

export const mapInvariants: Readonly<Record<string, Invariants>> = {
  search,
  results,
  map,
  baseMap,
  places,
  upload,
  imagery,
  bestCover,
  clearShares,
  look,
  itemAssets,
  calendar,
  coverage,
  deliveryPlayer,
  analytics,
  ownImages,
};
