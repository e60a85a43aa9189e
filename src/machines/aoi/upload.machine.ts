import { assign, fromCallback, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { FIELD } from '../../../contract/limits.ts';
import type { Aoi } from '../../geo/aoi.ts';
import {
  areaOfOutcome,
  type FileOffer,
  type FileOutcome,
  type FileReading,
  type FileRefusal,
  type OfferedFeature,
} from '../../geo/check/areaReview.ts';
import type { NamedSystem, SystemQuery } from '../../geo/read/crs/systemNames.ts';
import type { FileNote } from '../../geo/read/readArea.ts';
import { messageOrFallback } from '../shared/failure.ts';
import type { Kept } from '../shared/kept.ts';
import { offeredName } from '../shared/names.rules.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import {
  type AoiSaved,
  type AskedArea,
  changeText,
  type ChoiceEvent,
  chosenArea,
  keepsGround,
} from './aoi.rules.ts';
import { known } from '../../geo/known.ts';
import {
  askedSystemOf,
  lastSystemOf,
  placeOfPick,
  type PlacedFile,
  type FoundSystems,
  type Picking,
  picked,
  withSystem,
} from './systemPick.rules.ts';

/** The part of the browser's File that the page uses. Only the worker reads its bytes. */
export interface GivenFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Of a text that was pasted. */
  pasted?: string;
}

/** A file was read and its repairs, if any, were accepted. The area was checked and measured in the worker. */
export interface AreaRead {
  type: 'area.read';
  aoi: Aoi;
  name: string;
  /** Shown as messages. */
  notes: readonly NoticeText[];
}

/** A file whose outline can mean several areas. */
interface AskedFile extends AskedArea {
  notes: FileReading['notes'];
}

/** §5: the refusal of several files; null for a single one. */
function filesRefusal(files: readonly GivenFile[]): FileRefusal | null {
  return files.length === 1
    ? null
    : { message: { key: 'upload.oneFile', params: { count: files.length } }, drawing: null };
}

/** Notes that are not shown: the dialog says the first of every file, and no area has heights. */
const SILENT: readonly FileNote['kind'][] = ['wgs84Assumed', 'heightsDropped'];

/** Whether the area of a file is used only if the user agrees: its repair changed the ground, or may have. */
export const needsConsent = ({ review }: FileReading): boolean =>
  review !== null && (review.isProposal || !keepsGround(review.changes));

/** The messages about a file that is used without a review, which would have shown them. */
export function shownNotes(reading: FileReading): readonly NoticeText[] {
  if (needsConsent(reading)) return [];
  return [
    ...(reading.review?.changes ?? []).map(changeText),
    ...reading.notes.filter(({ kind }) => !SILENT.includes(kind)).map(noteText),
  ];
}

/** The message about a note. */
export function noteText({ kind, ...params }: FileNote): NoticeText {
  return { key: `upload.note.${kind}`, params };
}

/** What became of a feature that was to be saved: `saved`, or why it was not. */
export type FeatureSave = 'saved' | NoticeText;

/** Whether a feature can be used without a question: such features are saved together. */
export const isSure = ({ outcome }: OfferedFeature): boolean =>
  outcome.type === 'file.read' && !needsConsent(outcome.reading);

/** By how much a feature may be off in the picked system; null if its shift is known there. */
export function offText({ outcome }: OfferedFeature): NoticeText | null {
  if (outcome.type === 'file.refused') return null;
  const { notes } = outcome.type === 'file.read' ? outcome.reading : outcome;
  const note = notes.find(({ kind }) => kind === 'shiftUnknown');
  return note === undefined ? null : noteText(note);
}

