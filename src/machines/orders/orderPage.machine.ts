import { assign, fromPromise, raise, sendParent, setup } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { ORDER_NUM_MAX, ORDERS_REFRESH_MS, sourceOfSatellite } from '../../../contract/limits.ts';
import { ORDER_CAUSES, type OrderDetails, type OrderStep } from '../../../contract/orders/orderDetails.ts';
import { ORDER_STATUS, orderStatusRow } from '../../../contract/orders/orderStatus.ts';
import type { OrderItem } from '../../../contract/orders/orders.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Satellite } from '../../../contract/settings.ts';
import { type Aoi, aoiOf } from '../../geo/aoi.ts';
import { areaOfPolygons, polygonsOf } from '../../geo/area/areaGeometry.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../geo/wkt/wkt.ts';
import type { MapBox, PlaceRequested } from '../map/map.events.ts';
import type { SceneOrderFormRequested, TaskingFormRequested } from '../search/search.events.ts';
import type { Address, AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import { utcDayOf } from '../shared/days.ts';
import { messageOrFallback } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type { PanelRequested, PanelShown } from '../shared/panels.ts';
import type { OrderImageRequested, OrderLinked, OrderRequested } from './orders.events.ts';
import { linksFileOf } from './orders.machine.ts';
import { shellLines, type ShellTool } from './shellLines.rules.ts';
import { known } from '../../geo/known.ts';

const DAY_MS = 86_400_000;

/** The order number in an address; it may not exist. */
export function orderIn({ query }: Address): string | null {
  return query['order']?.trim().slice(0, ORDER_NUM_MAX) || null;
}

/** The contents of the page's head; taken from the row of the list until the contents have loaded. */
export type OrderHead = Pick<OrderItem, 'orderNum' | 'orderName' | 'status' | 'ctime' | 'simulated'>;

/** The box of the AOI and all footprints; degrees. */
export function orderBox(aoi: Aoi, { scenes }: OrderDetails): MapBox {
  const shown = [aoi.geometry, ...scenes.map(({ scene }) => scene.geometry)];
  return viewBoundsOf(areaOfPolygons(shown.flatMap(polygonsOf)));
}

/** §4: whether the status can still change. */
export function isOrderEnded(status: number): boolean {
  return orderStatusRow(status).next === null;
}

/** The sentence about a step's cause; null if it has none or an unknown one. */
export function causeKeyOf({ cause }: Pick<OrderStep, 'cause'>): string | null {
  const known = ORDER_CAUSES.find((one) => one === cause);
  return known === undefined ? null : `orders.cause.${known}`;
}

/** §4: 'in process' has three numbers. */
const IN_PROCESS = [4, 5, 6];

/** How far an order in process is: its step and how many there are; null in other statuses. */
export function processOf(status: number): { at: number; of: number } | null {
  const at = IN_PROCESS.indexOf(status) + 1;
  return at === 0 ? null : { at, of: IN_PROCESS.length };
}

/** The status changes, newest first; those in process are one. */
export const shownSteps = (history: readonly OrderStep[]): OrderStep[] =>
  history
    .filter(
      ({ status }, at) => processOf(status) === null || processOf(history[at + 1]?.status ?? 0) === null,
    )
    .toReversed();

/** An archive order is late after twice the usual time. */
const LATE_FACTOR = 2;

/** Whether the order takes longer than usual. @param usual seconds; undefined if the back end doesn't say */
export const isOrderLate = (
  { kind, status, ctime }: Pick<OrderDetails, 'kind' | 'status' | 'ctime'>,
  usual: number | undefined,
  now: Date,
): boolean =>
  kind === 'archive' &&
  usual !== undefined &&
  !isOrderEnded(status) &&
  now.getTime() - Date.parse(ctime) > LATE_FACTOR * usual * 1000;

/** The duration of a completed order, whole minutes; null before. */
export function minutesTaken({ history, ctime }: Pick<OrderDetails, 'history' | 'ctime'>): number | null {
  const completed = history.find((step) => step.status === ORDER_STATUS.completed);
  return completed === undefined ? null : Math.round((Date.parse(completed.at) - Date.parse(ctime)) / 60_000);
}

/** The product of an order as the order forms edit it. */
function draftOf({ orderName, productLevel, cropByAoi, projection, appendL1, contractNum }: OrderDetails) {
  return { orderName, productLevel, cropByAoi, projection, appendL1, contractNum: contractNum ?? '' };
}

/** The same length of window, from tomorrow if it has begun. UTC days. */
function nextWindow(from: string, to: string, now: Date): { windowStart: string; windowEnd: string } {
  const tomorrow = utcDayOf(new Date(now.getTime() + DAY_MS));
  if (from >= tomorrow) return { windowStart: from, windowEnd: to };
  const length = Date.parse(to) - Date.parse(from);
  return { windowStart: tomorrow, windowEnd: utcDayOf(new Date(Date.parse(tomorrow) + length)) };
}

/** The satellite of a tasking order: the coarsest of its source that is fine enough. */
function satelliteOf(
  { sourceCode, resolution }: Pick<NonNullable<OrderDetails['tasking']>, 'sourceCode' | 'resolution'>,
  satellites: readonly Satellite[],
): Satellite | null {
  // OV-A and OV-B fly on the same satellites (§2)
  const source = sourceCode === 'CA' ? 'C' : sourceCode;
  const fit = satellites.filter(
    (one) => sourceOfSatellite(one.code) === source && one.gsd <= resolution && one.sensorType === 'OPTICAL',
  );
  return fit.toSorted((a, b) => b.gsd - a.gsd)[0] ?? null;
}

/**
 * The form that repeats the order: its scenes and options, with a new price. A tasking window that has begun starts
 * tomorrow.
 * @returns null if nothing in it can still be ordered
 */
export function againOf(
  order: OrderDetails,
  aoi: Aoi,
  satellites: readonly Satellite[],
  now: Date,
): SceneOrderFormRequested | TaskingFormRequested | null {
  if (order.tasking === null) {
    const scenes: Scene[] = [];
    const gone: Scene[] = [];
    for (const { scene, isSold } of order.scenes) (isSold ? scenes : gone).push(scene);
    return scenes.length === 0
      ? null
      : { type: 'sceneOrderForm.requested', scenes, aoi, again: { draft: draftOf(order), gone } };
  }
  const { windowStart, windowEnd, ...tasked } = order.tasking;
  const { sourceCode, productMode, maxCloudCover, maxOffNadirAngle, resolution } = tasked;
  const satellite = satelliteOf(tasked, satellites);
  if (satellite === null) return null;
  return {
    type: 'taskingForm.requested',
    start: { satellite, sourceCode, productMode, ...nextWindow(windowStart, windowEnd, now) },
    aoi,
    again: { draft: { ...draftOf(order), maxCloudCover, maxOffNadirAngle, resolution } },
  };
}

interface OrderPageContext {
  satellites: readonly Satellite[];
  deliverySeconds: number | undefined;
  now: () => Date;
  /** The order on the page, or the one in the address. */
  orderNum: string | null;
  /** From the row of the list that was pressed. */
  head: OrderHead | null;
  details: OrderDetails | null;
  isLate: boolean;
  aoi: Aoi | null;
  /** Why the contents can't be loaded. */
  refusal: NoticeText | null;
  /** The file whose checksum was copied a moment ago. */
  copied: string | null;
  /** For which commands were last copied. */
  tool: ShellTool;
}
export type OrderPageEvent =
  | AddressChanged
  | OrderRequested
  | PanelShown
  | { type: 'order.left' }
  | { type: 'reload.requested' }
  | { type: 'again.requested' }
  | { type: 'orderMap.requested' }
  /** The delivered imagery is to be shown on the map. */
  | { type: 'image.requested' }
  | { type: 'scene.shown'; id: string }
  | { type: 'links.saved' }
  | { type: 'print.requested' }
  | { type: 'link.requested' }
  | { type: 'checksum.requested'; name: string }
  | { type: 'commands.requested'; tool: ShellTool }
  /** Removes the tick at a copied checksum, at the latest with the next reload. */
  | { type: 'copied.ended' };

const NOTHING = {
  orderNum: null,
  head: null,
  details: null,
  isLate: false,
  aoi: null,
  refusal: null,
  copied: null,
};

/** The form that repeats the order; null if nothing in it can be ordered. */
const formAgain = ({ details, aoi, satellites, now }: OrderPageContext) =>
  details && aoi && againOf(details, aoi, satellites, now());

const sceneOf = ({ details }: OrderPageContext, event: OrderPageEvent) =>
  event.type === 'scene.shown' ? details?.scenes.find(({ scene }) => scene.id === event.id) : undefined;

const fields = (order: string | null): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { order },
});
/** The user went to the page or left it: back returns to the view before. */
const step = (order: string | null): AddressFieldsChanged => ({ ...fields(order), isStep: true });

