import {
  assign,
  fromCallback,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import type { ImageStyle, TileAddress } from '../../raster/delivered/drawTile.ts';
import { outlineWkt } from '../../raster/delivered/outlineWkt.ts';
import type { PixelPlace, PixelValues } from '../../raster/delivered/pixelValues.ts';
import type { PlaceRequested } from '../map/map.events.ts';
import type { OrderImageRequested, OrderRequested } from '../orders/orders.events.ts';
import type { SceneImageRequested } from '../search/search.events.ts';
import type { AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, type NoticeText } from '../shared/notice.ts';
import type { PanelRequested } from '../shared/panels.ts';
import {
  assetName,
  bandsOf,
  type Combination,
  type Delivery,
  faultOf,
  firstStyle,
  isAlike,
  isAssetName,
  neighbourDelivery,
  pixelText,
  styleAfter,
  type StyleEvent,
} from './delivered.rules.ts';
import { deliveryPlayerMachine } from './deliveryPlayer.machine.ts';
import { memoLast } from '../../geo/memo.ts';

/** Draws a tile of an image; null if nothing of the image is on it. */
export type DrawImage = (
  image: ImageAddress,
  tile: TileAddress,
  style: ImageStyle,
  signal: AbortSignal,
) => Promise<ImageBitmap | null>;

/** A place on the image: in degrees, or one of its pixels. */
type PixelSought = { longitude: number; latitude: number } | PixelPlace;

interface DeliveredContext {
  /** What was asked for: an order's number, or the name of another archive's file (`assetName`). */
  named: string | null;
  deliveries: readonly Delivery[];
  /** The key of the delivery that is shown. */
  shown: string | null;
  draw: DrawImage | null;
  facts: ImageFacts | null;
  combination: Combination;
  style: ImageStyle | null;
  /** Percent. */
  opacity: number;
  /** Counts up when the image is to be drawn again. */
  tries: number;
  /** Why nothing, or not all, can be shown. */
  refusal: NoticeText | null;
  sought: PixelSought | null;
  pixel: PixelValues | null;
}
export type DeliveredEvent =
  | OrderImageRequested
  | SceneImageRequested
  /** The worker that draws is running. */
  | { type: 'images.ready'; draw: DrawImage }
  | { type: 'image.retried' }
  /** A tile couldn't be drawn. */
  | { type: 'drawing.failed'; error: unknown }
  | { type: 'image.left' }
  | { type: 'image.removed' }
  | { type: 'image.sought' }
  | AddressChanged
  | { type: 'delivery.chosen'; key: string }
  /** One earlier or later. */
  | { type: 'delivery.stepped'; by: 1 | -1 }
  /** The next one is due while they are played. */
  | { type: 'delivery.played' }
  | StyleEvent
  | { type: 'imageOpacity.chosen'; opacity: number }
  | { type: 'pixel.toggled'; longitude: number; latitude: number }
  | { type: 'pixel.chosen'; longitude: number; latitude: number }
  /** By pixels of the image. */
  | { type: 'pixel.moved'; columns: number; rows: number }
  | { type: 'pixel.closed' }
  /** Another image is shown: the same place has other values. */
  | { type: 'pixel.reread' }
  | { type: 'pixel.copied' };

const NOTHING: DeliveredContext = {
  named: null,
  deliveries: [],
  shown: null,
  draw: null,
  facts: null,
  combination: 'true',
  style: null,
  opacity: 100,
  tries: 0,
  refusal: null,
  sought: null,
  pixel: null,
};

/** The image that is to be opened. @throws Error without one */
function shownImage({ deliveries, shown }: DeliveredContext): ImageAddress {
  const found = deliveries.find(({ key }) => key === shown);
  if (found === undefined) throw new Error('no delivery is shown');
  return found.image;
}

const imageField = (image: string | null): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { image },
});

/** The image that an event asks for; null if it names none. */
function namedImage(event: DeliveredEvent): string | null {
  if (event.type === 'orderImage.requested') return event.orderNum;
  if (event.type === 'sceneImage.requested') return assetName(event);
  return event.type === 'address.changed' ? (event.address.query['image'] ?? null) : null;
}

