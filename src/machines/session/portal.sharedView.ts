import { assign, sendTo } from 'xstate';
import { settingsOf } from './portal.context.ts';
import { portalSetup } from './portal.setup.ts';

/** Visitors have the rights of no account. */
const VISITOR = 0;
const NO_APIS = { order_archive: false, order_tasking: false, imagery_export: false };

/**
 * A visitor looks at a shared search (decision 9): the actors that show an area, results and a map, and nothing that
 * needs an account. They are the same as in the portal, so that there is one list and one map.
 */
export const sharedView = portalSetup.createStateConfig({
  exit: 'forgetNotices',
  invoke: [
    {
      id: 'shell',
      src: 'shell',
      input: ({ context }) => ({
        utype: VISITOR,
        apis: NO_APIS,
        analyticsUrl: settingsOf(context).analyticsUrl,
        panel: 'search',
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
    { id: 'aoi', src: 'aoi', onError: {} },
    {
      id: 'search',
      src: 'search',
      input: ({ context }) => ({
        utype: VISITOR,
        satellites: settingsOf(context).satellites,
        now: context.opening.now(),
        // the key is what the address says
        address: null,
      }),
      onError: {},
    },
    { id: 'results', src: 'results', onError: {} },
    {
      id: 'sharedSearch',
      src: 'sharedSearch',
      input: ({ context }) => ({ skey: context.opening.skey() ?? '' }),
      onDone: {
        // a session that this tab has goes on; else the log-in comes first
        target: 'checkingSession',
        actions: assign({ brought: ({ event }) => event.output.brought }),
      },
      onError: 'unreachable',
    },
  ],
  on: {
    'aoi.recalled': { actions: sendTo('aoi', ({ event }) => event) },
    'search.recalled': {
      actions: [sendTo('search', ({ event }) => event), sendTo('results', ({ event }) => event)],
    },
    'results.shown': { actions: sendTo('search', ({ event }) => event) },
    'place.requested': { actions: sendTo('map', ({ event }) => event) },
    'aoi.changed': {
      actions: [sendTo('map', ({ event }) => event), sendTo('search', ({ event }) => event)],
    },
  },
});
