import { ORDER_NUM_MAX, sourceOfSatellite } from '../../../../contract/limits.ts';
import { ORDER_CAUSES, type OrderDetails, type OrderStep } from '../../../../contract/orders/orderDetails.ts';
import type { OrderItem } from '../../../../contract/orders/orders.ts';
import { ORDER_STATUS, orderStatusRow } from '../../../../contract/orders/orderStatus.ts';
import type { Scene } from '../../../../contract/search.ts';
import type { Satellite } from '../../../../contract/settings.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import { areaOfPolygons, polygonsOf } from '../../../geo/area/areaGeometry.ts';
import { viewBoundsOf } from '../../../geo/entry/bbox.ts';
import type { Address } from '../../shared/address.ts';
import { utcDayOf } from '../../shared/days.ts';
import type { MapBox } from '../../map/map.events.ts';
import type { SceneOrderFormRequested, TaskingFormRequested } from '../../search/search.events.ts';

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
