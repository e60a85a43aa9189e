import type { SnapshotFrom } from 'xstate';
import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import type { NoticeText } from '../shared/notice.ts';
import type { OrderHead, orderPageMachine } from './orderPage.machine.ts';
import { memoBy } from '../../geo/memo.ts';

type OrderPage = SnapshotFrom<typeof orderPageMachine>;

/** Whether an order is on the page, also while it loads. */
export const isOrderOpen = (page: OrderPage): boolean => page.matches({ page: 'open' });
/** Null until the contents have loaded. */
export const shownOrder = ({ context }: OrderPage): OrderDetails | null => context.details;
/** Whether it takes longer than usual. */
export const isLateOrder = ({ context }: OrderPage): boolean => context.isLate;
/** The head of the page: from the contents, or from the row until they have loaded. */
export const orderHead = ({ context }: OrderPage): OrderHead | null => context.details ?? context.head;
/** Why the contents can't be shown. */
export const orderFailure = (page: OrderPage): NoticeText | null =>
  page.matches({ page: { open: 'failed' } }) ? page.context.refusal : null;
/** The AOI of the order. */
export const orderAoi = ({ context }: OrderPage): Aoi | null => context.aoi;
/** Whether something of the order can be ordered again. */
export const canOrderAgain = (page: OrderPage): boolean => page.can({ type: 'again.requested' });
/** Whether delivered imagery can be shown on the map. */
export const canShowImage = (page: OrderPage): boolean => page.can({ type: 'image.requested' });
/** The file whose checksum was copied a moment ago. */
export const copiedFile = (page: OrderPage): string | null =>
  page.matches({ copy: 'copied' }) ? page.context.copied : null;

const scenesOf = memoBy(({ scenes }: OrderDetails): readonly Scene[] => scenes.map(({ scene }) => scene));
/** The ordered or acquired scenes, the same list until the contents change; null while no order is shown. */
export const orderScenes = ({ context: { details } }: OrderPage): readonly Scene[] | null =>
  details && scenesOf(details);
