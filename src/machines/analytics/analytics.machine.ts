import {
  assign,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { User } from '../../../contract/accounts.ts';
import { CallError } from '../../../contract/calls/callError.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import { ANALYTICS_PIXELS_MAX, ANALYTICS_UTYPE, type BaseMap, CLASSES } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { Analysis, AnalysisRequest } from '../../raster/analyse.ts';
import { gridOver, groundMetres } from '../../raster/grid.ts';
import { type AreaRead, uploadMachine } from '../aoi/upload.machine.ts';
import type { CameraRequested, DrawMode } from '../map/map.events.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import { type Preferences, preferencesMachine } from '../shared/preferences.machine.ts';
import {
  type AnalysisDraft,
  type AreaReading,
  firstIndex,
  firstLayer,
  portalAoi,
  readingOf,
  requestOf,
} from './analytics.rules.ts';
import {
  type AnalysedLayer,
  type ImageChosen,
  type ImagesChanged,
  layerOfImage,
  ownImagesMachine,
} from './ownImages.machine.ts';
import { known } from '../../geo/known.ts';

/** A finished analysis with its form and picture. */
export interface Shown {
  draft: AnalysisDraft;
  layerName: string;
  earlierName: string | null;
  analysis: Analysis;
  /** A PNG of the grid's size, transparent where there is nothing. */
  picture: Blob;
}
export interface AnalyticsInput {
  preferences: Preferences;
  /** §8: whether the browser has session storage with the portal's session in it. */
  hasSession: boolean;
  /** The AOI from the portal, WKT. */
  area: string | null;
  /** The layer, or else the delivered image, that was seen on the portal's map. */
  layerId: number | null;
  imageUrl: string | null;
  /** The portal's base map. */
  baseMap: BaseMap;
}
/** What the page loads first. */
export interface Opened {
  user: User;
  /** Those of our own server: only it gives their values. */
  layers: (ImageryLayer & { id: number })[];
  settings: Settings;
}
export type ExportFormat = 'tiff' | 'png';
interface AnalyticsContext {
  preferences: Preferences;
  hasSession: boolean;
  opened: Opened | null;
  imageUrl: string | null;
  /** The layers that may be analysed: the user's own images, then the server's. */
  layers: readonly AnalysedLayer[];
  baseMap: BaseMap;
  draft: AnalysisDraft;
  aoi: Aoi | null;
  /** Why the entered text isn't an area, and why the form can't be analysed. */
  areaRefusal: NoticeText | null;
  refusal: NoticeText | null;
  /** The running analysis and the share of it that is done, 0 to 1. */
  request: AnalysisRequest | null;
  progress: number;
  shown: Shown | null;
  /** Opacity of the result over the map, percent. */
  opacity: number;
}
export type WorkEvent =
  | { type: 'analysis.progressed'; share: number }
  | { type: 'analysis.finished'; analysis: Analysis; picture: Blob }
  | { type: 'analysis.failed'; error: unknown };
export type AnalyticsEvent =
  | WorkEvent
  | ImagesChanged
  | ImageChosen
  | AreaRead
  | { type: 'baseMap.chosen'; baseMap: BaseMap }
  | { type: 'sides.toggled' }
  | { type: 'draft.changed'; patch: Partial<AnalysisDraft> }
  | { type: 'draw.chosen'; mode: DrawMode }
  | { type: 'mode.left' }
  | { type: 'shape.completed'; geometry: AreaGeometry }
  | { type: 'wkt.submitted'; text: string }
  | { type: 'area.cleared' }
  | { type: 'area.sought' }
  | { type: 'analysis.requested' }
  | { type: 'analysis.cancelled' }
  | { type: 'opacity.chosen'; opacity: number }
  | { type: 'result.left' }
  | { type: 'result.returned' }
  | { type: 'export.requested'; format: ExportFormat }
  | { type: 'session.expired' }
  | { type: 'reload.requested' };

/** The area of an event, for guard and action. @throws Error if the event has none */
function areaIn(event: AnalyticsEvent): AreaReading {
  if (event.type === 'shape.completed') return readingOf(() => event.geometry);
  if (event.type === 'area.read') return { aoi: event.aoi };
  if (event.type === 'wkt.submitted')
    return readingOf(() => readAreaWkt(event.text, ['POLYGON', 'MULTIPOLYGON']));
  throw new Error(`no area in ${event.type}`);
}

export const NEW_DRAFT: AnalysisDraft = {
  task: 'index',
  layerId: null,
  earlierId: null,
  index: 'ndvi',
  first: 0,
  second: 1,
  count: CLASSES.default,
};

function formOf({ draft, aoi, opened, layers }: AnalyticsContext) {
  return { draft, aoi, layers, utype: known(opened, 'the page is not open yet').user.utype };
}
const layerNamed = ({ layers }: AnalyticsContext, id: number | null): string | null =>
  layers.find((layer) => layer.id === id)?.name ?? null;

/** The images that a form has. */
const imagesOf = ({ layerId, earlierId }: AnalysisDraft): number[] =>
  [layerId, earlierId].filter((id): id is number => id !== null && id < 0);

/** Types, actors, actions and guards of the page's machine (§2 AI analytics). */
const analyticsSetup = setup({
  types: {
    context: {} as AnalyticsContext,
    events: {} as AnalyticsEvent,
    input: {} as AnalyticsInput,
    emitted: {} as CameraRequested,
    children: {} as {
      preferences: 'preferences';
      upload: 'upload';
      ownImages: 'ownImages';
      openAnalytics: 'openAnalytics';
      analyse: 'analyse';
    },
  },
  actors: {
    preferences: preferencesMachine,
    upload: uploadMachine,
    ownImages: ownImagesMachine,
    /** Loads the user, the layers they may see, and the settings. */
    openAnalytics: fromPromise<Opened>(notProvided('openAnalytics')),
    /** Reads the layers and analyses them in a worker; stopping the actor cancels both at once. */
    analyse: fromCallback<{ type: 'ignored' }, AnalysisRequest>(notProvided('analyse')),
  },
  actions: {
    takeOpened: assign(({ context }, { opened }: { opened: Opened }) => {
      const seen = opened.layers.find(({ id }) => id === context.draft.layerId);
      const layer = seen ?? firstLayer(opened.layers, context.aoi);
      const draft = layer ? { ...context.draft, layerId: layer.id, index: firstIndex(layer) } : context.draft;
      return { opened, draft, layers: opened.layers };
    }),
    /** An image is the later layer of a change, if there is no earlier one yet. */
    takeImage: assign(({ context: { draft }, event }) => {
      if (event.type !== 'image.chosen') return {};
      const isSecond = draft.task === 'change' && draft.earlierId === null;
      const earlierId = isSecond ? draft.layerId : draft.earlierId;
      return { draft: { ...draft, layerId: event.id, earlierId }, refusal: null };
    }),
    /** An image is opened when it is first chosen. */
    openImages: enqueueActions(({ context: { draft }, enqueue }) => {
      for (const id of imagesOf(draft)) enqueue.sendTo('ownImages', { type: 'image.wanted', id });
    }),
    notifyArea: sendTo('ownImages', ({ context: { aoi, draft, shown } }) => ({
      type: 'area.changed' as const,
      areaWkt: aoi?.wkt ?? null,
      inUse: [draft, ...(shown === null ? [] : [shown.draft])].flatMap(imagesOf),
    })),
    changeDraft: assign(({ context, event }) =>
      event.type === 'draft.changed' ? { draft: { ...context.draft, ...event.patch }, refusal: null } : {},
    ),
    takeArea: assign(({ event }) => {
      const read = areaIn(event);
      return 'aoi' in read ? { aoi: read.aoi, areaRefusal: null, refusal: null } : {};
    }),
    refuseArea: assign(({ event }) => {
      const read = areaIn(event);
      return 'refusal' in read ? { areaRefusal: read.refusal } : {};
    }),
    dropArea: assign({ aoi: null, areaRefusal: null, refusal: null }),
    goToArea: emit(({ context }): CameraRequested => ({
      type: 'camera.requested',
      bbox: viewBoundsOf(known(context.aoi, 'no area to go to').geometry),
    })),
    takeRequest: assign(({ context }) => {
      const made = requestOf(formOf(context));
      return 'request' in made ? { request: made.request, refusal: null, progress: 0 } : {};
    }),
    refuseRequest: assign(({ context }) => {
      const made = requestOf(formOf(context));
      return 'refusal' in made ? { refusal: made.refusal } : {};
    }),
    takeAnalysis: assign(({ context, event }) => {
      if (event.type !== 'analysis.finished') return {};
      const { draft } = context;
      const earlierName = draft.task === 'change' ? layerNamed(context, draft.earlierId) : null;
      const layerName = layerNamed(context, draft.layerId) ?? '';
      return { shown: { draft, layerName, earlierName, analysis: event.analysis, picture: event.picture } };
    }),
    refuseEmpty: assign({ refusal: { key: 'errors.analytics.empty' } }),
    refuseFailed: assign({
      refusal: ({ event }) =>
        (event.type === 'analysis.failed' ? serverMessageOf(event.error) : null) ?? {
          key: 'errors.analytics.failed',
        },
    }),
    /** Saves the result as a file; provided by the wiring. */
    saveResult: (_, _params: { shown: Shown | null; format: ExportFormat }) => {},
  },
  guards: {
    hasSession: ({ context }) => context.hasSession,
    isAnalyst: (_, { utype }: { utype: number }) => utype >= ANALYTICS_UTYPE,
    isUnauthorized: (_, { error }: { error: unknown }) =>
      error instanceof CallError && error.kind === 'unauthorized',
    isBox: ({ event }) => event.type === 'draw.chosen' && event.mode === 'Box',
    isArea: ({ event }) => 'aoi' in areaIn(event),
    hasArea: ({ context }) => context.aoi !== null,
    canAnalyse: ({ context }) => 'request' in requestOf(formOf(context)),
    isEmpty: ({ event }) => event.type === 'analysis.finished' && event.analysis.areaKm2 === 0,
    hasResult: ({ context }) => context.shown !== null,
    isChange: ({ context }) => context.shown?.draft.task === 'change',
  },
});

/** Drawing on the map: one mode at a time, as in the portal. */
const pointing = analyticsSetup.createStateConfig({
  initial: 'browsing',
  on: { 'draw.chosen': [{ guard: 'isBox', target: '.drawing.box' }, { target: '.drawing.polygon' }] },
  states: {
    browsing: {},
    drawing: {
      initial: 'box',
      on: {
        'mode.left': 'browsing',
        'shape.completed': [
          { guard: 'isArea', target: 'browsing', actions: ['takeArea', 'notifyArea'] },
          { target: 'browsing', actions: 'refuseArea' },
        ],
      },
      states: { box: {}, polygon: {} },
    },
  },
});

/** The form, the running analysis and its result. */
const work = analyticsSetup.createStateConfig({
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.changed': { actions: ['changeDraft', 'openImages'] },
        'image.chosen': { actions: 'takeImage' },
        'analysis.requested': [
          { guard: 'canAnalyse', target: 'analysing', actions: 'takeRequest' },
          { actions: 'refuseRequest' },
        ],
        'result.returned': { guard: 'hasResult', target: 'showing' },
      },
    },
    analysing: {
      tags: 'busy',
      invoke: {
        id: 'analyse',
        src: 'analyse',
        input: ({ context }) => known(context.request, 'there is no request'),
        onError: { target: 'editing', actions: 'refuseFailed' },
      },
      on: {
        'analysis.progressed': { actions: assign(({ event }) => ({ progress: event.share })) },
        'analysis.cancelled': 'editing',
        'analysis.finished': [
          { guard: 'isEmpty', target: 'editing', actions: 'refuseEmpty' },
          { target: 'showing', actions: 'takeAnalysis' },
        ],
        'analysis.failed': { target: 'editing', actions: 'refuseFailed' },
      },
    },
    showing: {
      initial: 'plain',
      states: {
        plain: { on: { 'sides.toggled': { guard: 'isChange', target: 'comparing' } } },
        // the earlier layer beside the later one
        comparing: { on: { 'sides.toggled': 'plain' } },
      },
      on: {
        'result.left': 'editing',
        'opacity.chosen': { actions: assign(({ event }) => ({ opacity: event.opacity })) },
        'export.requested': {
          actions: {
            type: 'saveResult',
            params: ({ context, event }) => ({ shown: context.shown, format: event.format }),
          },
        },
      },
    },
  },
});

