import { assign, fromCallback, sendParent, setup } from 'xstate';
import { notProvided } from '../../shared/notProvided.ts';
import { chosenArea, type ChoiceEvent } from '../areaReview.rules.ts';
import {
  filesRefusal,
  needsConsent,
  shownNotes,
  type AskedFile,
  type FileRefusal,
  type GivenFile,
} from './upload.rules.ts';
import type { AreaRead } from '../aoi.events.ts';
import type { AreaQuestion, FileReading } from '../../../geo/check/areaReview.ts';

interface UploadContext {
  file: GivenFile | null;
  /** Share of the work done, 0 to 1. */
  progress: number;
  reading: FileReading | null;
  /** Which area of the file is meant. */
  asked: AskedFile | null;
  refusal: FileRefusal | null;
}
/** Events of the worker that reads the file. */
export type ReaderEvent =
  | { type: 'reading.progressed'; share: number }
  | { type: 'file.read'; reading: FileReading }
  | { type: 'file.unclear'; question: AreaQuestion; notes: FileReading['notes'] }
  | { type: 'file.refused'; refusal: FileRefusal };
export type UploadEvent =
  | ReaderEvent
  | ChoiceEvent
  | { type: 'upload.opened' }
  | { type: 'upload.closed' }
  /** Chosen in the dialog, or dropped anywhere on the map. */
  | { type: 'files.given'; files: readonly GivenFile[] }
  | { type: 'reading.cancelled' }
  | { type: 'repair.accepted' }
  | { type: 'repair.declined' };

function usable(context: UploadContext): { file: GivenFile; reading: FileReading } {
  const { file, reading } = context;
  if (file === null || reading === null) throw new Error('no area was read');
  return { file, reading };
}

/** Nothing of a file. */
const NO_FILE = { file: null, progress: 0, reading: null, asked: null, refusal: null };

/**
 * The upload dialog (§2, §5 Geometry file upload): a file is read in a worker, and a repair that changes the ground is
 * shown before it is used. An outline that can mean several areas is asked about. The AOI doesn't change until then.
 */
export const uploadMachine = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent },
  actors: {
    /** Reads the file in a worker; stopping the actor ends the work at once. */
    readFile: fromCallback<{ type: 'ignored' }, { file: GivenFile }>(notProvided('readFile')),
  },
  actions: {
    storeFile: assign(({ event }) =>
      event.type === 'files.given' ? { ...NO_FILE, file: event.files[0] ?? null } : {},
    ),
    refuseFiles: assign(({ event }) =>
      event.type === 'files.given' ? { ...NO_FILE, refusal: filesRefusal(event.files) } : {},
    ),
    storeProgress: assign(({ event }) =>
      event.type === 'reading.progressed' ? { progress: event.share } : {},
    ),
    storeReading: assign(({ event }) => (event.type === 'file.read' ? { reading: event.reading } : {})),
    storeQuestion: assign(({ event }) =>
      event.type === 'file.unclear' ? { asked: { ...event.question, notes: event.notes, chosen: null } } : {},
    ),
    storeChoice: assign(({ context: { asked }, event }) =>
      event.type === 'choice.made' && asked !== null ? { asked: { ...asked, chosen: event.index } } : {},
    ),
    readChoice: assign(({ context: { asked } }) => {
      const choice = chosenArea(asked);
      return choice === null ? {} : { reading: { aoi: choice.aoi, notes: asked?.notes ?? [], review: null } };
    }),
    storeRefusal: assign(({ event }) => (event.type === 'file.refused' ? { refusal: event.refusal } : {})),
    // decision 23: the dialog shows file read failures
    refuseUnread: assign({ refusal: { message: { key: 'errors.file.unreadable' }, drawing: null } }),
    reset: assign(NO_FILE),
    notifyRead: sendParent(({ context }): AreaRead => {
      const { file, reading } = usable(context);
      return { type: 'area.read', aoi: reading.aoi, name: file.name, notes: shownNotes(reading) };
    }),
  },
  guards: {
    isOneFile: ({ event }) => event.type === 'files.given' && filesRefusal(event.files) === null,
    isAnyFile: ({ event }) => event.type === 'files.given' && event.files.length > 0,
    hasChoice: ({ context }) => chosenArea(context.asked) !== null,
    needsConsent: ({ event }) => event.type === 'file.read' && needsConsent(event.reading),
  },
}).createMachine({
  id: 'upload',
  context: NO_FILE,
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
        choosing: {},
        reading: {
          tags: 'busy',
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ context }) => {
              if (context.file === null) throw new Error('no file was chosen');
              return { file: context.file };
            },
            onError: { target: 'choosing', actions: 'refuseUnread' },
          },
          on: {
            'reading.progressed': { actions: 'storeProgress' },
            'reading.cancelled': { target: 'choosing', actions: 'reset' },
            'file.read': [
              { guard: 'needsConsent', target: 'reviewing', actions: 'storeReading' },
              { target: '#upload.closed', actions: ['storeReading', 'notifyRead'] },
            ],
            'file.unclear': { target: 'asking', actions: 'storeQuestion' },
            'file.refused': { target: 'choosing', actions: 'storeRefusal' },
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
            'choice.left': { target: 'choosing', actions: 'reset' },
          },
        },
        // nothing is applied before the user agrees
        reviewing: {
          on: {
            'repair.accepted': { target: '#upload.closed', actions: 'notifyRead' },
            'repair.declined': { target: 'choosing', actions: 'reset' },
          },
        },
      },
    },
  },
});
