import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { aoiOf, type Aoi, type AreaGeometry } from '../../geo/aoi.ts';
import { geometryRefusal, previewOfEntry, type CoordinateEntry } from './aoi.rules.ts';
import { readingOfEntry, type EntryReading, type RepairedEntry } from './entryReading.rules.ts';
import { noticeOf, type NoticeText } from '../shared/notice.ts';
import type { AoiChanged, AoiDrawn, AoiOrigin, AoiRecalled, AoiSource, AreaRead } from './aoi.events.ts';

/** An AOI with where it came from; none after it was cleared. */
interface Held {
  aoi: Aoi | null;
  origin: AoiOrigin;
  source: AoiSource | null;
}
interface AoiContext extends Held {
  /** What undo brings back, the latest last; and redo. */
  past: readonly Held[];
  future: readonly Held[];
  /** The area that the dialog's entry stands for, shown on the map while it is typed. */
  preview: AreaGeometry | null;
  /** Why the dialog's entry can't be used. */
  refusal: NoticeText | null;
  /** What the AOI doctor would make of the dialog's entry. */
  repaired: RepairedEntry | null;
}
export type AoiEvent =
  | AoiDrawn
  | AreaRead
  | AoiRecalled
  | { type: 'aoi.cleared' }
  | { type: 'aoi.undone' }
  | { type: 'aoi.redone' }
  | { type: 'coordinates.opened' }
  | { type: 'coordinates.closed' }
  | { type: 'coordinates.edited'; entry: CoordinateEntry }
  | { type: 'coordinates.submitted'; entry: CoordinateEntry }
  | { type: 'repair.accepted' }
  | { type: 'repair.declined' };

function readDrawn(geometry: AreaGeometry): EntryReading {
  try {
    return { aoi: aoiOf(geometry), notes: [] };
  } catch (error) {
    return { refusal: geometryRefusal(error) };
  }
}

/** Checking thousands of vertices takes long: guard and action ask once. */
const readings = new WeakMap<AreaGeometry, EntryReading>();

function drawnReading(geometry: AreaGeometry): EntryReading {
  const read = readings.get(geometry) ?? readDrawn(geometry);
  readings.set(geometry, read);
  return read;
}

/** Pure: what an event that brings an area comes to. Asked by the guard and by the action, so that they can't differ. */
function readingOf(event: AoiEvent): EntryReading {
  // checking thousands of vertices takes longer than the page may stand still: the reader of files has done it
  if (event.type === 'area.read' || event.type === 'aoi.recalled') return { aoi: event.aoi, notes: [] };
  if (event.type === 'aoi.drawn') return drawnReading(event.geometry);
  if (event.type === 'coordinates.submitted') return readingOfEntry(event.entry);
  throw new Error(`no area in ${event.type}`);
}

/** Pure: how the area of an event was made; null for an event that makes none. */
function sourceOf(event: AoiEvent): AoiSource | null {
  if (event.type === 'aoi.drawn') return { kind: 'drawn' };
  if (event.type === 'coordinates.submitted') return { kind: 'typed' };
  if (event.type === 'aoi.recalled') return event.source;
  return event.type === 'area.read' ? { kind: 'file', name: event.name } : null;
}

/** How many changes can be undone. */
const UNDO_MAX = 100;
const remembered = (held: readonly Held[], { aoi, origin, source }: Held): readonly Held[] =>
  [...held, { aoi, origin, source }].slice(-UNDO_MAX);

/** The context with another area in it, which undo takes back. */
const taken = (context: AoiContext, aoi: Aoi, source: AoiSource) => ({
  aoi,
  origin: source.kind,
  source,
  past: remembered(context.past, context),
  future: [],
  refusal: null,
});

