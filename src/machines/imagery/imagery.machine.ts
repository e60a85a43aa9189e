import { assign } from 'xstate';
import { messageOrFallback } from '../shared/failure.ts';
import { readLayers } from './imagery.rules.ts';
import { NO_FILTER } from './layerList.rules.ts';
import { imagerySetup } from './imagery.setup.ts';

export type { ImageryEvent, ImageryInput } from './imagery.setup.ts';

/** Toggles without a call: shown vector data is hidden; a layer without vector data gets a notice (§8). */
const WITHOUT_CALL = [
  { guard: 'isVectorShown', actions: 'hideVector' },
  { guard: 'hasNoVector', actions: 'notifyNoVector' },
] as const;

/** After a call for vector data: the next one, if more layers are queued. */
const nextVector = <Action>(action: Action) =>
  [
    { guard: 'hasMoreDue', target: 'fetching', reenter: true, actions: [action, 'endVector'] },
    { target: 'idle', actions: [action, 'endVector'] },
  ] as const;

/** The imagery layers (§2 Imagery panel): those the user may see, and their selection, order and opacity on the map. */
export const imageryMachine = imagerySetup.createMachine({
  id: 'imagery',
  context: ({ input }) => ({
    layers: [],
    filter: NO_FILTER,
    tiles: '',
    requested: readLayers(input.layers),
    failed: [],
    tries: {},
    vectors: [],
    due: [],
    refusal: null,
    aoi: null,
  }),
  type: 'parallel',
  on: {
    'layer.toggled': { guard: 'isListed', actions: ['toggle', 'notifyLayers', 'dropExportNotice'] },
    'layerFilter.changed': { actions: 'changeFilter' },
    'layer.moved': { guard: 'isMove', actions: ['move', 'notifyLayers'] },
    'opacity.chosen': { guard: 'isListed', actions: ['setOpacity', 'notifyLayers'] },
    'layer.sought': { guard: 'hasPlace', actions: 'requestPlace' },
    'tiles.retried': { guard: 'hasFailed', actions: 'tryAgain' },
    'aoi.changed': { actions: ['takeAoi', 'dropExportNotice'] },
    'export.requested': [
      { guard: 'canExport', actions: ['dropExportNotice', 'requestExportForm'] },
      { actions: 'notifyNotExported' },
    ],
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
            // a refused tile may mean a revoked layer or an ended session; reloading the list tells which
            'tiles.failed': { guard: 'isFailure', target: 'refreshing', actions: 'noteFailed' },
          },
        },
        // the old rows stay until the new ones arrive, so that nothing flickers
        refreshing: {
          invoke: {
            id: 'refreshLayers',
            src: 'fetchLayers',
            onDone: [
              {
                guard: { type: 'losesShown', params: ({ event }) => event.output },
                target: 'loaded',
                actions: [
                  { type: 'notifyGone', params: ({ event }) => event.output },
                  { type: 'takeLayers', params: ({ event }) => event.output },
                  'notifyLayers',
                ],
              },
              {
                target: 'loaded',
                actions: [{ type: 'takeLayers', params: ({ event }) => event.output }, 'notifyLayers'],
              },
            ],
            // the connection badge reports it
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
    // while the panel is open, the map outlines the layers
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
        // one call at a time
        fetching: {
          entry: 'dropVectorNotice',
          on: { 'vector.toggled': [...WITHOUT_CALL, { guard: 'isVectorNew', actions: 'awaitVector' }] },
          invoke: {
            id: 'fetchVector',
            src: 'fetchVector',
            input: ({ context: { due } }) => {
              const [id] = due;
              if (id === undefined) throw new Error('no vector data is due');
              return { id };
            },
            onDone: nextVector({ type: 'takeVector', params: ({ event }) => ({ geom: event.output }) }),
            onError: nextVector({
              type: 'notifyVectorFailed',
              params: ({ event }) => ({ error: event.error }),
            }),
          },
        },
      },
    },
  },
});
