import { assign, sendParent, setup } from 'xstate';
import { aoiOf, type Aoi, type AreaGeometry } from '../geo/aoi.ts';
import { areaOfEntry, geometryRefusal, type CoordinateEntry } from './aoi.rules.ts';
import { noticeOf, type NoticeText } from './notice.ts';
import type { AoiChanged, AoiDrawn, AoiOrigin } from './street.ts';

interface AoiContext {
  aoi: Aoi | null;
  origin: AoiOrigin;
  /** Why the dialog's entry can't be used. */
  refusal: NoticeText | null;
}
export type AoiEvent =
  | AoiDrawn
  | { type: 'aoi.cleared' }
  | { type: 'coordinates.opened' }
  | { type: 'coordinates.closed' }
  | { type: 'coordinates.edited' }
  | { type: 'coordinates.submitted'; entry: CoordinateEntry };

type Reading = { aoi: Aoi } | { refusal: NoticeText };

function reading(geometryOf: () => AreaGeometry): Reading {
  try {
    return { aoi: aoiOf(geometryOf()) };
  } catch (error) {
    return { refusal: geometryRefusal(error) };
  }
}

/** Pure: what an event that brings an area comes to. Asked by the guard and by the action, so that they can't differ. */
function readingOf(event: AoiEvent): Reading {
  if (event.type === 'aoi.drawn') return reading(() => event.geometry);
  if (event.type === 'coordinates.submitted') return reading(() => areaOfEntry(event.entry));
  throw new Error(`no area in ${event.type}`);
}

/** The one writer of the area of interest (§3 AOI, §5 Coordinate dialog). A refused area leaves the old one. */
export const aoiMachine = setup({
  types: { context: {} as AoiContext, events: {} as AoiEvent },
  actions: {
    takeArea: assign(({ event }) => {
      const read = readingOf(event);
      if (!('aoi' in read)) return {};
      const origin: AoiOrigin = event.type === 'aoi.drawn' ? 'drawn' : 'typed';
      return { aoi: read.aoi, origin, refusal: null };
    }),
    dropArea: assign({ aoi: null, origin: 'cleared' }),
    tellChanged: sendParent(({ context }): AoiChanged => ({
      type: 'aoi.changed',
      aoi: context.aoi,
      origin: context.origin,
    })),
    refuseEntry: assign({
      refusal: ({ event }) => {
        const read = readingOf(event);
        return 'refusal' in read ? read.refusal : null;
      },
    }),
    tellRefused: sendParent(({ event }) => {
      const read = readingOf(event);
      if (!('refusal' in read)) throw new Error('nothing to refuse');
      return noticeOf('error', read.refusal);
    }),
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isArea: ({ event }) => 'aoi' in readingOf(event),
    hasAoi: ({ context }) => context.aoi !== null,
  },
}).createMachine({
  id: 'aoi',
  context: { aoi: null, origin: 'cleared', refusal: null },
  initial: 'idle',
  on: {
    'aoi.drawn': [{ guard: 'isArea', actions: ['takeArea', 'tellChanged'] }, { actions: 'tellRefused' }],
    'aoi.cleared': { guard: 'hasAoi', actions: ['dropArea', 'tellChanged'] },
  },
  states: {
    idle: { on: { 'coordinates.opened': 'entering' } },
    entering: {
      exit: 'forgetRefusal',
      on: {
        'coordinates.submitted': [
          { guard: 'isArea', target: 'idle', actions: ['takeArea', 'tellChanged'] },
          { actions: 'refuseEntry' },
        ],
        'coordinates.edited': { actions: 'forgetRefusal' },
        'coordinates.closed': 'idle',
      },
    },
  },
});
