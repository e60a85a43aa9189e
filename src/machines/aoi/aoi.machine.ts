import { assign, enqueueActions, sendParent, setup, type SnapshotFrom } from 'xstate';
import type { Id } from '../../../contract/calls/envelope.ts';
import type { Aoi, AreaGeometry } from '../../geo/aoi.ts';
import { known } from '../../geo/known.ts';
import type { Kept } from '../shared/kept.ts';
import { noticeOf, noticeOutdated, type NoticeText } from '../shared/notice.ts';
import {
  type AskedArea,
  type ChoiceEvent,
  chosenArea,
  type CoordinateEntry,
  keptEntries,
  NO_ENTRIES,
  previewOfEntry,
  type TypedEntries,
  withEntry,
} from './aoi.rules.ts';
import {
  type EntryReading,
  readingOfDrawn,
  readingOfEntry,
  type RepairedEntry,
} from './entryReading.rules.ts';
import type { AreaRead, GivenFile } from './upload.machine.ts';

/** Where an AOI came from; decides whether the map moves to it. */
type AoiOrigin = 'drawn' | 'typed' | 'file' | 'saved' | 'address' | 'undone' | 'cleared';

/** How an AOI was made, independent of undo; its card shows this. */
type AoiSource =
  | { kind: 'drawn' }
  | { kind: 'typed' }
  | { kind: 'file'; name: string }
  /** From the list of saved AOIs, with its id there, or from a saved search. */
  | { kind: 'saved'; name: string; id?: Id }
  /** From the page address (decision 33), which has the map's position too. */
  | { kind: 'address'; name?: string };

export interface AoiDrawn {
  type: 'aoi.drawn';
  geometry: AreaGeometry;
}

/** The AOI is to be removed. */
export interface AoiCleared {
  type: 'aoi.cleared';
}

export interface AoiChanged {
  type: 'aoi.changed';
  aoi: Aoi | null;
  origin: AoiOrigin;
  /** Of its file, saved AOI or link. */
  name?: string;
}

/** The place in the AOI was found; null if none is known there. */
export interface AoiNamed {
  type: 'aoi.named';
  /** Of the AOI. */
  wkt: string;
  place: string | null;
}

/** A saved area is used again; it was checked and measured before. */
export interface AoiRecalled {
  type: 'aoi.recalled';
  aoi: Aoi;
  source: AoiSource;
}

/** A dialog of the AOI opens over the map; the portal ends the map's mode first. */
export interface AoiDialogOpened {
  type: 'upload.opened' | 'coordinates.opened' | 'saving.opened';
}

/** Files were chosen in the dialog, or dropped on the map. */
export interface FilesGiven {
  type: 'files.given';
  files: readonly GivenFile[];
}

/** An AOI and where it came from; null after it was cleared. */
interface SourcedAoi {
  aoi: Aoi | null;
  origin: AoiOrigin;
  source: AoiSource | null;
}

/** The AOI, and those that undo and redo restore, the latest last. */
interface AoiHistory extends SourcedAoi {
  past: readonly SourcedAoi[];
  future: readonly SourcedAoi[];
}

const UNDO_MAX = 100;
const pushed = (entries: readonly SourcedAoi[], { aoi, origin, source }: SourcedAoi): readonly SourcedAoi[] =>
  [...entries, { aoi, origin, source }].slice(-UNDO_MAX);

const nameOf = (source: AoiSource | null): string | null =>
  source !== null && 'name' in source ? source.name : null;

/** Another area; the area before goes on the undo list. */
const withAoi = (history: AoiHistory, aoi: Aoi, source: AoiSource) => ({
  aoi,
  origin: source.kind,
  source,
  past: pushed(history.past, history),
  future: [],
  refusal: null,
});

/** No area; the area before goes on the undo list. */
const withoutAoi = (history: AoiHistory): AoiHistory => ({
  aoi: null,
  origin: 'cleared',
  source: null,
  past: pushed(history.past, history),
  future: [],
});

// 'undone' keeps the map's position: the user saw this area a moment ago
const restored = ({ aoi, source }: SourcedAoi): SourcedAoi => ({
  aoi,
  origin: aoi === null ? 'cleared' : 'undone',
  source,
});

function undone(history: AoiHistory): Partial<AoiHistory> {
  const before = history.past.at(-1);
  if (before === undefined) return {};
  return { ...restored(before), past: history.past.slice(0, -1), future: pushed(history.future, history) };
}

function redone(history: AoiHistory): Partial<AoiHistory> {
  const next = history.future.at(-1);
  if (next === undefined) return {};
  return { ...restored(next), past: pushed(history.past, history), future: history.future.slice(0, -1) };
}

