import * as z from 'zod/mini';
import { creditMovementPage, monthQuery, statementFile, statementQuery } from '../accounts.ts';
import { settingsCall } from './accountCalls.ts';
import { apiKey, apiKeyParams, newApiKey, newApiKeyRequest } from './apiKeys.ts';
import { plainReply, replyOf } from './envelope.ts';
import { layerValues, layerValuesRequest, taskNumParams } from '../imagery.ts';
import { deliveriesOver, deliveriesOverRequest, orderDetails } from '../orders/orderDetails.ts';
import { numberedQuote, quoteRequest } from '../orders/quote.ts';
import { row } from './row.ts';
import {
  earlierOrders,
  earlierRequest,
  orderNumParams,
  offeredPrice,
  sceneOrderRequest,
  scenePriceRequest,
  submitOutcome,
  submitOutcomeRequest,
  submitReply,
} from '../orders/orders.ts';
import {
  aoiFactsReply,
  aoiFactsRequest,
  exportTaskRequest,
  idParams,
  savedAoi,
  saveSearchData,
  saveSearchRequest,
  sharedSearch,
  shareParams,
} from '../saved.ts';
import { place, placeOfAreaQuery, placesQuery } from '../places.ts';
import {
  calendarRequest,
  coverage,
  coverageCalendar,
  coverageQuery,
  itemAssets,
  itemAssetsQuery,
  clearShares,
  clearSharesRequest,
  nearestCovered,
  relaxation,
  searchCondition,
} from '../search.ts';
import { watchCalls } from './watchCalls.ts';

/**
 * The calls that the product needs beyond section 7 of the specification. Other back ends may add any of
 * them (docs/back-ends.md); what needs one is absent from the portal otherwise.
 * One more extension concerns every refusal: next to the `message` of section 7, it may have `messageKey` and
 * `messageParams` (messages.ts). The key names a sentence in messages/LANGUAGE/refusals.json, and the
 * parameters are the values of its {{names}}; the client shows it in the current language. Without a known
 * key, the client shows `message`.
 */