/** The AI analytics page (§2, decision 29), a separate page that the portal opens with its session. */
export const analyticsMachine = analyticsSetup.createMachine({
  id: 'analytics',
  context: ({ input }) => ({
    preferences: input.preferences,
    hasSession: input.hasSession,
    opened: null,
    imageUrl: input.imageUrl,
    layers: [],
    baseMap: input.baseMap,
    draft: { ...NEW_DRAFT, layerId: input.layerId },
    aoi: portalAoi(input.area),
    areaRefusal: null,
    refusal: null,
    request: null,
    progress: 0,
    shown: null,
    opacity: 85,
  }),
  invoke: { id: 'preferences', src: 'preferences', input: ({ context }) => context.preferences, onError: {} },
  initial: 'checking',
  on: { 'session.expired': '.ended' },
  states: {
    checking: { always: [{ guard: 'hasSession', target: 'opening' }, { target: 'unsupported' }] },
    // §8: 'Browser not supported.'
    unsupported: {},
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openAnalytics',
        src: 'openAnalytics',
        onDone: [
          {
            guard: { type: 'isAnalyst', params: ({ event }) => ({ utype: event.output.user.utype }) },
            target: 'working',
            actions: { type: 'takeOpened', params: ({ event }) => ({ opened: event.output }) },
          },
          { target: 'closed' },
        ],
        onError: [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
          },
          { target: 'unreachable' },
        ],
      },
    },
    unreachable: { on: { 'reload.requested': 'opening' } },
    // §6: AI analytics is for utype 6 and higher
    closed: {},
    // §4 Session: users sign in on the portal
    ended: {},
    working: {
      type: 'parallel',
      invoke: [
        { id: 'upload', src: 'upload', onError: {} },
        {
          id: 'ownImages',
          src: 'ownImages',
          input: ({ context }) => ({ areaWkt: context.aoi?.wkt ?? null, imageUrl: context.imageUrl }),
          onError: {},
        },
      ],
      on: {
        'images.changed': {
          actions: assign(({ context, event }) => ({
            layers: [
              ...event.images.map(layerOfImage),
              ...context.layers.filter(({ own }) => own === undefined),
            ],
          })),
        },
        'baseMap.chosen': { actions: assign(({ event }) => ({ baseMap: event.baseMap })) },
        'area.read': { actions: ['takeArea', 'goToArea', 'notifyArea'] },
        'wkt.submitted': [
          { guard: 'isArea', actions: ['takeArea', 'goToArea', 'notifyArea'] },
          { actions: 'refuseArea' },
        ],
        'area.cleared': { guard: 'hasArea', actions: ['dropArea', 'notifyArea'] },
        'area.sought': { guard: 'hasArea', actions: 'goToArea' },
      },
      states: { pointing, work },
    },
  },
});

