import { assign, enqueueActions, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Id, Listed } from '../../../contract/calls/envelope.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { type Bounds, viewBoundsOf } from '../../geo/entry/bbox.ts';
import type { AoiChanged } from '../aoi/aoi.machine.ts';
import type { RestingView } from '../map/baseTiles.machine.ts';
import type { PlaceRequested, SidesOffered } from '../map/map.events.ts';
import type { AddressFieldsChanged } from '../shared/address.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type { PanelOpened } from '../shared/panels.ts';
import {
  fitsFilter,
  goneNames,
  isOutside,
  layerArea,
  type LayerChoice,
  type LayerFilter,
  type LayerVector,
  movedLayer,
  NO_FILTER,
  NO_VECTOR,
  type PanelLayer,
  readLayers,
  twoDates,
  vectorNotice,
  withChoices,
  withLayer,
  withList,
  writtenLayers,
} from './imagery.rules.ts';
import { type ExportedLayer, exportStartOf } from './imageryExport.machine.ts';
import { memoBy, memoLast } from '../../geo/memo.ts';
import { known } from '../../geo/known.ts';

/** Asks for the export form of an imagery layer (§5 Imagery export). */
export interface ImageryExportFormRequested {
  type: 'imageryExportForm.requested';
  layer: ExportedLayer;
  aoi: Aoi;
}

/** The server's reply. */
export interface LayersReply extends Listed<ImageryLayer> {
  /** The address of tiles, with {layer}, {z}, {x}, {y}. */
  tiles: string;
}
export interface ImageryInput {
  /** Decision 33: the layers in the page address; null if it names none. */
  layers: string | null;
}
export interface ImageryContext {
  /** The layers that the user may see, uppermost first. */
  layers: readonly PanelLayer[];
  /** What the panel's list is limited to. */
  filter: LayerFilter;
  leftOut: number;
  tiles: string;
  /** The layers that the address names, until the list is loaded. */
  requested: readonly LayerChoice[];
  failed: readonly Id[];
  /** How often the tiles were retried, by layer. */
  tries: Readonly<Partial<Record<Id, number>>>;
  vectors: readonly LayerVector[];
  /** Layers whose vector data is loading or queued; the first one's call is pending. */
  due: readonly Id[];
  /** Why the layers can't be loaded. */
  refusal: NoticeText | null;
  aoi: Aoi | null;
  /** The box of the map that is in sight, degrees; null before the map has one. */
  view: Bounds | null;
}
export type ImageryEvent =
  | AoiChanged
  | PanelOpened
  | { type: 'reload.requested' }
  | { type: 'layer.toggled'; id: Id }
  /** `to` counts from the uppermost, 0. */
  | { type: 'layer.moved'; id: Id; to: number }
  /** Percent; sent once, when a drag of the slider ends. */
  | { type: 'opacity.chosen'; id: Id; opacity: number }
  /** Asks the map to show the whole layer. */
  | { type: 'layer.sought'; id: Id }
  | { type: 'vector.toggled'; id: Id }
  | { type: 'layerFilter.changed'; patch: Partial<LayerFilter> }
  | { type: 'tiles.failed'; id: Id }
  | { type: 'tiles.retried'; id: Id }
  | { type: 'view.rested'; view: RestingView }
  | { type: 'export.requested' };

function idIn(event: ImageryEvent): Id {
  if (!('id' in event)) throw new Error(`no layer in ${event.type}`);
  return event.id;
}
const layerIn = (context: ImageryContext, event: ImageryEvent) =>
  context.layers.find(({ id }) => id === idIn(event));
const exportIn = ({ layers, aoi }: ImageryContext) =>
  exportStartOf(
    layers.filter(({ _selected }) => _selected),
    aoi,
  );
/** A comparison opens on two dates of one place. */
function sidesOf({ layers, aoi }: ImageryContext): SidesOffered {
  const pair = twoDates(layers, aoi && aoi.geometry);
  return {
    type: 'sides.offered',
    sides: pair && { before: `layer:${pair.before}`, after: `layer:${pair.after}` },
  };
}
const without = (ids: readonly Id[], id: Id) => ids.filter((one) => one !== id);

