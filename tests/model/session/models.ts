import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import type { OrderItem } from '../../../contract/orders.ts';
import { accountMachine } from '../../../src/machines/account/account.machine.ts';
import { aoiMachine } from '../../../src/machines/aoi/aoi.machine.ts';
import { baseMapMachine } from '../../../src/machines/map/baseMap.machine.ts';
import { imageryMachine } from '../../../src/machines/imagery/imagery.machine.ts';
import { mapMachine } from '../../../src/machines/map/map.machine.ts';
import { noticeOf } from '../../../src/machines/shared/notice.ts';
import { orderLinkMachine } from '../../../src/machines/orders/list/orderLink.machine.ts';
import { ordersMachine } from '../../../src/machines/orders/list/orders.machine.ts';
import { isCancellable, linkNameOf, stageOf } from '../../../src/machines/orders/list/orders.rules.ts';
import {
  canCancelOrder,
  isOrderOpened,
  isOrderSought,
  ordersTotal,
  shownOrders,
  shownPage,
  statusKeyOf,
} from '../../../src/machines/orders/list/orders.selectors.ts';
import { portalMachine, type PortalInput } from '../../../src/machines/session/portal.machine.ts';
import { preferencesMachine } from '../../../src/machines/shared/preferences.machine.ts';
import { placesMachine } from '../../../src/machines/map/places.machine.ts';
import { saveAoiMachine } from '../../../src/machines/aoi/saveAoi.machine.ts';
import { sceneOrderMachine, type SceneOrderInput } from '../../../src/machines/orders/sceneOrder.machine.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
import { searchCodeMachine } from '../../../src/machines/search/searchCode.machine.ts';
import { searchMachine } from '../../../src/machines/search/search.machine.ts';
import { shellMachine, type ShellInput } from '../../../src/machines/session/shell.machine.ts';
import { taskingMachine, type TaskingInput } from '../../../src/machines/orders/tasking.machine.ts';
import { resolutionsOf } from '../../../src/machines/orders/tasking.rules.ts';
import { taskedSatellite } from '../../../src/machines/orders/tasking.selectors.ts';
import { accountModels } from '../account/accountModels.ts';
import { imageryModels } from '../imagery/imageryModels.ts';
import { mapModels } from '../map/mapModels.ts';
import { analyticsModels } from '../analytics/analyticsModels.ts';
import { areaModels } from '../aoi/areaModels.ts';
import { recall, savedModels } from '../saved/savedModels.ts';
import { searchModels } from '../search/searchModels.ts';
import { signInModels } from '../auth/signInModels.ts';
import { viewerModels } from '../inspector/viewerModels.ts';
import { uploadMachine } from '../../../src/machines/aoi/upload.machine.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import { imageryExportMachine } from '../../../src/machines/imagery/imageryExport.machine.ts';
import { savedAoisMachine } from '../../../src/machines/saved/savedAois.machine.ts';
import { savedSearchesMachine } from '../../../src/machines/saved/savedSearches.machine.ts';
import { saveSearchMachine } from '../../../src/machines/saved/saveSearch.machine.ts';
import { sceneExportMachine } from '../../../src/machines/exports/sceneExport.machine.ts';
import { sharedSearchMachine } from '../../../src/machines/saved/sharedSearch.machine.ts';
import type { Model } from '../paths/explore.ts';
import { after, done, failed, model } from '../shared/modelParts.ts';
import * as sample from '../shared/samples.ts';
import { rangeOf } from '../../../src/machines/shared/pages.rules.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';

