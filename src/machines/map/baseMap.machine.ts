import { assign, setup, type SnapshotFrom } from 'xstate';
import { BASE_MAPS, type BaseMap, LAYER_CLOSE_DELAY_MS } from '../../../contract/limits.ts';
import type { LayerId, SelectorToggled } from './map.events.ts';

export interface BaseMapInput {
  /** §2 Map defaults: the base map in the local storage under map_default; OSM by default. */
  kept: BaseMap;
}
interface BaseMapContext {
  /** The base map below everything. */
  baseMap: BaseMap;
  /** The chosen layer: the base map, or an extra layer above it. */
  chosen: LayerId;
}
export type BaseMapEvent =
  | SelectorToggled
  | { type: 'selector.closed' }
  | { type: 'layer.chosen'; layer: LayerId };

/** The base map with this layer's id; null for an extra layer. */
export function baseMapOf(layer: LayerId): BaseMap | null {
  return BASE_MAPS.find((one) => one === layer) ?? null;
}

/** The layer selector (§2) and the chosen layer (§4 Layer choice changes). */
export const baseMapMachine = setup({
  types: { context: {} as BaseMapContext, events: {} as BaseMapEvent, input: {} as BaseMapInput },
  actions: {
    /** Stores the choice under map_default. */
    storeBaseMap: (_, _params: { baseMap: BaseMap }) => {},
    // an extra layer replaces an earlier extra layer and keeps the base map
    choose: assign(({ context, event }) =>
      event.type === 'layer.chosen'
        ? { chosen: event.layer, baseMap: baseMapOf(event.layer) ?? context.baseMap }
        : {},
    ),
  },
  guards: {
    isBaseMap: ({ event }) => event.type === 'layer.chosen' && baseMapOf(event.layer) !== null,
  },
  delays: { LAYER_CLOSE_DELAY: LAYER_CLOSE_DELAY_MS },
}).createMachine({
  id: 'baseMap',
  context: ({ input }) => ({ baseMap: input.kept, chosen: input.kept }),
  initial: 'closed',
  states: {
    closed: { on: { 'selector.toggled': 'open' } },
    open: {
      tags: 'shown',
      on: {
        'selector.toggled': 'closed',
        'selector.closed': 'closed',
        'layer.chosen': [
          {
            guard: 'isBaseMap',
            target: 'closing',
            actions: [
              'choose',
              { type: 'storeBaseMap', params: ({ context }) => ({ baseMap: context.baseMap }) },
            ],
          },
          { target: 'closing', actions: 'choose' },
        ],
      },
    },
    // §4: the selector closes 200 ms later, so that the choice is visible
    closing: {
      tags: 'shown',
      after: { LAYER_CLOSE_DELAY: 'closed' },
      on: { 'selector.toggled': 'closed', 'selector.closed': 'closed' },
    },
  },
});

type BaseMapSnapshot = SnapshotFrom<typeof baseMapMachine>;

export const shownBaseMap = (baseMap: BaseMapSnapshot): BaseMap => baseMap.context.baseMap;
export const chosenLayer = (baseMap: BaseMapSnapshot): LayerId => baseMap.context.chosen;
/** Whether the selector is visible: also for 200 ms after a choice. */
export const isSelectorShown = (baseMap: BaseMapSnapshot): boolean => baseMap.hasTag('shown');