/** Context, actors, actions and guards of the imagery layers. The states are in `imagery.machine.ts`. */
const imagerySetup = setup({
  types: { context: {} as ImageryContext, events: {} as ImageryEvent, input: {} as ImageryInput },
  actors: {
    /** GET /api/user/images. */
    fetchLayers: fromPromise<LayersReply>(notProvided('fetchLayers')),
    /** GET /api/vec/irv/{layerId}; WKT. */
    fetchVector: fromPromise<string, { id: Id }>(notProvided('fetchVector')),
  },
  actions: {
    takeLayers: assign(({ context }, { list, tiles, leftOut = 0 }: LayersReply) => {
      const layers = withList(context.layers, list);
      const isThere = (id: Id) => layers.some((layer) => layer.id === id);
      return {
        layers: context.requested.length === 0 ? layers : withChoices(layers, context.requested),
        tiles,
        leftOut,
        requested: [],
        failed: context.failed.filter(isThere),
        vectors: context.vectors.filter(({ id }) => isThere(id)),
        refusal: null,
      };
    }),
    toggle: assign(({ context, event }) => ({
      layers: withLayer(context.layers, idIn(event), {
        _selected: layerIn(context, event)?._selected === false,
      }),
      // showing the layer again requests its tiles again
      failed: without(context.failed, idIn(event)),
    })),
    move: assign(({ context, event }) =>
      event.type === 'layer.moved' ? { layers: movedLayer(context.layers, event.id, event.to) } : {},
    ),
    setOpacity: assign(({ context, event }) =>
      event.type === 'opacity.chosen'
        ? { layers: withLayer(context.layers, event.id, { _opacity: event.opacity }) }
        : {},
    ),
    noteFailed: assign(({ context, event }) => ({ failed: [...context.failed, idIn(event)] })),
    tryAgain: assign(({ context, event }) => ({
      failed: without(context.failed, idIn(event)),
      tries: { ...context.tries, [idIn(event)]: (context.tries[idIn(event)] ?? 0) + 1 },
    })),
    awaitVector: assign(({ context, event }) => ({ due: [...context.due, idIn(event)] })),
    takeVector: assign(({ context }, { geom }: { geom: string }) => {
      const [id] = context.due;
      const area = layerArea(geom);
      const isListed = context.layers.some((layer) => layer.id === id);
      // the layer may have been removed meanwhile
      return id === undefined || area === null || !isListed
        ? {}
        : { vectors: [...context.vectors, { id, area }] };
    }),
    endVector: assign(({ context }) => ({ due: context.due.slice(1) })),
    hideVector: assign(({ context, event }) => ({
      vectors: context.vectors.filter(({ id }) => id !== idIn(event)),
    })),
    /** Decision 33: the address names the layers on the map. A comparison opens on two dates of one place. */
    notifyLayers: enqueueActions(({ context, enqueue }) => {
      const fields = { layers: writtenLayers(context.layers) };
      enqueue.sendParent({ type: 'addressFields.changed', fields } satisfies AddressFieldsChanged);
      enqueue.sendParent(sidesOf(context));
    }),
    offerSides: sendParent(({ context }) => sidesOf(context)),
    requestPlace: sendParent(({ context, event }): PlaceRequested => ({
      type: 'place.requested',
      bbox: viewBoundsOf(known(layerIn(context, event)?.area, 'no place to show')),
    })),
    requestExportForm: sendParent(({ context }): ImageryExportFormRequested => {
      const { layer, aoi } = exportIn(context);
      if (layer === null) throw new Error('nothing to export');
      return { type: 'imageryExportForm.requested', layer, aoi };
    }),
    // §5 Imagery export
    notifyNotExported: sendParent(({ context }) =>
      noticeOf('imagery export', 'error', exportIn(context).refusal ?? { key: 'errors.submitFailed' }),
    ),
    dropExportNotice: sendParent(noticeOutdated('imagery export')),
    dropVectorNotice: sendParent(noticeOutdated('vector')),
    notifyGone: sendParent(({ context }, { list }: LayersReply) =>
      noticeOf('layers', 'info', {
        key: 'notice.layersGone',
        params: { names: goneNames(context.layers, list).join(', ') },
      }),
    ),
    // §8 Layer without vector data
    notifyNoVector: sendParent(noticeOf('vector', 'info', NO_VECTOR)),
    notifyVectorFailed: sendParent((_, { error }: { error: unknown }) => vectorNotice(error)),
  },
  guards: {
    isListed: ({ context, event }) => layerIn(context, event) !== undefined,
    hasPlace: ({ context, event }) => (layerIn(context, event)?.area ?? null) !== null,
    isMove: ({ context, event }) =>
      event.type === 'layer.moved' && movedLayer(context.layers, event.id, event.to) !== context.layers,
    isFailure: ({ context, event }) =>
      layerIn(context, event)?._selected === true && !context.failed.includes(idIn(event)),
    canExport: ({ context }) => exportIn(context).refusal === null,
    hasFailed: ({ context, event }) => context.failed.includes(idIn(event)),
    losesShown: ({ context }, { list }: LayersReply) => goneNames(context.layers, list).length > 0,
    isVectorShown: ({ context, event }) => context.vectors.some(({ id }) => id === idIn(event)),
    hasNoVector: ({ context, event }) => layerIn(context, event)?.existVec === false,
    isVectorNew: ({ context, event }) =>
      layerIn(context, event) !== undefined && !context.due.includes(idIn(event)),
    hasMoreDue: ({ context }) => context.due.length > 1,
  },
});

