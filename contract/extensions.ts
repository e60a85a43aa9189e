import * as z from 'zod/mini';
import { plainReply, replyOf } from './envelope.ts';
import { layerValues, layerValuesRequest, taskNumParams } from './imagery.ts';
import { row } from './row.ts';
import {
  orderNumParams,
  orderPlace,
  priceResult,
  sceneOrderRequest,
  scenePriceRequest,
  submitReply,
} from './orders.ts';
import { saveSearchData, saveSearchRequest, sharedSearch, shareParams, exportTaskRequest } from './saved.ts';
import { place, placesQuery } from './places.ts';
import { relaxation, searchCondition } from './search.ts';
import { settings } from './settings.ts';

/**
 * The calls that the product needs and section 7 of the specification does not show. A deployment with another
 * back end adds exactly these (docs/decisions/).
 */
export const extensions = {
  /** Decision 2. */
  settings: row({ method: 'GET', path: '/web/settings', access: 'anyone', reply: replyOf(settings) }),
  /** Places by their names: countries, regions, cities. */
  places: row({
    method: 'GET',
    path: '/web/places',
    access: 'user',
    query: placesQuery,
    reply: replyOf(z.array(place)),
  }),
  /** Why nothing was found: for each condition, how many scenes would match with that one relaxed. */
  relaxedSearch: row({
    method: 'POST',
    path: '/api/soi/v1/search/relaxed',
    access: 'user',
    body: searchCondition,
    reply: replyOf(z.array(relaxation)),
  }),
  /** Decision 5. */
  archivePrice: row({
    method: 'POST',
    path: '/api/order/v1/archive/getPrice',
    access: 'user',
    body: scenePriceRequest,
    reply: replyOf(priceResult),
  }),
  /** Decision 5; with an Idempotency-Key header (decision 7). */
  archiveSubmit: row({
    method: 'POST',
    path: '/api/order/v1/archive/submit',
    access: 'user',
    body: sceneOrderRequest,
    reply: submitReply,
    idempotent: true,
  }),
  /** Where an order stands in its user's lists: a link to one order leads there. */
  orderPlace: row({
    method: 'GET',
    path: '/web/order/place/{orderNum}',
    access: 'user',
    params: orderNumParams,
    reply: replyOf(orderPlace),
  }),
  /** Decision 8. */
  saveSearch: row({
    method: 'POST',
    path: '/web/usersearchrecord/cm/save',
    access: 'user',
    body: saveSearchRequest,
    reply: replyOf(saveSearchData),
  }),
  /** Decision 9. */
  sharedSearch: row({
    method: 'GET',
    path: '/web/usersearchrecord/view/share/{skey}',
    access: 'anyone',
    params: shareParams,
    reply: replyOf(sharedSearch),
  }),
  /** The values of a layer's bands, for AI analytics. */
  layerValues: row({
    method: 'POST',
    path: '/api/imagery/v1/values',
    access: 'user',
    body: layerValuesRequest,
    reply: replyOf(layerValues),
  }),
  /** A pending imagery export is ended, and its credits are given back. */
  cancelImageryExport: row({
    method: 'POST',
    path: '/api/imagery/v1/export/cancel/{taskNum}',
    access: 'user',
    params: taskNumParams,
    reply: plainReply,
  }),
  /** Decision 10. */
  submitExportTask: row({
    method: 'POST',
    path: '/web/exporttask/cm/submit',
    access: 'user',
    body: exportTaskRequest,
    reply: replyOf(z.object({ id: z.number() })),
  }),
} as const;
