import { assign, fromPromise, setup } from 'xstate';
import type { User } from '../../../../contract/accounts.ts';
import type { Quote } from '../../../../contract/orders/quote.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { authMachine } from '../../auth/auth.machine.ts';
import { actorMachines, lazy, type ActorNames } from '../actors.ts';
import { formMachines, type FormName } from '../forms.ts';
import type { NoticeOutdated, NoticeRaised } from '../../shared/notice.ts';
import {
  keptDraftOf,
  keptOf,
  type PortalContext,
  type PortalEvent,
  type PortalInput,
  type UnsentDeletions,
} from './portal.context.ts';
import { withNotice } from './portal.notices.ts';
import { preferencesMachine } from '../../shared/preferences.machine.ts';
import type { sharedSearchMachine } from '../../saved/sharedSearch.machine.ts';
import { notProvided } from '../../shared/notProvided.ts';

/** The outcome of a form in its one field; null or false where it was closed. */
export type FormOutput = Readonly<Record<string, unknown>>;

/** The portal's actors, actions and guards; its states are in `portal.machine.ts` and `portal.signedIn.ts`. */
export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    children: {} as ActorNames & { [Form in FormName]: Form } & {
      preferences: 'preferences';
      auth: 'auth';
      sharedSearch: 'sharedSearch';
    },
  },
  actors: {
    preferences: preferencesMachine,
    auth: authMachine,
    ...actorMachines,
    ...formMachines,
    sharedSearch: lazy<typeof sharedSearchMachine>('sharedSearch'),
    /** Fetches the code that a signed-in person needs, and removes what another user left in this tab. */
    openWorkspace: fromPromise<void, { email: string }>(notProvided('openWorkspace')),
    /** Fetches the code that a visitor of a shared search needs. */
    openShared: fromPromise<void>(notProvided('openShared')),
    /** GET /web/settings. */
    fetchSettings: fromPromise<Settings>(notProvided('fetchSettings')),
    /** GET /glu with the stored token; rejects without a token. */
    fetchUser: fromPromise<User>(notProvided('fetchUser')),
    /** The deletions that could still be undone, then GET /logout; removes the user from this tab. */
    logOut: fromPromise<void, UnsentDeletions>(notProvided('logOut')),
  },
  actions: {
    /** Stores the token of the signed-in user for this tab (decision 15). */
    storeToken: (_, _params: { token: string | null }) => {},
    /** Forgets it. */
    dropToken: () => {},
    /** Ends the session in the other tabs. */
    reportPasswordChanged: () => {},
    noteEnded: assign(({ event }) => {
      if (event.type === 'session.expired') return { ended: { key: 'auth.ended' } };
      if (event.type !== 'session.ended') return {};
      return { ended: { key: `auth.ended_${event.how}` } };
    }),
    /** Opens the page of a quote in a new window. */
    openQuote: (_, _params: { quote: Quote }) => {},
    forgetUser: assign({
      user: null,
      form: null,
      named: null,
      unsent: { aois: [], searches: [], watches: [] },
      ordered: 'archive',
      exported: 'scene',
    }),
    noteUnsent: assign(({ context, event }) =>
      event.type === 'deletions.unsent' ? { unsent: { ...context.unsent, [event.of]: event.ids } } : {},
    ),
    addNotice: assign(({ context }, notice: NoticeRaised) => withNotice(context, notice)),
    dropOutdated: assign(({ context }, { topic }: NoticeOutdated) => ({
      notices: context.notices.filter((one) => one.topic !== topic),
    })),
    dismissNotice: assign(({ context, event }) =>
      event.type === 'notice.dismissed'
        ? { notices: context.notices.filter((one) => one.id !== event.id) }
        : {},
    ),
    // the next user must not see the notices of this one
    forgetNotices: assign({ notices: [] }),
    notifyPasswordChanged: assign(({ context }) =>
      withNotice(context, { topic: 'password', tone: 'success', message: { key: 'notice.passwordChanged' } }),
    ),
    notifyNotes: assign(({ context, event }) =>
      event.type === 'area.read'
        ? event.notes.reduce(
            (list, note, at) => withNotice(list, { topic: `file ${at}`, tone: 'info', message: note }),
            {
              notices: context.notices,
              lastNotice: context.lastNotice,
            },
          )
        : {},
    ),
    /** A reload opens the form again, with its draft (decision 156). */
    keepForm: ({ context }, request: PortalEvent) => {
      const kept = keptOf(context, 'form');
      if (JSON.stringify(kept.read()) === JSON.stringify(request)) return;
      kept.write(request);
      keptOf(context, 'draft').write(null);
    },
    forgetForm: ({ context }) => keptDraftOf(context).write(null),
    notifySubmitted: assign(({ context }) =>
      withNotice(context, { topic: 'form', tone: 'success', message: { key: 'notice.submitSuccess' } }),
    ),
    notifySaved: assign(({ context }) =>
      withNotice(context, { topic: 'form', tone: 'success', message: { key: 'notice.saveSuccess' } }),
    ),
  },
  guards: {
    isCompleted: (_, output: FormOutput) =>
      Object.values(output).some((value) => value !== null && value !== false),
    isShareLink: ({ context }) => context.opening.skey() !== null,
    importsSearch: ({ context }) => context.imported !== null,
  },
  delays: {
    /** How long a lost connection waits before it is tried again. */
    PROBE_DELAY: 3000,
  },
});
