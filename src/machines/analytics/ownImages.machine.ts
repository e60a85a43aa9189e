import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { ImageAddress, ImageFacts } from '../../raster/delivered/deliveredImage.ts';
import { faultOf } from '../imagery/delivered/delivered.rules.ts';
import type { Delivery } from '../imagery/delivered/deliveries.rules.ts';
import type { DrawImage } from '../imagery/delivered/delivered.setup.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import { withDeliveries, imageOfFile, type OwnImage } from './ownImages.rules.ts';

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
