import { assign, raise } from 'xstate';
import { shareImported, settingsOf, userOf } from './portal.context.ts';
import { portalSetup } from './portal.setup.ts';
import { sharedView } from './portal.sharedView.ts';
import { signedIn } from './portal.signedIn.ts';

export type { PortalEvent, PortalInput } from './portal.context.ts';

/**
 * The session and the events between actors: a child notifies the portal, which forwards the fact to others. It holds
 * the user, the settings and the notices.
 */
export const portalMachine = portalSetup.createMachine({
  id: 'portal',
  context: ({ input }) => ({
    opening: input,
    settings: null,
    user: null,
    notices: [],
    lastNotice: 0,
    form: null,
    unsent: { aois: [], searches: [], watches: [] },
    named: null,
    imported: null,
    ended: null,
    ordered: 'archive',
    exported: 'scene',
  }),
  invoke: {
    id: 'preferences',
    src: 'preferences',
    input: ({ context }) => context.opening.preferences,
    onError: {},
  },
  type: 'parallel',
  on: {
    'notice.raised': { actions: { type: 'addNotice', params: ({ event }) => event } },
    'notice.outdated': { actions: { type: 'dropOutdated', params: ({ event }) => event } },
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
            onDone: [
              {
                guard: 'isShareLink',
                target: 'openingShared',
                actions: assign({ settings: ({ event }) => event.output }),
              },
              { target: 'checkingSession', actions: assign({ settings: ({ event }) => event.output }) },
            ],
            onError: 'unreachable',
          },
        },
        openingShared: {
          tags: 'busy',
          invoke: { id: 'openShared', src: 'openShared', onDone: 'sharedView', onError: 'unreachable' },
        },
        sharedView,
        // nothing can be shown without the settings; the portal starts again once the connection is back
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
          // the server does not know this token
          on: { 'session.expired': { actions: ['dropToken', 'noteEnded'] } },
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
              ended: context.ended,
              now: context.opening.now,
            }),
            onDone: {
              target: 'opening',
              actions: [
                assign({ user: ({ event }) => event.output.user, ended: null }),
                { type: 'storeToken', params: ({ event }) => ({ token: event.output.user.token ?? null }) },
              ],
            },
            // panels that break at once would break again at once: the person decides when to try
            onError: 'unreachable',
          },
          // another tab was busy when asked, and passes the session only now
          on: { 'session.passed': 'checkingSession' },
        },
        opening: {
          tags: 'busy',
          invoke: {
            id: 'openWorkspace',
            src: 'openWorkspace',
            input: ({ context }) => ({ email: userOf(context).email }),
            onDone: [
              {
                guard: 'importsSearch',
                target: 'signedIn',
                actions: [
                  // after the page address was restored, which does not contain the shared search
                  raise(({ context }) => shareImported(context), { delay: 0 }),
                  assign({ imported: null }),
                ],
              },
              { target: 'signedIn' },
            ],
            // the token stays stored for the next try
            onError: 'unreachable',
          },
          on: {
            'session.expired': { target: 'signedOut', actions: ['dropToken', 'noteEnded'] },
            'session.ended': { target: 'signedOut', actions: ['dropToken', 'noteEnded'] },
          },
        },
        signedIn,
        leaving: {
          tags: 'busy',
          invoke: {
            id: 'logOut',
            src: 'logOut',
            input: ({ context }) => context.unsent,
            // whether or not the server heard of it, this browser has forgotten the token
            onDone: { target: 'signedOut', actions: 'dropToken' },
            onError: { target: 'signedOut', actions: 'dropToken' },
          },
        },
      },
    },
    // for the badge in the bar (decision 23)
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
