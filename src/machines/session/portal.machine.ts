import {
  assign,
  type DoneActorEvent,
  enqueueActions,
  fromPromise,
  raise,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import type { User } from '../../../contract/accounts.ts';
import type { Quote } from '../../../contract/orders/quote.ts';
import type { Settings } from '../../../contract/settings.ts';
import { authMachine } from '../auth/auth.machine.ts';
import type { OrderKind } from '../orders/orders.events.ts';
import type { PricedFormOutput } from '../orders/pricedForm.rules.ts';
import { quoteOf } from '../orders/printedQuote.rules.ts';
import { hasExtensions } from '../../../contract/calls/extensionNames.ts';
import type { SaveSearchOutput } from '../saved/saveSearch.machine.ts';
import type { sharedSearchMachine } from '../saved/sharedSearch.machine.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeOutdated, NoticeRaised } from '../shared/notice.ts';
import { preferencesMachine } from '../shared/preferences.machine.ts';
import { actorMachines, type ActorNames, actorRows, lazy } from './actors.ts';
import { formInput, formMachines, type FormName, formRows, keptRequest } from './forms.ts';
import { retryFailed } from './healing.ts';
import {
  keptDraftOf,
  keptOf,
  type PortalContext,
  type PortalEvent,
  type PortalInput,
  settingsOf,
  shareImported,
  type UnsentDeletions,
  userOf,
  withNotice,
} from './portal.context.ts';

/** The output of the form whose end an action follows. */
const outputOf = <Output>(event: { type: string }) => (event as DoneActorEvent<Output>).output;

/** The outcome of a form in its one field; null or false where it was closed. */
type FormOutput = Readonly<Record<string, unknown>>;

const portalSetup = setup({
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
    dropToken: () => {},
    /** Ends the session in the other tabs. */
    reportPasswordChanged: () => {},
    noteEnded: assign(({ event }) => {
      if (event.type === 'session.expired') return { ended: { key: 'auth.ended' } };
      if (event.type !== 'session.ended') return {};
      return { ended: { key: `auth.ended_${event.how}` } };
    }),
    /** What could not be loaded without the connection is tried again. */
    healPanels: ({ self }) => {
      const { children } = self.getSnapshot();
      for (const child of Object.values(children)) if (child !== undefined) retryFailed(child);
    },
    /** Opens the page of a quote in a new window. */
    openQuote: (_, _params: { quote: Quote }) => {},
    forgetUser: assign({
      user: null,
      isReturning: false,
      form: null,
      named: null,
      unsent: { aois: [], searches: [], watches: [] },
      ordered: 'archive',
      exported: 'scene',
    }),
    addNotice: assign(({ context }, notice: NoticeRaised) => withNotice(context, notice)),
    dropOutdated: assign(({ context }, { topic }: NoticeOutdated) => ({
      notices: context.notices.filter((one) => one.topic !== topic),
    })),
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
    isUserKnown: ({ context }) => context.user !== null,
    isShareLink: ({ context }) => context.opening.skey() !== null,
    importsSearch: ({ context }) => context.imported !== null,
  },
  delays: {
    /** How long a lost connection waits before it is tried again. */
    PROBE_DELAY: 3000,
  },
});

type StateConfig = Parameters<typeof portalSetup.createStateConfig>[0];
type Invoke = Extract<NonNullable<StateConfig['invoke']>, readonly unknown[]>[number];
type ActorRow = (typeof actorRows)[number];

const invokeOf = ({ id, name }: ActorRow, input: ActorRow['input']): Invoke =>
  ({
    id,
    src: name,
    ...(input && { input: ({ context }: { context: PortalContext }) => input(context) }),
    // the other actors go on without one that breaks
    onError: {},
  }) as Invoke;

/** The actors of the workspace. */
const workspaceInvokes = actorRows.map((row) => invokeOf(row, row.input));

/** The actors of the page of a shared search, with the rights of a visitor. */
const visitorInvokes = actorRows.flatMap((row) =>
  row.visitors === undefined ? [] : [invokeOf(row, row.visitors.input)],
);

const requests = Object.fromEntries(
  formRows.map(({ name, request }) => [
    request,
    {
      target: name,
      actions: [
        { type: 'keepForm', params: ({ event }: { event: PortalEvent }) => event },
        portalSetup.assign(({ event }) => ({ form: { of: name, request: event } })),
      ],
    },
  ]),
) as NonNullable<StateConfig['on']>;

