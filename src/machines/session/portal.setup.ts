import { assign, fromPromise, setup } from 'xstate';
import type { User } from '../../../contract/accounts.ts';
import type { Quote } from '../../../contract/quote.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { accountMachine } from '../account/account.machine.ts';
import type { aoiMachine } from '../aoi/aoi.machine.ts';
import { authMachine } from '../auth/auth.machine.ts';
import type { baseMapMachine } from '../map/baseMap.machine.ts';
import type { exportsMachine } from '../exports/exports.machine.ts';
import type { imageryExportMachine } from '../imagery/imageryExport.machine.ts';
import type { imageryMachine } from '../imagery/imagery.machine.ts';
import { late } from '../shared/lazyMachine.ts';
import type { mapMachine } from '../map/map.machine.ts';
import type { NoticeRaised } from '../shared/notice.ts';
import type { placesMachine } from '../map/places.machine.ts';
import type { saveAoiMachine } from '../aoi/saveAoi.machine.ts';
import type { savedAoisMachine } from '../saved/savedAois.machine.ts';
import type { savedSearchesMachine } from '../saved/savedSearches.machine.ts';
import type { saveSearchMachine } from '../saved/saveSearch.machine.ts';
import type { sceneExportMachine } from '../exports/sceneExport.machine.ts';
import type { orderLinkMachine } from '../orders/list/orderLink.machine.ts';
import type { ordersMachine } from '../orders/list/orders.machine.ts';
import type { PortalContext, PortalEvent, PortalInput, UnsentDeletions } from './portal.context.ts';
import { withNotice } from './portal.notices.ts';
import { preferencesMachine } from '../shared/preferences.machine.ts';
import type { sceneOrderMachine } from '../orders/sceneOrder.machine.ts';
import type { resultsMachine } from '../search/results.machine.ts';
import type { searchCodeMachine } from '../search/searchCode.machine.ts';
import type { searchMachine } from '../search/search.machine.ts';
import type { sharedSearchMachine } from '../saved/sharedSearch.machine.ts';
import type { shellMachine } from './shell.machine.ts';
import type { taskingMachine } from '../orders/tasking.machine.ts';
import { unwired } from '../shared/notProvided.ts';
import type { uploadMachine } from '../aoi/upload.machine.ts';

/** What is said where an area is missing. */
const AREA_PLEAS = ['errors.aoiMissing', 'errors.aoiNotDrawn'];

