import { assign, fromPromise, sendParent, setup } from 'xstate';
import { CallError } from '../../../../contract/calls/callError.ts';
import { ORDERS_REFRESH_MS } from '../../../../contract/limits.ts';
import type { OrderDetails } from '../../../../contract/orders/orderDetails.ts';
import type { Satellite } from '../../../../contract/settings.ts';
import { aoiOf, type Aoi } from '../../../geo/aoi.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import { readAreaWkt } from '../../../geo/wkt/wkt.ts';
import type { PlaceRequested } from '../../map/map.events.ts';
import type { Address, AddressChanged, AddressFieldsChanged } from '../../shared/address.ts';
import { messageOrFallback } from '../../shared/failure.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../../shared/notice.ts';
import { notProvided } from '../../shared/notProvided.ts';
import type { PanelRequested, PanelShown } from '../../shared/panels.ts';
import type { OrderImageRequested, OrderLinked, OrderRequested } from '../orders.events.ts';
import { againOf, isOrderEnded, orderBox, orderIn, type OrderHead } from './orderPage.rules.ts';

interface OrderPageContext {
  satellites: readonly Satellite[];
  now: () => Date;
  /** The order on the page, or the one in the address. */
  orderNum: string | null;
  /** From the row of the list that was pressed. */
  head: OrderHead | null;
  details: OrderDetails | null;
  /** Its area of interest. */
  aoi: Aoi | null;
  /** Why the contents can't be loaded. */
  refusal: NoticeText | null;
  /** The file whose checksum was copied a moment ago. */
  copied: string | null;
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
  /** Removes the tick at a copied checksum, at the latest with the next reload. */
  | { type: 'copied.ended' };

export const NOTHING = { orderNum: null, head: null, details: null, aoi: null, refusal: null, copied: null };

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
export const orderPageSetup = setup({
  types: {
    context: {} as OrderPageContext,
    events: {} as OrderPageEvent,
    input: {} as { address: Address; satellites: readonly Satellite[]; now: () => Date },
    tags: {} as 'busy',
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
    notifyScene: sendParent(({ context, event }): PlaceRequested => {
      const found = sceneOf(context, event);
      if (found === undefined) throw new Error('no such scene in the order');
      return { type: 'place.requested', bbox: viewBoundsOf(found.scene.geometry) };
    }),
    notifyAgain: sendParent(({ context }) => {
      const form = formAgain(context);
      if (form === null) throw new Error('nothing to order again');
      return form;
    }),
    notifyNotFound: sendParent((_, params: { error: unknown }) =>
      noticeOf('order link', 'error', messageOrFallback(params.error, 'errors.orderNotOpened')),
    ),
    refuse: assign((_, params: { error: unknown }) => ({
      refusal: messageOrFallback(params.error, 'errors.orderNotOpened'),
    })),
    dropNotice: sendParent(noticeOutdated('order link')),
    notifyPanel: sendParent({ type: 'panel.requested', panel: 'order' } satisfies PanelRequested),
    notifyLinkCopied: sendParent(noticeOf('order link', 'success', { key: 'notice.orderLinkCopied' })),
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
