import { assign, sendTo } from 'xstate';
import { settingsOf, userOf } from './portal.context.ts';
import { portalSetup } from './portal.setup.ts';

const opened = (isOpen: boolean) => ({ type: isOpen ? 'panel.opened' : 'panel.closed' }) as const;

/** Somebody is signed in: every actor of the workspace runs, and what one of them tells goes on to those it concerns. */
export const signedIn = portalSetup.createStateConfig({
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
});