/** No form is open, and each can be requested. */
const noForm = portalSetup.createStateConfig({ entry: assign({ form: null }), on: requests });

/** An open form; `completed` runs when the form was submitted, not when it was closed. */
const formState = (name: FormName, completed: StateConfig['entry']) =>
  portalSetup.createStateConfig({
    entry: sendTo('submits', { type: 'form.opened', form: name }),
    exit: sendTo('submits', { type: 'form.left' }),
    invoke: {
      id: name,
      src: name,
      input: ({ context }: { context: PortalContext }): unknown => formInput(context),
      onDone: [
        {
          guard: {
            type: 'isCompleted',
            params: ({ event }: { event: DoneActorEvent<FormOutput> }) => event.output,
          },
          target: 'noForm',
          actions: ['forgetForm', completed].flat() as StateConfig['entry'],
        },
        { target: 'noForm', actions: 'forgetForm' },
      ],
      onError: { target: 'noForm', actions: 'forgetForm' },
    } as NonNullable<StateConfig['invoke']>,
  });

/**
 * After a lost reply the user can request the page of the order. Otherwise the list with the new order replaces the
 * page of the repeated one.
 */
const showOrdered = portalSetup.sendTo('orderPage', ({ event }) => {
  const { receipt, isOrderShown } = outputOf<PricedFormOutput>(event);
  return isOrderShown && receipt?.orderNum
    ? ({ type: 'order.requested', order: { orderNum: receipt.orderNum } } as const)
    : ({ type: 'order.left' } as const);
});

