import * as z from 'zod/mini';
import { idParams } from '../saved.ts';
import {
  hookAnswer,
  newsItem,
  pauseWatchRequest,
  previewWatchRequest,
  readNewsRequest,
  saveWatchRequest,
  testHookRequest,
  watch,
  watchPreview,
  watchResult,
  watchTry,
} from '../watches/watches.ts';
import { plainReply, replyOf } from './envelope.ts';
import { row } from './row.ts';

/** The calls of watches and of the bell (decisions 230 to 232); a part of the extensions. */
export const watchCalls = {
  /** The caller's watches, newest first. */
  watches: row({ method: 'GET', path: '/web/watch/view/list/all', reply: replyOf(z.array(watch)) }),
  /** The last tries of a watch's deliveries, newest first. */
  watchTries: row({
    method: 'GET',
    path: '/web/watch/view/tries/{id}',
    params: idParams,
    reply: replyOf(z.array(watchTry)),
  }),
  /** What a watch found, as a search; its scenes are no longer new afterwards. */
  watchResult: row({
    method: 'POST',
    path: '/web/watch/view/result/{id}',
    params: idParams,
    reply: replyOf(watchResult),
  }),
  /** Makes or changes a watch. */
  saveWatch: row({
    method: 'POST',
    path: '/web/watch/cm/save',
    body: saveWatchRequest,
    reply: replyOf(z.object({ id: z.number() })),
  }),
  /** Pauses a watch, or ends its pause: scenes that arrive meanwhile are not found. */
  pauseWatch: row({
    method: 'POST',
    path: '/web/watch/cm/pause',
    body: pauseWatchRequest,
    reply: plainReply,
  }),
  deleteWatch: row({ method: 'POST', path: '/web/watch/del/{id}', params: idParams, reply: plainReply }),
  /** How many scenes of the last 90 days pass some conditions. */
  previewWatch: row({
    method: 'POST',
    path: '/web/watch/preview',
    body: previewWatchRequest,
    reply: replyOf(watchPreview),
  }),
  /** Calls a webhook once with a test message. */
  testHook: row({
    method: 'POST',
    path: '/web/watch/hook/test',
    body: testHookRequest,
    reply: replyOf(hookAnswer),
  }),
  /** The secret that signs the caller's webhooks. */
  hookSecret: row({
    method: 'POST',
    path: '/web/watch/hook/secret',
    reply: replyOf(z.object({ secret: z.string() })),
  }),
  /** Sends a delivery again, at once, with the same webhook-id. */
  replayDelivery: row({
    method: 'POST',
    path: '/web/watch/cm/replay/{id}',
    params: idParams,
    reply: plainReply,
  }),
  /** What is new for the caller, newest first. */
  news: row({ method: 'GET', path: '/web/news/view/list/all', reply: replyOf(z.array(newsItem)) }),
  /** Marks items as read. */
  readNews: row({ method: 'POST', path: '/web/news/cm/read', body: readNewsRequest, reply: plainReply }),
} as const;