const calls = {
  ...settingsCall,
  /** Finds places by name: countries, regions, cities. */
  places: row({
    method: 'GET',
    path: '/web/places',
    query: placesQuery,
    reply: replyOf(z.array(place)),
    scopes: ['search'],
  }),
  /** The place in an area, by which it can be named; null if none is known there. */
  placeOfArea: row({
    method: 'GET',
    path: '/web/places/area',
    query: placeOfAreaQuery,
    reply: replyOf(z.nullable(place)),
    scopes: ['search'],
  }),
  /** A saved AOI with its whole area: lists have simplified outlines of large ones. */
  savedAoi: row({
    method: 'GET',
    path: '/web/useraoi/view/one/{id}',
    params: idParams,
    reply: replyOf(savedAoi),
    scopes: ['search'],
  }),
  /** What is new over some saved AOIs, and what shows them best. A visit begins with it, so it is no API key's. */
  aoiFacts: row({
    method: 'POST',
    path: '/web/useraoi/view/facts',
    body: aoiFactsRequest,
    reply: replyOf(aoiFactsReply),
  }),
  /** Counts the results with each condition relaxed, for a search without results. */
  relaxedSearch: row({
    method: 'POST',
    path: '/api/soi/v1/search/relaxed',
    body: searchCondition,
    reply: replyOf(z.array(relaxation)),
    scopes: ['search'],
  }),
  /** How many scenes of a sensor and of some days the archive has where. */
  coverage: row({
    method: 'GET',
    path: '/web/coverage',
    query: coverageQuery,
    reply: replyOf(coverage),
    scopes: ['search'],
  }),
  /** The nearest place with a scene for the conditions; null if none is near, or if looking takes too long. */
  nearestCovered: row({
    method: 'POST',
    path: '/api/soi/v1/search/nearest',
    body: searchCondition,
    reply: replyOf(z.nullable(nearestCovered)),
    scopes: ['search'],
  }),
  /** How much of an area is clear in each of some scenes (decision 213). */
  clearShares: row({
    method: 'POST',
    path: '/api/soi/v1/search/clear',
    body: clearSharesRequest,
    reply: replyOf(clearShares),
    scopes: ['search'],
  }),
  /** How much of an area the scenes of each of 52 weeks cover together, and cover clear. */
  coverageCalendar: row({
    method: 'POST',
    path: '/api/soi/v1/search/calendar',
    body: calendarRequest,
    reply: replyOf(coverageCalendar),
    scopes: ['search'],
  }),
  /** The files of a scene from another archive, and where the open ones are (decision 264). */
  itemAssets: row({
    method: 'GET',
    path: '/web/scene/assets',
    query: itemAssetsQuery,
    reply: replyOf(itemAssets),
    scopes: ['search'],
  }),
  /** Prices a scene order (decision 5). */
  archivePrice: row({
    method: 'POST',
    path: '/api/order/v1/archive/getPrice',
    body: scenePriceRequest,
    reply: replyOf(offeredPrice),
    scopes: ['search', 'price', 'order'],
  }),
  /** Numbers and keeps a quote (decision 38): the order of the same form names it while it holds. */
  saveQuote: row({
    method: 'POST',
    path: '/web/quote/save',
    body: quoteRequest,
    reply: replyOf(numberedQuote),
    scopes: ['price', 'order'],
  }),
  /** Submits a scene order (decision 5), with an Idempotency-Key header (decision 7). */
  archiveSubmit: row({
    method: 'POST',
    path: '/api/order/v1/archive/submit',
    body: sceneOrderRequest,
    reply: submitReply,
    idempotent: true,
    scopes: ['order'],
  }),
  /**
   * What the submit with this Idempotency-Key made, for a submit whose reply was lost. If it made nothing, the server
   * closes the key in the same transaction: a submit that arrives later is refused (decision 140).
   */
  submitOutcome: row({
    method: 'POST',
    path: '/web/submit/outcome',
    body: submitOutcomeRequest,
    reply: replyOf(submitOutcome),
    scopes: ['order', 'exports'],
  }),
  /** The contents of one order, for its page and for a link to it (decision 145). */
  orderDetails: row({
    method: 'GET',
    path: '/web/order/view/{orderNum}',
    params: orderNumParams,
    reply: replyOf(orderDetails),
    scopes: ['order'],
  }),
  /** The account's orders that have part of what is about to be ordered, newest first. */
  earlierOrders: row({
    method: 'POST',
    path: '/web/order/earlier',
    body: earlierRequest,
    reply: replyOf(earlierOrders),
    scopes: ['order'],
  }),
  /** What was delivered of an area by the account's orders. */
  deliveriesOver: row({
    method: 'POST',
    path: '/web/order/over',
    body: deliveriesOverRequest,
    reply: replyOf(deliveriesOver),
    scopes: ['order'],
  }),
  /** The changes of the credits balance, newest first. */
  creditMovements: row({
    method: 'GET',
    path: '/web/credits/movements',
    query: monthQuery,
    reply: replyOf(creditMovementPage),
    scopes: ['exports'],
  }),
  /** Payment records or changes of the credits balance as a file, of a month or of all time. */
  statement: row({
    method: 'GET',
    path: '/web/order/pay/statement',
    query: statementQuery,
    reply: replyOf(statementFile),
  }),
  /** Saves a search with its result (decision 8). */
  saveSearch: row({
    method: 'POST',
    path: '/web/usersearchrecord/cm/save',
    body: saveSearchRequest,
    reply: replyOf(saveSearchData),
  }),
  /** Reads a shared search (decision 9). */
  sharedSearch: row({
    method: 'GET',
    path: '/web/usersearchrecord/view/share/{skey}',
    access: 'anyone',
    params: shareParams,
    reply: replyOf(sharedSearch),
  }),
  /** Reads the values of a layer's bands, for AI analytics. */
  layerValues: row({
    method: 'POST',
    path: '/api/imagery/v1/values',
    body: layerValuesRequest,
    reply: replyOf(layerValues),
    scopes: ['exports'],
  }),
  /** Cancels a pending imagery export and refunds its credits. */
  cancelImageryExport: row({
    method: 'POST',
    path: '/api/imagery/v1/export/cancel/{taskNum}',
    params: taskNumParams,
    reply: plainReply,
    scopes: ['exports'],
    spends: true,
  }),
  ...watchCalls,
  /** Submits a scene export (decision 10). */
  submitExportTask: row({
    method: 'POST',
    path: '/web/exporttask/cm/submit',
    body: exportTaskRequest,
    reply: replyOf(z.object({ id: z.number() })),
    scopes: ['exports'],
  }),
  /** The account's API keys, newest first (decision 225). No key may make this call or the next two. */
  apiKeys: row({ method: 'GET', path: '/web/apikey/list', reply: replyOf(z.array(apiKey)) }),
  /** Makes a key; its text is in this reply alone. */
  createApiKey: row({
    method: 'POST',
    path: '/web/apikey/create',
    body: newApiKeyRequest,
    reply: replyOf(newApiKey),
  }),
  revokeApiKey: row({
    method: 'POST',
    path: '/web/apikey/revoke/{id}',
    params: apiKeyParams,
    reply: plainReply,
  }),
} as const;

/** Each row with its name. */
export const extensions = Object.fromEntries(
  Object.entries(calls).map(([extension, call]) => [extension, { ...call, extension }]),
) as typeof calls;