interface UploadContext {
  file: GivenFile | null;
  /** Share of the work done, 0 to 1. */
  progress: number;
  reading: FileReading | null;
  /** Which area of the file is meant. */
  asked: AskedFile | null;
  refusal: FileRefusal | null;
  /** The user picks the coordinate system of a file that has none, or an unknown one. */
  picking: Picking | null;
  /** What was picked for earlier files. */
  kept: Kept | undefined;
  /** The places in the list of the features that are yet to be saved, the one that is being saved first. */
  queue: readonly number[];
  /** By the place in the list. */
  saves: Readonly<Record<number, FeatureSave>>;
}
/** Events of the worker that reads the file. */
export type ReaderEvent = { type: 'reading.progressed'; share: number } | FileOutcome;
export type UploadEvent =
  | ReaderEvent
  | ChoiceEvent
  | { type: 'upload.opened' }
  | { type: 'upload.closed' }
  /** Chosen in the dialog, or dropped anywhere on the map. */
  | { type: 'files.given'; files: readonly GivenFile[] }
  | { type: 'reading.cancelled' }
  | { type: 'repair.accepted' }
  | { type: 'repair.declined' }
  /** The systems with this text are wanted. */
  | { type: 'system.sought'; text: string }
  /** The file is to be read in this system, and its place shown. */
  | { type: 'system.chosen'; code: number }
  | { type: 'system.accepted' }
  | { type: 'system.left' }
  /** One of several features is to be the AOI. */
  | { type: 'feature.taken'; index: number }
  /** All of them that need no decision are to be saved, or no more after the present one. */
  | { type: 'features.submitted' }
  | { type: 'saving.stopped' };

function usable(context: UploadContext): { file: GivenFile; reading: FileReading } {
  const { file, reading } = context;
  if (file === null || reading === null) throw new Error('no area was read');
  return { file, reading };
}

/** Nothing of a file. */
const NO_FILE = {
  file: null,
  progress: 0,
  reading: null,
  asked: null,
  refusal: null,
  picking: null,
  queue: [],
  saves: {},
};

/** The area of the file in the picked system. */
const placedAoi = ({ picking }: UploadContext): Aoi =>
  known(picking?.outcome && areaOfOutcome(picking.outcome), 'the file has no place');

const featuresOf = ({ refusal }: UploadContext): readonly OfferedFeature[] => refusal?.offer?.features ?? [];

/** The features that can be saved and are not, by their places in the list. */
function unsaved(context: UploadContext): number[] {
  return featuresOf(context).flatMap((feature, index) =>
    isSure(feature) && context.saves[index] !== 'saved' ? [index] : [],
  );
}

/** The name and WKT under which the first feature of the queue is saved. */
function nextSave(context: UploadContext): { name: string; geom: string } {
  const { name, outcome } = known(featuresOf(context)[context.queue[0] ?? -1], 'no feature to save');
  if (outcome.type !== 'file.read') throw new Error('the feature has no area');
  return { name: offeredName([name], FIELD.aoiName), geom: outcome.reading.aoi.wkt };
}

/** What became of the first feature of the queue. */
const withSave = ({ queue: [index, ...queue], saves }: UploadContext, save: FeatureSave) => ({
  queue,
  saves: index === undefined ? saves : { ...saves, [index]: save },
});

/** What came of reading the file, or of the feature that was taken. */
function outcomeOf({ context, event }: { context: UploadContext; event: UploadEvent }): FileOutcome | null {
  if (event.type === 'system.accepted') return context.picking?.outcome ?? null;
  if (event.type === 'feature.taken') return featuresOf(context)[event.index]?.outcome ?? null;
  return event.type === 'file.read' || event.type === 'file.unclear' ? event : null;
}

/** What an area that was read leads to: a question, a repair that is shown, or its use at once. */
const ASKED = { target: 'asking', actions: 'storeQuestion' } as const;
const SHOWN = { guard: 'needsConsent', target: 'reviewing', actions: 'storeReading' } as const;
const PLACED = { guard: 'isPlaced', target: 'placing', actions: 'storePlaced' } as const;
const USED = { target: '#upload.closed', actions: ['storeReading', 'notifyRead'] } as const;

