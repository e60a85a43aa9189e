import type { NewsItem, Watch, WatchTry } from '../../../contract/watches/watches.ts';
import { newsMachine, unreadCount } from '../../../src/machines/saved/news.machine.ts';
import { watchesMachine } from '../../../src/machines/saved/watches.machine.ts';
import { watchFormMachine } from '../../../src/machines/saved/watchForm.machine.ts';
import { hasDraftChanges, hookRefusal } from '../../../src/machines/saved/watchForm.selectors.ts';
import { model } from '../paths/explore.ts';
import { after, broke, done, failed } from '../shared/outcomes.ts';
import * as sample from '../shared/samples.ts';

const watch: Watch = {
  id: 1,
  kind: 'scenes',
  name: 'Harbour',
  condition: { maxCloudCover: 20, maxOffNadirAngle: 15, minClear: 80, sensorType: 'OPTICAL', areaKm2: 88.8 },
  mail: true,
  webhookUrl: null,
  pace: 'once',
  quiet: null,
  pausedAt: null,
  newCount: 2,
  lastFound: null,
  webhookFailed: null,
  ctime: '2026-11-20T08:00:00Z',
};
const oneTry: WatchTry = {
  deliveryId: 1,
  channel: 'webhook',
  kind: 'scenes',
  scenes: 2,
  at: '2026-11-20T08:00:00Z',
  number: 1,
  outcome: 'sent',
  status: 204,
  cause: null,
  ms: 84,
};
const result = (aoiWkt: string) => ({
  name: 'Harbour',
  dumpJson: {
    condition: { ...sample.condition, aoiWkt },
    result: sample.scenes,
    resultStatus: { numberMatched: 3 },
  },
  newIds: ['A'],
});

const watches = model<{
  tab: string;
  form: unknown;
  openId: number | null;
  tries: unknown[];
  change: unknown;
  recallingId: number | null;
}>(
  {
    name: 'watches',
    machine: watchesMachine,
    variants: {
      'nothing open': { email: 'ada@example.com', now: () => new Date('2026-11-21T08:00:00Z') },
    },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'list.outdated' },
      { type: 'deletions.pending', ids: [1] },
      { type: 'deletions.pending', ids: [2] },
      {
        type: 'notice.raised',
        topic: 'deletion',
        tone: 'error',
        message: { key: 'errors.operationFailed' },
      },
      { type: 'notice.outdated', topic: 'deletion' },
      { type: 'tab.chosen', tab: 'watches' },
      { type: 'watchForm.requested', form: { source: { searchId: 1 }, name: 'Harbour', watch: null } },
      done('form', { isSaved: true }),
      done('form', { isSaved: false }),
      broke('form'),
      { type: 'watch.opened', id: 1 },
      { type: 'watch.closed' },
      done('fetchTries', [oneTry]),
      ...failed('fetchTries'),
      { type: 'change.requested', change: { pauseId: 1, isPaused: true } },
      { type: 'change.requested', change: { replayId: 1 } },
      done('sendChange'),
      ...failed('sendChange'),
      { type: 'finds.requested', id: 1 },
      done('fetchFinds', result(sample.smallAoi.wkt)),
      done('fetchFinds', result('POINT (1 2)')),
      ...failed('fetchFinds'),
      broke('list'),
    ],
    refusals: {
      fetchTries: ['watchUnknown'],
      sendChange: ['watchUnknown', 'deliveryUnknown'],
      fetchFinds: ['watchUnknown'],
    },
  },
  ({ tab, form, openId, tries, change, recallingId }) => [
    tab,
    form !== null,
    openId,
    tries.length,
    change,
    recallingId,
  ],
);

const watchForm = model<{
  draft: { name: string; maxCloudCover: number; isHook: boolean; webhookUrl: string };
  refusal: unknown;
  preview: unknown;
  answer: unknown;
  secret: unknown;
  isSaved: boolean;
}>(
  {
    name: 'watchForm',
    machine: watchFormMachine,
    queries: { changes: hasDraftChanges, hook: hookRefusal },
    variants: {
      'a new watch': {
        source: { searchId: 1 },
        name: 'Harbour',
        watch: null,
        email: 'ada@example.com',
      },
      'an existing watch': { source: { id: 1 }, name: 'Harbour', watch, email: 'ada@example.com' },
      orders: { source: { orders: true }, name: 'Orders', watch: null, email: 'ada@example.com' },
    },
    events: [
      { type: 'draft.changed', change: { name: '' } },
      { type: 'draft.changed', change: { maxCloudCover: 60 } },
      { type: 'draft.changed', change: { isHook: true, webhookUrl: 'https://hooks.example/gt' } },
      { type: 'watch.submitted' },
      { type: 'watchForm.closed' },
      { type: 'hookTest.requested' },
      { type: 'secret.requested' },
      after('PREVIEW_REST', 'watchForm.open.preview.resting'),
      done('saveWatch'),
      ...failed('saveWatch'),
      done('previewWatch', { passed: 11, of: 23, maxCloudCover: 70, maxOffNadirAngle: 15, minClear: 0 }),
      ...failed('previewWatch'),
      done('testHook', { status: 204, cause: null, ms: 84 }),
      ...failed('testHook'),
      done('fetchSecret', 'whsec_a2V5'),
      ...failed('fetchSecret'),
    ],
    refusals: {
      saveWatch: ['hookPrivate', 'tooManyWatches', 'watchUnknown'],
      previewWatch: ['searchUnknown'],
      testHook: ['tooManyAttempts'],
    },
  },
  ({ draft, refusal, preview, answer, secret, isSaved }) => [
    draft.name,
    draft.maxCloudCover,
    draft.isHook,
    draft.webhookUrl,
    refusal,
    preview !== null,
    answer !== null,
    secret !== null,
    isSaved,
  ],
);

const newsItem = (id: number, isRead: boolean): NewsItem => ({
  id,
  kind: 'scenes',
  watchId: 1,
  name: 'Harbour',
  count: 2,
  order: null,
  quicklookUrl: null,
  at: '2026-11-20T08:00:00Z',
  isRead,
});
const news = model<{
  items: readonly { id: number; isRead: boolean }[] | null;
  refusal: unknown;
  reading: unknown;
  looks: number;
}>(
  {
    name: 'news',
    machine: newsMachine,
    queries: { unread: unreadCount },
    variants: { 'nothing known': { looksMax: 1 } },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'news.outdated' },
      { type: 'bell.opened' },
      { type: 'bell.closed' },
      { type: 'news.read' },
      { type: 'news.read', ids: [1] },
      after('NEWS_PAUSE', 'news.list.waiting'),
      done('fetchNews', [newsItem(1, false), newsItem(2, true)]),
      done('fetchNews', []),
      ...failed('fetchNews'),
      done('readNews'),
      ...failed('readNews'),
    ],
  },
  ({ items, refusal, reading, looks }) => [
    items?.map(({ id, isRead }) => [id, isRead]) ?? null,
    refusal !== null,
    reading,
    looks,
  ],
);

export const watchModels = [watches, watchForm, news];