interface AoiContext extends AoiHistory {
  /** What is typed in the coordinate dialog. */
  typed: TypedEntries;
  kept: Kept | undefined;
  /** The area of the dialog's entry, shown on the map during typing. */
  preview: AreaGeometry | null;
  /** Why the dialog's entry can't be used. */
  refusal: NoticeText | null;
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

/** The name of a pasted file. */
const PASTED_NAME = 'pasted.geojson';
/** Refusals of a pasted GeoJSON that the reader of files has more to say about. */
const FOR_READER: ReadonlySet<string> = new Set(['errors.file.singleFeature', 'errors.file.projection']);

/** The text of a file that was pasted into the coordinate dialog, if the reader of files is to read it; else null. */
function pastedFile(event: AoiEvent): string | null {
  if (event.type !== 'coordinates.submitted' || event.entry.tab !== 'WKT') return null;
  const read = readingOf(event);
  return 'refusal' in read && FOR_READER.has(read.refusal.key ?? '') ? event.entry.text : null;
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
      ...(nameOf(context.source) !== null && { name: nameOf(context.source)! }),
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
    giveText: sendParent(({ event }): FilesGiven => {
      const pasted = known(pastedFile(event), 'no file was pasted');
      return { type: 'files.given', files: [{ name: PASTED_NAME, size: pasted.length, pasted }] };
    }),
  },
  guards: {
    isArea: ({ event }) => 'aoi' in readingOf(event),
    isForReader: ({ event }) => pastedFile(event) !== null,
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
      on: {
        'coordinates.closed': 'idle',
        // a feature of the pasted file
        'area.read': { target: 'idle', actions: ['useArea', 'notifyChanged'] },
      },
      states: {
        typing: {
          on: {
            'coordinates.submitted': [
              { guard: 'isArea', target: '#aoi.idle', actions: ['useArea', 'notifyChanged', 'notifyNotes'] },
              { guard: 'isUnclear', target: 'asking', actions: 'ask' },
              { guard: 'isRepairable', target: 'reviewing', actions: 'proposeRepaired' },
              // the upload dialog lists the features, or asks for the system, above this one
              { guard: 'isForReader', actions: ['refuseEntry', 'giveText'] },
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

type AoiSnapshot = SnapshotFrom<typeof aoiMachine>;

export const shownAoi = (aoi: AoiSnapshot): Aoi | null => aoi.context.aoi;
export const canUndo = (aoi: AoiSnapshot): boolean => aoi.can({ type: 'aoi.undone' });
export const canRedo = (aoi: AoiSnapshot): boolean => aoi.can({ type: 'aoi.redone' });
/** The area of the coordinate dialog's entry. */
export const previewedArea = (aoi: AoiSnapshot): AreaGeometry | null => aoi.context.preview;
/** Whether the coordinate dialog is open. */
export const isEnteringCoordinates = (aoi: AoiSnapshot): boolean => aoi.matches('entering');
export const typedEntries = (aoi: AoiSnapshot): TypedEntries => aoi.context.typed;
/** Whether closing the coordinate dialog loses text. */
export const hasTypedCoordinates = (aoi: AoiSnapshot): boolean =>
  JSON.stringify(aoi.context.typed.entries) !== JSON.stringify(NO_ENTRIES.entries);
/** Why the entry can't be used. */
export const entryRefusal = (aoi: AoiSnapshot): NoticeText | null => aoi.context.refusal;

/** The proposed repair of the entry that the user must agree to; null if there is none. */
export const repairedEntry = (aoi: AoiSnapshot): RepairedEntry | null =>
  aoi.matches({ entering: 'reviewing' }) ? aoi.context.repaired : null;

/** The question which area of the entry is meant; null if there is none. */
export const askedEntry = (aoi: AoiSnapshot): AskedArea | null =>
  aoi.matches({ entering: 'asking' }) ? aoi.context.asked : null;

/** The field of the Center form that a refusal is about; null for other refusals. */
export function refusedField(
  refusal: NoticeText | null,
): Exclude<keyof Extract<CoordinateEntry, { tab: 'Center' }>, 'tab'> | null {
  if (refusal?.key !== 'errors.geometry.inputInvalid') return null;
  const field = refusal.params?.['field'];
  return field === 'longitude' || field === 'latitude' || field === 'widthKm' || field === 'heightKm'
    ? field
    : null;
}

/** How the shown AOI was made, for the search panel. A drawn rectangle has its vertices on the bbox's corners. */
export function aoiKind(aoi: AoiSnapshot): 'rectangle' | 'polygon' | 'typed' | 'file' | 'saved' {
  const { aoi: area, source } = aoi.context;
  if (area === null || source === null) return 'typed';
  if (source.kind === 'address' && source.name !== undefined) return 'saved';
  if (source.kind !== 'drawn' && source.kind !== 'address') return source.kind;
  if (area.vertices !== 4 || area.geometry.type !== 'Polygon') return 'polygon';
  const [west, south, east, north] = area.bbox;
  const isCorner = ([lon, lat]: readonly number[]) =>
    (lon === west || lon === east) && (lat === south || lat === north);
  return area.geometry.coordinates.flat().every(isCorner) ? 'rectangle' : 'polygon';
}

/** The id of the saved AOI that the AOI is; null if it was made otherwise. */
export function savedAoiId(aoi: AoiSnapshot): Id | null {
  const { source } = aoi.context;
  return source?.kind === 'saved' ? (source.id ?? null) : null;
}

/** The name of the AOI's file, saved AOI or link; null if it was made otherwise. */
export const aoiName = (aoi: AoiSnapshot): string | null => nameOf(aoi.context.source);