/**
 * The upload dialog (§2, §5 Geometry file upload): a file is read in a worker, and a repair that changes the ground is
 * shown before it is used. An outline that can mean several areas is asked about. The AOI doesn't change until then. The
 * features of a file with several are listed: one is taken as such a file's only one, or all are saved (decision 37).
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as { kept?: Kept } | undefined,
  },
  actors: {
    /** Reads the file in a worker; stopping the actor ends the work at once. */
    readFile: fromCallback<{ type: 'ignored' }, { file: GivenFile; system: NamedSystem | null }>(
      notProvided('readFile'),
    ),
    /** Finds systems by a text, or like that of the file, in a table that is loaded for this. */
    findSystems: fromPromise<FoundSystems, SystemQuery & { last: number | null }>(notProvided('findSystems')),
    /** The name of the place of an area; null if none is known. */
    findPlace: fromPromise<string | null, { bbox: Aoi['bbox'] }>(notProvided('findPlace')),
    /** POST /web/useraoi/cm/save. */
    saveAoi: fromPromise<void, { name: string; geom: string }>(notProvided('saveAoi')),
  },
  actions: {
    storeFile: assign(({ event }) =>
      event.type === 'files.given' ? { ...NO_FILE, file: event.files[0] ?? null } : {},
    ),
    refuseFiles: assign(({ event }) =>
      event.type === 'files.given' ? { ...NO_FILE, refusal: filesRefusal(event.files) } : {},
    ),
    storeReading: assign((of) => {
      const outcome = outcomeOf(of);
      return outcome?.type === 'file.read' ? { reading: outcome.reading } : {};
    }),
    storeQuestion: assign((of) => {
      const outcome = outcomeOf(of);
      if (outcome?.type !== 'file.unclear') return {};
      return { asked: { ...outcome.question, notes: outcome.notes, chosen: null } };
    }),
    storeChoice: assign(({ context: { asked }, event }) =>
      event.type === 'choice.made' && asked !== null ? { asked: { ...asked, chosen: event.index } } : {},
    ),
    readChoice: assign(({ context: { asked } }) => {
      const choice = chosenArea(asked);
      return choice === null ? {} : { reading: { aoi: choice.aoi, notes: asked?.notes ?? [], review: null } };
    }),
    storeRefusal: assign(({ context, event }) => {
      if (event.type !== 'file.refused') return {};
      const { refusal } = event;
      return { refusal, picking: askedSystemOf(refusal, context.picking) };
    }),
    storeText: assign(({ context: { picking }, event }) =>
      event.type === 'system.sought' && picking !== null ? { picking: { ...picking, text: event.text } } : {},
    ),
    storeSystem: assign(({ context: { picking }, event }) =>
      event.type === 'system.chosen' && picking !== null
        ? { picking: { ...picking, chosen: event.code }, progress: 0 }
        : {},
    ),
    storePlaced: assign(({ context: { picking }, event }) =>
      (event.type === 'file.read' || event.type === 'file.unclear') && picking !== null
        ? { picking: { ...picking, outcome: event, place: null } }
        : {},
    ),
    leaveSystem: assign(({ context: { picking } }) => ({
      picking: picking && { ...picking, chosen: null, outcome: null, place: null },
    })),
    /** For the next file with the same system. */
    keepSystem: ({ context: { kept, picking } }) => {
      const code = picking?.chosen ?? null;
      if (picking !== null && code !== null) kept?.write(withSystem(kept.read(), picking.like, code));
    },
    // decision 23: the dialog shows file read failures
    refuseUnread: assign({ refusal: { message: { key: 'errors.file.unreadable' }, drawing: null } }),
    reset: assign(NO_FILE),
    // back to the list, if there is one
    leaveArea: assign({ reading: null, asked: null }),
    queueFeatures: assign(({ context }) => ({ queue: unsaved(context) })),
    stopAfterPresent: assign(({ context }) => ({ queue: context.queue.slice(0, 1) })),
    noteSaved: assign(({ context }) => withSave(context, 'saved')),
    noteUnsaved: assign(({ context }, { error }: { error: unknown }) =>
      withSave(context, messageOrFallback(error, 'upload.saveUnanswered', 'errors.saveFailed')),
    ),
    notifySaved: sendParent({ type: 'aoi.saved' } satisfies AoiSaved),
    notifyRead: sendParent(({ context }): AreaRead => {
      const { file, reading } = usable(context);
      return { type: 'area.read', aoi: reading.aoi, name: file.name, notes: shownNotes(reading) };
    }),
  },
  guards: {
    // another file would end the saving
    isOneFile: ({ context, event }) =>
      event.type === 'files.given' && context.queue.length === 0 && filesRefusal(event.files) === null,
    isAnyFile: ({ context, event }) =>
      event.type === 'files.given' && context.queue.length === 0 && event.files.length > 0,
    hasChoice: ({ context }) => chosenArea(context.asked) !== null,
    needsSystem: ({ context }) => context.picking !== null,
    isPicked: ({ context }) => picked(context.picking) !== null,
    // what has no place in the picked system has nothing to be shown first
    isPlaced: (of) => {
      const outcome = outcomeOf(of);
      return (
        picked(of.context.picking) !== null && outcome?.type !== 'file.refused' && Boolean(outcome?.picked)
      );
    },
    isListed: ({ context: { picking }, event }) =>
      event.type === 'system.chosen' &&
      picking !== null &&
      picked({ ...picking, chosen: event.code }) !== null,
    isSeveralInPicked: ({ context, event }) =>
      event.type === 'file.refused' &&
      picked(context.picking) !== null &&
      askedSystemOf(event.refusal, context.picking) === null,
    isUnclear: (of) => outcomeOf(of)?.type === 'file.unclear',
    isRead: (of) => outcomeOf(of)?.type === 'file.read',
    hasUnsaved: ({ context }) => unsaved(context).length > 0,
    hasMore: ({ context }) => context.queue.length > 1,
    needsConsent: (of) => {
      const outcome = outcomeOf(of);
      return outcome?.type === 'file.read' && needsConsent(outcome.reading);
    },
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...NO_FILE, kept: input?.kept }),
  initial: 'closed',
  // a file dropped on the map opens the dialog
  on: {
    'files.given': [
      { guard: 'isOneFile', target: '.open.reading', actions: 'storeFile' },
      { guard: 'isAnyFile', target: '.open.choosing', actions: 'refuseFiles' },
    ],
    'upload.closed': '.closed',
  },
  states: {
    closed: { entry: 'reset', on: { 'upload.opened': 'open' } },
    open: {
      initial: 'choosing',
      states: {
        choosing: {
          always: { guard: 'needsSystem', target: 'picking' },
          on: {
            'feature.taken': [{ guard: 'isUnclear', ...ASKED }, SHOWN, { guard: 'isRead', ...USED }],
            'features.submitted': { guard: 'hasUnsaved', target: 'saving', actions: 'queueFeatures' },
          },
        },
        // a file of an unknown system; another one can still be chosen
        picking: {
          entry: 'leaveSystem',
          initial: 'finding',
          states: {
            finding: {
              invoke: {
                id: 'findSystems',
                src: 'findSystems',
                input: ({ context: { kept, picking } }) => {
                  const { like, text } = known(picking, 'no system is picked');
                  return { like, text, last: lastSystemOf(kept?.read(), like) };
                },
                onDone: {
                  target: 'found',
                  actions: assign(({ context: { picking }, event: { output } }) => ({
                    picking: picking && { ...picking, found: output },
                  })),
                },
                onError: 'failed',
              },
            },
            found: {},
            failed: { tags: 'noSystems' },
          },
          on: {
            'system.sought': { target: '.finding', actions: 'storeText' },
            'system.chosen': { guard: 'isListed', target: 'reading', actions: 'storeSystem' },
          },
        },
        // the place in the picked system is shown before it is used
        placing: {
          invoke: {
            id: 'findPlace',
            src: 'findPlace',
            input: ({ context }) => ({ bbox: placedAoi(context).bbox }),
            onDone: {
              actions: assign(({ context: { picking }, event: { output } }) => ({
                picking: picking && { ...picking, place: output },
              })),
            },
            // the coordinates say where it is, too
            onError: {},
          },
          on: {
            'system.accepted': [
              { ...ASKED, guard: 'isUnclear', actions: ['keepSystem', 'storeQuestion'] },
              { ...SHOWN, actions: ['keepSystem', 'storeReading'] },
              { ...USED, actions: ['keepSystem', 'storeReading', 'notifyRead'] },
            ],
            'system.left': 'picking',
          },
        },
        // one after the other
        saving: {
          tags: 'saving',
          exit: 'notifySaved',
          invoke: {
            id: 'saveAoi',
            src: 'saveAoi',
            input: ({ context }) => nextSave(context),
            onDone: [
              { guard: 'hasMore', target: 'saving', reenter: true, actions: 'noteSaved' },
              { target: 'choosing', actions: 'noteSaved' },
            ],
            onError: [
              {
                // a refusal is of this feature; where no answer comes, none comes for the others
                guard: ({ context, event: { error } }) =>
                  error instanceof CallError && error.kind === 'refused' && context.queue.length > 1,
                target: 'saving',
                reenter: true,
                actions: { type: 'noteUnsaved', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'choosing',
                actions: { type: 'noteUnsaved', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          on: { 'saving.stopped': { actions: 'stopAfterPresent' } },
        },
        reading: {
          tags: 'busy',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ context: { file, picking } }) => ({
              file: known(file, 'no file was chosen'),
              system: picked(picking),
            }),
            onError: { target: 'choosing', actions: 'refuseUnread' },
          },
          on: {
            'reading.progressed': { actions: assign(({ event }) => ({ progress: event.share })) },
            'reading.cancelled': [
              { guard: 'isPicked', target: 'picking' },
              { target: 'choosing', actions: 'reset' },
            ],
            'file.read': [PLACED, SHOWN, USED],
            'file.unclear': [PLACED, ASKED],
            'file.refused': [
              { guard: 'isSeveralInPicked', target: 'choosing', actions: ['keepSystem', 'storeRefusal'] },
              { target: 'choosing', actions: 'storeRefusal' },
            ],
          },
        },
        // no area is used that was not chosen
        asking: {
          on: {
            'choice.made': { actions: 'storeChoice' },
            'choice.accepted': {
              guard: 'hasChoice',
              target: '#upload.closed',
              actions: ['readChoice', 'notifyRead'],
            },
            'choice.left': { target: 'choosing', actions: 'leaveArea' },
          },
        },
        // nothing is applied before the user agrees
        reviewing: {
          on: {
            'repair.accepted': { target: '#upload.closed', actions: 'notifyRead' },
            'repair.declined': { target: 'choosing', actions: 'leaveArea' },
          },
        },
      },
    },
  },
});

