import { raise } from 'xstate';
import { deliveredSetup, NOTHING, shownImage, shownPixelText } from './delivered.setup.ts';

export type { DeliveredEvent } from './delivered.setup.ts';

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
        'images.ready': { actions: 'takeDraw' },
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
                'imageOpacity.chosen': { actions: 'setOpacity' },
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
