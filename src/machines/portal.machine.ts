import { assign, fromPromise, raise, sendTo, setup } from 'xstate';
import type { User } from '../../contract/accounts.ts';
import type { BaseMap } from '../../contract/limits.ts';
import type { Settings } from '../../contract/settings.ts';
import type { accountMachine } from './account.machine.ts';
import type { aoiMachine } from './aoi.machine.ts';
import { authMachine, type AuthPanel } from './auth.machine.ts';
import type { baseMapMachine } from './baseMap.machine.ts';
import { late } from './late.ts';
import type { mapMachine } from './map.machine.ts';
import type { Notice, NoticeRaised, NoticeText, NoticeTone } from './notice.ts';
import type { placesMachine } from './places.machine.ts';
import type { saveAoiMachine } from './saveAoi.machine.ts';
import type { ordersMachine } from './orders.machine.ts';
import { preferencesMachine, type Preferences } from './preferences.machine.ts';
import type { sceneOrderMachine, SceneOrderInput } from './sceneOrder.machine.ts';
import type { searchMachine } from './search.machine.ts';
import type { shellMachine } from './shell.machine.ts';
import type { FactUp, PanelName } from './street.ts';
import { unwired } from './unwired.ts';
import type { uploadMachine } from './upload.machine.ts';

/** What the page brings when it opens. */
export interface PortalInput {
  preferences: Preferences;
  /** §2: what the address's hash asks for, now. */
  authPanel: () => AuthPanel;
  /** Decision 33: the panel that the address names. */
  panel: PanelName;
  /** End of the lock of the code button that this browser has kept, ms since 1970 UTC; null for none. */
  codeLockedUntil: () => number | null;
  /** §2 Map defaults: what the local storage says under map_default. */
  baseMap: () => BaseMap;
  /** A new idempotency key (decision 7). */
  makeKey: () => string;
  now: () => Date;
}
interface PortalContext {
  opening: PortalInput;
  settings: Settings | null;
  user: User | null;
  notices: Notice[];
  lastNotice: number;
  /** What the open form was asked with. */
  form: SceneOrderInput | null;
}
export type PortalEvent =
  | FactUp
  | { type: 'notice.dismissed'; id: number }
  | { type: 'retry.requested' }
  | { type: 'logout.pressed' }
  | { type: 'session.expired' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' };

/** Toasts shown at once; the oldest go first. */
const NOTICES_MAX = 4;

function withNotice(
  context: Pick<PortalContext, 'notices' | 'lastNotice'>,
  tone: NoticeTone,
  said: NoticeText,
) {
  const id = context.lastNotice + 1;
  // the same words twice would only fill the screen
  const others = context.notices.filter((one) => JSON.stringify(one.said) !== JSON.stringify(said));
  return { lastNotice: id, notices: [...others, { id, tone, said }].slice(-NOTICES_MAX) };
}

function settingsOf(context: PortalContext): Settings {
  if (context.settings === null) throw new Error('no settings yet');
  return context.settings;
}

function userOf(context: PortalContext): User {
  if (context.user === null) throw new Error('nobody is signed in');
  return context.user;
}

const opened = (isOpen: boolean) => ({ type: isOpen ? 'panel.opened' : 'panel.closed' }) as const;

/**
 * The session, and the street between the actors: facts come up from a child and go down to whom they concern. It holds
 * the user, the settings and the notices.
 */
export const portalMachine = setup({
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
}).createMachine({
  id: 'portal',
  context: ({ input }) => ({
    opening: input,
    settings: null,
    user: null,
    notices: [],
    lastNotice: 0,
    form: null,
  }),
  invoke: {
    id: 'preferences',
    src: 'preferences',
    input: ({ context }) => context.opening.preferences,
    onError: {},
  },
  type: 'parallel',
  on: {
    'notice.raised': { actions: { type: 'takeNotice', params: ({ event }) => event } },
    'notice.dismissed': { actions: 'dismissNotice' },
  },
  states: {
    session: {
      initial: 'starting',
      states: {
        starting: {
          tags: 'busy',
          invoke: {
            id: 'fetchSettings',
            src: 'fetchSettings',
            onDone: { target: 'checkingSession', actions: assign({ settings: ({ event }) => event.output }) },
            onError: 'unreachable',
          },
        },
        // nothing can be shown truly without the settings; the connection's recovery starts again by itself
        unreachable: { on: { 'retry.requested': 'starting', 'connection.restored': 'starting' } },
        checkingSession: {
          tags: 'busy',
          invoke: {
            id: 'fetchUser',
            src: 'fetchUser',
            onDone: { target: 'opening', actions: assign({ user: ({ event }) => event.output }) },
            // §4 Session: on failure the login overlay is shown
            onError: 'signedOut',
          },
          // a token that the server does not know is of no more use
          on: { 'session.expired': { actions: 'dropToken' } },
        },
        signedOut: {
          entry: 'forgetUser',
          invoke: {
            id: 'auth',
            src: 'auth',
            input: ({ context }) => ({
              registrationAllowed: settingsOf(context).registrationAllowed,
              panel: context.opening.authPanel(),
              codeLockedUntil: context.opening.codeLockedUntil(),
              now: context.opening.now,
            }),
            onDone: {
              target: 'opening',
              actions: [
                assign({ user: ({ event }) => event.output.user }),
                { type: 'keepToken', params: ({ event }) => ({ token: event.output.user.token ?? null }) },
              ],
            },
            // panels that break at once would break again at once: the person decides when to try
            onError: 'unreachable',
          },
        },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'openWorkspace',
            src: 'openWorkspace',
            onDone: 'signedIn',
            // the token is kept: the next try goes on from here
            onError: 'unreachable',
          },
          on: { 'session.expired': { target: 'signedOut', actions: 'dropToken' } },
        },
        signedIn: {
          exit: 'forgetNotices',
          invoke: [
            {
              id: 'shell',
              src: 'shell',
              input: ({ context }) => ({
                utype: userOf(context).utype,
                apis: settingsOf(context).apis,
                analyticsUrl: settingsOf(context).analyticsUrl,
                // decision 13: the account page asks for a new password
                panel: userOf(context).newPasswordDue === true ? 'account' : context.opening.panel,
              }),
              onError: {},
            },
            { id: 'map', src: 'map', onError: {} },
            {
              id: 'baseMap',
              src: 'baseMap',
              input: ({ context }) => ({ kept: context.opening.baseMap() }),
              onError: {},
            },
            { id: 'upload', src: 'upload', onError: {} },
            { id: 'saveAoi', src: 'saveAoi', onError: {} },
            { id: 'places', src: 'places', onError: {} },
            { id: 'aoi', src: 'aoi', onError: {} },
            {
              id: 'search',
              src: 'search',
              input: ({ context }) => ({
                utype: userOf(context).utype,
                satellites: settingsOf(context).satellites,
                now: context.opening.now(),
              }),
              onError: {},
            },
            { id: 'orders.archive', src: 'orders', input: { kind: 'archive' }, onError: {} },
            { id: 'orders.tasking', src: 'orders', input: { kind: 'tasking' }, onError: {} },
            {
              id: 'account',
              src: 'account',
              input: ({ context }) => ({ puc: userOf(context).puc, now: context.opening.now }),
              onError: {},
            },
          ],
          on: {
            // §4 Session: a 401 response logs the user out
            'session.expired': { target: 'signedOut', actions: 'dropToken' },
            'logout.pressed': 'leaving',
            'aoi.drawn': { actions: sendTo('aoi', ({ event }) => event) },
            'area.read': { actions: ['sayNotes', sendTo('aoi', ({ event }) => event)] },
            'aoi.recalled': { actions: sendTo('aoi', ({ event }) => event) },
            'place.requested': { actions: sendTo('map', ({ event }) => event) },
            'compare.opened': { actions: sendTo('shell', ({ event }) => event) },
            'compare.closed': { actions: sendTo('shell', ({ event }) => event) },
            'aoi.changed': {
              actions: [
                'dropPlea',
                sendTo('map', ({ event }) => event),
                sendTo('search', ({ event }) => event),
                sendTo('saveAoi', ({ event }) => event),
              ],
            },
            'panel.shown': {
              actions: [
                sendTo('search', ({ event }) => event),
                sendTo('orders.archive', ({ event }) => opened(event.panel === 'order')),
                sendTo('orders.tasking', ({ event }) => opened(event.panel === 'order')),
                sendTo('account', ({ event }) => opened(event.panel === 'account')),
              ],
            },
            // §4 Session: after the password is changed, the user is logged out; the server has ended every session
            'password.changed': { target: 'signedOut', actions: ['dropToken', 'sayPasswordChanged'] },
          },
          initial: 'noForm',
          states: {
            noForm: {
              on: {
                'sceneOrder.wanted': {
                  target: 'sceneOrder',
                  actions: assign({
                    form: ({ context, event }) => ({
                      scenes: event.scenes,
                      aoi: event.aoi,
                      utype: userOf(context).utype,
                      termsUrl: settingsOf(context).termsUrl,
                      makeKey: context.opening.makeKey,
                    }),
                  }),
                },
              },
            },
            sceneOrder: {
              exit: assign({ form: null }),
              invoke: {
                id: 'sceneOrder',
                src: 'sceneOrder',
                input: ({ context }) => {
                  if (context.form === null) throw new Error('no form asked for');
                  return context.form;
                },
                onDone: [
                  {
                    guard: { type: 'isOrdered', params: ({ event }) => event.output },
                    target: 'noForm',
                    actions: [
                      'sayOrdered',
                      sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
                      sendTo('orders.archive', { type: 'list.outdated' }),
                      sendTo('search', { type: 'scenes.ordered' }),
                    ],
                  },
                  { target: 'noForm' },
                ],
                onError: 'noForm',
              },
            },
          },
        },
        leaving: {
          tags: 'busy',
          invoke: {
            id: 'logOut',
            src: 'logOut',
            // whether or not the server heard of it, this browser has forgotten the token
            onDone: { target: 'signedOut', actions: 'dropToken' },
            onError: { target: 'signedOut', actions: 'dropToken' },
          },
        },
      },
    },
    // what the badge in the bar shows (decision 23)
    connection: {
      initial: 'online',
      on: { 'connection.restored': '.online' },
      states: {
        online: { on: { 'connection.lost': 'offline' } },
        offline: { tags: 'offline', after: { PROBE_DELAY: 'probing' } },
        probing: {
          tags: 'offline',
          invoke: {
            id: 'probe',
            src: 'fetchSettings',
            onDone: { target: 'online', actions: raise({ type: 'connection.restored' }) },
            onError: 'offline',
          },
        },
      },
    },
  },
});
