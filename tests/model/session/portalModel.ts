import { noticeOf, noticeOutdated } from '../../../src/machines/shared/notice.ts';
import { fromCallback } from 'xstate';
import { placeOfPoint } from '../../../contract/places.ts';
import { ACTORS, actorMachines, type ActorMachines } from '../../../src/machines/session/actors.ts';
import { formMachines, type FormMachines } from '../../../src/machines/session/forms.ts';
import { draftOf } from '../../../src/machines/search/search.rules.ts';
import type { PortalInput } from '../../../src/machines/session/portal.context.ts';
import { portalMachine } from '../../../src/machines/session/portal.machine.ts';
import { recall } from '../saved/savedModels.ts';
import { after, broke, done, failed } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';
import { NO_ADDRESS } from '../../../src/machines/shared/address.ts';
import { taskingInput } from '../orders/orderFormModels.ts';

const portalInput: PortalInput = {
  preferences: { language: 'en', theme: 'light', footprints: 'auto', hasToolKeys: true },
  hasToken: () => true,
  authPanel: () => 'login',
  panel: () => 'search',
  skey: () => null,
  codeLockedUntil: () => null,
  baseMap: () => 'OSM',
  isStartClosed: () => false,
  address: () => NO_ADDRESS,
  serviceAddress: 'https://portal.example',
  makeKey: sample.makeKey,
  submits: () => sample.noSubmits,
  kept: () => sample.nothingKept,
  systems: () => sample.nothingKept,
  now: () => new Date('2026-11-21T08:00:00Z'),
};

/** The wired machines have models of their own, so here they are replaced by idle actors. */
const idleActors = Object.fromEntries(
  [...Object.keys(actorMachines), ...Object.keys(formMachines), 'sharedSearch'].map((name) => [
    name,
    fromCallback(() => {}),
  ]),
) as unknown as ActorMachines & FormMachines;
const draft = draftOf(sample.condition, {} as never);
const asked = { condition: sample.condition, aoi: sample.smallAoi };

export const portal = model<{
  notices: unknown[];
  settings: unknown;
  form: { of: string } | null;
  imported: unknown;
}>(
  {
    name: 'portal',
    machine: portalMachine.provide({ actors: idleActors }),
    variants: {
      'a page that opens': portalInput,
      'a share link': { ...portalInput, skey: () => 'k'.repeat(22) },
    },
    events: [
      done('fetchSettings', sample.serverSettings),
      ...failed('fetchSettings'),
      done('fetchUser', sample.knownUser),
      ...failed('fetchUser'),
      done('auth', { user: { ...sample.user, newPasswordDue: true } }),
      done('openWorkspace'),
      broke('openWorkspace'),
      broke('auth'),
      { type: 'retry.requested' },
      { type: 'logout.pressed' },
      { type: 'session.expired' },
      { type: 'session.passed' },
      { type: 'session.ended', how: 'loggedOut' },
      { type: 'session.ended', how: 'passwordChanged' },
      { type: 'connection.lost' },
      { type: 'connection.restored' },
      after('PROBE_DELAY', 'portal.connection.offline'),
      done('probe', sample.serverSettings),
      ...failed('probe'),
      done('logOut'),
      ...failed('logOut'),
      { ...noticeOf('search', 'error', { key: 'errors.aoiMissing' }) },
      { ...noticeOutdated('search') },
      { type: 'aoi.drawn', geometry: sample.smallArea },
      { type: 'aoi.named', wkt: sample.smallAoi.wkt, place: 'Singapore' },
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
      { type: 'address.changed', address: NO_ADDRESS },
      { type: 'addressFields.changed', fields: { view: '1,103,5' } },
      { type: 'condition.changed', draft },
      { type: 'condition.restored', draft, isResults: false, scenes: [], details: null },
      { type: 'search.started', draft },
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
      { type: 'place.started', place: placeOfPoint('Singapore', 1.28, 103.85) },
      { type: 'search.asked', patch: { gsd: null } },
      { type: 'aoiView.requested' },
      { type: 'compare.toggled' },
      { type: 'sides.offered', sides: { before: 'layer:1', after: 'layer:2' } },
      { type: 'selector.toggled' },
      { type: 'coverage.toggled' },
      { type: 'mapMode.requested', request: { type: 'draw.chosen', mode: 'Box' } },
      { type: 'mapMode.requested', request: { type: 'mode.left' } },
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
      { type: 'sceneComparison.requested', scenes: sample.scenes.slice(0, 2), aoi: sample.smallAoi },
      { type: 'sceneFlip.requested', scenes: sample.scenes, scene: sample.scenes[0], aoi: sample.smallAoi },
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
      done('saveSearch', { isSaved: true, watched: null }),
      done('saveSearch', { isSaved: true, watched: { searchId: 7, name: 'Harbour' } }),
      done('saveSearch', { isSaved: false, watched: null }),
      broke('saveSearch'),
      { type: 'aoi.saved' },
      { type: 'newAcquisition.requested' },
      { type: 'panel.requested', panel: 'search' },
      { type: 'order.requested', order: sample.order('GT-1', 3) },
      { type: 'orderImage.requested', orderNum: 'GT-1' },
      { type: 'sceneImage.requested', productId: 'S1', key: 'visual' },
      { type: 'order.linked', orderNum: 'GT-1', kind: 'tasking', page: 2 },
      { type: 'submit.found', kind: 'archive' },
      { type: 'submit.found', kind: 'imageryExport' },
      { type: 'orderKind.chosen', kind: 'tasking' },
      { type: 'quotePage.requested', quote: sample.formQuote },
      { type: 'quotePage.requested', quote: sample.soonQuote },
      { type: 'deletions.unsent', of: 'aois', ids: [1] },
      { type: 'news.outdated' },
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
      done('sharedSearch', { imported: recall }),
      { type: 'share.imported', recall },
      done('sharedSearch', { imported: null }),
      broke('sharedSearch'),
      { type: 'taskingForm.requested', start: taskingInput.start, aoi: sample.smallAoi },
      done('tasking', { receipt: { orderNum: 'GT-20261121-0001' } }),
      done('tasking', { receipt: null }),
      broke('tasking'),
      { type: 'notice.dismissed', id: 1 },
      ...['preferences', ...Object.keys(ACTORS)].map(broke),
    ],
    meets: ({ notices }: { notices: unknown[] }, { type }) =>
      type === 'notice.outdated' ? notices.length > 0 : null,
  },
  (context) => [
    context.notices.length > 0,
    context.settings !== null,
    context.form?.of ?? null,
    context.imported !== null,
  ],
);
