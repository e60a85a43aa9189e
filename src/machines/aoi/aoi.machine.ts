import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { AreaGeometry } from '../../geo/aoi.ts';
import {
  keptEntries,
  NO_ENTRIES,
  previewOfEntry,
  withEntry,
  type CoordinateEntry,
  type TypedEntries,
} from './aoi.rules.ts';
import { redone, undone, withAoi, withoutAoi, type AoiHistory } from './aoiHistory.rules.ts';
import type { Kept } from '../shared/kept.ts';
import { chosenArea, type AskedArea, type ChoiceEvent } from './areaReview.rules.ts';
import {
  readingOfDrawn,
  readingOfEntry,
  type EntryReading,
  type RepairedEntry,
} from './entryReading.rules.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import type { AoiChanged, AoiDrawn, AoiRecalled, AoiSource, AreaRead } from './aoi.events.ts';

interface AoiContext extends AoiHistory {
  /** What is typed in the coordinate dialog. */
  typed: TypedEntries;
  kept: Kept | undefined;
  /** The area of the dialog's entry, shown on the map during typing. */
  preview: AreaGeometry | null;
  /** Why the dialog's entry can't be used. */
  refusal: NoticeText | null;
  /** The proposed repair of the dialog's entry. */
  repaired: RepairedEntry | null;
  /** Which area of the dialog's entry is meant. */
  asked: AskedArea | null;
}
export type AoiEvent =
  | AoiDrawn
  | AreaRead
  | AoiRecalled
  | ChoiceEvent
  | { type: 'aoi.cleared' }
  | { type: 'aoi.undone' }
  | { type: 'aoi.redone' }
  | { type: 'coordinates.opened' }
  | { type: 'coordinates.closed' }
  | { type: 'coordinates.edited'; entry: CoordinateEntry }
  | { type: 'coordinates.submitted'; entry: CoordinateEntry }
  | { type: 'repair.accepted' }
  | { type: 'repair.declined' };

/** The result of an event with an area. Guard and action both call this pure function, so they can't differ. */
function readingOf(event: AoiEvent): EntryReading {
  // checked before: checking thousands of vertices here would block the page
  if (event.type === 'area.read' || event.type === 'aoi.recalled') return { aoi: event.aoi, notes: [] };
  if (event.type === 'aoi.drawn') return readingOfDrawn(event.geometry);
  if (event.type === 'coordinates.submitted') return readingOfEntry(event.entry);
  throw new Error(`no area in ${event.type}`);
}

/** How the area of an event was made; null for an event without an area. */
function sourceOf(event: AoiEvent): AoiSource | null {
  if (event.type === 'aoi.drawn') return { kind: 'drawn' };
  if (event.type === 'coordinates.submitted') return { kind: 'typed' };
  if (event.type === 'aoi.recalled') return event.source;
  return event.type === 'area.read' ? { kind: 'file', name: event.name } : null;
}

