import { assign, sendTo } from 'xstate';
import { settingsOf, userOf } from './portal.context.ts';
import { imageryExport, noForm, saveSearch, sceneExport, sceneOrder, tasking } from './portal.forms.ts';
import { quoteOf } from '../orders/quote.rules.ts';
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
    {
      id: 'map',
      src: 'map',
      input: ({ context }) => ({ view: context.opening.address().query['view'] ?? null }),
      onError: {},
    },
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
        clock: context.opening.now,
        address: context.opening.address(),
      }),
      onError: {},
    },
    { id: 'results', src: 'results', onError: {} },
    {
      id: 'searchCode',
      src: 'searchCode',
      input: ({ context }) => ({ serviceAddress: context.opening.serviceAddress }),
      onError: {},
    },
    { id: 'orders.archive', src: 'orders', input: { kind: 'archive' }, onError: {} },
    { id: 'orders.tasking', src: 'orders', input: { kind: 'tasking' }, onError: {} },
    {
      id: 'orderLink',
      src: 'orderLink',
      input: ({ context }) => ({ address: context.opening.address() }),
      onError: {},
    },
    {
      id: 'imagery',
      src: 'imagery',
      input: ({ context }) => ({ layers: context.opening.address().query['layers'] ?? null }),
      onError: {},
    },
    {
      id: 'account',
      src: 'account',
      input: ({ context }) => ({ puc: userOf(context).puc, now: context.opening.now }),
      onError: {},
    },
    { id: 'savedAois', src: 'savedAois', onError: {} },
    { id: 'savedSearches', src: 'savedSearches', onError: {} },
    {
      id: 'exports.scene',
      src: 'exports',
      input: ({ context }) => ({ kind: 'scene', now: context.opening.now }),
      onError: {},
    },
    {
      id: 'exports.imagery',
      src: 'exports',
      input: ({ context }) => ({ kind: 'imagery', now: context.opening.now }),
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
    // the area comes before it, by a fact of its own
    'search.recalled': {
      actions: [sendTo('search', ({ event }) => event), sendTo('results', ({ event }) => event)],
    },
    // whoever signs in from a shared search goes on with it (decision 9)
    'share.brought': {
      actions: [
        sendTo('aoi', ({ event }) => event.recall.area),
        sendTo('search', ({ event }) => event.recall.search),
        sendTo('results', ({ event }) => event.recall.search),
        'dropShareKey',
      ],
    },
    'panel.requested': {
      actions: sendTo('shell', ({ event }) => ({ type: 'panel.chosen', panel: event.panel })),
    },
    'orderKind.chosen': { actions: assign({ ordered: ({ event }) => event.kind }) },
    // decision 104: the panel opens on its list and its page, with this order unfolded
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
    'quotePage.requested': {
      actions: {
        type: 'openQuote',
        params: ({ context, event }) => ({
          quote: quoteOf(event.quote, userOf(context), settingsOf(context).appName, context.opening.now()),
        }),
      },
    },
    'aoi.saved': { actions: sendTo('savedAois', { type: 'list.outdated' }) },
    'credits.moved': { actions: sendTo('account', { type: 'credits.reloaded' }) },
    'deletions.unsent': { actions: 'noteUnsent' },
    'aoi.cleared': { actions: sendTo('aoi', ({ event }) => event) },
    'scenes.found': { actions: sendTo('results', ({ event }) => event) },
    'results.shown': {
      actions: [sendTo('search', ({ event }) => event), sendTo('map', ({ event }) => event)],
    },
    'scenes.boxed': { actions: sendTo('results', ({ event }) => event) },
    'results.left': { actions: sendTo('results', ({ event }) => event) },
    'results.returned': { actions: sendTo('results', ({ event }) => event) },
    'search.repeated': { actions: sendTo('search', ({ event }) => event) },
    'place.requested': { actions: sendTo('map', ({ event }) => event) },
    'aoiView.requested': { actions: sendTo('map', ({ event }) => event) },
    // the map's tools, and views of other subjects that need the map
    'draw.chosen': { actions: sendTo('map', ({ event }) => event) },
    'edit.chosen': { actions: sendTo('map', ({ event }) => event) },
    'measure.chosen': { actions: sendTo('map', ({ event }) => event) },
    'measures.cleared': { actions: sendTo('map', ({ event }) => event) },
    'sceneBox.chosen': { actions: sendTo('map', ({ event }) => event) },
    'mode.left': { actions: sendTo('map', ({ event }) => event) },
    'selector.toggled': { actions: sendTo('baseMap', ({ event }) => event) },
    // each side of the comparison chooses its own layer
    'compare.toggled': {
      actions: [sendTo('baseMap', { type: 'selector.closed' }), sendTo('map', ({ event }) => event)],
    },
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
      ],
    },
    'compare.opened': { actions: sendTo('shell', ({ event }) => event) },
    'compare.closed': { actions: sendTo('shell', ({ event }) => event) },
    'aoi.changed': {
      actions: [
        'dropHint',
        sendTo('shell', ({ event }) => event),
        sendTo('map', ({ event }) => event),
        sendTo('search', ({ event }) => event),
        sendTo('saveAoi', ({ event }) => event),
        sendTo('imagery', ({ event }) => event),
      ],
    },
    'panel.shown': {
      actions: [
        sendTo('results', ({ event }) => event),
        sendTo('orders.archive', ({ event }) => opened(event.panel === 'order')),
        sendTo('orders.tasking', ({ event }) => opened(event.panel === 'order')),
        sendTo('imagery', ({ event }) => opened(event.panel === 'imagery')),
        sendTo('account', ({ event }) => opened(event.panel === 'account')),
        sendTo('savedAois', ({ event }) => opened(event.panel === 'myaoi')),
        sendTo('savedSearches', ({ event }) => opened(event.panel === 'mysearch')),
        sendTo('exports.scene', ({ event }) => opened(event.panel === 'myexport')),
        // §2: the imagery tab appears only if the imagery_export API is enabled
        sendTo('exports.imagery', ({ context, event }) =>
          opened(event.panel === 'myexport' && settingsOf(context).apis.imagery_export),
        ),
      ],
    },
    // §4 Session: after the password is changed, the user is logged out; the server has ended every session
    'password.changed': { target: 'signedOut', actions: ['dropToken', 'sayPasswordChanged'] },
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
