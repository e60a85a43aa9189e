import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type BaseMap, MAP_START } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { MapBox, MapPlace } from './map.events.ts';

type BaseMaps = Settings['basemaps'];

/** The view in which the map has come to rest: bounds in degrees, zoom as shown (decision 18). */
export interface RestingView {
  bbox: MapBox;
  zoom: number;
}

export interface BaseTilesInput {
  sources: BaseMaps;
  /** The base map that is shown first. */
  base: BaseMap;
  now: () => Date;
}
interface BaseTilesContext {
  sources: BaseMaps;
  base: BaseMap;
  /** HTTP status of a refusal; null if no reply came. */
  status: number | null;
  /** Time of the next try, ms since 1970. */
  retryAt: number;
  /** The visible base map, on either side of a comparison, whose service gives an attribution of the visible area. */
  credited: BaseMap | null;
  /** That attribution. */
  copyright: string | null;
  view: RestingView | null;
  now: () => Date;
}
export type BaseTilesEvent =
  | { type: 'base.shown'; base: BaseMap }
  | { type: 'tiles.asked'; base: BaseMap }
  | { type: 'tiles.drawn'; base: BaseMap }
  /** None of the view's tiles came; `status` is that of the reply, null without one. */
  | { type: 'tiles.lost'; base: BaseMap; status: number | null }
  | { type: 'retry.requested' }
  | { type: 'view.rested'; view: RestingView }
  | { type: 'credit.needed'; base: BaseMap | null };

/** Pause before a new try, ms, to spare a service that refuses. */
const RETRY_PAUSE_MS = 30_000;

const sourceOf = ({ sources, base }: BaseTilesContext) => sources[base];
/** The address of the attribution of a view; undefined if none is needed. */
const creditAddress = ({ sources, credited }: BaseTilesContext) =>
  credited === null ? undefined : sources[credited].attributionUrl;

/**
 * Whether the base map's tiles are available, and the attribution of the visible area. The base map counts as lost if all
 * tiles of a view fail: at least four, or any if none has been drawn yet; fewer are gaps; and while the first tile is late. While
 * it is lost, its service is left alone; then one view is tried.
 */