/** The page's actors, actions and guards; its states are in `orderPage.machine.ts`. */
const orderPageSetup = setup({
  types: {
    context: {} as OrderPageContext,
    events: {} as OrderPageEvent,
    input: {} as {
      address: Address;
      satellites: readonly Satellite[];
      /** The usual time from submit to delivery of an archive order. */
      deliverySeconds?: number | undefined;
      now: () => Date;
    },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** GET /web/order/view/{orderNum}. */
    loadOrder: fromPromise<OrderDetails, { orderNum: string }>(notProvided('loadOrder')),
    /** Copies the link to an order to the clipboard; fails if the browser refuses. */
    copyLink: fromPromise<void, { orderNum: string }>(notProvided('copyLink')),
    /** Copies a text to the clipboard; fails if the browser refuses. */
    copyText: fromPromise<void, { text: string }>(notProvided('copyText')),
  },
  actions: {
    readAddress: assign(({ event }) =>
      event.type === 'address.changed' ? { ...NOTHING, orderNum: orderIn(event.address) } : {},
    ),
    takeRow: assign(({ event }) =>
      event.type === 'order.requested'
        ? {
            ...NOTHING,
            orderNum: event.order.orderNum,
            head: 'status' in event.order ? event.order : null,
          }
        : {},
    ),
    takeDetails: assign(({ context }, details: OrderDetails) => ({
      details,
      isLate: isOrderLate(details, details.readySeconds ?? context.deliverySeconds, context.now()),
      refusal: null,
      // the same object while the area is the same: the map draws it once
      aoi:
        context.details?.aoiWkt === details.aoiWkt
          ? context.aoi
          : aoiOf(readAreaWkt(details.aoiWkt, ['POLYGON', 'MULTIPOLYGON'])),
    })),
    forget: assign(NOTHING),
    notifyOpened: sendParent(({ context }) => step(context.orderNum)),
    notifyBack: sendParent(step(null)),
    notifyLeft: sendParent(fields(null)),
    /** A link opens the panel on the list and page of its order. */
    notifyLinked: sendParent((_, { orderNum, kind, page }: OrderDetails): OrderLinked => ({
      type: 'order.linked',
      orderNum,
      kind,
      page,
    })),
    notifyMap: sendParent(({ context: { aoi, details } }): PlaceRequested => {
      if (aoi === null || details === null) throw new Error('no order to show');
      return { type: 'place.requested', bbox: orderBox(aoi, details) };
    }),
    notifyImage: sendParent(({ context }): OrderImageRequested => ({
      type: 'orderImage.requested',
      orderNum: context.orderNum ?? '',
    })),
    notifyScene: sendParent(({ context, event }): PlaceRequested => ({
      type: 'place.requested',
      bbox: viewBoundsOf(known(sceneOf(context, event), 'no such scene in the order').scene.geometry),
    })),
    notifyAgain: sendParent(({ context }) => known(formAgain(context), 'nothing to order again')),
    notifyNotFound: sendParent((_, params: { error: unknown }) =>
      noticeOf('order link', 'error', messageOrFallback(params.error, 'errors.orderNotOpened')),
    ),
    refuse: assign((_, params: { error: unknown }) => ({
      refusal: messageOrFallback(params.error, 'errors.orderNotOpened'),
    })),
    dropNotice: sendParent(noticeOutdated('order link')),
    notifyPanel: sendParent({ type: 'panel.requested', panel: 'order' } satisfies PanelRequested),
    notifyLinkCopied: sendParent(noticeOf('order link', 'success', { key: 'notice.orderLinkCopied' })),
    notifyCommandsCopied: sendParent(
      noticeOf('order link', 'success', { key: 'notice.orderCommandsCopied' }),
    ),
    notifyNotCopied: sendParent(noticeOf('order link', 'error', { key: 'errors.orderLinkNotCopied' })),
    /** Downloads a text file; provided by the wiring. */
    saveText: (_, _params: { name: string; text: string }) => {},
    /** Opens the browser's print dialog; provided by the wiring. */
    printPage: () => {},
  },
  guards: {
    hasOrder: ({ context }) => context.orderNum !== null,
    isOtherOrder: ({ context, event }) =>
      event.type === 'address.changed' && orderIn(event.address) !== context.orderNum,
    // the panel of a link opens with its contents
    isLeft: ({ context, event }) =>
      event.type === 'panel.shown' &&
      event.panel !== null &&
      event.panel !== 'order' &&
      (context.head ?? context.details) !== null,
    isRefused: (_, params: { error: unknown }) =>
      params.error instanceof CallError && params.error.kind === 'refused',
    isEnded: ({ context }) => context.details !== null && isOrderEnded(context.details.status),
    isKnown: ({ context }) => context.details !== null,
    hasFiles: ({ context }) => (context.details?.files.length ?? 0) > 0,
    canOrderAgain: ({ context }) => formAgain(context) !== null,
    hasScene: ({ context, event }) => sceneOf(context, event) !== undefined,
    isFromList: ({ context }) => context.head !== null,
    hasChecksum: ({ context, event }) =>
      event.type === 'checksum.requested' &&
      context.details?.files.some((file) => file.name === event.name && file.sha256 !== null) === true,
  },
  delays: { ORDERS_REFRESH: ORDERS_REFRESH_MS, COPIED_SHOWN: 2000 },
});

