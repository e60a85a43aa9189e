import { assign, setup } from 'xstate';
import type { Scene } from '../../../../contract/search.ts';
import type { Aoi } from '../../../geo/aoi.ts';
import type { PanelShown, ResultsShown } from '../../shared/panels.ts';
import type { SceneComparisonRequested, SceneFlipRequested } from '../search.events.ts';
import { COMPARED, draggedView, fittedView, scenesOfPlace, zoomedView, type PaneView } from './look.rules.ts';

interface LookContext {
  /** Side by side in the order of the list; over a place oldest first. */
  scenes: readonly Scene[];
  /** The AOI that they were searched for; null while nothing is looked at. */
  aoi: Aoi | null;
  /** What all panes show. */
  view: PaneView;
  /** Which scene of the place is on the map. */
  at: number;
}
export type LookEvent =
  | SceneComparisonRequested
  | SceneFlipRequested
  | ResultsShown
  | PanelShown
  /** To the right and down, as shares of a pane's shorter side. */
  | { type: 'panes.dragged'; by: [number, number] }
  /** `factor` above 1 shows more; the point `at`, from the middle, stays where it is. */
  | { type: 'panes.zoomed'; factor: number; at: [number, number] }
  | { type: 'panes.fitted' }
  /** One of three or four is taken out. */
  | { type: 'pane.closed'; id: string }
  | { type: 'scene.stepped'; by: 1 | -1 }
  | { type: 'look.closed' };

const NOWHERE: PaneView = { x: 0, y: 0, span: 1 };
const CLOSED: LookContext = { scenes: [], aoi: null, view: NOWHERE, at: 0 };

const fitted = ({ scenes, aoi }: LookContext): PaneView => (aoi === null ? NOWHERE : fittedView(scenes, aoi));

/**
 * Looking at quicklooks before ordering: some scenes side by side, all panes with one view, or the scenes of a place one after
 * another on the map.
 */
export const lookMachine = setup({
  types: { context: {} as LookContext, events: {} as LookEvent },
  actions: {
    compare: assign((_, { scenes, aoi }: SceneComparisonRequested) => ({
      ...CLOSED,
      scenes,
      aoi,
      view: fittedView(scenes, aoi),
    })),
    gather: assign((_, { scenes, scene, aoi }: SceneFlipRequested) => {
      const there = scenesOfPlace(scenes, scene, aoi);
      return { ...CLOSED, scenes: there, aoi, at: there.indexOf(scene) };
    }),
    forget: assign(CLOSED),
  },
  guards: {
    isMore: ({ context }) => context.scenes.length > COMPARED.min,
    hasNext: ({ context }, by: 1 | -1) => context.scenes[context.at + by] !== undefined,
    isOtherPanel: (_, { panel }: PanelShown) => panel !== null && panel !== 'search',
  },
}).createMachine({
  id: 'look',
  context: CLOSED,
  initial: 'closed',
  on: {
    'sceneComparison.requested': {
      target: '.comparing',
      actions: { type: 'compare', params: ({ event }) => event },
    },
    'sceneFlip.requested': {
      target: '.flipping',
      actions: { type: 'gather', params: ({ event }) => event },
    },
  },
  states: {
    closed: { entry: 'forget' },
    comparing: {
      on: {
        'panes.dragged': {
          actions: assign({ view: ({ context, event }) => draggedView(context.view, event.by) }),
        },
        'panes.zoomed': {
          actions: assign({
            view: ({ context, event }) => zoomedView(context.view, fitted(context), event.factor, event.at),
          }),
        },
        'panes.fitted': { actions: assign({ view: ({ context }) => fitted(context) }) },
        'pane.closed': {
          guard: 'isMore',
          actions: assign({
            scenes: ({ context, event }) => context.scenes.filter(({ id }) => id !== event.id),
          }),
        },
        'look.closed': 'closed',
        'results.shown': 'closed',
      },
    },
    flipping: {
      on: {
        'scene.stepped': {
          guard: { type: 'hasNext', params: ({ event }) => event.by },
          actions: assign({ at: ({ context, event }) => context.at + event.by }),
        },
        'look.closed': 'closed',
        'results.shown': 'closed',
        'panel.shown': {
          guard: { type: 'isOtherPanel', params: ({ event }) => event },
          target: 'closed',
        },
      },
    },
  },
});