type Page = SnapshotFrom<typeof analyticsMachine>;

export const isUnsupported = (page: Page): boolean => page.matches('unsupported');
export const isOpening = (page: Page): boolean => page.matches('opening');
export const isUnreachable = (page: Page): boolean => page.matches('unreachable');
export const isClosedToUser = (page: Page): boolean => page.matches('closed');
export const isSessionOver = (page: Page): boolean => page.matches('ended');
export const isWorking = (page: Page): boolean => page.matches('working');
export const isAnalysing = (page: Page): boolean => page.matches({ working: { work: 'analysing' } });
export const isShowing = (page: Page): boolean => page.matches({ working: { work: 'showing' } });
export function drawMode(page: Page): DrawMode | null {
  if (page.matches({ working: { pointing: { drawing: 'box' } } })) return 'Box';
  return page.matches({ working: { pointing: { drawing: 'polygon' } } }) ? 'Polygon' : null;
}

export const pageLayers = (page: Page): readonly AnalysedLayer[] => page.context.layers;
export const pageSettings = (page: Page): Settings | null => page.context.opened?.settings ?? null;
export const analysisDraft = (page: Page): AnalysisDraft => page.context.draft;
const layerWith = (page: Page, wanted: number | null): AnalysedLayer | null =>
  pageLayers(page).find(({ id }) => id === wanted) ?? null;