const shellInputs: Record<string, ShellInput> = {
  'everything enabled': {
    utype: 6,
    apis: sample.settings.apis,
    analyticsUrl: sample.settings.analyticsUrl,
    panel: 'search',
  },
  'orders disabled': {
    utype: 1,
    apis: { order_archive: false, order_tasking: false, imagery_export: true },
    analyticsUrl: sample.settings.analyticsUrl,
    panel: 'order',
  },
};
const shell = model<{ panel: string; areaWkt: string | null }>(
  {
    name: 'shell',
    machine: shellMachine,
    variants: shellInputs,
    events: [
      { type: 'panel.chosen', panel: 'account' },
      { type: 'panel.chosen', panel: 'search' },
      { type: 'panel.chosen', panel: 'order' },
      { type: 'panel.toggled' },
      { type: 'compare.opened' },
      { type: 'compare.closed' },
      { type: 'analytics.requested' },
      { type: 'analytics.refused' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
    ],
  },
  (context) => [context.panel, context.areaWkt !== null],
);

const saveAoi = model<{ geom: string | null; name: string; refusal: unknown; reason: unknown }>(
  {
    name: 'saveAoi',
    machine: saveAoiMachine,
    variants: { 'no area yet': undefined },
    events: [
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'saving.opened' },
      { type: 'saving.closed' },
      { type: 'name.changed', name: 'Harbour' },
      { type: 'saving.submitted' },
      done('saveAoi'),
      ...failed('saveAoi'),
    ],
  },
  (context) => [context.geom !== null, context.name, context.refusal, context.reason],
);

const sceneOrderInput: SceneOrderInput = {
  scenes: sample.scenes.slice(0, 2),
  aoi: sample.smallAoi,
  utype: 6,
  termsUrl: sample.settings.termsUrl,
  makeKey: () => 'k'.repeat(32),
};
const sceneOrder = model<{
  draft: { orderName: string; productLevel: string };
  agreed: boolean;
  price: unknown;
}>(
  {
    name: 'sceneOrder',
    machine: sceneOrderMachine,
    variants: { 'two scenes of one supplier': sceneOrderInput },
    events: [
      { type: 'draft.changed', patch: { orderName: 'Harbour' } },
      { type: 'draft.changed', patch: { productLevel: 'L3A', projection: 'UTM', appendL1: true } },
      { type: 'terms.toggled' },
      { type: 'price.requested' },
      { type: 'submit.requested' },
      { type: 'quote.requested' },
      { type: 'order.confirmed' },
      { type: 'order.declined' },
      { type: 'form.closed' },
      after('PRICE_DELAY', 'sceneOrder.editing.settling'),
      done('priceScenes', sample.price),
      ...failed('priceScenes'),
      done('submitScenes', { orderNum: 'GT-20261121-0001' }),
      ...failed('submitScenes'),
      { type: 'xstate.error.actor.submitScenes', error: sample.priceChanged },
    ],
  },
  (context) => [context.draft.orderName, context.draft.productLevel, context.agreed, context.price !== null],
);

const taskingInput: TaskingInput = {
  start: {
    satellite: sample.settings.satellites[1]!,
    sourceCode: 'C',
    windowStart: '2026-11-24',
    windowEnd: '2026-12-08',
    productMode: 'MONO',
  },
  aoi: sample.cornerAoi,
  utype: 6,
  termsUrl: sample.settings.termsUrl,
  makeKey: () => 'k'.repeat(32),
  now: () => new Date('2026-11-21T08:00:00Z'),
};
type Tasking = SnapshotFrom<typeof taskingMachine>;
const tasking = model<{
  draft: { orderName: string; productLevel: string; windowStart: string };
  agreed: boolean;
  price: unknown;
}>(
  {
    name: 'tasking',
    machine: taskingMachine,
    asks: { resolutions: (snapshot: Tasking) => resolutionsOf(taskedSatellite(snapshot)) },
    meets: ({ draft }: Tasking['context'], { type }) => type === 'quote.requested' && draft.cropByAoi,
    variants: {
      'a satellite of source C': taskingInput,
      'a window that has begun meanwhile, of a satellite at a tick': {
        ...taskingInput,
        start: { ...taskingInput.start, satellite: sample.settings.satellites[0]! },
        now: () => new Date('2026-11-24T00:00:00Z'),
      },
    },
    events: [
      { type: 'draft.changed', patch: { orderName: 'Harbour', contractNum: 'C-7' } },
      {
        type: 'draft.changed',
        patch: { productLevel: 'L3A', projection: 'UTM', cropByAoi: false, sourceCode: 'CA' },
      },
      { type: 'draft.changed', patch: { windowStart: '2026-11-21' } },
      { type: 'draft.changed', patch: { windowStart: '2026-11-24' } },
      // a window of one day, and one without an end
      { type: 'draft.changed', patch: { windowStart: '2026-12-08' } },
      { type: 'draft.changed', patch: { windowEnd: '' } },
      { type: 'terms.toggled' },
      { type: 'price.requested' },
      { type: 'submit.requested' },
      { type: 'quote.requested' },
      { type: 'order.confirmed' },
      { type: 'order.declined' },
      { type: 'form.closed' },
      { type: 'leaving.confirmed' },
      { type: 'leaving.declined' },
      after('PRICE_DELAY', 'tasking.editing.settling'),
      done('priceTasking', sample.price),
      ...failed('priceTasking'),
      done('submitTasking', { orderNum: 'GT-20261121-0001' }),
      ...failed('submitTasking'),
      { type: 'xstate.error.actor.submitTasking', error: sample.priceChanged },
      { type: 'xstate.error.actor.passes', error: new Error('a child broke') },
    ],
  },
  (context) => [
    context.draft.orderName,
    context.draft.productLevel,
    context.draft.windowStart,
    context.agreed,
    context.price !== null,
  ],
);