const sceneOrder = formState('sceneOrder', [
  assign({ ordered: 'archive' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
  showOrdered,
  sendTo('orders.archive', { type: 'list.outdated' }),
  sendTo('results', { type: 'scenes.ordered' }),
]);

// §4: on success the dialog closes and the list of tasking orders is updated
const tasking = formState('tasking', [
  assign({ ordered: 'tasking' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
  showOrdered,
  sendTo('orders.tasking', { type: 'list.outdated' }),
]);

// the panel shows the progress, and the finished export is downloaded (decision 10)
const sceneExport = formState('sceneExport', [
  assign({ exported: 'scene' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
  sendTo('exports.scene', ({ event }) => ({
    type: 'task.awaited',
    key: outputOf<{ submitted: string }>(event).submitted,
  })),
]);

// §4: an imagery export updates the list of its tasks and has used credits (decision 26)
const imageryExport = formState('imageryExport', [
  assign({ exported: 'imagery' }),
  'notifySubmitted',
  sendTo('shell', { type: 'panel.chosen', panel: 'myexport' }),
  sendTo('exports.imagery', { type: 'list.outdated' }),
  sendTo('account', { type: 'credits.reloaded' }),
]);

const saveSearch = formState('saveSearch', [
  'notifySaved',
  sendTo('savedSearches', { type: 'list.outdated' }),
  enqueueActions(({ event, enqueue }) => {
    const { watched } = outputOf<SaveSearchOutput>(event);
    if (watched === null) return;
    const { searchId, name } = watched;
    enqueue.sendTo('watches', {
      type: 'watchForm.requested',
      form: { source: { searchId }, name, watch: null },
    });
  }),
]);

/**
 * A visitor looks at a shared search (decision 9): the actors that show an area, results and a map, and nothing that
 * needs an account. They are the machines of the portal, so list and map exist once.
 */
const sharedView = portalSetup.createStateConfig({
  exit: 'forgetNotices',
  invoke: [
    ...visitorInvokes,
    {
      id: 'sharedSearch',
      src: 'sharedSearch',
      input: ({ context }) => ({ skey: context.opening.skey() ?? '' }),
      onDone: {
        // with a session in this tab the portal opens, otherwise the log-in
        target: 'checkingSession',
        actions: assign({ imported: ({ event }) => event.output.imported }),
      },
      onError: 'unreachable',
    },
  ],
  on: {
    'aoi.recalled': { actions: sendTo('aoi', ({ event }) => event) },
    'search.recalled': {
      actions: [sendTo('search', ({ event }) => event), sendTo('results', ({ event }) => event)],
    },
    'sceneFlip.requested': { actions: sendTo('look', ({ event }) => event) },
    'place.requested': { actions: sendTo('map', ({ event }) => event) },
    'aoi.changed': {
      actions: [sendTo('map', ({ event }) => event), sendTo('search', ({ event }) => event)],
    },
  },
});

/** A user is signed in: every actor of the workspace runs, and the portal forwards their events to each other. */
const signedIn = portalSetup.createStateConfig({
  entry: enqueueActions(({ context, enqueue }) => {
    const request = keptRequest(context);
    if (request !== null) enqueue.raise(request);
  }),
  exit: 'forgetNotices',
  invoke: workspaceInvokes,
  on: {
    // §4 Session: a 401 response logs the user out
    'session.expired': { target: 'signedOut', actions: ['dropToken', 'noteEnded'] },
    'session.ended': { target: 'signedOut', actions: ['dropToken', 'noteEnded'] },
    'logout.pressed': 'leaving',
    'aoi.drawn': { actions: sendTo('aoi', ({ event }) => event) },
    'area.read': { actions: ['notifyNotes', sendTo('aoi', ({ event }) => event)] },
    'aoi.recalled': { actions: sendTo('aoi', ({ event }) => event) },
    // `aoi.recalled` with the area has come before
    'search.recalled': {
      actions: [
        sendTo('search', ({ event }) => event),
        sendTo('pageAddress', ({ event }) => event),
        sendTo('results', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
        sendTo('newAcquisition', { type: 'acquisition.closed' }),
      ],
    },
    'condition.changed': {
      actions: [
        sendTo('pageAddress', ({ event }) => event),
        sendTo('coverage', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
        sendTo('waysOn', ({ event }) => event),
      ],
    },
    'search.started': {
      actions: [
        sendTo('pageAddress', ({ event }) => event),
        sendTo('coverage', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
      ],
    },
    'condition.restored': {
      // the results first, because they apply the address when the search answers
      actions: [
        sendTo('results', ({ event }) => event),
        sendTo('search', ({ event }) => event),
        sendTo('coverage', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
      ],
    },
    'addressFields.changed': { actions: sendTo('pageAddress', ({ event }) => event) },
    'address.changed': {
      actions: enqueueActions(({ event, enqueue }) => {
        for (const { id, readsAddress } of actorRows) if (readsAddress) enqueue.sendTo(id, event);
      }),
    },
    // a visitor of a shared search continues with it after the log-in (decision 9)
    'share.imported': {
      actions: [
        // the previous entry must not open the shared page again
        sendTo('pageAddress', { type: 'addressFields.changed', fields: { skey: null } }),
        sendTo('aoi', ({ event }) => event.recall.area),
        sendTo('search', ({ event }) => event.recall.search),
        sendTo('pageAddress', ({ event }) => event.recall.search),
        sendTo('results', ({ event }) => event.recall.search),
        sendTo('calendar', ({ event }) => event.recall.search),
      ],
    },
    'panel.requested': {
      actions: sendTo('shell', ({ event }) => ({ type: 'panel.chosen', panel: event.panel })),
    },
    'newAcquisition.requested': { actions: sendTo('newAcquisition', ({ event }) => event) },
    'orderKind.chosen': { actions: assign({ ordered: ({ event }) => event.kind }) },
    'order.requested': {
      actions: [sendTo('orderPage', ({ event }) => event), sendTo('sheet', { type: 'order.requested' })],
    },
    'orderImage.requested': {
      actions: [
        // first the panel, whose entry of the history then has the image
        sendTo('shell', { type: 'panel.chosen', panel: 'imagery' }),
        sendTo('delivered', ({ event }) => event),
      ],
    },
    'sceneImage.requested': {
      actions: [
        sendTo('shell', { type: 'panel.chosen', panel: 'imagery' }),
        sendTo('delivered', ({ event }) => event),
      ],
    },
    // the panel opens on its page, and behind it the list that contains it
    'order.linked': {
      actions: [
        assign({ ordered: ({ event }) => event.kind }),
        sendTo(
          ({ event }) => `orders.${event.kind}`,
          ({ event: { orderNum, page } }) => ({ type: 'order.sought', orderNum, page }),
        ),
        sendTo('shell', { type: 'panel.chosen', panel: 'order' }),
      ],
    },
    'submit.found': {
      actions: enqueueActions(({ event: { kind }, enqueue }) => {
        enqueue.sendTo(kind === 'imageryExport' ? 'exports.imagery' : `orders.${kind}`, {
          type: 'list.outdated',
        });
        if (kind === 'imageryExport') enqueue.sendTo('account', { type: 'credits.reloaded' });
      }),
    },
    'quotePage.requested': {
      actions: {
        type: 'openQuote',
        params: ({ context, event }) => ({
          quote: quoteOf(
            event.quote,
            userOf(context),
            settingsOf(context).appName,
            context.opening.now(),
            hasExtensions(settingsOf(context), 'saveQuote'),
          ),
        }),
      },
    },
    'aoi.named': {
      actions: [
        assign({ named: ({ event }) => event }),
        sendTo('saveAoi', ({ event }) => event),
        // after a reload the form is open before the place is found
        enqueueActions(({ context, event, enqueue }) => {
          const input = formInput(context);
          if (input?.aoi.wkt === event.wkt)
            enqueue.sendTo(context.form!.of, { type: 'name.offered', name: input.name });
        }),
      ],
    },
    'aoi.saved': { actions: sendTo('savedAois', { type: 'list.outdated' }) },
    'credits.moved': { actions: sendTo('account', { type: 'credits.reloaded' }) },
    'deletions.unsent': {
      actions: assign(({ context, event }) => ({ unsent: { ...context.unsent, [event.of]: event.ids } })),
    },
    'news.outdated': { actions: sendTo('news', ({ event }) => event) },
    'aoi.cleared': { actions: sendTo('aoi', ({ event }) => event) },
    'scenes.found': {
      actions: [sendTo('results', ({ event }) => event), sendTo('waysOn', ({ event }) => event)],
    },
    'results.shown': {
      actions: [
        sendTo('pageAddress', ({ event }) => event),
        sendTo('map', ({ event }) => event),
        sendTo('look', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
        sendTo('sheet', ({ event }) => event),
      ],
    },
    'sceneComparison.requested': { actions: sendTo('look', ({ event }) => event) },
    'sceneFlip.requested': { actions: sendTo('look', ({ event }) => event) },
    'scenes.boxed': { actions: sendTo('results', ({ event }) => event) },
    'results.left': { actions: sendTo('results', ({ event }) => event) },
    'results.returned': { actions: sendTo('results', ({ event }) => event) },
    'search.repeated': { actions: sendTo('search', ({ event }) => event) },
    'search.asked': {
      actions: [
        sendTo('search', ({ event: { patch } }) => ({ type: 'draft.changed', patch })),
        sendTo('search', { type: 'search.requested' }),
      ],
    },
    'place.started': { actions: sendTo('startCard', ({ event }) => event) },
    'place.requested': {
      actions: [sendTo('map', ({ event }) => event), sendTo('sheet', { type: 'place.requested' })],
    },
    'aoiView.requested': { actions: sendTo('map', ({ event }) => event) },
    // the map's tools, and views of other subjects that need the map
    'mapMode.requested': { actions: sendTo('map', ({ event }) => event.request) },
    'selector.toggled': { actions: sendTo('baseMap', ({ event }) => event) },
    'coverage.toggled': { actions: sendTo('coverage', ({ event }) => event) },
    // each side of the comparison chooses its own layer
    'compare.toggled': {
      actions: [sendTo('baseMap', { type: 'selector.closed' }), sendTo('map', ({ event }) => event)],
    },
    'sides.offered': { actions: sendTo('map', ({ event }) => event) },
    // a dialog over the map ends the mode that is on
    'upload.opened': {
      actions: [sendTo('map', { type: 'mode.left' }), sendTo('upload', ({ event }) => event)],
    },
    'files.given': {
      actions: [sendTo('map', { type: 'mode.left' }), sendTo('upload', ({ event }) => event)],
    },
    'coordinates.opened': {
      actions: [sendTo('map', { type: 'mode.left' }), sendTo('aoi', ({ event }) => event)],
    },
    'saving.opened': {
      actions: [sendTo('map', { type: 'mode.left' }), sendTo('saveAoi', ({ event }) => event)],
    },
    'searchForm.requested': {
      actions: [
        sendTo('shell', { type: 'panel.chosen', panel: 'search' }),
        sendTo('results', { type: 'results.left' }),
        sendTo('search', { type: 'outcome.left' }),
        sendTo('newAcquisition', { type: 'acquisition.closed' }),
        sendTo('sheet', ({ event }) => event),
      ],
    },
    'compare.opened': { actions: sendTo('shell', ({ event }) => event) },
    'compare.closed': { actions: sendTo('shell', ({ event }) => event) },
    'aoi.changed': {
      actions: [
        sendTo('shell', ({ event }) => event),
        sendTo('map', ({ event }) => event),
        sendTo('search', ({ event }) => event),
        sendTo('saveAoi', ({ event }) => event),
        sendTo('aoiPlace', ({ event }) => event),
        sendTo('imagery', ({ event }) => event),
        sendTo('newAcquisition', ({ event }) => event),
        sendTo('waysOn', ({ event }) => event),
        sendTo('calendar', ({ event }) => event),
        sendTo('pageAddress', ({ event }) => event),
        sendTo('startCard', ({ event }) => event),
        sendTo('sheet', { type: 'aoi.changed' }),
      ],
    },
    'panel.shown': {
      actions: [
        sendTo('results', ({ event }) => event),
        sendTo('look', ({ event }) => event),
        sendTo('orderPage', ({ event }) => event),
        sendTo('sheet', ({ event }) => event),
        enqueueActions(({ context, event, enqueue }) => {
          for (const { id, panel, isOffered } of actorRows)
            if (panel !== undefined) {
              const isOpen = event.panel === panel && isOffered?.(context) !== false;
              enqueue.sendTo(id, { type: isOpen ? 'panel.opened' : 'panel.closed' });
            }
        }),
      ],
    },
    // §4 Session: after the password is changed, the user is logged out; the server has ended every session
    'password.changed': {
      target: 'signedOut',
      actions: ['reportPasswordChanged', 'dropToken', 'notifyPasswordChanged'],
    },
  },
  initial: 'noForm',
  states: {
    noForm,
    sceneOrder,
    tasking,
    sceneExport,
    imageryExport,
    saveSearch,
  },
});

/**
 * The settings and the user, asked at the same time: a reload waits for one reply instead of two. The page of a shared search
 * has no user.
 */
const starting = portalSetup.createStateConfig({
  type: 'parallel',
  // the server does not know this token
  on: { 'session.expired': { actions: ['dropToken', 'noteEnded'] } },
  states: {
    settings: {
      initial: 'asked',
      states: {
        asked: {
          tags: 'busy',
          invoke: {
            id: 'fetchSettings',
            src: 'fetchSettings',
            onDone: [
              {
                guard: 'isShareLink',
                target: '#portal.session.openingShared',
                actions: assign({ settings: ({ event }) => event.output }),
              },
              { target: 'known', actions: assign({ settings: ({ event }) => event.output }) },
            ],
            onError: '#portal.session.unreachable',
          },
        },
        known: { type: 'final' },
      },
    },
    user: {
      initial: 'unasked',
      states: {
        unasked: { always: [{ guard: 'isShareLink', target: 'none' }, { target: 'asked' }] },
        asked: {
          tags: 'busy',
          invoke: {
            id: 'fetchUser',
            src: 'fetchUser',
            onDone: { target: 'known', actions: assign({ user: ({ event }) => event.output }) },
            // §4 Session: on failure the login overlay is shown
            onError: { target: 'none', actions: assign({ user: null }) },
          },
        },
        known: { type: 'final' },
        none: { type: 'final' },
      },
    },
  },
  onDone: [{ guard: 'isUserKnown', target: 'opening' }, { target: 'signedOut' }],
});

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
    isReturning: input.hasToken(),
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
    'notice.dismissed': {
      actions: assign(({ context, event }) => ({
        notices: context.notices.filter((one) => one.id !== event.id),
      })),
    },
  },
  states: {
    session: {
      initial: 'starting',
      states: {
        starting,
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
      on: { 'connection.restored': { target: '.online', actions: 'healPanels' } },
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

type Portal = SnapshotFrom<typeof portalMachine>;

export const isOffline = (portal: Portal): boolean => portal.hasTag('offline');
/** Decision 1: the shown name of the product. */
export const appName = (portal: Portal): string => portal.context.settings?.appName ?? '';
/** The list that the order panel shows. */
export const shownOrderKind = (portal: Portal): OrderKind => portal.context.ordered;
/** The signed-in user; null without one. */
export const signedInUser = (portal: Portal): User | null => portal.context.user;
/** Decision 13: whether the account page asks for a new password. */
export const isNewPasswordDue = (portal: Portal): boolean => portal.context.user?.newPasswordDue === true;
/** A share link is loading, or the session of this tab: neither the log-in nor the portal is shown. */
export const isPageOpening = (portal: Portal): boolean =>
  portal.matches({ session: 'openingShared' }) ||
  (portal.matches({ session: 'starting' }) && portal.context.opening.skey() !== null) ||
  (portal.context.isReturning && portal.hasTag('busy') && !portal.matches({ session: 'leaving' }));