/** What the portal is made of; its states are in `portal.machine.ts` and `portal.signedIn.ts`. */
export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    children: {} as {
      preferences: 'preferences';
      auth: 'auth';
      shell: 'shell';
      map: 'map';
      baseMap: 'baseMap';
      upload: 'upload';
      saveAoi: 'saveAoi';
      places: 'places';
      aoi: 'aoi';
      search: 'search';
      results: 'results';
      searchCode: 'searchCode';
      'orders.archive': 'orders';
      'orders.tasking': 'orders';
      orderLink: 'orderLink';
      sceneOrder: 'sceneOrder';
      tasking: 'tasking';
      imagery: 'imagery';
      account: 'account';
      savedAois: 'savedAois';
      savedSearches: 'savedSearches';
      'exports.scene': 'exports';
      'exports.imagery': 'exports';
      sceneExport: 'sceneExport';
      imageryExport: 'imageryExport';
      saveSearch: 'saveSearch';
      sharedSearch: 'sharedSearch';
    },
  },
  actors: {
    preferences: preferencesMachine,
    auth: authMachine,
    // what only a signed-in person needs comes in a chunk of its own, fetched by `openWorkspace`
    shell: late<typeof shellMachine>(unwired('shell')),
    map: late<typeof mapMachine>(unwired('map')),
    baseMap: late<typeof baseMapMachine>(unwired('baseMap')),
    upload: late<typeof uploadMachine>(unwired('upload')),
    saveAoi: late<typeof saveAoiMachine>(unwired('saveAoi')),
    places: late<typeof placesMachine>(unwired('places')),
    aoi: late<typeof aoiMachine>(unwired('aoi')),
    search: late<typeof searchMachine>(unwired('search')),
    results: late<typeof resultsMachine>(unwired('results')),
    searchCode: late<typeof searchCodeMachine>(unwired('searchCode')),
    orders: late<typeof ordersMachine>(unwired('orders')),
    orderLink: late<typeof orderLinkMachine>(unwired('orderLink')),
    sceneOrder: late<typeof sceneOrderMachine>(unwired('sceneOrder')),
    tasking: late<typeof taskingMachine>(unwired('tasking')),
    imagery: late<typeof imageryMachine>(unwired('imagery')),
    account: late<typeof accountMachine>(unwired('account')),
    savedAois: late<typeof savedAoisMachine>(unwired('savedAois')),
    savedSearches: late<typeof savedSearchesMachine>(unwired('savedSearches')),
    exports: late<typeof exportsMachine>(unwired('exports')),
    sceneExport: late<typeof sceneExportMachine>(unwired('sceneExport')),
    imageryExport: late<typeof imageryExportMachine>(unwired('imageryExport')),
    saveSearch: late<typeof saveSearchMachine>(unwired('saveSearch')),
    sharedSearch: late<typeof sharedSearchMachine>(unwired('sharedSearch')),
    /** Fetches the code that a signed-in person needs. */
    openWorkspace: fromPromise<void>(unwired('openWorkspace')),
    /** Fetches the code that a visitor of a shared search needs. */
    openShared: fromPromise<void>(unwired('openShared')),
    /** GET /web/settings. */
    fetchSettings: fromPromise<Settings>(unwired('fetchSettings')),
    /** GET /glu, when the browser holds a token; rejects when it holds none. */
    fetchUser: fromPromise<User>(unwired('fetchUser')),
    /** The deletions that could still be undone, then GET /logout. */
    logOut: fromPromise<void, UnsentDeletions>(unwired('logOut')),
  },
  actions: {
    /** Keeps the token of the signed-in user for this tab (decision 15); wired. */
    keepToken: (_, _params: { token: string | null }) => {},
    /** Forgets it; wired. */
    dropToken: () => {},
    /** The address names the shared search no more: it is in the portal now; wired. */
    dropShareKey: () => {},
    /** Opens the page of a quote in a new window (decision 105); wired. */
    openQuote: (_, _params: { quote: Quote }) => {},
    forgetUser: assign({
      user: null,
      form: null,
      unsent: { aois: [], searches: [] },
      ordered: 'archive',
      exported: 'scene',
    }),
    noteUnsent: assign(({ context, event }) =>
      event.type === 'deletions.unsent' ? { unsent: { ...context.unsent, [event.of]: event.ids } } : {},
    ),
    takeNotice: assign(({ context }, notice: NoticeRaised) => withNotice(context, notice.tone, notice.said)),
    dismissNotice: assign(({ context, event }) =>
      event.type === 'notice.dismissed'
        ? { notices: context.notices.filter((one) => one.id !== event.id) }
        : {},
    ),
    // a plea for an area ends with the area
    dropPlea: assign(({ context, event }) =>
      event.type === 'aoi.changed' && event.aoi !== null
        ? { notices: context.notices.filter(({ said }) => !AREA_PLEAS.includes(said.key ?? '')) }
        : {},
    ),
    // what was said to one user is not the next one's
    forgetNotices: assign({ notices: [] }),
    sayPasswordChanged: assign(({ context }) =>
      withNotice(context, 'success', { key: 'notice.passwordChanged' }),
    ),
    sayNotes: assign(({ context, event }) =>
      event.type === 'area.read'
        ? event.notes.reduce((said, note) => withNotice(said, 'info', note), {
            notices: context.notices,
            lastNotice: context.lastNotice,
          })
        : {},
    ),
    saySubmitted: assign(({ context }) => withNotice(context, 'success', { key: 'notice.submitSuccess' })),
    saySaved: assign(({ context }) => withNotice(context, 'success', { key: 'notice.saveSuccess' })),
  },
  guards: {
    isOrdered: (_, params: { ordered: string | null }) => params.ordered !== null,
    isSubmitted: (_, params: { submitted: string | null }) => params.submitted !== null,
    isExported: (_, params: { isExported: boolean }) => params.isExported,
    isSaved: (_, params: { isSaved: boolean }) => params.isSaved,
    isShareLink: ({ context }) => context.opening.skey() !== null,
    bringsSearch: ({ context }) => context.brought !== null,
  },
  delays: {
    /** How long a lost connection waits before it is tried again. */
    PROBE_DELAY: 3000,
  },
});
