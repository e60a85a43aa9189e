import { assign, emit, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { User } from '../../../contract/accounts.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import { ANALYTICS_UTYPE, CLASSES, type BaseMap } from '../../../contract/limits.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { Analysis, AnalysisRequest } from '../../raster/analyse.ts';
import { firstIndex, firstLayer, requestOf, type AnalysisDraft } from './analytics.rules.ts';
import { readingOf, type AreaReading } from './area.rules.ts';
import type { AreaRead } from '../aoi/aoi.events.ts';
import { uploadMachine } from '../aoi/upload/upload.machine.ts';
import { serverMessageOf } from '../shared/failure.ts';
import type { DrawMode, CameraRequested } from '../map/map.events.ts';
import type { NoticeText } from '../shared/notice.ts';
import { preferencesMachine, type Preferences } from '../shared/preferences.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import { ownImagesMachine, type ImageChosen, type ImagesChanged } from './ownImages.machine.ts';
import { layerOfImage, type AnalysedLayer } from './ownImages.rules.ts';

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
  layers: ImageryLayer[];
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
/** The events of a running analysis. */
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
  if (opened === null) throw new Error('the page is not open yet');
  return { draft, aoi, layers, utype: opened.user.utype };
}
const layerNamed = ({ layers }: AnalyticsContext, id: number | null): string | null =>
  layers.find((layer) => layer.id === id)?.name ?? null;

/** The images that a form has. */
const imagesOf = ({ layerId, earlierId }: AnalysisDraft): number[] =>
  [layerId, earlierId].filter((id): id is number => id !== null && id < 0);

/** Types, actors, actions and guards of the page's machine (§2 AI analytics). */
export const analyticsSetup = setup({
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
    takeImages: assign(({ context, event }) =>
      event.type === 'images.changed'
        ? {
            layers: [
              ...event.images.map(layerOfImage),
              ...context.layers.filter(({ own }) => own === undefined),
            ],
          }
        : {},
    ),
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
    chooseBaseMap: assign(({ event }) => (event.type === 'baseMap.chosen' ? { baseMap: event.baseMap } : {})),
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
    goToArea: emit(({ context }): CameraRequested => {
      if (context.aoi === null) throw new Error('no area to go to');
      return { type: 'camera.requested', bbox: viewBoundsOf(context.aoi.geometry) };
    }),
    takeRequest: assign(({ context }) => {
      const made = requestOf(formOf(context));
      return 'request' in made ? { request: made.request, refusal: null, progress: 0 } : {};
    }),
    refuseRequest: assign(({ context }) => {
      const made = requestOf(formOf(context));
      return 'refusal' in made ? { refusal: made.refusal } : {};
    }),
    takeProgress: assign(({ event }) =>
      event.type === 'analysis.progressed' ? { progress: event.share } : {},
    ),
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
    chooseOpacity: assign(({ event }) => (event.type === 'opacity.chosen' ? { opacity: event.opacity } : {})),
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