/** The form, or that of the result while it is shown. */
const seenDraft = (page: Page): AnalysisDraft =>
  (isShowing(page) ? page.context.shown?.draft : undefined) ?? page.context.draft;
export const analysedLayer = (page: Page): AnalysedLayer | null => layerWith(page, seenDraft(page).layerId);
/** The layer that a change is measured from. */
export const earlierLayer = (page: Page): AnalysedLayer | null => layerWith(page, seenDraft(page).earlierId);
/** Whether the earlier layer is shown beside the later one. */
export const isComparingSides = (page: Page): boolean =>
  page.matches({ working: { work: { showing: 'comparing' } } });
/** The base map below the layers. */
export const pageBaseMap = (page: Page): BaseMap => page.context.baseMap;
export const analysisAoi = (page: Page): Aoi | null => page.context.aoi;
export const areaRefusal = (page: Page): NoticeText | null => page.context.areaRefusal;
export const analysisRefusal = (page: Page): NoticeText | null => page.context.refusal;
/** In whole percent, so that smaller steps don't render. */
export const analysisPercent = (page: Page): number => Math.round(page.context.progress * 100);
export const shownAnalysis = (page: Page): Shown | null => page.context.shown;
export const resultOpacity = (page: Page): number => page.context.opacity;
export const canReturn = (page: Page): boolean => page.can({ type: 'result.returned' });

/** The resolution at which the area would be read, metres on the ground; null without an area or a layer. */
export function readMetres(page: Page): number | null {
  const [layer, aoi] = [analysedLayer(page), page.context.aoi];
  if (layer?.mercatorMetres === undefined || aoi === null) return null;
  return groundMetres(gridOver(aoi.geometry, layer.mercatorMetres, ANALYTICS_PIXELS_MAX));
}
