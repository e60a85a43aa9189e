import { assign, sendTo } from 'xstate';
import { visitorInvokes } from './portal.invokes.ts';
import { portalSetup } from './portal.setup.ts';

/**
 * A visitor looks at a shared search (decision 9): the actors that show an area, results and a map, and nothing that
 * needs an account. They are the machines of the portal, so list and map exist once.
 */
export const sharedView = portalSetup.createStateConfig({
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
