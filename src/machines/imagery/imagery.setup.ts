import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { Aoi } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import {
  goneNames,
  layerArea,
  movedLayer,
  NO_VECTOR,
  vectorNotice,
  withChoices,
  withLayer,
  withList,
  writtenLayers,
  type LayerChoice,
  type LayerVector,
  type PanelLayer,
} from './imagery.rules.ts';
import { twoDates, type LayerFilter } from './layerList.rules.ts';
import { exportStartOf } from './imageryExport.rules.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { PanelOpened } from '../shared/panels.ts';
import type { AoiChanged } from '../aoi/aoi.events.ts';
import type { PlaceRequested, SidesOffered } from '../map/map.events.ts';
import type { ImageryExportFormRequested } from './imagery.events.ts';
import type { AddressFieldsChanged } from '../shared/address.ts';

/** The server's reply. */
export interface LayersReply {
  list: ImageryLayer[];
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
  tiles: string;
  /** The layers that the address names, until the list is loaded. */
  requested: readonly LayerChoice[];
  /** Layers with failed tiles. */
  failed: readonly number[];
  /** How often the tiles were retried, by layer. */
  tries: Readonly<Partial<Record<number, number>>>;
  /** The vector data on the map. */
  vectors: readonly LayerVector[];
  /** Layers whose vector data is loading or queued; the first one's call is pending. */
  due: readonly number[];
  /** Why the layers can't be loaded. */
  refusal: NoticeText | null;
  /** The area to export. */
  aoi: Aoi | null;
}
export type ImageryEvent =
  | AoiChanged
  | PanelOpened
  | { type: 'reload.requested' }
  | { type: 'layer.toggled'; id: number }
  /** `to` counts from the uppermost, 0. */
  | { type: 'layer.moved'; id: number; to: number }
  /** Percent; sent once, when a drag of the slider ends. */
  | { type: 'opacity.chosen'; id: number; opacity: number }
  /** Asks the map to show the whole layer. */
  | { type: 'layer.sought'; id: number }
  | { type: 'vector.toggled'; id: number }
  | { type: 'layerFilter.changed'; patch: Partial<LayerFilter> }
  /** A tile of the layer failed. */
  | { type: 'tiles.failed'; id: number }
  | { type: 'tiles.retried'; id: number }
  | { type: 'export.requested' };

function idIn(event: ImageryEvent): number {
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
const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id);

/** Context, actors, actions and guards of the imagery layers. The states are in `imagery.machine.ts`. */
export const imagerySetup = setup({
  types: { context: {} as ImageryContext, events: {} as ImageryEvent, input: {} as ImageryInput },
  actors: {
    /** GET /api/user/images. */
    fetchLayers: fromPromise<LayersReply>(notProvided('fetchLayers')),
    /** GET /api/vec/irv/{layerId}; WKT. */
    fetchVector: fromPromise<string, { id: number }>(notProvided('fetchVector')),
  },
  actions: {
    takeLayers: assign(({ context }, { list, tiles }: LayersReply) => {
      const layers = withList(context.layers, list);
      const isThere = (id: number) => layers.some((layer) => layer.id === id);
      return {
        layers: context.requested.length === 0 ? layers : withChoices(layers, context.requested),
        tiles,
        requested: [],
        failed: context.failed.filter(isThere),
        vectors: context.vectors.filter(({ id }) => isThere(id)),
        refusal: null,
      };
    }),
    changeFilter: assign(({ context, event }) =>
      event.type === 'layerFilter.changed' ? { filter: { ...context.filter, ...event.patch } } : {},
    ),
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
    notifyLayers: enqueueActions(({ context: { layers }, enqueue }) => {
      const fields = { layers: writtenLayers(layers) };
      enqueue.sendParent({ type: 'addressFields.changed', fields } satisfies AddressFieldsChanged);
      const pair = twoDates(layers);
      const sides = pair && ({ before: `layer:${pair.before}`, after: `layer:${pair.after}` } as const);
      enqueue.sendParent({ type: 'sides.offered', sides } satisfies SidesOffered);
    }),
    requestPlace: sendParent(({ context, event }): PlaceRequested => {
      const area = layerIn(context, event)?.area ?? null;
      if (area === null) throw new Error('no place to show');
      return { type: 'place.requested', bbox: viewBoundsOf(area) };
    }),
    takeAoi: assign(({ event }) => (event.type === 'aoi.changed' ? { aoi: event.aoi } : {})),
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
