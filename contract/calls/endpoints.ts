import * as z from 'zod/mini';
import { accountCalls } from './accountCalls.ts';
import { pageQuery, plainReply, replyOf } from './envelope.ts';
import { extensions } from './extensions.ts';
import {
  imageryExportForm,
  imageryExportPage,
  imageryExportPriceForm,
  imageryExportPriceReply,
  imageryLayer,
  layerParams,
  layerVector,
} from '../imagery.ts';
import {
  orderNumParams,
  orderPage,
  offeredPrice,
  submitReply,
  taskingForm,
  taskingPriceRequest,
} from '../orders/orders.ts';
import { row } from './row.ts';
import {
  exportTask,
  idParams,
  renameExportRequest,
  saveAoiRequest,
  savedAoi,
  savedSearch,
  savedSearchDump,
} from '../saved.ts';
import { SCENE_TABLE_TYPE, searchCondition, searchReply } from '../search.ts';

/**
 * All calls of the product: section 7 of the specification, and its extensions in extensions.ts. This table
 * types both the client's `call` and the server's handlers.
 */
export const endpoints = {
  ...accountCalls,

  // §7 Search and orders
  searchScenes: row({
    method: 'POST',
    path: '/api/soi/v1/search',
    body: searchCondition,
    reply: searchReply,
    alternative: SCENE_TABLE_TYPE,
    scopes: ['search'],
  }),
  taskingPrice: row({
    method: 'POST',
    path: '/api/order/v1/tasking/getPrice',
    body: taskingPriceRequest,
    reply: replyOf(offeredPrice),
    scopes: ['search', 'price', 'order'],
  }),
  taskingSubmit: row({
    method: 'POST',
    path: '/api/order/v1/tasking/submit',
    body: taskingForm,
    reply: submitReply,
    idempotent: true,
    scopes: ['order'],
  }),
  archiveOrders: row({
    method: 'GET',
    path: '/web/order/archive/list',
    query: pageQuery,
    reply: replyOf(orderPage),
    scopes: ['order'],
  }),
  cancelArchiveOrder: row({
    method: 'POST',
    path: '/api/order/v1/archive/cancel/{orderNum}',
    params: orderNumParams,
    reply: plainReply,
    scopes: ['order'],
  }),
  taskingOrders: row({
    method: 'GET',
    path: '/web/order/tasking/list',
    query: pageQuery,
    reply: replyOf(orderPage),
    scopes: ['order'],
  }),
  cancelTaskingOrder: row({
    method: 'POST',
    path: '/api/order/v1/tasking/cancel/{orderNum}',
    params: orderNumParams,
    reply: plainReply,
    scopes: ['order'],
  }),

  // §7 Saved items
  savedAois: row({
    method: 'GET',
    path: '/web/useraoi/view/list/all',
    reply: replyOf(z.array(savedAoi)),
    scopes: ['search'],
  }),
  deleteAoi: row({ method: 'GET', path: '/web/useraoi/del/{id}', params: idParams, reply: plainReply }),
  saveAoi: row({ method: 'POST', path: '/web/useraoi/cm/save', body: saveAoiRequest, reply: plainReply }),
  savedSearches: row({
    method: 'GET',
    path: '/web/usersearchrecord/view/list/all',
    reply: replyOf(z.array(savedSearch)),
    scopes: ['search'],
  }),
  deleteSearch: row({
    method: 'GET',
    path: '/web/usersearchrecord/del/{id}',
    params: idParams,
    reply: plainReply,
  }),
  savedSearch: row({
    method: 'GET',
    path: '/web/usersearchrecord/view/one/{id}',
    params: idParams,
    reply: replyOf(savedSearchDump),
    scopes: ['search'],
  }),

  // §7 Imagery and exports
  imageryLayers: row({
    method: 'GET',
    path: '/api/user/images',
    reply: replyOf(z.array(imageryLayer)),
    scopes: ['search', 'exports'],
  }),
  layerVector: row({
    method: 'GET',
    path: '/api/vec/irv/{layerId}',
    params: layerParams,
    reply: replyOf(layerVector),
    scopes: ['search', 'exports'],
  }),
  imageryExportPrice: row({
    method: 'POST',
    path: '/api/imagery/v1/export/getPrice',
    body: imageryExportPriceForm,
    reply: imageryExportPriceReply,
    scopes: ['exports'],
  }),
  imageryExportSubmit: row({
    method: 'POST',
    path: '/api/imagery/v1/export/submit',
    body: imageryExportForm,
    reply: plainReply,
    idempotent: true,
    scopes: ['exports'],
    spends: true,
  }),
  exportTasks: row({
    method: 'GET',
    path: '/web/exporttask/view/list/all',
    reply: replyOf(z.array(exportTask)),
    scopes: ['exports'],
  }),
  renameExportTask: row({
    method: 'POST',
    path: '/web/exporttask/cm/rename',
    body: renameExportRequest,
    reply: plainReply,
    scopes: ['exports'],
  }),
  imageryExports: row({
    method: 'GET',
    path: '/api/imagery/v1/export/internal/list',
    query: pageQuery,
    reply: imageryExportPage,
    scopes: ['exports'],
  }),

  ...extensions,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/**
 * Paths that return a file instead of JSON. The server serves them separately; the client only builds URLs.
 */
export const files = {
  /** §7: map tiles, y inverted, token in the query (decision 16). */
  tiles: '/api/ogc',
  /** A scene's quicklook; `k` is the server's signature, so that a product id alone is not enough. */
  quicklook: '/web/quicklook/{productId}',
  /** A part of an open file of another archive; `k` is the server's signature (decision 264). */
  asset: '/web/asset/{productId}/{key}',
  /** A delivered file of an order; `secret` is 128-bit random (decision 25). */
  delivery: '/web/delivery/{orderNum}/{secret}/{fileName}',
  /** The file of a scene export (`outPathRel`); `secret` is 128-bit random (decision 10). */
  sceneExport: '/web/exportfile/{secret}/{fileName}',
  /** The file of an imagery export; `secret` is 128-bit random. */
  imageryExport: '/web/imageryexport/{secret}/{fileName}',
  /** Ends the mails of a watch; `key` is 128-bit random. RFC 8058: a POST does it at once. */
  unsubscribe: '/web/watch/unsubscribe/{id}/{key}',
  /** All calls as an OpenAPI document. */
  openapi: '/api/openapi.json',
  /** Decision 34: the client reads it first. */
  clientConfig: '/config.json',
} as const;
