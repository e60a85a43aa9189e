import { drawnPair } from '../../src/geo/areaDrawing.ts';
import { accountMachine } from '../../src/machines/account.machine.ts';
import { NO_ADDRESS } from '../../src/machines/address.rules.ts';
import { aoiMachine } from '../../src/machines/aoi.machine.ts';
import { baseMapMachine } from '../../src/machines/baseMap.machine.ts';
import { imageryMachine } from '../../src/machines/imagery.machine.ts';
import { mapMachine } from '../../src/machines/map.machine.ts';
import { noticeOf } from '../../src/machines/notice.ts';
import { orderLinkMachine } from '../../src/machines/orderLink.machine.ts';
import { ordersMachine } from '../../src/machines/orders.machine.ts';
import { portalMachine, type PortalInput } from '../../src/machines/portal.machine.ts';
import { preferencesMachine } from '../../src/machines/preferences.machine.ts';
import { placesMachine } from '../../src/machines/places.machine.ts';
import { saveAoiMachine } from '../../src/machines/saveAoi.machine.ts';
import { sceneOrderMachine, type SceneOrderInput } from '../../src/machines/sceneOrder.machine.ts';
import { passesMachine } from '../../src/machines/passes.machine.ts';
import type { PassQuestion } from '../../src/machines/passes.rules.ts';
import { resultsMachine } from '../../src/machines/results.machine.ts';
import { searchCodeMachine } from '../../src/machines/searchCode.machine.ts';
import { searchMachine } from '../../src/machines/search.machine.ts';
import { shellMachine, type ShellInput } from '../../src/machines/shell.machine.ts';
import { taskingMachine, type TaskingInput } from '../../src/machines/tasking.machine.ts';
import { accountModels } from './accountModels.ts';
import { imageryModels } from './imageryModels.ts';
import { analyticsModels } from './analyticsModels.ts';
import { recall, savedModels } from './savedModels.ts';
import { searchModels } from './searchModels.ts';
import { viewerModels } from './viewerModels.ts';
import { uploadMachine } from '../../src/machines/upload.machine.ts';
import { exportsMachine } from '../../src/machines/exports.machine.ts';
import { imageryExportMachine } from '../../src/machines/imageryExport.machine.ts';
import { savedAoisMachine } from '../../src/machines/savedAois.machine.ts';
import { savedSearchesMachine } from '../../src/machines/savedSearches.machine.ts';
import { saveSearchMachine } from '../../src/machines/saveSearch.machine.ts';
import { sceneExportMachine } from '../../src/machines/sceneExport.machine.ts';
import { sharedSearchMachine } from '../../src/machines/sharedSearch.machine.ts';
import type { Model } from './explore.ts';
import { after, done, failed, model } from './parts.ts';
import * as sample from './samples.ts';

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

const line = [
  [103.7, 1.2],
  [104, 1.2],
  [104, 1.5],
];
const map = model<{ isPlaced: boolean; hasAoi: boolean; measures: readonly unknown[]; sides: unknown }>(
  {
    name: 'map',
    machine: mapMachine,
    variants: {
      'a fresh map': { view: null },
      'a map whose place the address names': { view: '1.3,103.8,12' },
    },
    events: [
      { type: 'view.settled', view: { latitude: 1.3, longitude: 103.8, zoom: 12 } },
      { type: 'address.changed', address: { query: { view: '1.3,103.8,12' }, keptArea: null } },
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'xstate.error.actor.watchAddress', error: new Error('no history here') },
      after('MAP_INIT_DELAY', 'map.waiting'),
      { type: 'draw.chosen', mode: 'Box' },
      { type: 'draw.chosen', mode: 'Polygon' },
      { type: 'edit.chosen' },
      { type: 'measure.chosen', mode: 1 },
      { type: 'measure.chosen', mode: 2 },
      { type: 'compare.toggled' },
      { type: 'sceneBox.chosen' },
      { type: 'sceneBox.completed', bbox: [103, 1, 104, 2] },
      { type: 'results.shown', condition: null },
      { type: 'mode.left' },
      { type: 'shape.completed', geometry: sample.smallArea },
      { type: 'shape.edited', geometry: sample.smallArea },
      { type: 'measure.completed', line: { kind: 'distance', positions: line.slice(0, 2) } },
      { type: 'measure.removed', id: 1 },
      { type: 'measures.cleared' },
      { type: 'side.chosen', side: 'after', layer: 'layer:1' },
      { type: 'side.chosen', side: 'before', layer: 'GMAP' },
      { type: 'place.requested', bbox: [103, 1, 104, 2] },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'typed' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'address' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
    ],
  },
  // one measure more behaves like one
  (context) => [context.isPlaced, context.hasAoi, Math.min(context.measures.length, 1), context.sides],
);

