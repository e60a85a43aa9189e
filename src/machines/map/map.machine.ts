import { DEFAULT_SIDES } from './compareSides.rules.ts';
import { mapSetup, sidesOf, viewOf } from './map.setup.ts';
import { writtenView } from './view.rules.ts';

export type { MapEvent, MapInput, MapModeChosen, MapModeRequested } from './map.setup.ts';

/**
 * The modes of the map (§4): exactly one is on. Unfinished shapes stay in the view; the machine gets a shape when it is
 * complete.
 */
export const mapMachine = mapSetup.createMachine({
  id: 'map',
  context: ({ input }) => ({
    start: viewOf(input.view),
    isPlaced: viewOf(input.view) !== null,
    aoiBox: null,
    measures: [],
    sides: sidesOf(input.compare) ?? DEFAULT_SIDES,
    offered: null,
    isCompareDue: sidesOf(input.compare) !== null,
  }),
  initial: 'waiting',
  on: {
    'aoi.changed': [{ guard: 'isFromElsewhere', actions: ['noteAoi', 'goTo'] }, { actions: 'noteAoi' }],
    'place.requested': { actions: 'goTo' },
    'aoiView.requested': { guard: 'hasAoi', actions: 'goTo' },
    'address.changed': { actions: ['takeView', 'readSides'] },
    'view.settled': {
      actions: { type: 'notifyView', params: ({ event }) => ({ view: writtenView(event.view) }) },
    },
    'sides.offered': { actions: 'noteOffered' },
    'measure.removed': { guard: 'isMeasured', actions: 'removeMeasure' },
    'measures.cleared': { guard: 'hasMeasures', actions: 'removeMeasures' },
  },
  states: {
    // §2 Map defaults: map initialisation is delayed 500 ms
    waiting: {
      after: {
        MAP_INIT_DELAY: [{ guard: 'isCompareDue', target: 'ready.comparing' }, { target: 'ready' }],
      },
    },
    // choosing a mode leaves the current one and discards its unfinished shape
    ready: {
      initial: 'browsing',
      on: {
        'draw.chosen': [{ guard: 'isBox', target: '.drawing.box' }, { target: '.drawing.polygon' }],
        'edit.chosen': { guard: 'hasAoi', target: '.editing' },
        'measure.chosen': [
          { guard: 'isDistance', target: '.measuring.distance' },
          { target: '.measuring.area' },
        ],
        'compare.toggled': { target: '.comparing', actions: 'takeSides' },
        'sceneBox.chosen': '.choosing',
        'address.changed': {
          guard: 'isCompared',
          target: '.comparing',
          actions: ['takeView', 'readSides'],
        },
      },
      states: {
        browsing: {},
        drawing: {
          initial: 'box',
          on: {
            'mode.left': 'browsing',
            'shape.completed': { target: 'browsing', actions: 'notifyDrawn' },
          },
          states: { box: {}, polygon: {} },
        },
        editing: {
          on: {
            'mode.left': 'browsing',
            'shape.edited': { actions: 'notifyDrawn' },
            // undone or cleared until no area is left to edit
            'aoi.changed': [
              { guard: 'isGone', target: 'browsing', actions: 'noteAoi' },
              { actions: 'noteAoi' },
            ],
          },
        },
        measuring: {
          initial: 'distance',
          on: {
            'mode.left': 'browsing',
            // several measurements at once: the next one may start
            'measure.completed': { actions: 'addMeasure' },
          },
          states: { distance: {}, area: {} },
        },
        choosing: {
          on: {
            'mode.left': 'browsing',
            // the results are gone or replaced
            'results.shown': 'browsing',
            'sceneBox.completed': {
              target: 'browsing',
              actions: { type: 'notifyBoxed', params: ({ event }) => ({ bbox: event.bbox }) },
            },
          },
        },
        comparing: {
          entry: ['notifyCompareOpened', 'notifyCompared'],
          exit: ['notifyCompareClosed', 'notifyNotCompared'],
          on: {
            'mode.left': 'browsing',
            'compare.toggled': 'browsing',
            'address.changed': [
              { guard: 'isCompared', actions: ['takeView', 'readSides'] },
              { target: 'browsing', actions: 'takeView' },
            ],
            'side.chosen': { actions: ['chooseSide', 'notifySides'] },
          },
        },
      },
    },
  },
});
