import { emit, sendParent, setup } from 'xstate';
import { MAP_INIT_DELAY_MS } from '../../contract/limits.ts';
import type { AreaGeometry } from '../geo/aoi.ts';
import { viewBoundsOf } from '../geo/bbox.ts';
import type { AoiChanged, AoiDrawn } from './street.ts';

/** §4 Map: drawing starts in Box or Polygon mode. */
export type DrawMode = 'Box' | 'Polygon';

export type MapEvent =
  | { type: 'draw.chosen'; mode: DrawMode }
  | { type: 'draw.cancelled' }
  | { type: 'shape.completed'; geometry: AreaGeometry }
  | { type: 'place.requested'; bbox: readonly [number, number, number, number] }
  | AoiChanged;

/** What the map tells its view: go there. bbox in degrees, [west, south, east, north]; east may exceed 180. */
export interface CameraWanted {
  type: 'camera.wanted';
  bbox: readonly [number, number, number, number];
}

/**
 * The modes of the map (§4): exactly one is on. What moves with the pointer stays in the view; the map hears of a
 * shape when it is complete.
 */
export const mapMachine = setup({
  types: { events: {} as MapEvent, emitted: {} as CameraWanted },
  actions: {
    tellDrawn: sendParent(({ event }): AoiDrawn => {
      if (event.type !== 'shape.completed') throw new Error(`no shape in ${event.type}`);
      return { type: 'aoi.drawn', geometry: event.geometry };
    }),
    goTo: emit(({ event }): CameraWanted => {
      if (event.type === 'place.requested') return { type: 'camera.wanted', bbox: event.bbox };
      if (event.type === 'aoi.changed' && event.aoi !== null) {
        return { type: 'camera.wanted', bbox: viewBoundsOf(event.aoi.geometry) };
      }
      throw new Error(`no place in ${event.type}`);
    }),
  },
  guards: {
    isBox: ({ event }) => event.type === 'draw.chosen' && event.mode === 'Box',
    // what one drew is in sight already; what one typed may be anywhere
    isFromElsewhere: ({ event }) =>
      event.type === 'aoi.changed' && event.aoi !== null && event.origin === 'typed',
  },
  delays: { MAP_INIT_DELAY: MAP_INIT_DELAY_MS },
}).createMachine({
  id: 'map',
  initial: 'waiting',
  on: {
    'aoi.changed': { guard: 'isFromElsewhere', actions: 'goTo' },
    'place.requested': { actions: 'goTo' },
  },
  states: {
    // §2 Map defaults: map initialisation is delayed 500 ms
    waiting: { after: { MAP_INIT_DELAY: 'browsing' } },
    browsing: {
      on: { 'draw.chosen': [{ guard: 'isBox', target: 'drawing.box' }, { target: 'drawing.polygon' }] },
    },
    drawing: {
      initial: 'box',
      on: {
        'draw.cancelled': 'browsing',
        'shape.completed': { target: 'browsing', actions: 'tellDrawn' },
        // choosing the other shape starts afresh
        'draw.chosen': [{ guard: 'isBox', target: '.box' }, { target: '.polygon' }],
      },
      states: { box: {}, polygon: {} },
    },
  },
});
