import { accountMachine } from '../../../src/machines/account/account.machine.ts';
import { aoiMachine } from '../../../src/machines/aoi/aoi.machine.ts';
import { baseMapMachine } from '../../../src/machines/map/baseMap.machine.ts';
import { imageryMachine } from '../../../src/machines/imagery/imagery.machine.ts';
import { mapMachine } from '../../../src/machines/map/map.machine.ts';
import { noticeOf } from '../../../src/machines/shared/notice.ts';
import { orderLinkMachine } from '../../../src/machines/orders/list/orderLink.machine.ts';
import { ordersMachine } from '../../../src/machines/orders/list/orders.machine.ts';
import { portalMachine, type PortalInput } from '../../../src/machines/session/portal.machine.ts';
import { placesMachine } from '../../../src/machines/map/places.machine.ts';
import { saveAoiMachine } from '../../../src/machines/aoi/saveAoi.machine.ts';
import { sceneOrderMachine } from '../../../src/machines/orders/sceneOrder.machine.ts';
import { resultsMachine } from '../../../src/machines/search/results.machine.ts';
import { searchCodeMachine } from '../../../src/machines/search/searchCode.machine.ts';
import { searchMachine } from '../../../src/machines/search/search.machine.ts';
import { shellMachine } from '../../../src/machines/session/shell.machine.ts';
import { taskingMachine } from '../../../src/machines/orders/tasking.machine.ts';
import { recall } from '../saved/savedModels.ts';
import { uploadMachine } from '../../../src/machines/aoi/upload.machine.ts';
import { exportsMachine } from '../../../src/machines/exports/exports.machine.ts';
import { imageryExportMachine } from '../../../src/machines/imagery/imageryExport.machine.ts';
import { savedAoisMachine } from '../../../src/machines/saved/savedAois.machine.ts';
import { savedSearchesMachine } from '../../../src/machines/saved/savedSearches.machine.ts';
import { saveSearchMachine } from '../../../src/machines/saved/saveSearch.machine.ts';
import { sceneExportMachine } from '../../../src/machines/exports/sceneExport.machine.ts';
import { sharedSearchMachine } from '../../../src/machines/saved/sharedSearch.machine.ts';
import { after, done, broke } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { taskingInput } from '../orders/orderFormModels.ts';

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

export const portal = model<{
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
      broke('openWorkspace'),
      broke('auth'),
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
      { type: 'aoiView.requested' },
      { type: 'draw.chosen', mode: 'Box' },
      { type: 'edit.chosen' },
      { type: 'measure.chosen', mode: 1 },
      { type: 'measures.cleared' },
      { type: 'sceneBox.chosen' },
      { type: 'compare.toggled' },
      { type: 'selector.toggled' },
      { type: 'mode.left' },
      { type: 'upload.opened' },
      { type: 'files.given', files: [] },
      { type: 'coordinates.opened' },
      { type: 'saving.opened' },
      { type: 'searchForm.requested' },
      { type: 'aoi.changed', aoi: sample.smallAoi, origin: 'drawn' },
      { type: 'aoi.changed', aoi: null, origin: 'cleared' },
      { type: 'panel.shown', panel: 'order' },
      { type: 'panel.shown', panel: 'account' },
      { type: 'panel.shown', panel: null },
      { type: 'password.changed' },
      { type: 'sceneOrderForm.requested', scenes: sample.scenes.slice(0, 2), aoi: sample.smallAoi },
      done('sceneOrder', { receipt: { orderNum: 'GT-20261121-0001' } }),
      done('sceneOrder', { receipt: null }),
      broke('sceneOrder'),
      { type: 'sceneExportForm.requested', productIds: ['A', 'B'], aoi: sample.smallAoi },
      done('sceneExport', { submitted: '7' }),
      done('sceneExport', { submitted: null }),
      broke('sceneExport'),
      { type: 'imageryExportForm.requested', layer: { id: 1, name: 'Harbour' }, aoi: sample.smallAoi },
      done('imageryExport', { receipt: { orderNum: null } }),
      done('imageryExport', { receipt: null }),
      broke('imageryExport'),
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
      broke('saveSearch'),
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
      broke('openShared'),
      done('sharedSearch', { brought: recall }),
      { type: 'share.brought', recall },
      done('sharedSearch', { brought: null }),
      broke('sharedSearch'),
      { type: 'taskingForm.requested', start: taskingInput.start, aoi: sample.smallAoi },
      done('tasking', { receipt: { orderNum: 'GT-20261121-0001' } }),
      done('tasking', { receipt: null }),
      broke('tasking'),
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
      ].map(broke),
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