/** The one writer of the area of interest (§3 AOI, §5 Coordinate dialog). A refused area leaves the old one. */
export const aoiMachine = setup({
  types: { context: {} as AoiContext, events: {} as AoiEvent },
  actions: {
    takeArea: assign(({ context, event }) => {
      const [read, source] = [readingOf(event), sourceOf(event)];
      return 'aoi' in read && source !== null ? taken(context, read.aoi, source) : {};
    }),
    useRepaired: assign(({ context }) =>
      context.repaired === null ? {} : taken(context, context.repaired.aoi, { kind: 'typed' }),
    ),
    // the map shows what it would be
    proposeRepaired: assign(({ event }) => {
      const read = readingOf(event);
      return 'repaired' in read ? { repaired: read.repaired, preview: read.repaired.aoi.geometry } : {};
    }),
    forgetRepaired: assign({ repaired: null, preview: null }),
    dropArea: assign(({ context }) => ({
      aoi: null,
      origin: 'cleared',
      source: null,
      past: remembered(context.past, context),
      future: [],
    })),
    undo: assign(({ context }) => {
      const before = context.past.at(-1);
      if (before === undefined) return {};
      // the map stays where it is: what comes back was seen a moment ago
      return {
        aoi: before.aoi,
        origin: before.aoi === null ? 'cleared' : 'undone',
        source: before.source,
        past: context.past.slice(0, -1),
        future: remembered(context.future, context),
      };
    }),
    redo: assign(({ context }) => {
      const next = context.future.at(-1);
      if (next === undefined) return {};
      return {
        aoi: next.aoi,
        origin: next.aoi === null ? 'cleared' : 'undone',
        source: next.source,
        past: remembered(context.past, context),
        future: context.future.slice(0, -1),
      };
    }),
    previewEntry: assign({
      preview: ({ event }) => (event.type === 'coordinates.edited' ? previewOfEntry(event.entry) : null),
    }),
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
    // what was put in order in a typed area is said, though nothing had to be asked
    tellNotes: enqueueActions(({ event, enqueue }) => {
      const read = readingOf(event);
      if (!('notes' in read)) return;
      for (const note of read.notes) enqueue.sendParent(noticeOf('info', note));
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
    isRepairable: ({ event }) => 'repaired' in readingOf(event),
    hasAoi: ({ context }) => context.aoi !== null,
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
  },
}).createMachine({
  id: 'aoi',
  context: {
    aoi: null,
    origin: 'cleared',
    source: null,
    past: [],
    future: [],
    preview: null,
    refusal: null,
    repaired: null,
  },
  initial: 'idle',
  on: {
    'aoi.drawn': [{ guard: 'isArea', actions: ['takeArea', 'tellChanged'] }, { actions: 'tellRefused' }],
    'area.read': { actions: ['takeArea', 'tellChanged'] },
    'aoi.recalled': { actions: ['takeArea', 'tellChanged'] },
    'aoi.undone': { guard: 'hasPast', actions: ['undo', 'tellChanged'] },
    'aoi.redone': { guard: 'hasFuture', actions: ['redo', 'tellChanged'] },
    'aoi.cleared': { guard: 'hasAoi', actions: ['dropArea', 'tellChanged'] },
  },
  states: {
    // an entry is forgotten after what it came to was taken
    idle: { entry: ['forgetRefusal', 'forgetRepaired'], on: { 'coordinates.opened': 'entering' } },
    entering: {
      initial: 'typing',
      on: { 'coordinates.closed': 'idle' },
      states: {
        typing: {
          on: {
            'coordinates.submitted': [
              { guard: 'isArea', target: '#aoi.idle', actions: ['takeArea', 'tellChanged', 'tellNotes'] },
              { guard: 'isRepairable', target: 'reviewing', actions: 'proposeRepaired' },
              { actions: 'refuseEntry' },
            ],
            'coordinates.edited': { actions: ['forgetRefusal', 'previewEntry'] },
          },
        },
        // nothing is applied before it is agreed to
        reviewing: {
          on: {
            'repair.accepted': { target: '#aoi.idle', actions: ['useRepaired', 'tellChanged'] },
            'repair.declined': { target: 'typing', actions: 'forgetRepaired' },
          },
        },
      },
    },
  },
});
