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
import { lazyMachine } from '../shared/lazyMachine.ts';
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
import type { PricedFormOutput } from '../orders/priced/pricedForm.rules.ts';
import type { sceneOrderMachine } from '../orders/sceneOrder.machine.ts';
import type { resultsMachine } from '../search/results.machine.ts';
import type { searchCodeMachine } from '../search/searchCode.machine.ts';
import type { searchMachine } from '../search/search.machine.ts';
import type { sharedSearchMachine } from '../saved/sharedSearch.machine.ts';
import type { shellMachine } from './shell.machine.ts';
import type { taskingMachine } from '../orders/tasking.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { uploadMachine } from '../aoi/upload.machine.ts';

/** What is said where an area is missing. */
const AREA_HINTS = ['errors.aoiMissing', 'errors.aoiNotDrawn'];

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
    shell: lazyMachine<typeof shellMachine>(notProvided('shell')),
    map: lazyMachine<typeof mapMachine>(notProvided('map')),
    baseMap: lazyMachine<typeof baseMapMachine>(notProvided('baseMap')),
    upload: lazyMachine<typeof uploadMachine>(notProvided('upload')),
    saveAoi: lazyMachine<typeof saveAoiMachine>(notProvided('saveAoi')),
    places: lazyMachine<typeof placesMachine>(notProvided('places')),
    aoi: lazyMachine<typeof aoiMachine>(notProvided('aoi')),
    search: lazyMachine<typeof searchMachine>(notProvided('search')),
    results: lazyMachine<typeof resultsMachine>(notProvided('results')),
    searchCode: lazyMachine<typeof searchCodeMachine>(notProvided('searchCode')),
    orders: lazyMachine<typeof ordersMachine>(notProvided('orders')),
    orderLink: lazyMachine<typeof orderLinkMachine>(notProvided('orderLink')),
    sceneOrder: lazyMachine<typeof sceneOrderMachine>(notProvided('sceneOrder')),
    tasking: lazyMachine<typeof taskingMachine>(notProvided('tasking')),
    imagery: lazyMachine<typeof imageryMachine>(notProvided('imagery')),
    account: lazyMachine<typeof accountMachine>(notProvided('account')),
    savedAois: lazyMachine<typeof savedAoisMachine>(notProvided('savedAois')),
    savedSearches: lazyMachine<typeof savedSearchesMachine>(notProvided('savedSearches')),
    exports: lazyMachine<typeof exportsMachine>(notProvided('exports')),
    sceneExport: lazyMachine<typeof sceneExportMachine>(notProvided('sceneExport')),
    imageryExport: lazyMachine<typeof imageryExportMachine>(notProvided('imageryExport')),
    saveSearch: lazyMachine<typeof saveSearchMachine>(notProvided('saveSearch')),
    sharedSearch: lazyMachine<typeof sharedSearchMachine>(notProvided('sharedSearch')),
    /** Fetches the code that a signed-in person needs. */
    openWorkspace: fromPromise<void>(notProvided('openWorkspace')),
    /** Fetches the code that a visitor of a shared search needs. */
    openShared: fromPromise<void>(notProvided('openShared')),
    /** GET /web/settings. */
    fetchSettings: fromPromise<Settings>(notProvided('fetchSettings')),
    /** GET /glu, when the browser holds a token; rejects when it holds none. */
    fetchUser: fromPromise<User>(notProvided('fetchUser')),
    /** The deletions that could still be undone, then GET /logout. */
    logOut: fromPromise<void, UnsentDeletions>(notProvided('logOut')),
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
    takeNotice: assign(({ context }, notice: NoticeRaised) =>
      withNotice(context, notice.tone, notice.message),
    ),
    dismissNotice: assign(({ context, event }) =>
      event.type === 'notice.dismissed'
        ? { notices: context.notices.filter((one) => one.id !== event.id) }
        : {},
    ),
    // a plea for an area ends with the area
    dropHint: assign(({ context, event }) =>
      event.type === 'aoi.changed' && event.aoi !== null
        ? { notices: context.notices.filter(({ message }) => !AREA_HINTS.includes(message.key ?? '')) }
        : {},
    ),
    // what was said to one user is not the next one's
    forgetNotices: assign({ notices: [] }),
    sayPasswordChanged: assign(({ context }) =>
      withNotice(context, 'success', { key: 'notice.passwordChanged' }),
    ),
    sayNotes: assign(({ context, event }) =>
      event.type === 'area.read'
        ? event.notes.reduce((message, note) => withNotice(message, 'info', note), {
            notices: context.notices,
            lastNotice: context.lastNotice,
          })
        : {},
    ),
    saySubmitted: assign(({ context }) => withNotice(context, 'success', { key: 'notice.submitSuccess' })),
    saySaved: assign(({ context }) => withNotice(context, 'success', { key: 'notice.saveSuccess' })),
  },
  guards: {
    isOrdered: (_, { receipt }: PricedFormOutput) => receipt !== null,
    isSubmitted: (_, params: { submitted: string | null }) => params.submitted !== null,
    isSaved: (_, params: { isSaved: boolean }) => params.isSaved,
    isShareLink: ({ context }) => context.opening.skey() !== null,
    bringsSearch: ({ context }) => context.brought !== null,
  },
  delays: {
    /** How long a lost connection waits before it is tried again. */
    PROBE_DELAY: 3000,
  },
});