/** The contents of one order (decision 145), opened by a row of the list or by a link. */
export const orderPageMachine = orderPageSetup.createMachine({
  id: 'orderPage',
  context: ({ input: { address, satellites, deliverySeconds, now } }) => ({
    ...NOTHING,
    satellites,
    deliverySeconds,
    now,
    orderNum: orderIn(address),
    tool: 'curl',
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
                  return linksFileOf(
                    details.orderNum,
                    details.files.map(({ url }) => url),
                  );
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
            failed: { tags: 'failed', on: { 'reload.requested': 'loading' } },
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
        commands: {
          entry: assign({
            tool: ({ context, event }) => (event.type === 'commands.requested' ? event.tool : context.tool),
          }),
          invoke: {
            id: 'copyCommands',
            src: 'copyText',
            input: ({ context: { details, tool } }) => ({ text: details ? shellLines(details, tool) : '' }),
            onDone: { target: 'idle', actions: 'notifyCommandsCopied' },
            onError: { target: 'idle', actions: 'notifyNotCopied' },
          },
        },
        copied: { after: { COPIED_SHOWN: 'idle' }, on: { 'copied.ended': 'idle' } },
      },
      on: {
        'link.requested': { guard: 'hasOrder', target: '.link' },
        'checksum.requested': { guard: 'hasChecksum', target: '.checksum', reenter: true },
        'commands.requested': { guard: 'hasFiles', target: '.commands', reenter: true },
      },
    },
  },
});
