import { noticeOf, noticeOutdated } from '../shared/notice.ts';
import { assign, emit, enqueueActions, sendParent, setup } from 'xstate';
import { MAP_INIT_DELAY_MS } from '../../../contract/limits.ts';
import type { AreaGeometry } from '../../geo/aoi.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import type { AoiChanged, AoiDrawn } from '../aoi/aoi.machine.ts';
import type { AddressChanged, AddressFieldsChanged } from '../shared/address.ts';
import type { ResultsShown } from '../shared/panels.ts';
import {
  type CompareSide,
  type CompareSides,
  DEFAULT_SIDES,
  isDefault,
  type Measure,
  type MeasuredLine,
  readSides,
  readView,
  withMeasure,
  withSide,
  writtenSides,
  writtenView,
} from './map.rules.ts';
import type {
  AoiViewRequested,
  AreaDrawn,
  CameraRequested,
  CompareClosed,
  CompareOpened,
  CompareToggled,
  DrawMode,
  LayerId,
  MapBox,
  MapPlace,
  MeasureMode,
  PlaceRequested,
  ScenesBoxed,
  SidesOffered,
  ViewRequested,
} from './map.events.ts';

export interface MapInput {
  /** Decision 33: the view in the page address; null without one. */
  view: string | null;
  /** The sides of the comparison in the page address; null without one. */
  compare: string | null;
}
interface MapContext {
  /** The first view; null for the start of §2. */
  start: MapPlace | null;
  /** Whether the current address has a view: its area then does not move the map (decision 33). */
  isPlaced: boolean;
  /** Bounds of the AOI; null without one. */
  aoiBox: MapBox | null;
  measures: readonly Measure[];
  sides: CompareSides;
  /** Two dates of one place, with which a comparison starts; null without any. */
  offered: CompareSides | null;
  /** Whether the address opens the comparison once the map is ready. */
  isCompareDue: boolean;
}
/** Requests to the map from its tools and from views of other subjects. */
export type MapModeChosen =
  | { type: 'draw.chosen'; mode: DrawMode }
  | { type: 'edit.chosen' }
  | { type: 'measure.chosen'; mode: MeasureMode }
  /** §4 Measure mode 0: the measurements are removed from the map. */
  | { type: 'measures.cleared' }
  /** Scenes will be chosen by a box on the map. */
  | { type: 'sceneBox.chosen' }
  | { type: 'mode.left' };

/** A tool, or a view of another subject, requests a mode; the portal passes it on to the map. */
export interface MapModeRequested {
  type: 'mapMode.requested';
  request: MapModeChosen;
}

export type MapEvent =
  | MapModeChosen
  | CompareToggled
  | SidesOffered
  | { type: 'sceneBox.completed'; bbox: MapBox }
  | { type: 'shape.completed'; geometry: AreaGeometry }
  /** The AOI after a change by its handles. */
  | { type: 'shape.edited'; geometry: AreaGeometry }
  | { type: 'measure.completed'; line: MeasuredLine }
  | { type: 'measure.removed'; id: number }
  | { type: 'side.chosen'; side: CompareSide; layer: LayerId }
  /** The map has stopped moving. */
  | { type: 'view.settled'; view: MapPlace }
  | AddressChanged
  | PlaceRequested
  | AoiViewRequested
  | ResultsShown
  | AoiChanged;

const sidesOf = (text: string | null | undefined) => (typeof text === 'string' ? readSides(text) : null);
/** The sides in the address of an event; null without any. */
const sidesIn = (event: MapEvent) =>
  event.type === 'address.changed' ? sidesOf(event.address.query['compare']) : null;
/** Whether the user went to another view, and not back to one. */
const isStep = ({ type }: { type: string }) => type !== 'address.changed' && !type.startsWith('xstate.');
const compareFields = (sides: CompareSides | null, step: boolean): AddressFieldsChanged => ({
  type: 'addressFields.changed',
  fields: { compare: sides === null ? null : writtenSides(sides) },
  isStep: step,
});

const viewOf = (text: string | null | undefined) => (typeof text === 'string' ? readView(text) : null);