const baseMap = model<{ baseMap: string; chosen: string }>(
  {
    name: 'baseMap',
    machine: baseMapMachine,
    variants: { 'OSM is kept': { kept: 'OSM' }, 'GMAP is kept': { kept: 'GMAP' } },
    events: [
      { type: 'selector.toggled' },
      { type: 'selector.closed' },
      { type: 'layer.chosen', layer: 'GMAP' },
      { type: 'layer.chosen', layer: 'layer:1' },
      after('LAYER_CLOSE_DELAY', 'baseMap.closing'),
    ],
  },
  (context) => [context.baseMap, context.chosen],
);

const givenFile = { name: 'harbour.kml', size: 3 };
const fileReading = {
  aoi: sample.smallAoi,
  notes: [{ kind: 'othersLeftOut', count: 2 }, { kind: 'heightsDropped' }],
  review: null,
};
const areaReview = {
  changes: [{ kind: 'ringsClosed', count: 1 }],
  areaBefore: 1100,
  areaAfter: 1100,
  verticesBefore: 4,
  ...drawnPair(sample.smallArea, sample.smallArea),
};
const upload = model<{ file: unknown; progress: number; reading: unknown; refusal: unknown }>(
  {
    name: 'upload',
    machine: uploadMachine,
    variants: { 'no file yet': undefined },
    events: [
      { type: 'upload.opened' },
      { type: 'upload.closed' },
      { type: 'files.given', files: [givenFile] },
      { type: 'files.given', files: [givenFile, givenFile] },
      { type: 'files.given', files: [] },
      { type: 'reading.progressed', share: 0.5 },
      { type: 'reading.cancelled' },
      { type: 'file.read', reading: fileReading },
      { type: 'file.read', reading: { ...fileReading, review: areaReview } },
      { type: 'file.refused', refusal: { said: { key: 'errors.file.singleFeature' }, drawing: null } },
      { type: 'mended.accepted' },
      { type: 'mended.declined' },
      { type: 'xstate.error.actor.readFile', error: new Error('no worker here') },
    ],
  },
  (context) => [context.file !== null, context.progress, context.reading !== null, context.refusal !== null],
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

const somewhere = {
  kind: 'city',
  name: 'Singapore',
  region: null,
  country: 'Singapore',
  bbox: [103, 1, 104, 2],
};
const places = model<{ text: string; list: unknown[]; refusal: unknown; isHasty: boolean }>(
  {
    name: 'places',
    machine: placesMachine,
    variants: { 'nothing typed': undefined },
    events: [
      { type: 'query.changed', text: 'Singap' },
      { type: 'query.changed', text: 'S' },
      { type: 'query.changed', text: '1.28, 103.85' },
      { type: 'query.changed', text: '90, 180' },
      { type: 'query.changed', text: 'Oj' },
      { type: 'query.changed', text: 'x'.repeat(64) },
      { type: 'query.changed', text: 'x'.repeat(65) },
      { type: 'query.cleared' },
      { type: 'search.repeated' },
      { type: 'place.chosen', at: 0 },
      { type: 'place.chosen', at: 7 },
      { type: 'query.submitted' },
      after('QUERY_DELAY', 'places.settling'),
      done('findPlaces', [somewhere]),
      done('findPlaces', []),
      ...failed('findPlaces'),
    ],
  },
  (context) => [context.text, context.list.length, context.refusal !== null, context.isHasty],
);

const aoi = model<{
  aoi: unknown;
  refusal: unknown;
  preview: unknown;
  mended: unknown;
  past: readonly { aoi: unknown }[];
  future: readonly { aoi: unknown }[];
}>(
  {
    name: 'aoi',
    machine: aoiMachine,
    variants: { 'no area yet': undefined },
    events: [
      { type: 'aoi.drawn', geometry: sample.smallArea },
      { type: 'aoi.drawn', geometry: sample.badArea },
      { type: 'aoi.cleared' },
      { type: 'coordinates.opened' },
      { type: 'coordinates.closed' },
      { type: 'coordinates.edited', entry: { tab: 'WKT', text: 'POLYGON((103 1, 104 1, 104 2, 103 1))' } },
      { type: 'coordinates.edited', entry: { tab: 'WKT', text: 'POLYGON((103 1' } },
      { type: 'area.read', aoi: sample.smallAoi, name: 'harbour.kml', notes: [] },
      { type: 'aoi.recalled', aoi: sample.smallAoi, source: { kind: 'saved', name: 'Harbour' } },
      { type: 'aoi.undone' },
      { type: 'aoi.redone' },
      { type: 'coordinates.submitted', entry: { tab: 'WKT', text: 'POLYGON((103 1, 104 1, 104 2, 103 1))' } },
      {
        type: 'coordinates.submitted',
        entry: { tab: 'WKT', text: 'POLYGONX((103 1, 104 1, 104 2, 103 1))' },
      },
      // crosses itself: to be agreed to
      {
        type: 'coordinates.submitted',
        entry: { tab: 'WKT', text: 'POLYGON((103 1, 104 2, 104 1, 103 2, 103 1))' },
      },
      { type: 'mended.accepted' },
      { type: 'mended.declined' },
    ],
  },
  // deeper histories behave like short ones
  (context) => [
    context.aoi !== null,
    context.refusal !== null,
    context.preview !== null,
    context.mended !== null,
    Math.min(context.past.length, 1),
    Math.min(context.future.length, 1),
  ],
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
      { type: 'draft.changed', patch: { productLevel: 'L3A' } },
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

const passQuestion: PassQuestion = {
  tle: { line1: '1', line2: '2' },
  sensorType: 'OPTICAL',
  swathKm: 25,
  area: sample.smallArea,
  from: 0,
  to: 1,
};
const foundPasses = { passes: [sample.pass], elementsAt: 0, isCut: false };
const passes = model<{ question: unknown; found: unknown; chosen: number | null }>(
  {
    name: 'passes',
    machine: passesMachine,
    variants: { 'a window': { question: passQuestion }, 'no elements': { question: null } },
    events: [
      { type: 'question.changed', question: passQuestion },
      { type: 'question.changed', question: null },
      after('PASSES_DELAY', 'passes.settling'),
      done('findPasses', foundPasses),
      { type: 'xstate.error.actor.findPasses', error: new Error('no worker here') },
      { type: 'finding.repeated' },
      { type: 'pass.chosen', at: sample.pass.at },
      { type: 'pass.chosen', at: 1 },
    ],
  },
  (context) => [context.question !== null, context.found !== null, context.chosen],
);

const taskingInput: TaskingInput = {
  start: {
    satellite: sample.settings.satellites[1]!,
    sourceCode: 'C',
    windowStart: '2026-11-24',
    windowEnd: '2026-12-08',
    productMode: 'MONO',
  },
  aoi: sample.smallAoi,
  utype: 6,
  termsUrl: sample.settings.termsUrl,
  makeKey: () => 'k'.repeat(32),
  now: () => new Date('2026-11-21T08:00:00Z'),
};
const tasking = model<{
  draft: { orderName: string; productLevel: string; windowStart: string };
  agreed: boolean;
  price: unknown;
}>(
  {
    name: 'tasking',
    machine: taskingMachine,
    variants: {
      'a satellite of source C': taskingInput,
      'a window that has begun meanwhile': { ...taskingInput, now: () => new Date('2026-11-24T00:00:00Z') },
    },
    events: [
      { type: 'draft.changed', patch: { orderName: 'Harbour' } },
      { type: 'draft.changed', patch: { productLevel: 'L3A' } },
      { type: 'draft.changed', patch: { windowStart: '2026-11-21' } },
      { type: 'draft.changed', patch: { windowStart: '2026-11-24' } },
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

const pageOfOrders = { list: [sample.order('GT-1', 3), sample.order('GT-2', 7)], total: 12 };
const orders = model<{ list: unknown[]; page: number; opened: unknown[]; cancelling: string | null }>(
  {
    name: 'orders',
    machine: ordersMachine,
    variants: { 'archive orders': { kind: 'archive' } },
    events: [
      { type: 'panel.opened' },
      { type: 'panel.closed' },
      { type: 'page.chosen', page: 2 },
      { type: 'reload.requested' },
      { type: 'list.outdated' },
      { type: 'cancel.requested', orderNum: 'GT-1' },
      { type: 'cancel.requested', orderNum: 'GT-2' },
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
      done('refreshOrders', pageOfOrders),
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
      done('auth', { user: sample.user }),
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
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: 'account' },
      { type: 'panel.shown', panel: null },
      { type: 'password.changed' },
      { type: 'sceneOrder.wanted', scenes: sample.scenes.slice(0, 2), aoi: sample.smallAoi },
      done('sceneOrder', { ordered: 'GT-20261121-0001' }),
      done('sceneOrder', { ordered: null }),
      { type: 'xstate.error.actor.sceneOrder', ...broken },
      { type: 'export.wanted', productIds: ['A', 'B'], aoi: sample.smallAoi },
      done('sceneExport', { submitted: '7' }),
      done('sceneExport', { submitted: null }),
      { type: 'xstate.error.actor.sceneExport', ...broken },
      { type: 'imageryExport.wanted', layer: { id: 1, name: 'Harbour' }, aoi: sample.smallAoi },
      done('imageryExport', { isExported: true }),
      done('imageryExport', { isExported: false }),
      { type: 'xstate.error.actor.imageryExport', ...broken },
      { type: 'credits.moved' },
      {
        type: 'searchSave.wanted',
        condition: sample.condition,
        aoi: sample.smallAoi,
        scenes: sample.scenes,
        numberMatched: 3,
      },
      done('saveSearch', { isSaved: true }),
      done('saveSearch', { isSaved: false }),
      { type: 'xstate.error.actor.saveSearch', ...broken },
      { type: 'aoi.saved' },
      { type: 'panel.wanted', panel: 'search' },
      { type: 'order.linked', orderNum: 'GT-1', kind: 'tasking', page: 2 },
      { type: 'orderKind.chosen', kind: 'tasking' },
      { type: 'quote.wanted', quote: sample.formQuote },
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
      { type: 'tasking.wanted', start: taskingInput.start, aoi: sample.smallAoi },
      done('tasking', { ordered: 'GT-20261121-0001' }),
      done('tasking', { ordered: null }),
      { type: 'xstate.error.actor.tasking', ...broken },
      { ...noticeOf('info', { key: 'notice.noResult' }) },
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
  ...accountModels,
  ...analyticsModels,
  ...savedModels,
  ...imageryModels,
  shell,
  map,
  baseMap,
  upload,
  saveAoi,
  places,
  aoi,
  ...searchModels,
  sceneOrder,
  tasking,
  passes,
  orders,
  orderLink,
  ...viewerModels,
];