/** Toggles without a call: shown vector data is hidden; a layer without vector data gets a notice (§8). */
const WITHOUT_CALL = [
  { guard: 'isVectorShown', actions: 'hideVector' },
  { guard: 'hasNoVector', actions: 'notifyNoVector' },
] as const;

/** After a call for vector data: the next one, if more layers are queued. */
const nextVector = <Action>(action: Action) =>
  [
    { guard: 'hasMoreDue', target: 'fetching', reenter: true, actions: [action, 'endVector'] },
    { target: 'idle', actions: [action, 'endVector'] },
  ] as const;

/** The imagery layers (§2 Imagery panel): those the user may see, and their selection, order and opacity on the map. */
export const imageryMachine = imagerySetup.createMachine({
  id: 'imagery',
  context: ({ input }) => ({
    layers: [],
    filter: NO_FILTER,
    tiles: '',
    leftOut: 0,
    requested: readLayers(input.layers),
    failed: [],
    tries: {},
    vectors: [],
    due: [],
    refusal: null,
    aoi: null,
    view: null,
  }),
  type: 'parallel',
  on: {
    'layer.toggled': { guard: 'isListed', actions: ['toggle', 'notifyLayers', 'dropExportNotice'] },
    'layerFilter.changed': {
      actions: assign(({ context, event }) => ({ filter: { ...context.filter, ...event.patch } })),
    },
    'layer.moved': { guard: 'isMove', actions: ['move', 'notifyLayers'] },
    'opacity.chosen': { guard: 'isListed', actions: ['setOpacity', 'notifyLayers'] },
    'layer.sought': { guard: 'hasPlace', actions: 'requestPlace' },
    'tiles.retried': { guard: 'hasFailed', actions: 'tryAgain' },
    'aoi.changed': {
      actions: [assign(({ event }) => ({ aoi: event.aoi })), 'offerSides', 'dropExportNotice'],
    },
    'view.rested': { actions: assign({ view: ({ event }) => event.view.bbox }) },
    'export.requested': [
      { guard: 'canExport', actions: ['dropExportNotice', 'requestExportForm'] },
      { actions: 'notifyNotExported' },
    ],
  },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'fetchLayers',
            src: 'fetchLayers',
            onDone: {
              target: 'loaded',
              actions: [{ type: 'takeLayers', params: ({ event }) => event.output }, 'notifyLayers'],
            },
            onError: {
              target: 'failed',
              actions: assign({
                refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
              }),
            },
          },
        },
        loaded: {
          on: {
            'panel.opened': 'refreshing',
            // a refused tile may mean a revoked layer or an ended session; reloading the list tells which
            'tiles.failed': { guard: 'isFailure', target: 'refreshing', actions: 'noteFailed' },
          },
        },
        // the old rows stay until the new ones arrive, so that nothing flickers
        refreshing: {
          invoke: {
            id: 'refreshLayers',
            src: 'fetchLayers',
            onDone: [
              {
                guard: { type: 'losesShown', params: ({ event }) => event.output },
                target: 'loaded',
                actions: [
                  { type: 'notifyGone', params: ({ event }) => event.output },
                  { type: 'takeLayers', params: ({ event }) => event.output },
                  'notifyLayers',
                ],
              },
              {
                target: 'loaded',
                actions: [{ type: 'takeLayers', params: ({ event }) => event.output }, 'notifyLayers'],
              },
            ],
            // the connection badge reports it
            onError: 'loaded',
          },
          on: { 'tiles.failed': { guard: 'isFailure', actions: 'noteFailed' } },
        },
        failed: {
          tags: 'failed',
          on: { 'panel.opened': 'loading', 'reload.requested': 'loading' },
        },
      },
    },
    // while the panel is open, the map outlines the layers
    panel: {
      initial: 'closed',
      states: {
        closed: { on: { 'panel.opened': 'open' } },
        open: { on: { 'panel.closed': 'closed' } },
      },
    },
    vectors: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'vector.toggled': [
              ...WITHOUT_CALL,
              { guard: 'isVectorNew', target: 'fetching', actions: 'awaitVector' },
            ],
          },
        },
        // one call at a time
        fetching: {
          entry: 'dropVectorNotice',
          on: { 'vector.toggled': [...WITHOUT_CALL, { guard: 'isVectorNew', actions: 'awaitVector' }] },
          invoke: {
            id: 'fetchVector',
            src: 'fetchVector',
            input: ({ context: { due } }) => ({ id: known(due[0], 'no vector data is due') }),
            onDone: nextVector({ type: 'takeVector', params: ({ event }) => ({ geom: event.output }) }),
            onError: nextVector({
              type: 'notifyVectorFailed',
              params: ({ event }) => ({ error: event.error }),
            }),
          },
        },
      },
    },
  },
});

