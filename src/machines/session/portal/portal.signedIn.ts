import { assign, enqueueActions, sendTo } from 'xstate';
import { actorRows } from '../actors.ts';
import { keptRequest } from '../forms.ts';
import { settingsOf, userOf } from './portal.context.ts';
import { imageryExport, noForm, saveSearch, sceneExport, sceneOrder, tasking } from './portal.forms.ts';
import { quoteOf } from '../../orders/printedQuote.rules.ts';
import { workspaceInvokes } from './portal.invokes.ts';
import { portalSetup } from './portal.setup.ts';

/** A user is signed in: every actor of the workspace runs, and the portal forwards their events to each other. */
export const signedIn = portalSetup.createStateConfig({
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
        sendTo('newAcquisition', { type: 'acquisition.closed' }),
      ],
    },
    'condition.changed': { actions: sendTo('pageAddress', ({ event }) => event) },
    'search.started': { actions: sendTo('pageAddress', ({ event }) => event) },
    'condition.restored': {
      // the results first, because they apply the address when the search answers
      actions: [sendTo('results', ({ event }) => event), sendTo('search', ({ event }) => event)],
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
      ],
    },
    'panel.requested': {
      actions: sendTo('shell', ({ event }) => ({ type: 'panel.chosen', panel: event.panel })),
    },
    'newAcquisition.requested': {
      actions: [
        sendTo('newAcquisition', ({ event }) => event),
        sendTo('shell', { type: 'panel.chosen', panel: 'search' }),
      ],
    },
    'orderKind.chosen': { actions: assign({ ordered: ({ event }) => event.kind }) },
    'order.requested': { actions: sendTo('orderPage', ({ event }) => event) },
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
          quote: quoteOf(event.quote, userOf(context), settingsOf(context).appName, context.opening.now()),
        }),
      },
    },
    'aoi.named': {
      actions: [assign({ named: ({ event }) => event }), sendTo('saveAoi', ({ event }) => event)],
    },
    'aoi.saved': { actions: sendTo('savedAois', { type: 'list.outdated' }) },
    'credits.moved': { actions: sendTo('account', { type: 'credits.reloaded' }) },
    'deletions.unsent': { actions: 'noteUnsent' },
    'news.outdated': { actions: sendTo('news', ({ event }) => event) },
    'aoi.cleared': { actions: sendTo('aoi', ({ event }) => event) },
    'scenes.found': { actions: sendTo('results', ({ event }) => event) },
    'results.shown': {
      actions: [
        sendTo('pageAddress', ({ event }) => event),
        sendTo('map', ({ event }) => event),
        sendTo('look', ({ event }) => event),
      ],
    },
    'sceneComparison.requested': { actions: sendTo('look', ({ event }) => event) },
    'sceneFlip.requested': { actions: sendTo('look', ({ event }) => event) },
    'scenes.boxed': { actions: sendTo('results', ({ event }) => event) },
    'results.left': { actions: sendTo('results', ({ event }) => event) },
    'results.returned': { actions: sendTo('results', ({ event }) => event) },
    'search.repeated': { actions: sendTo('search', ({ event }) => event) },
    'place.requested': { actions: sendTo('map', ({ event }) => event) },
    'aoiView.requested': { actions: sendTo('map', ({ event }) => event) },
    // the map's tools, and views of other subjects that need the map
    'mapMode.requested': { actions: sendTo('map', ({ event }) => event.request) },
    'selector.toggled': { actions: sendTo('baseMap', ({ event }) => event) },
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
        sendTo('newAcquisition', { type: 'acquisition.closed' }),
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
        sendTo('pageAddress', ({ event }) => event),
      ],
    },
    'panel.shown': {
      actions: [
        sendTo('results', ({ event }) => event),
        sendTo('look', ({ event }) => event),
        sendTo('orderPage', ({ event }) => event),
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