export const baseTilesMachine = setup({
  types: { context: {} as BaseTilesContext, events: {} as BaseTilesEvent, input: {} as BaseTilesInput },
  actors: {
    /** GET /web/settings: the session of a tile service may have ended. */
    fetchBaseMaps: fromPromise<BaseMaps>(notProvided('fetchBaseMaps')),
    /** The attribution of a view, from the tile service. */
    fetchCopyright: fromPromise<string, { address: string; view: RestingView }>(
      notProvided('fetchCopyright'),
    ),
  },
  actions: {
    noteLoss: assign(({ context, event }) => ({
      status: event.type === 'tiles.lost' ? event.status : (sourceOf(context).refusal ?? null),
    })),
    planRetry: assign({ retryAt: ({ context }) => context.now().getTime() + RETRY_PAUSE_MS }),
  },
  guards: {
    isShownBase: ({ context, event }) =>
      (event.type === 'tiles.asked' || event.type === 'tiles.drawn' || event.type === 'tiles.lost') &&
      event.base === context.base,
    isRefused: ({ context }) => sourceOf(context).refusal !== undefined,
    isOtherBase: ({ context, event }) => event.type === 'base.shown' && event.base !== context.base,
    hasCopyright: ({ context }) => creditAddress(context) !== undefined && context.view !== null,
  },
  delays: {
    RETRY_PAUSE: RETRY_PAUSE_MS,
    /** Decision 36: time in which the first tile must arrive, ms. */
    FIRST_TILE_LIMIT: 4_000,
    /** Time in which a tile must arrive, ms. */
    TRY_LIMIT: 20_000,
    /** How long the notice that the tiles are back is shown, ms. */
    BACK_SAID: 5_000,
  },
}).createMachine({
  id: 'baseTiles',
  context: ({ input }) => ({
    ...input,
    status: null,
    retryAt: 0,
    credited: null,
    copyright: null,
    view: null,
  }),
  type: 'parallel',
  states: {
    tiles: {
      initial: 'judged',
      on: {
        'base.shown': {
          guard: 'isOtherBase',
          target: '.judged',
          actions: assign({ base: ({ event }) => event.base }),
        },
      },
      states: {
        judged: { always: [{ guard: 'isRefused', target: 'lost', actions: 'noteLoss' }, { target: 'had' }] },
        had: {
          initial: 'unasked',
          on: {
            'tiles.drawn': { guard: 'isShownBase', target: '.drawn' },
            'tiles.lost': { guard: 'isShownBase', target: 'lost', actions: 'noteLoss' },
          },
          states: {
            unasked: { on: { 'tiles.asked': { guard: 'isShownBase', target: 'awaited' } } },
            // tiles that are only late still replace the built-in map
            awaited: {
              after: { FIRST_TILE_LIMIT: { target: '#baseTiles.tiles.lost.loading', actions: 'noteLoss' } },
            },
            drawn: {},
          },
        },
        lost: {
          tags: 'lost',
          initial: 'waiting',
          on: {
            'tiles.drawn': { guard: 'isShownBase', target: 'back' },
          },
          states: {
            // the map asks for nothing
            waiting: {
              tags: 'withheld',
              entry: 'planRetry',
              after: { RETRY_PAUSE: 'renewing' },
              on: { 'retry.requested': 'renewing' },
            },
            renewing: {
              tags: ['withheld', 'retrying'],
              invoke: {
                id: 'fetchBaseMaps',
                src: 'fetchBaseMaps',
                onDone: { target: 'judging', actions: assign({ sources: ({ event }) => event.output }) },
                onError: 'loading',
              },
            },
            judging: {
              always: [{ guard: 'isRefused', target: 'waiting', actions: 'noteLoss' }, { target: 'loading' }],
            },
            loading: {
              tags: 'retrying',
              on: { 'tiles.lost': { guard: 'isShownBase', target: 'waiting', actions: 'noteLoss' } },
              after: { TRY_LIMIT: 'waiting' },
            },
          },
        },
        back: {
          tags: 'back',
          after: { BACK_SAID: 'had.drawn' },
          on: { 'tiles.lost': { guard: 'isShownBase', target: 'lost', actions: 'noteLoss' } },
        },
      },
    },
    copyright: {
      initial: 'resting',
      on: {
        'view.rested': { target: '.judged', actions: assign({ view: ({ event }) => event.view }) },
        'credit.needed': {
          target: '.judged',
          actions: assign({ credited: ({ event }) => event.base, copyright: null }),
        },
      },
      states: {
        resting: {},
        judged: { always: [{ guard: 'hasCopyright', target: 'asking' }, { target: 'resting' }] },
        asking: {
          invoke: {
            id: 'fetchCopyright',
            src: 'fetchCopyright',
            input: ({ context }) => ({
              address: creditAddress(context)!,
              view: context.view!,
            }),
            onDone: { target: 'resting', actions: assign({ copyright: ({ event }) => event.output }) },
            // the attribution of the settings stays
            onError: 'resting',
          },
        },
      },
    },
  },
});

type BaseTiles = SnapshotFrom<typeof baseTilesMachine>;

/** The sources of the base maps; renewed while the page is open. */
export const baseMapSources = (tiles: BaseTiles): BaseMaps => tiles.context.sources;
/** The base map whose tiles are unavailable; null if they load. */
export const lostBase = (tiles: BaseTiles): BaseMap | null =>
  tiles.hasTag('lost') ? tiles.context.base : null;
/** Zoom, as shown (decision 18), at which the built-in map shows the surroundings of the start. */
const BUILT_IN_ZOOM = 11;
/** The first view: the start of §2, at a zoom at which the built-in map shows something where it is the base map. */
export const firstView = (tiles: BaseTiles): MapPlace =>
  lostBase(tiles) !== null || tiles.context.sources[tiles.context.base].tiles.length === 0
    ? { ...MAP_START, zoom: BUILT_IN_ZOOM }
    : MAP_START;
/** The base map that must not be requested now; null if all may be. */
export const withheldBase = (tiles: BaseTiles): BaseMap | null =>
  tiles.hasTag('withheld') ? tiles.context.base : null;
/** HTTP status of the refusal; null if no reply came. */
export const lossStatus = (tiles: BaseTiles): number | null => tiles.context.status;
export const isRetrying = (tiles: BaseTiles): boolean => tiles.hasTag('retrying');
/** Whether the tiles have just come back. */
export const isBack = (tiles: BaseTiles): boolean => tiles.hasTag('back');
/** Seconds until the next try. */
export const secondsUntilRetry = ({ context }: BaseTiles): number =>
  Math.max(0, Math.ceil((context.retryAt - context.now().getTime()) / 1000));
/** The attribution of the visible area, and the base map that it belongs to; null if there is none. */
export const viewCopyright = (tiles: BaseTiles): { base: BaseMap; text: string } | null =>
  tiles.context.credited === null || tiles.context.copyright === null
    ? null
    : { base: tiles.context.credited, text: tiles.context.copyright };