type Imagery = SnapshotFrom<typeof imageryMachine>;

const selected = memoBy((layers: readonly PanelLayer[]): readonly PanelLayer[] =>
  layers.filter(({ _selected }) => _selected),
);
const outlines = memoBy((layers: readonly PanelLayer[]): readonly AreaGeometry[] =>
  layers.flatMap(({ _selected, area }) => (_selected && area !== null ? [area] : [])),
);
const NO_AREAS: readonly AreaGeometry[] = [];

/** The layers that the user may see, uppermost first. */
export const imageryLayers = ({ context }: Imagery): readonly PanelLayer[] => context.layers;
/** What the list is limited to. */
/** Why no layer can be exported now (§5 Imagery export); null if one can. */
export const exportRefusal = ({ context }: Imagery): NoticeText | null => exportIn(context).refusal;
export const layerFilter = ({ context }: Imagery): LayerFilter => context.filter;
const fitting = memoLast((layers: readonly PanelLayer[], filter: LayerFilter): readonly PanelLayer[] =>
  layers.filter((layer) => fitsFilter(layer, filter)),
);
/** The layers that fit the filter; the same array until one of them or the filter changes. */
export const listedLayers = ({ context: { layers, filter } }: Imagery): readonly PanelLayer[] =>
  filter === NO_FILTER ? layers : fitting(layers, filter);
/** The layers on the map, uppermost first; the same array until one of them changes. */
export const selectImageryShown = ({ context }: Imagery): readonly PanelLayer[] => selected(context.layers);
/** The uppermost layer on the map; null without one. */
export const uppermostLayer = (imagery: Imagery): Id | null => selectImageryShown(imagery)[0]?.id ?? null;
export const layerTiles = ({ context }: Imagery): string => context.tiles;
/** How often the tiles were retried, by layer. */
export const layerTries = ({ context }: Imagery): Readonly<Partial<Record<Id, number>>> => context.tries;
export const layerVectors = ({ context }: Imagery): readonly LayerVector[] => context.vectors;
/** The areas of the layers on the map, while the panel is open. */
export const layerOutlines = (imagery: Imagery): readonly AreaGeometry[] =>
  imagery.matches({ panel: 'open' }) ? outlines(imagery.context.layers) : NO_AREAS;
export const isLoadingLayers = (imagery: Imagery): boolean => imagery.hasTag('busy');
export const layersFailure = (imagery: Imagery): NoticeText | null =>
  imagery.hasTag('failed') ? imagery.context.refusal : null;
/** Layers of the list that could not be read. */
export const leftOutLayers = ({ context }: Imagery): number => context.leftOut;
/** Whether tiles of this layer failed. */
export const hasFailedTiles =
  (id: Id) =>
  ({ context }: Imagery): boolean =>
    context.failed.includes(id);
/** Whether this layer is on the map, but outside the view. */
export const isOutsideView =
  (layer: PanelLayer) =>
  ({ context }: Imagery): boolean =>
    isOutside(layer, context.view);
/** Whether this layer's vector data is on the map. */
export const isVectorShown =
  (id: Id) =>
  ({ context }: Imagery): boolean =>
    context.vectors.some((vector) => vector.id === id);
/** Whether this layer's vector data is loading. */
export const isVectorDue =
  (id: Id) =>
  ({ context }: Imagery): boolean =>
    context.due.includes(id);