/** The order of the shown delivery, else the one that was asked for. */
const shownOrder = ({ deliveries, shown, named }: DeliveredContext): string =>
  deliveries.find(({ key }) => key === shown)?.orderNum ?? named ?? '';

/** The viewer's actors, actions and guards; its states are in `delivered.machine.ts`. */
const deliveredSetup = setup({
  types: {
    context: {} as DeliveredContext,
    events: {} as DeliveredEvent,
    input: {} as { named: string | null } | undefined,
    tags: {} as 'busy',
    children: {} as { deliveryPlayer: 'deliveryPlayer' },
  },
  actors: {
    /** Runs the worker that reads and draws images; sends `images.ready`. */
    keepImages: fromCallback<{ type: 'ignored' }>(notProvided('keepImages')),
    /** Plays the deliveries one after another; sends `delivery.played`. */
    deliveryPlayer: deliveryPlayerMachine,
    /** What was delivered of an order's area, by it and by others, or the named file of another archive. */
    loadDeliveries: fromPromise<readonly Delivery[], { named: string }>(notProvided('loadDeliveries')),
    /** Opens an image by range reads; throws RasterError. */
    openImage: fromPromise<ImageFacts, { image: ImageAddress }>(notProvided('openImage')),
    /** The values at a place; throws RasterError. */
    readPixel: fromPromise<PixelValues, { image: ImageAddress; at: PixelSought }>(notProvided('readPixel')),
    /** Copies a text to the clipboard; fails if the browser refuses. */
    copyText: fromPromise<void, { text: string }>(notProvided('copyText')),
  },
  actions: {
    begin: assign(({ event }) => ({ ...NOTHING, named: namedImage(event) })),
    forget: assign(NOTHING),
    takeDeliveries: assign(({ context }, deliveries: readonly Delivery[]) => ({
      deliveries,
      shown:
        (deliveries.findLast(({ orderNum }) => orderNum === context.named) ?? deliveries.at(-1))?.key ?? null,
    })),
    takeFacts: assign(({ context }, facts: ImageFacts) => {
      const { facts: before, style } = context;
      if (before !== null && style !== null && isAlike(before, facts)) return { facts, refusal: null };
      return { facts, refusal: null, ...firstStyle(facts) };
    }),
    chooseDelivery: assign(({ event }) => (event.type === 'delivery.chosen' ? { shown: event.key } : {})),
    stepDelivery: assign(({ context }, by: 1 | -1) => ({
      shown: neighbourDelivery(context.deliveries, context.shown, by)?.key ?? context.shown,
    })),
    stopPlaying: sendTo('deliveryPlayer', { type: 'play.stopped' }),
    noteImage: sendParent(({ context }) => imageField(context.named)),
    noteNoImage: sendParent(imageField(null)),
    changeStyle: assign(({ context: { facts, style }, event }) =>
      facts === null || style === null ? {} : { style: styleAfter(facts, style, event) },
    ),
    noteCombination: assign(({ context, event }) => {
      if (event.type === 'combination.chosen') return { combination: event.combination };
      const isOne = context.combination === 'single';
      return { combination: isOne ? ('single' as const) : ('custom' as const) };
    }),
    refuse: assign((_, params: { error: unknown }) => ({ refusal: faultOf(params.error) })),
    drawAgain: assign(({ context }) => ({ tries: context.tries + 1, refusal: null })),
    refuseNone: assign(({ context }) => ({
      refusal: { key: `errors.delivered.${isAssetName(context.named) ? 'noAsset' : 'noFiles'}` },
    })),
    seekPixel: assign(({ context: { pixel }, event }) => {
      if (event.type === 'pixel.moved')
        return pixel === null
          ? {}
          : { sought: { column: pixel.column + event.columns, row: pixel.row + event.rows } };
      if (event.type !== 'pixel.chosen' && event.type !== 'pixel.toggled') return {};
      return { sought: { longitude: event.longitude, latitude: event.latitude } };
    }),
    /** The same place on another image. */
    seekAgain: assign(({ context: { pixel } }) =>
      pixel === null ? {} : { sought: { longitude: pixel.longitude, latitude: pixel.latitude } },
    ),
    takePixel: assign((_, pixel: PixelValues) => ({ pixel })),
    dropPixel: assign({ pixel: null, sought: null }),
    notifyPlace: sendParent(({ context: { facts } }): PlaceRequested => {
      if (facts === null) throw new Error('no image to show');
      return { type: 'place.requested', bbox: facts.bbox };
    }),
    notifyOrder: sendParent(({ context }): OrderRequested => ({
      type: 'order.requested',
      order: { orderNum: shownOrder(context) },
    })),
    notifyOrderPanel: sendParent({ type: 'panel.requested', panel: 'order' } satisfies PanelRequested),
    notifySearchPanel: sendParent({ type: 'panel.requested', panel: 'search' } satisfies PanelRequested),
    notifyCopied: sendParent(noticeOf('pixel', 'success', { key: 'notice.pixelCopied' })),
    notifyNotCopied: sendParent(noticeOf('pixel', 'error', { key: 'errors.pixelNotCopied' })),
  },
  guards: {
    hasNone: (_, deliveries: readonly Delivery[]) => deliveries.length === 0,
    isFirst: ({ context }) => context.facts === null,
    hasNeighbour: ({ context }, by: 1 | -1) =>
      neighbourDelivery(context.deliveries, context.shown, by) !== null,
    isNamed: ({ context }) => context.named !== null,
    isAsset: ({ context }) => isAssetName(context.named),
    isOtherImage: ({ context, event }) => {
      const named = namedImage(event);
      return named !== null && named !== context.named;
    },
    isNoImage: ({ event }) => namedImage(event) === null,
    hasDelivery: ({ context }) => context.shown !== null,
    isOtherDelivery: ({ context, event }) =>
      event.type === 'delivery.chosen' &&
      event.key !== context.shown &&
      context.deliveries.some(({ key }) => key === event.key),
    hasBands: ({ context: { facts }, event }) =>
      event.type === 'combination.chosen' && facts !== null && bandsOf(facts, event.combination) !== null,
    hasBand: ({ context: { facts, style }, event }) =>
      event.type === 'band.chosen' &&
      facts?.bands[event.place] !== undefined &&
      style?.bands[event.channel] !== undefined,
    isShown: ({ context }) => context.facts !== null,
    hasPixel: ({ context }) => context.pixel !== null,
    hasValues: ({ context: { pixel } }) => pixel !== null && pixel.values !== null,
  },
});