/** The one writer of the area of interest (§3 Area of interest, §5 Coordinate dialog). A refused area leaves the old one. */
export const aoiMachine = setup({
  types: {
    context: {} as AoiContext,
    events: {} as AoiEvent,
    /** What was typed in the coordinate dialog before a reload (decision 156). */
    input: {} as { kept?: Kept } | undefined,
  },
  actions: {
    useArea: assign(({ context, event }) => {
      const [read, source] = [readingOf(event), sourceOf(event)];
      return 'aoi' in read && source !== null ? withAoi(context, read.aoi, source) : {};
    }),
    useRepaired: assign(({ context }) =>
      context.repaired === null ? {} : withAoi(context, context.repaired.aoi, { kind: 'typed' }),
    ),
    // the map shows the repaired area
    proposeRepaired: assign(({ event }) => {
      const read = readingOf(event);
      return 'repaired' in read ? { repaired: read.repaired, preview: read.repaired.aoi.geometry } : {};
    }),
    ask: assign(({ event }) => {
      const read = readingOf(event);
      return 'question' in read ? { asked: { ...read.question, chosen: null }, preview: null } : {};
    }),
    // the map shows the chosen area
    storeChoice: assign(({ context: { asked }, event }) => {
      if (asked === null || event.type !== 'choice.made') return {};
      const chosen = { ...asked, chosen: event.index };
      return { asked: chosen, preview: chosenArea(chosen)?.aoi.geometry ?? null };
    }),
    useChoice: assign(({ context }) => {
      const choice = chosenArea(context.asked);
      return choice === null ? {} : withAoi(context, choice.aoi, { kind: 'typed' });
    }),
    forgetRepaired: assign({ repaired: null, asked: null, preview: null }),
    clearArea: assign(({ context }) => withoutAoi(context)),
    undo: assign(({ context }) => undone(context)),
    redo: assign(({ context }) => redone(context)),
    previewEntry: assign({
      preview: ({ event }) => (event.type === 'coordinates.edited' ? previewOfEntry(event.entry) : null),
    }),
    noteEntry: assign(({ context, event }) =>
      event.type === 'coordinates.edited' ? { typed: withEntry(context.typed, event.entry) } : {},
    ),
    keepEntries: ({ context: { kept, typed } }) => kept?.write(typed),
    forgetEntries: ({ context: { kept } }) => kept?.write(null),
    notifyChanged: sendParent(({ context }): AoiChanged => ({
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
    // repairs that need no agreement are still reported
    notifyNotes: enqueueActions(({ event, enqueue }) => {
      const read = readingOf(event);
      if (!('notes' in read)) return;
      read.notes.forEach((note, at) => enqueue.sendParent(noticeOf(`area ${at}`, 'info', note)));
    }),
    notifyRefused: sendParent(({ event }) => {
      const read = readingOf(event);
      if (!('refusal' in read)) throw new Error('nothing to refuse');
      return noticeOf('area', 'error', read.refusal);
    }),
    dropNotice: sendParent(noticeOutdated('area')),
    forgetRefusal: assign({ refusal: null }),
  },
  guards: {
    isArea: ({ event }) => 'aoi' in readingOf(event),
    isUnclear: ({ event }) => 'question' in readingOf(event),
    hasChoice: ({ context }) => chosenArea(context.asked) !== null,
    isRepairable: ({ event }) => 'repaired' in readingOf(event),
    hasEntries: ({ context }) => context.typed !== NO_ENTRIES,
    hasAoi: ({ context }) => context.aoi !== null,
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
  },
}).createMachine({
  id: 'aoi',
  context: ({ input }) => ({
    kept: input?.kept,
    typed: keptEntries(input?.kept) ?? NO_ENTRIES,
    aoi: null,
    origin: 'cleared',
    source: null,
    past: [],
    future: [],
    preview: null,
    refusal: null,
    repaired: null,
    asked: null,
  }),
  initial: 'opening',
  on: {
    'aoi.drawn': [
      { guard: 'isArea', actions: ['useArea', 'notifyChanged', 'dropNotice'] },
      { actions: 'notifyRefused' },
    ],
    'area.read': { actions: ['useArea', 'notifyChanged'] },
    'aoi.recalled': { actions: ['useArea', 'notifyChanged'] },
    'aoi.undone': { guard: 'hasPast', actions: ['undo', 'notifyChanged'] },
    'aoi.redone': { guard: 'hasFuture', actions: ['redo', 'notifyChanged'] },
    'aoi.cleared': { guard: 'hasAoi', actions: ['clearArea', 'notifyChanged'] },
  },
  states: {
    opening: { always: [{ guard: 'hasEntries', target: 'entering' }, { target: 'idle' }] },
    // an entry is cleared only after its area was used
    idle: {
      entry: ['forgetRefusal', 'forgetRepaired', assign({ typed: NO_ENTRIES }), 'forgetEntries'],
      on: { 'coordinates.opened': 'entering' },
    },
    entering: {
      initial: 'typing',
      on: { 'coordinates.closed': 'idle' },
      states: {
        typing: {
          on: {
            'coordinates.submitted': [
              { guard: 'isArea', target: '#aoi.idle', actions: ['useArea', 'notifyChanged', 'notifyNotes'] },
              { guard: 'isUnclear', target: 'asking', actions: 'ask' },
              { guard: 'isRepairable', target: 'reviewing', actions: 'proposeRepaired' },
              { actions: 'refuseEntry' },
            ],
            'coordinates.edited': { actions: ['forgetRefusal', 'noteEntry', 'keepEntries', 'previewEntry'] },
          },
        },
        // no area is used that was not chosen
        asking: {
          on: {
            'choice.made': { actions: 'storeChoice' },
            'choice.accepted': {
              guard: 'hasChoice',
              target: '#aoi.idle',
              actions: ['useChoice', 'notifyChanged'],
            },
            'choice.left': { target: 'typing', actions: 'forgetRepaired' },
          },
        },
        // nothing is applied before the user agrees
        reviewing: {
          on: {
            'repair.accepted': { target: '#aoi.idle', actions: ['useRepaired', 'notifyChanged'] },
            'repair.declined': { target: 'typing', actions: 'forgetRepaired' },
          },
        },
      },
    },
  },
});
