import { assign, fromPromise, setup } from 'xstate';
import type { User } from '../../contract/accounts.ts';
import type { Settings } from '../../contract/settings.ts';
import type { accountMachine } from './account.machine.ts';
import type { aoiMachine } from './aoi.machine.ts';
import { authMachine } from './auth.machine.ts';
import type { baseMapMachine } from './baseMap.machine.ts';
import { late } from './late.ts';
import type { mapMachine } from './map.machine.ts';
import type { NoticeRaised } from './notice.ts';
import type { placesMachine } from './places.machine.ts';
import type { saveAoiMachine } from './saveAoi.machine.ts';
import type { ordersMachine } from './orders.machine.ts';
import type { PortalContext, PortalEvent, PortalInput } from './portal.context.ts';
import { withNotice } from './portal.notices.ts';
import { preferencesMachine } from './preferences.machine.ts';
import type { sceneOrderMachine } from './sceneOrder.machine.ts';
import type { searchMachine } from './search.machine.ts';
import type { shellMachine } from './shell.machine.ts';
import { unwired } from './unwired.ts';
import type { uploadMachine } from './upload.machine.ts';

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
      'orders.archive': 'orders';
      'orders.tasking': 'orders';
      sceneOrder: 'sceneOrder';
      account: 'account';
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
    orders: late<typeof ordersMachine>(unwired('orders')),
    sceneOrder: late<typeof sceneOrderMachine>(unwired('sceneOrder')),
    account: late<typeof accountMachine>(unwired('account')),
    /** Fetches the code that a signed-in person needs. */
    openWorkspace: fromPromise<void>(unwired('openWorkspace')),
    /** GET /web/settings. */
    fetchSettings: fromPromise<Settings>(unwired('fetchSettings')),
    /** GET /glu, when the browser holds a token; rejects when it holds none. */
    fetchUser: fromPromise<User>(unwired('fetchUser')),
    /** GET /logout. */
    logOut: fromPromise<void>(unwired('logOut')),
  },
  actions: {
    /** Keeps the token of the signed-in user for this tab (decision 15); wired. */
    keepToken: (_, _params: { token: string | null }) => {},
    /** Forgets it; wired. */
    dropToken: () => {},
    forgetUser: assign({ user: null, form: null }),
    takeNotice: assign(({ context }, notice: NoticeRaised) => withNotice(context, notice.tone, notice.said)),
    dismissNotice: assign(({ context, event }) =>
      event.type === 'notice.dismissed'
        ? { notices: context.notices.filter((one) => one.id !== event.id) }
        : {},
    ),
    // a plea for an area ends with the area
    dropPlea: assign(({ context, event }) =>
      event.type === 'aoi.changed' && event.aoi !== null
        ? { notices: context.notices.filter((one) => one.said.key !== 'errors.aoiMissing') }
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
    sayOrdered: assign(({ context }) => withNotice(context, 'success', { key: 'notice.submitSuccess' })),
  },
  guards: {
    isOrdered: (_, params: { ordered: string | null }) => params.ordered !== null,
  },
  delays: {
    /** How long a lost connection waits before it is tried again. */
    PROBE_DELAY: 3000,
  },
});
