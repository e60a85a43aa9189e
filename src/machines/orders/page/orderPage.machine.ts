import { assign, raise } from 'xstate';
import { linksFileOf } from '../list/orders.rules.ts';
import { orderIn } from './orderPage.rules.ts';
import { NOTHING, orderPageSetup } from './orderPage.setup.ts';

/** The contents of one order (decision 145), opened by a row of the list or by a link. */
export const orderPageMachine = orderPageSetup.createMachine({
  id: 'orderPage',
  context: ({ input: { address, satellites, now } }) => ({
    ...NOTHING,
    satellites,
    now,
    orderNum: orderIn(address),
  }),
  type: 'parallel',
  states: {
    page: {
      initial: 'reading',
      on: {
        'address.changed': { guard: 'isOtherOrder', target: '.reading', actions: 'readAddress' },
        'order.requested': { target: '.open', actions: ['takeRow', 'notifyOpened'] },
      },
      states: {
        reading: { always: [{ guard: 'hasOrder', target: 'open' }, { target: 'closed' }] },
        closed: { entry: 'forget' },
        open: {
          initial: 'loading',
          on: {
            'order.left': { target: 'closed', actions: 'notifyBack' },
            'panel.shown': { guard: 'isLeft', target: 'closed', actions: 'notifyLeft' },
            // also while a known order is loaded again
            'again.requested': { guard: 'canOrderAgain', actions: 'notifyAgain' },
            'orderMap.requested': { guard: 'isKnown', actions: 'notifyMap' },
            'image.requested': { guard: 'hasFiles', actions: 'notifyImage' },
            'scene.shown': { guard: 'hasScene', actions: 'notifyScene' },
            'print.requested': { guard: 'isKnown', actions: 'printPage' },
            'links.saved': {
              guard: 'hasFiles',
              actions: {
                type: 'saveText',
                params: ({ context: { details } }) => {
                  if (details === null) throw new Error('no order to save links of');
                  return linksFileOf(details.orderNum, details.files);
                },
              },
            },
          },
          states: {
            loading: {
              tags: 'busy',
              entry: 'dropNotice',
              invoke: {
                id: 'loadOrder',
                src: 'loadOrder',
                input: ({ context }) => ({ orderNum: context.orderNum ?? '' }),
                onDone: [
                  {
                    guard: 'isFromList',
                    target: 'shown',
                    actions: [{ type: 'takeDetails', params: ({ event }) => event.output }, 'notifyMap'],
                  },
                  {
                    target: 'shown',
                    actions: [
                      { type: 'takeDetails', params: ({ event }) => event.output },
                      { type: 'notifyLinked', params: ({ event }) => event.output },
                      'notifyMap',
                    ],
                  },
                ],
                onError: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                    target: '#orderPage.page.closed',
                    actions: [
                      { type: 'notifyNotFound', params: ({ event }) => ({ error: event.error }) },
                      'notifyLeft',
                    ],
                  },
                  // the address keeps the order, so that reloading the page tries again
                  {
                    target: 'failed',
                    actions: [
                      { type: 'refuse', params: ({ event }) => ({ error: event.error }) },
                      'notifyPanel',
                    ],
                  },
                ],
              },
            },
            shown: {
              initial: 'waiting',
              states: {
                waiting: {
                  always: { guard: 'isEnded', target: 'ended' },
                  after: {
                    ORDERS_REFRESH: { target: 'refreshing', actions: raise({ type: 'copied.ended' }) },
                  },
                },
                refreshing: {
                  invoke: {
                    id: 'refreshOrder',
                    src: 'loadOrder',
                    input: ({ context }) => ({ orderNum: context.orderNum ?? '' }),
                    onDone: {
                      target: 'waiting',
                      actions: { type: 'takeDetails', params: ({ event }) => event.output },
                    },
                    // the connection badge reports it; the next refresh tries again
                    onError: 'waiting',
                  },
                },
                ended: {},
              },
            },
            failed: { on: { 'reload.requested': 'loading' } },
          },
        },
      },
    },
    copy: {
      initial: 'idle',
      states: {
        idle: { entry: assign({ copied: null }) },
        link: {
          invoke: {
            id: 'copyLink',
            src: 'copyLink',
            input: ({ context }) => ({ orderNum: context.orderNum ?? '' }),
            onDone: { target: 'idle', actions: 'notifyLinkCopied' },
            onError: { target: 'idle', actions: 'notifyNotCopied' },
          },
        },
        checksum: {
          entry: assign({
            copied: ({ context, event }) =>
              event.type === 'checksum.requested' ? event.name : context.copied,
          }),
          invoke: {
            id: 'copyText',
            src: 'copyText',
            input: ({ context }) => ({
              text: context.details?.files.find((file) => file.name === context.copied)?.sha256 ?? '',
            }),
            onDone: 'copied',
            onError: { target: 'idle', actions: 'notifyNotCopied' },
          },
        },
        copied: { after: { COPIED_SHOWN: 'idle' }, on: { 'copied.ended': 'idle' } },
      },
      on: {
        'link.requested': { guard: 'hasOrder', target: '.link' },
        'checksum.requested': { guard: 'hasChecksum', target: '.checksum', reenter: true },
      },
    },
  },
});