type Orders = SnapshotFrom<typeof ordersMachine>;
const links = ['/1/x/A%20L1.zip?key=1', '/1/x/100%.zip', '/1/x/'].map(
  (path) => `https://portal.example${path}`,
);
const others = [
  ...[1, 5, 6, 8, 9].map((status) => sample.order(`GT-${status + 2}`, status)),
  { ...sample.order('GT-12', 7), downloadUrl: links },
];
const pageOfOrders = { list: [sample.order('GT-1', 3), sample.order('GT-2', 7), ...others], total: 12 };
/** A while later: one was looked through, one came anew. */
const laterOrders = {
  list: [sample.order('GT-20', 1), sample.order('GT-1', 4), sample.order('GT-2', 7), ...others],
  total: 13,
};
/** What a row shows of its order. */
const rowOf = (snapshot: Orders) => (order: OrderItem) => ({
  stage: stageOf(order.status),
  status: statusKeyOf(order.status),
  isCancellable: isCancellable(order),
  canCancel: canCancelOrder(order.orderNum)(snapshot),
  isOpened: isOrderOpened(order.orderNum)(snapshot),
  isSought: isOrderSought(order.orderNum)(snapshot),
  files: order.downloadUrl.map(linkNameOf),
});
const orders = model<{ list: unknown[]; page: number; opened: unknown[]; cancelling: string | null }>(
  {
    name: 'orders',
    machine: ordersMachine,
    asks: {
      rows: (snapshot: Orders) => shownOrders(snapshot).map(rowOf(snapshot)),
      range: (snapshot: Orders) => rangeOf(shownPage(snapshot), ordersTotal(snapshot)),
    },
    meets: ({ total }: Orders['context'], { type }) => type === 'page.chosen' && total > PAGE_SIZE,
    variants: { 'archive orders': { kind: 'archive' } },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'page.chosen', page: 2 },
      { type: 'page.chosen', page: 0 },
      { type: 'reload.requested' },
      { type: 'list.outdated' },
      { type: 'cancel.requested', orderNum: 'GT-1' },
      { type: 'cancel.requested', orderNum: 'GT-7' },
      { type: 'cancel.confirmed' },
      { type: 'cancel.declined' },
      { type: 'links.saved', orderNum: 'GT-2' },
      { type: 'links.saved', orderNum: 'GT-1' },
      { type: 'order.sought', orderNum: 'GT-2', page: 2 },
      { type: 'order.toggled', orderNum: 'GT-2' },
      { type: 'link.requested', orderNum: 'GT-1' },
      done('copyLink'),
      { type: 'xstate.error.actor.copyLink', error: new Error('the browser refused to copy') },
      after('ORDERS_REFRESH', 'orders.list.open.loaded'),
      done('listOrders', pageOfOrders),
      ...failed('listOrders'),
      done('refreshOrders', laterOrders),
      ...failed('refreshOrders'),
      done('cancelOrder'),
      ...failed('cancelOrder'),
    ],
  },
  (context) => [context.list.length, context.page, context.opened.length, context.cancelling],
);

