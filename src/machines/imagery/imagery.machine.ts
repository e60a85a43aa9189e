import { assign } from 'xstate';
import { messageOrFallback } from '../shared/failure.ts';
import { readLayers } from './imagery.rules.ts';
import { imagerySetup } from './imagery.setup.ts';

export type { ImageryEvent, ImageryInput } from './imagery.setup.ts';

/** A press that needs no call: what is shown is hidden, and where nothing is, that is said (§8). */
const WITHOUT_CALL = [
  { guard: 'isVectorShown', actions: 'hideVector' },
  { guard: 'hasNoVector', actions: 'sayNoVector' },
] as const;

/** The imagery layers (§2 Imagery panel): which the user may see, and which lie on the map, in which order and how opaque. */
export const imageryMachine = imagerySetup.createMachine({
  id: 'imagery',
  context: ({ input }) => ({
    layers: [],
    tiles: '',
    wanted: readLayers(input.layers),
    failed: [],
    tries: {},
    vectors: [],
    due: [],
    refusal: null,
    aoi: null,
  }),
  type: 'parallel',
  on: {
    'layer.toggled': { guard: 'isListed', actions: ['toggle', 'notifyLayers'] },
    'layer.moved': { guard: 'isMove', actions: ['move', 'notifyLayers'] },
    'opacity.chosen': { guard: 'isListed', actions: ['setOpacity', 'notifyLayers'] },
    'layer.sought': { guard: 'hasPlace', actions: 'tellPlace' },
    'tiles.retried': { guard: 'hasFailed', actions: 'tryAgain' },
    'aoi.changed': { actions: 'takeAoi' },
    'export.requested': [{ guard: 'canExport', actions: 'tellExport' }, { actions: 'sayNotExported' }],
    'address.changed': { actions: 'takeAddress' },
  },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'fetchLayers',
            src: 'fetchLayers',
            onDone: {
              target: 'loaded',
              actions: [{ type: 'takeLayers', params: ({ event }) => event.output }, 'notifyLayers'],
            },
            onError: {
              target: 'failed',
              actions: assign({
                refusal: ({ event }) => messageOrFallback(event.error, 'errors.listNotLoaded'),
              }),
            },
          },
        },
        loaded: {
          on: {
            'panel.opened': 'refreshing',
            // a tile that is refused may mean that the layer was taken away, or that the session is over: the list tells
            'tiles.failed': { guard: 'isFailure', target: 'refreshing', actions: 'noteFailed' },
          },
        },
        // the list stays as it is meanwhile: no flicker
        refreshing: {
          invoke: {
            id: 'refreshLayers',
            src: 'fetchLayers',
            onDone: [
              {
                guard: { type: 'losesShown', params: ({ event }) => event.output },
                target: 'loaded',
                actions: [
                  { type: 'sayGone', params: ({ event }) => event.output },
                  { type: 'takeLayers', params: ({ event }) => event.output },
                  'notifyLayers',
                ],
              },
              {
                target: 'loaded',
                actions: [{ type: 'takeLayers', params: ({ event }) => event.output }, 'notifyLayers'],
              },
            ],
            // the connection badge tells
            onError: 'loaded',
          },
          on: { 'tiles.failed': { guard: 'isFailure', actions: 'noteFailed' } },
        },
        failed: {
          tags: 'failed',
          on: { 'panel.opened': 'loading', 'reload.requested': 'loading' },
        },
      },
    },
    // while it is open the map shows what the layers cover
    panel: {
      initial: 'closed',
      states: {
        closed: { on: { 'panel.opened': 'open' } },
        open: { on: { 'panel.closed': 'closed' } },
      },
    },
    vectors: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'vector.toggled': [
              ...WITHOUT_CALL,
              { guard: 'isVectorNew', target: 'fetching', actions: 'awaitVector' },
            ],
          },
        },
        // one call after the other
        fetching: {
          on: { 'vector.toggled': [...WITHOUT_CALL, { guard: 'isVectorNew', actions: 'awaitVector' }] },
          invoke: {
            id: 'fetchVector',
            src: 'fetchVector',
            input: ({ context: { due } }) => {
              const [id] = due;
              if (id === undefined) throw new Error('no vector data is due');
              return { id };
            },
            onDone: [
              {
                guard: 'hasMoreDue',
                target: 'fetching',
                reenter: true,
                actions: [
                  { type: 'takeVector', params: ({ event }) => ({ geom: event.output }) },
                  'endVector',
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'takeVector', params: ({ event }) => ({ geom: event.output }) },
                  'endVector',
                ],
              },
            ],
            onError: [
              {
                guard: 'hasMoreDue',
                target: 'fetching',
                reenter: true,
                actions: [
                  { type: 'sayVectorFailed', params: ({ event }) => ({ error: event.error }) },
                  'endVector',
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'sayVectorFailed', params: ({ event }) => ({ error: event.error }) },
                  'endVector',
                ],
              },
            ],
          },
        },
      },
    },
  },
});