const mapSetup = setup({
  types: {
    context: {} as MapContext,
    events: {} as MapEvent,
    input: {} as MapInput,
    emitted: {} as CameraRequested | ViewRequested | AreaDrawn,
  },
  actions: {
    notifyDrawn: sendParent(({ event }): AoiDrawn => {
      if (event.type !== 'shape.completed' && event.type !== 'shape.edited')
        throw new Error(`no shape in ${event.type}`);
      return { type: 'aoi.drawn', geometry: event.geometry };
    }),
    goTo: emit(({ context, event }): CameraRequested => {
      const bbox = event.type === 'place.requested' ? event.bbox : context.aoiBox;
      if (bbox === null) throw new Error(`no place in ${event.type}`);
      return { type: 'camera.requested', bbox };
    }),
    showDrawn: emit(({ event }): AreaDrawn => {
      if (event.type !== 'shape.completed') throw new Error(`no shape in ${event.type}`);
      return { type: 'area.drawn', bbox: viewBoundsOf(event.geometry) };
    }),
    takeView: enqueueActions(({ event, enqueue }) => {
      const view = event.type === 'address.changed' ? viewOf(event.address.query['view']) : null;
      enqueue.assign({ isPlaced: view !== null });
      if (view !== null) enqueue.emit({ type: 'view.requested', view } satisfies ViewRequested);
    }),
    notifyView: sendParent((_, params: { view: string }): AddressFieldsChanged => ({
      type: 'addressFields.changed',
      fields: params,
    })),
    notifyBoxed: sendParent((_, params: { bbox: MapBox }): ScenesBoxed => ({
      type: 'scenes.boxed',
      bbox: params.bbox,
    })),
    noteAoi: assign({
      aoiBox: ({ event }) =>
        event.type === 'aoi.changed' && event.aoi !== null ? viewBoundsOf(event.aoi.geometry) : null,
    }),
    addMeasure: assign({
      measures: ({ context, event }) =>
        event.type === 'measure.completed' ? withMeasure(context.measures, event.line) : context.measures,
    }),
    removeMeasure: assign({
      measures: ({ context, event }) =>
        event.type === 'measure.removed'
          ? context.measures.filter(({ id }) => id !== event.id)
          : context.measures,
    }),
    removeMeasures: assign({ measures: [] }),
    takeSides: assign(({ context, event }) =>
      event.type === 'compare.toggled'
        ? { sides: event.sides ?? (isDefault(context.sides) ? context.offered : null) ?? context.sides }
        : {},
    ),
    chooseSide: assign({
      sides: ({ context, event }) =>
        event.type === 'side.chosen' ? withSide(context.sides, event.side, event.layer) : context.sides,
    }),
    notifyNoDates: enqueueActions(({ context, enqueue }) => {
      if (isDefault(context.sides))
        enqueue.sendParent(noticeOf('compare', 'info', { key: 'notice.noDates' }));
    }),
    /** A side has been chosen by hand. */
    dropNoDates: sendParent(noticeOutdated('compare')),
    // §4: opening the compare roller sets a flag, closing it clears the flag
    notifyCompareOpened: sendParent({ type: 'compare.opened' } satisfies CompareOpened),
    notifyCompareClosed: sendParent({ type: 'compare.closed' } satisfies CompareClosed),
    notifyCompared: sendParent(({ context, event }) => compareFields(context.sides, isStep(event))),
    notifySides: sendParent(({ context }) => compareFields(context.sides, false)),
    notifyNotCompared: sendParent(({ event }) => compareFields(null, isStep(event))),
    readSides: assign(({ context, event }) => ({
      sides: sidesIn(event) ?? context.sides,
      isCompareDue: sidesIn(event) !== null,
    })),
  },
  guards: {
    isBox: ({ event }) => event.type === 'draw.chosen' && event.mode === 'Box',
    isDistance: ({ event }) => event.type === 'measure.chosen' && event.mode === 1,
    hasAoi: ({ context }) => context.aoiBox !== null,
    hasMeasures: ({ context }) => context.measures.length > 0,
    isMeasured: ({ context, event }) =>
      event.type === 'measure.removed' && context.measures.some(({ id }) => id === event.id),
    // a drawn or moved area is in sight already; a typed or imported one may be anywhere
    isFromElsewhere: ({ context, event }) =>
      event.type === 'aoi.changed' &&
      event.aoi !== null &&
      (event.origin === 'typed' ||
        event.origin === 'file' ||
        event.origin === 'saved' ||
        (event.origin === 'address' && !context.isPlaced)),
    isCompareDue: ({ context }) => context.isCompareDue,
    isCompared: ({ event }) => sidesIn(event) !== null,
    isGone: ({ event }) => event.type === 'aoi.changed' && event.aoi === null,
  },
  delays: { MAP_INIT_DELAY: MAP_INIT_DELAY_MS },
});

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
    'sides.offered': { actions: assign(({ event }) => ({ offered: event.sides })) },
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
        'compare.toggled': { target: '.comparing', actions: ['takeSides', 'notifyNoDates'] },
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
            'shape.completed': { target: 'browsing', actions: ['notifyDrawn', 'showDrawn'] },
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
            'side.chosen': { actions: ['chooseSide', 'notifySides', 'dropNoDates'] },
          },
        },
      },
    },
  },
});