/** The text of the shown pixel. @throws Error without one */
function shownPixelText({ facts, pixel }: DeliveredContext): string {
  if (facts === null || pixel === null) throw new Error('no pixel is shown');
  return pixelText(facts, pixel);
}

/**
 * Imagery on the map (decision 200): an order's files, or an open one of another archive, are opened by range reads in a worker, drawn with a
 * chosen style, and their pixels read.
 */
export const deliveredMachine = deliveredSetup.createMachine({
  id: 'delivered',
  context: ({ input }) => ({ ...NOTHING, named: input?.named ?? null }),
  initial: 'starting',
  on: {
    'orderImage.requested': { target: '.open', actions: 'begin', reenter: true },
    'sceneImage.requested': { target: '.open', actions: 'begin', reenter: true },
  },
  states: {
    starting: { always: [{ guard: 'isNamed', target: 'open' }, { target: 'closed' }] },
    closed: {
      entry: 'forget',
      on: { 'address.changed': { guard: 'isOtherImage', target: 'open', actions: 'begin' } },
    },
    open: {
      entry: 'noteImage',
      exit: 'noteNoImage',
      invoke: [
        // the worker ends with the view
        { id: 'keepImages', src: 'keepImages', onError: {} },
        { id: 'deliveryPlayer', src: 'deliveryPlayer', onError: {} },
      ],
      on: {
        'images.ready': { actions: assign(({ event }) => ({ draw: event.draw })) },
        // back and forward
        'address.changed': [
          { guard: 'isOtherImage', target: 'open', actions: 'begin', reenter: true },
          { guard: 'isNoImage', target: 'closed' },
        ],
        'image.left': [
          { guard: 'isAsset', target: 'closed', actions: 'notifySearchPanel' },
          { target: 'closed', actions: ['notifyOrder', 'notifyOrderPanel'] },
        ],
        'image.removed': 'closed',
      },
      type: 'parallel',
      states: {
        image: {
          initial: 'loading',
          states: {
            loading: {
              tags: 'busy',
              invoke: {
                id: 'loadDeliveries',
                src: 'loadDeliveries',
                input: ({ context }) => ({ named: context.named ?? '' }),
                onDone: [
                  {
                    guard: { type: 'hasNone', params: ({ event }) => event.output },
                    target: 'failed',
                    actions: 'refuseNone',
                  },
                  {
                    target: 'opening',
                    actions: { type: 'takeDeliveries', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: { type: 'refuse', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            opening: {
              tags: 'busy',
              on: {
                'delivery.chosen': {
                  guard: 'isOtherDelivery',
                  target: 'opening',
                  actions: 'chooseDelivery',
                  reenter: true,
                },
                'delivery.stepped': {
                  guard: { type: 'hasNeighbour', params: ({ event }) => event.by },
                  target: 'opening',
                  actions: { type: 'stepDelivery', params: ({ event }) => event.by },
                  reenter: true,
                },
              },
              invoke: {
                id: 'openImage',
                src: 'openImage',
                input: ({ context }) => ({ image: shownImage(context) }),
                onDone: [
                  {
                    guard: 'isFirst',
                    target: 'shown',
                    actions: [{ type: 'takeFacts', params: ({ event }) => event.output }, 'notifyPlace'],
                  },
                  {
                    target: 'shown',
                    actions: [
                      { type: 'takeFacts', params: ({ event }) => event.output },
                      raise({ type: 'pixel.reread' }),
                    ],
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: { type: 'refuse', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            shown: {
              on: {
                'drawing.failed': {
                  actions: { type: 'refuse', params: ({ event }) => ({ error: event.error }) },
                },
                'image.retried': { actions: 'drawAgain' },
                'image.sought': { actions: 'notifyPlace' },
                'delivery.chosen': { guard: 'isOtherDelivery', target: 'opening', actions: 'chooseDelivery' },
                'delivery.stepped': {
                  guard: { type: 'hasNeighbour', params: ({ event }) => event.by },
                  target: 'opening',
                  actions: { type: 'stepDelivery', params: ({ event }) => event.by },
                },
                'delivery.played': [
                  {
                    guard: { type: 'hasNeighbour', params: 1 },
                    target: 'opening',
                    actions: { type: 'stepDelivery', params: 1 },
                  },
                  { actions: 'stopPlaying' },
                ],
                'combination.chosen': { guard: 'hasBands', actions: ['changeStyle', 'noteCombination'] },
                'band.chosen': { guard: 'hasBand', actions: ['changeStyle', 'noteCombination'] },
                'stretch.chosen': { actions: 'changeStyle' },
                'stretch.reset': { actions: 'changeStyle' },
                'style.changed': { actions: 'changeStyle' },
                'imageOpacity.chosen': { actions: assign(({ event }) => ({ opacity: event.opacity })) },
              },
            },
            failed: {
              on: {
                'image.retried': [{ guard: 'hasDelivery', target: 'opening' }, { target: 'loading' }],
                'delivery.chosen': { guard: 'isOtherDelivery', target: 'opening', actions: 'chooseDelivery' },
                'delivery.stepped': {
                  guard: { type: 'hasNeighbour', params: ({ event }) => event.by },
                  target: 'opening',
                  actions: { type: 'stepDelivery', params: ({ event }) => event.by },
                },
              },
            },
          },
        },
        pixel: {
          initial: 'off',
          states: {
            off: {
              entry: 'dropPixel',
              on: { 'pixel.toggled': { guard: 'isShown', target: 'on.reading', actions: 'seekPixel' } },
            },
            on: {
              initial: 'reading',
              on: {
                'pixel.toggled': 'off',
                'pixel.closed': 'off',
                'pixel.chosen': { target: '.reading', actions: 'seekPixel' },
                'pixel.moved': { guard: 'hasPixel', target: '.reading', actions: 'seekPixel' },
                'pixel.reread': { guard: 'hasPixel', target: '.reading', actions: 'seekAgain' },
              },
              states: {
                reading: {
                  invoke: {
                    id: 'readPixel',
                    src: 'readPixel',
                    input: ({ context }) => {
                      if (context.sought === null) throw new Error('no pixel is sought');
                      return { image: shownImage(context), at: context.sought };
                    },
                    onDone: {
                      target: 'read',
                      actions: { type: 'takePixel', params: ({ event }) => event.output },
                    },
                    onError: 'unread',
                  },
                },
                read: { on: { 'pixel.copied': { guard: 'hasValues', target: 'copying' } } },
                copying: {
                  invoke: {
                    id: 'copyText',
                    src: 'copyText',
                    input: ({ context }) => ({ text: shownPixelText(context) }),
                    onDone: { target: 'read', actions: 'notifyCopied' },
                    onError: { target: 'read', actions: 'notifyNotCopied' },
                  },
                },
                unread: {},
              },
            },
          },
        },
      },
    },
  },
});

type Delivered = SnapshotFrom<typeof deliveredMachine>;
const seenOf = memoLast((facts: ImageFacts, url: string) => ({
  url,
  bbox: facts.bbox,
  outlineWkt: outlineWkt(facts),
}));

/** Whether delivered imagery is on the map, or is being opened. */
export const isImageOpen = (delivered: Delivered): boolean => delivered.matches('open');
export const isImageBusy = (delivered: Delivered): boolean => delivered.hasTag('busy');
/** The delivered scenes, oldest first. */
export const deliveries = ({ context }: Delivered): readonly Delivery[] => context.deliveries;
/** The actor that plays the deliveries; undefined while none are shown. */
export const deliveryPlayer = (delivered: Delivered) => delivered.children.deliveryPlayer;
export const shownDelivery = ({ context }: Delivered): Delivery | null =>
  context.deliveries.find(({ key }) => key === context.shown) ?? null;
/** The image that is seen on the map, for the AI analytics page; the same object until another one is shown. */
export function seenImage(delivered: Delivered) {
  const { facts } = delivered.context;
  const url = shownDelivery(delivered)?.image.url;
  return facts === null || url === undefined ? null : seenOf(facts, url);
}
/** Null until the image is opened. */
export const imageFacts = ({ context }: Delivered): ImageFacts | null => context.facts;
export const imageStyle = ({ context }: Delivered): ImageStyle | null => context.style;
export const imageCombination = ({ context }: Delivered): Combination => context.combination;
export const imageOpacity = ({ context }: Delivered): number => context.opacity;
export const drawImage = ({ context }: Delivered): DrawImage | null => context.draw;
/** Whether the image can be drawn, and its drawing changed; its facts may be those of the one before. */
export const isImageShown = (delivered: Delivered): boolean =>
  delivered.matches({ open: { image: 'shown' } });
export const imageFailure = (delivered: Delivered): NoticeText | null =>
  delivered.matches({ open: { image: 'failed' } }) ? delivered.context.refusal : null;
/** How often the shown image was drawn again after a failure. */
export const imageTries = ({ context }: Delivered): number => context.tries;
/** Why parts of the shown image couldn't be drawn. */
export const drawingFault = (delivered: Delivered): NoticeText | null =>
  delivered.matches({ open: { image: 'shown' } }) ? delivered.context.refusal : null;
/** Whether the crosshair is on. */
export const isInspecting = (delivered: Delivered): boolean => delivered.matches({ open: { pixel: 'on' } });
export const shownPixel = ({ context }: Delivered): PixelValues | null => context.pixel;
/** Whether the values at a pixel couldn't be read. */
export const isPixelUnread = (delivered: Delivered): boolean =>
  delivered.matches({ open: { pixel: { on: 'unread' } } });

/** Whether the image is an open one of another archive, and no delivery. */
export const isOfOtherArchive = ({ context }: Delivered): boolean => isAssetName(context.named);
