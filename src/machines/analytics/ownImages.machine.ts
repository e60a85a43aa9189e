import { assign, fromCallback, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import { outlineWkt } from '../../raster/delivered/outlineWkt.ts';
import { type Delivery, faultOf } from '../imagery/delivered.rules.ts';
import type { DrawImage } from '../imagery/delivered.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';

/** An image of the user's own: one that was delivered, or a file of their machine. */
export interface OwnImage {
  /** Negative, apart from the ids of the layers. */
  id: number;
  name: string;
  image: ImageAddress;
  /** Who is credited. */
  attribution: string;
  /** Null until it is opened. */
  facts: ImageFacts | null;
}

/** A layer that the page may analyse: one of the server's, or an image of the user's own. */
export interface AnalysedLayer extends ImageryLayer {
  id: number;
  own?: OwnImage;
}

const nameOf = ({ acquired, title, satellite }: Delivery): string =>
  [acquired.slice(0, 10), title, ...(satellite === null ? [] : [satellite])].join(' · ');

/**
 * The images of deliveries; those that are known already stay the same, and so do files and what is in use.
 * @param next id of the first new one; the others go on downwards
 */
export function withDeliveries(
  known: readonly OwnImage[],
  deliveries: readonly Delivery[],
  inUse: readonly number[],
  next: number,
): OwnImage[] {
  const listed = new Set(deliveries.map(({ image }) => image.url));
  const staying = known.filter(
    ({ id, image }) => image.file !== undefined || inUse.includes(id) || listed.has(image.url),
  );
  const added = deliveries
    .filter((one) => !staying.some(({ image }) => image.url === one.image.url))
    .map((delivery, at) => ({
      id: next - at,
      name: nameOf(delivery),
      image: delivery.image,
      attribution: delivery.attribution,
      facts: null,
    }));
  // newest first
  return [...staying, ...added.toReversed()];
}

/** A file of the user's as an image. */
export function imageOfFile(id: number, file: Blob & { name: string }): OwnImage {
  const image = { url: `file:${id}`, file, fileName: file.name, level: '' };
  return { id, name: file.name, image, attribution: file.name, facts: null };
}

/** What an analysis needs to know of an image; its bands are unknown until it is opened. */
export function layerOfImage(own: OwnImage): AnalysedLayer {
  const { id, name, facts } = own;
  const layer = { id, name, description: '', serviceType: 'TMS', existVec: false, own } as const;
  if (facts === null) return layer;
  const { bands, bbox, gsd } = facts;
  const latitude = (bbox[1] + bbox[3]) / 2;
  return {
    ...layer,
    bands: bands.length,
    bandNames: bands.map((band) => band.name),
    footprint: outlineWkt(facts),
    mercatorMetres: gsd / Math.cos((latitude * Math.PI) / 180),
  };
}

export interface OwnImagesInput {
  /** The area whose deliveries are listed, WKT. */
  areaWkt: string | null;
  /** The address of the delivered image that was seen on the portal's map. */
  imageUrl: string | null;
}
interface OwnImagesContext extends OwnImagesInput {
  images: readonly OwnImage[];
  /** Id of the next image: none is used twice. */
  next: number;
  draw: DrawImage | null;
  /** Ids of images that are to be opened, in this order. */
  wanted: readonly number[];
  /** Why the last image couldn't be opened, and which it was. */
  refusal: { text: NoticeText; id: number } | null;
  /** Counts up when tiles are to be drawn again. */
  tries: number;
}
export type OwnImagesEvent =
  /** The worker that draws is running. */
  | { type: 'images.ready'; draw: DrawImage }
  /** With the ids of the images that the form and the result have. */
  | { type: 'area.changed'; areaWkt: string | null; inUse: readonly number[] }
  | { type: 'image.wanted'; id: number }
  | { type: 'file.given'; file: Blob & { name: string } }
  | { type: 'images.retried' }
  | { type: 'drawing.failed'; error: unknown };
/** Facts for the page: the images, and one that is to be analysed. */
export type ImagesChanged = { type: 'images.changed'; images: readonly OwnImage[] };
export type ImageChosen = { type: 'image.chosen'; id: number };

const imageWanted = ({ images, wanted }: OwnImagesContext): OwnImage => {
  const found = images.find(({ id }) => id === wanted[0]);
  if (found === undefined) throw new Error('no image is to be opened');
  return found;
};

/** Whether an image is not open, and not on its way. */
const isToBeOpened = (
  { images, wanted }: Pick<OwnImagesContext, 'images' | 'wanted'>,
  wish: number,
): boolean => !wanted.includes(wish) && images.some(({ id, facts }) => id === wish && facts === null);

/**
 * The user's own images on the analytics page: what was delivered of the AOI, and files of their machine. They are opened by
 * range reads in a worker when they are first needed (decision 263).
 */
export const ownImagesMachine = setup({
  types: {
    context: {} as OwnImagesContext,
    events: {} as OwnImagesEvent,
    input: {} as OwnImagesInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Runs the worker that reads and draws images; sends `images.ready`. */
    keepImages: fromCallback<{ type: 'ignored' }>(notProvided('keepImages')),
    loadDeliveries: fromPromise<readonly Delivery[], { areaWkt: string }>(notProvided('loadDeliveries')),
    openImage: fromPromise<ImageFacts, { image: ImageAddress }>(notProvided('openImage')),
  },
  actions: {
    takeDraw: assign(({ event }) => (event.type === 'images.ready' ? { draw: event.draw } : {})),
    takeArea: assign(({ context, event }) =>
      event.type === 'area.changed'
        ? {
            areaWkt: event.areaWkt,
            // the others are listed again if they are of the new area
            images: withDeliveries(context.images, [], [...event.inUse, ...context.wanted], context.next),
          }
        : {},
    ),
    takeDeliveries: assign(({ context: { images, next } }, found: readonly Delivery[]) => ({
      images: withDeliveries(
        images,
        found,
        images.map(({ id }) => id),
        next,
      ),
      next: next - found.length,
    })),
    seekSeen: assign(({ context: { images, imageUrl, wanted } }) => {
      const seen = images.find(({ image }) => image.url === imageUrl);
      return { imageUrl: null, ...(seen !== undefined && { wanted: [...wanted, seen.id] }) };
    }),
    addFile: assign(({ context, event }) => {
      if (event.type !== 'file.given') return {};
      const { images, wanted, next } = context;
      return {
        images: [...images, imageOfFile(next, event.file)],
        wanted: [...wanted, next],
        next: next - 1,
      };
    }),
    want: assign(({ context, event }) =>
      event.type === 'image.wanted' ? { wanted: [...context.wanted, event.id] } : {},
    ),
    takeFacts: assign(({ context }, facts: ImageFacts) => {
      const { id } = imageWanted(context);
      return {
        images: context.images.map((one) => (one.id === id ? { ...one, facts } : one)),
        wanted: context.wanted.slice(1),
        refusal: null,
      };
    }),
    refuse: assign(({ context }, { error }: { error: unknown }) => {
      const { id, image } = imageWanted(context);
      return {
        refusal: { text: faultOf(error), id },
        wanted: context.wanted.slice(1),
        // a file that can't be read is of no use; a delivery may be tried again
        ...(image.file !== undefined && { images: context.images.filter((one) => one.id !== id) }),
      };
    }),
    noteFault: assign(({ context, event }) =>
      event.type === 'drawing.failed'
        ? { refusal: { text: faultOf(event.error), id: context.refusal?.id ?? 0 } }
        : {},
    ),
    tryAgain: assign(({ context: { refusal, images, tries, wanted } }) => ({
      refusal: null,
      tries: tries + 1,
      wanted:
        refusal !== null && isToBeOpened({ images, wanted }, refusal.id) ? [...wanted, refusal.id] : wanted,
    })),
    notifyImages: sendParent(({ context }): ImagesChanged => ({
      type: 'images.changed',
      images: context.images,
    })),
    /** A file is analysed once it is open; so is the image that was seen on the portal's map. */
    notifyChosen: sendParent(({ context }): ImageChosen => ({
      type: 'image.chosen',
      id: context.wanted.at(-1) ?? 0,
    })),
  },
  guards: {
    isAnswered: (_, { error }: { error: unknown }) => error instanceof CallError && error.kind !== 'offline',
    hasArea: ({ context }) => context.areaWkt !== null,
    isClosed: ({ context, event }) => event.type === 'image.wanted' && isToBeOpened(context, event.id),
    hasWanted: ({ context }) => context.wanted.length > 0,
    wasSeen: (_, { images, url }: { images: readonly Delivery[]; url: string | null }) =>
      url !== null && images.some(({ image }) => image.url === url),
  },
}).createMachine({
  id: 'ownImages',
  context: ({ input }) => ({
    ...input,
    images: [],
    next: -1,
    draw: null,
    wanted: [],
    refusal: null,
    tries: 0,
  }),
  invoke: { id: 'keepImages', src: 'keepImages', onError: {} },
  on: { 'images.ready': { actions: 'takeDraw' }, 'drawing.failed': { actions: 'noteFault' } },
  type: 'parallel',
  states: {
    list: {
      initial: 'deciding',
      on: { 'area.changed': { target: '.deciding', actions: ['takeArea', 'notifyImages'] } },
      states: {
        deciding: { always: [{ guard: 'hasArea', target: 'loading' }, { target: 'listed' }] },
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadDeliveries',
            src: 'loadDeliveries',
            input: ({ context }) => ({ areaWkt: context.areaWkt ?? '' }),
            onDone: [
              {
                guard: {
                  type: 'wasSeen',
                  params: ({ context, event }) => ({ images: event.output, url: context.imageUrl }),
                },
                target: 'listed',
                actions: [
                  { type: 'takeDeliveries', params: ({ event }) => event.output },
                  'seekSeen',
                  'notifyImages',
                  'notifyChosen',
                ],
              },
              {
                target: 'listed',
                actions: [{ type: 'takeDeliveries', params: ({ event }) => event.output }, 'notifyImages'],
              },
            ],
            onError: [
              {
                // another back end lacks the call, or the area is too large for an analysis too
                guard: { type: 'isAnswered', params: ({ event }) => ({ error: event.error }) },
                target: 'listed',
              },
              { target: 'unlisted' },
            ],
          },
        },
        listed: {},
        // the layers can be analysed without
        unlisted: { on: { 'images.retried': 'loading' } },
      },
    },
    file: {
      initial: 'waiting',
      on: {
        'file.given': { actions: ['addFile', 'notifyImages', 'notifyChosen'] },
        'image.wanted': { guard: 'isClosed', actions: 'want' },
        'images.retried': { actions: 'tryAgain' },
      },
      states: {
        waiting: { always: { guard: 'hasWanted', target: 'opening' } },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'openImage',
            src: 'openImage',
            input: ({ context }) => ({ image: imageWanted(context).image }),
            onDone: {
              target: 'waiting',
              actions: [{ type: 'takeFacts', params: ({ event }) => event.output }, 'notifyImages'],
            },
            onError: {
              target: 'waiting',
              actions: [{ type: 'refuse', params: ({ event }) => ({ error: event.error }) }, 'notifyImages'],
            },
          },
        },
      },
    },
  },
});

type OwnImages = SnapshotFrom<typeof ownImagesMachine>;

export const isOpeningImage = (images: OwnImages): boolean => images.matches({ file: 'opening' });
/** Whether what was delivered of the AOI couldn't be listed. */
export const areDeliveriesUnlisted = (images: OwnImages): boolean => images.matches({ list: 'unlisted' });
/** Why an image couldn't be opened or drawn. */
export const imageRefusal = ({ context }: OwnImages): NoticeText | null => context.refusal?.text ?? null;