type Upload = SnapshotFrom<typeof uploadMachine>;

export const isUploadOpen = (upload: Upload): boolean => upload.matches('open');
export const isReadingFile = (upload: Upload): boolean => upload.hasTag('busy');
/** 0 to 1. */
export const readingProgress = (upload: Upload): number => upload.context.progress;
export const fileName = (upload: Upload): string | null => upload.context.file?.name ?? null;
export const uploadRefusal = (upload: Upload): FileRefusal | null => upload.context.refusal;
/** The question which area of the file is meant; null if there is none. */
export const askedFile = (upload: Upload): AskedFile | null =>
  upload.matches({ open: 'asking' }) ? upload.context.asked : null;
/** The repaired file that the user must agree to; null if there is none. */
export const reviewedReading = (upload: Upload): FileReading | null =>
  upload.matches({ open: 'reviewing' }) ? upload.context.reading : null;
/** The features of a file with several; null if none are offered. */
export const uploadOffer = (upload: Upload): FileOffer | null => upload.context.refusal?.offer ?? null;
/** What became of those that were to be saved, by their places in the list. */
export const featureSaves = ({ context }: Upload): UploadContext['saves'] => context.saves;
/** The features that can be saved together and are not. */
export const unsavedCount = (upload: Upload): number => unsaved(upload.context).length;
/** The place in the list of the feature that is being saved; null if none is. */
export const savingFeature = (upload: Upload): number | null =>
  upload.hasTag('saving') ? (upload.context.queue[0] ?? null) : null;
/** What is picked of a file without a known system, while it is; null if nothing is. */
export const systemPicking = (upload: Upload): Picking | null =>
  upload.matches({ open: 'picking' }) ? upload.context.picking : null;
/** Whether the table of systems can't be loaded. */
export const isWithoutSystems = (upload: Upload): boolean => upload.hasTag('noSystems');
/** The area of a file in the picked system, which the user must agree to; null if there is none. */
export const placedFile = (upload: Upload): PlacedFile | null =>
  upload.context.picking !== null && upload.matches({ open: 'placing' })
    ? placeOfPick(upload.context.picking)
    : null;
/** Its geometry, for the map. */
export const placedArea = (upload: Upload): Aoi['geometry'] | null =>
  placedFile(upload)?.aoi.geometry ?? null;