const orderLink = model<{ orderNum: string | null }>(
  {
    name: 'orderLink',
    machine: orderLinkMachine,
    variants: {
      'an address without an order': { address: NO_ADDRESS },
      'a link to one order': { address: { query: { order: 'GT-1' }, keptArea: null } },
    },
    events: [
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'address.changed', address: { query: { order: 'GT-2' }, keptArea: null } },
      done('findOrder', { kind: 'tasking', page: 2 }),
      ...failed('findOrder'),
      { type: 'xstate.error.actor.watchAddress', error: new Error('no history here') },
    ],
  },
  (context) => context.orderNum,
);

const preferences = model<{ language: string; theme: string }>(
  {
    name: 'preferences',
    machine: preferencesMachine,
    variants: { 'English, light': { language: 'en', theme: 'light' } },
    events: [
      { type: 'language.chosen', language: 'zh' },
      { type: 'theme.chosen', theme: 'dark' },
    ],
  },
  (context) => [context.language, context.theme],
);

const portalInput: PortalInput = {
  preferences: { language: 'en', theme: 'light' },
  authPanel: () => 'login',
  panel: 'search',
  skey: () => null,
  codeLockedUntil: () => null,
  baseMap: () => 'OSM',
  address: () => NO_ADDRESS,
  serviceAddress: 'https://portal.example',
  makeKey: () => 'k'.repeat(32),
  now: () => new Date('2026-11-21T08:00:00Z'),
};
const asked = { condition: sample.condition, aoi: sample.smallAoi };
const broken = { error: new Error('a child broke') };
const portal = model<{
  notices: unknown[];
  settings: unknown;
  form: { of: string } | null;
  brought: unknown;
}>(
  {
    name: 'portal',
    machine: portalMachine.provide({
      actors: {
        shell: shellMachine,
        map: mapMachine,
        baseMap: baseMapMachine,
        upload: uploadMachine,
        saveAoi: saveAoiMachine,
        places: placesMachine,
        aoi: aoiMachine,
        search: searchMachine,
        results: resultsMachine,
        searchCode: searchCodeMachine,
        orders: ordersMachine,
        orderLink: orderLinkMachine,
        sceneOrder: sceneOrderMachine,
        tasking: taskingMachine,
        imagery: imageryMachine,
        account: accountMachine,
        savedAois: savedAoisMachine,
        savedSearches: savedSearchesMachine,
        exports: exportsMachine,
        sceneExport: sceneExportMachine,
        imageryExport: imageryExportMachine,
        saveSearch: saveSearchMachine,
        sharedSearch: sharedSearchMachine,
      },
    }),
    variants: {
      'a page that opens': portalInput,
      'a share link': { ...portalInput, skey: () => 'k'.repeat(22) },
    },
    events: [
      done('fetchSettings', sample.settings),
      { type: 'xstate.error.actor.fetchSettings', error: sample.failures.offline },
      done('fetchUser', sample.user),
      { type: 'xstate.error.actor.fetchUser', error: sample.failures.unauthorized },
      done('auth', { user: { ...sample.user, newPasswordDue: true } }),
      done('openWorkspace'),
      { type: 'xstate.error.actor.openWorkspace', ...broken },
      { type: 'xstate.error.actor.auth', ...broken },
      { type: 'retry.requested' },
      { type: 'logout.pressed' },
      { type: 'session.expired' },
      { type: 'connection.lost' },
      { type: 'connection.restored' },
      after('PROBE_DELAY', 'portal.connection.offline'),
      done('probe', sample.settings),
      { type: 'xstate.error.actor.probe', error: sample.failures.offline },
      done('logOut'),
      { type: 'xstate.error.actor.logOut', error: sample.failures.offline },
      // a plea that an area ends
      { ...noticeOf('error', { key: 'errors.aoiMissing' }) },
      { type: 'aoi.drawn', geometry: sample.smallArea },
      {
        type: 'area.read',
        aoi: sample.smallAoi,
        name: 'harbour.kml',
        notes: [{ key: 'upload.note.othersLeftOut', params: { count: 2 } }],
      },
      { type: 'aoi.recalled', aoi: sample.smallAoi, source: { kind: 'address' } },
      { type: 'aoi.cleared' },
      { type: 'scenes.found', ...asked, scenes: sample.scenes, numberMatched: 3 },
      { type: 'scenes.boxed', bbox: [103, 1, 104, 2] },
      { type: 'results.shown', condition: null },
      { type: 'results.left' },
      { type: 'results.returned' },
      { type: 'search.repeated', ...asked },
      {
        type: 'search.recalled',
        ...asked,
        scenes: sample.scenes,
        numberMatched: 3,
        newIds: [],
      },
      { type: 'compare.opened' },
      { type: 'compare.closed' },
      { type: 'place.requested', bbox: [103, 1, 104, 2] },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: 'account' },
      { type: 'panel.shown', panel: null },
      { type: 'password.changed' },
      { type: 'sceneOrderForm.requested', scenes: sample.scenes.slice(0, 2), aoi: sample.smallAoi },
      done('sceneOrder', { ordered: 'GT-20261121-0001' }),
      done('sceneOrder', { ordered: null }),
      { type: 'xstate.error.actor.sceneOrder', ...broken },
      { type: 'sceneExportForm.requested', productIds: ['A', 'B'], aoi: sample.smallAoi },
      done('sceneExport', { submitted: '7' }),
      done('sceneExport', { submitted: null }),
      { type: 'xstate.error.actor.sceneExport', ...broken },
      { type: 'imageryExportForm.requested', layer: { id: 1, name: 'Harbour' }, aoi: sample.smallAoi },
      done('imageryExport', { isExported: true }),
      done('imageryExport', { isExported: false }),
      { type: 'xstate.error.actor.imageryExport', ...broken },
      { type: 'credits.moved' },
      {
        type: 'saveSearchForm.requested',
        condition: sample.condition,
        aoi: sample.smallAoi,
        scenes: sample.scenes,
        numberMatched: 3,
      },
      done('saveSearch', { isSaved: true }),
      done('saveSearch', { isSaved: false }),
      { type: 'xstate.error.actor.saveSearch', ...broken },
      { type: 'aoi.saved' },
      { type: 'panel.requested', panel: 'search' },
      { type: 'order.linked', orderNum: 'GT-1', kind: 'tasking', page: 2 },
      { type: 'orderKind.chosen', kind: 'tasking' },
      { type: 'quotePage.requested', quote: sample.formQuote },
      { type: 'quotePage.requested', quote: sample.soonQuote },
      { type: 'deletions.unsent', of: 'aois', ids: [1] },
      {
        type: 'search.recalled',
        condition: sample.condition,
        aoi: sample.smallAoi,
        scenes: sample.scenes,
        numberMatched: 3,
        newIds: [],
      },
      done('openShared'),
      { type: 'xstate.error.actor.openShared', ...broken },
      done('sharedSearch', { brought: recall }),
      { type: 'share.brought', recall },
      done('sharedSearch', { brought: null }),
      { type: 'xstate.error.actor.sharedSearch', ...broken },
      { type: 'taskingForm.requested', start: taskingInput.start, aoi: sample.smallAoi },
      done('tasking', { ordered: 'GT-20261121-0001' }),
      done('tasking', { ordered: null }),
      { type: 'xstate.error.actor.tasking', ...broken },
      { type: 'notice.dismissed', id: 1 },
      ...[
        'preferences',
        'shell',
        'map',
        'baseMap',
        'upload',
        'saveAoi',
        'places',
        'aoi',
        'search',
        'results',
        'searchCode',
        'orders.archive',
        'orders.tasking',
        'orderLink',
        'imagery',
        'account',
        'savedAois',
        'savedSearches',
        'exports.scene',
        'exports.imagery',
      ].map((id) => ({
        type: `xstate.error.actor.${id}`,
        ...broken,
      })),
    ],
    meets: ({ notices }: { notices: unknown[] }, { type }) =>
      type === 'aoi.changed' ? notices.length > 0 : null,
  },
  (context) => [
    context.notices.length > 0,
    context.settings !== null,
    context.form?.of ?? null,
    context.brought !== null,
  ],
);

/** Every machine of the product. */
export const models: readonly Model[] = [
  portal,
  preferences,
  ...signInModels,
  ...accountModels,
  ...analyticsModels,
  ...savedModels,
  ...imageryModels,
  shell,
  mapModels.map,
  mapModels.baseMap,
  areaModels.upload,
  saveAoi,
  mapModels.places,
  areaModels.aoi,
  ...searchModels,
  sceneOrder,
  tasking,
  mapModels.passes,
  orders,
  orderLink,
  ...viewerModels,
];
