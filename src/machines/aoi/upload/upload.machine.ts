import { assign, fromCallback, sendParent, setup } from 'xstate';
import { notProvided } from '../../shared/notProvided.ts';
import { filesRefusal, needsConsent, shownNotes, type FileRefusal, type GivenFile } from './upload.rules.ts';
import type { AreaRead } from '../aoi.events.ts';
import type { FileReading } from '../../../geo/check/areaReview.ts';

interface UploadContext {
  file: GivenFile | null;
  /** Share of the work done, 0 to 1. */
  progress: number;
  reading: FileReading | null;
  refusal: FileRefusal | null;
}
/** Events of the worker that reads the file. */
export type ReaderEvent =
  | { type: 'reading.progressed'; share: number }
  | { type: 'file.read'; reading: FileReading }
  | { type: 'file.refused'; refusal: FileRefusal };
export type UploadEvent =
  | ReaderEvent
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

/**
 * The upload dialog (§2, §5 Geometry file upload): a file is read in a worker, and a repair
 * that changes the ground is shown before it is used.
 * The AOI doesn't change until then.
 */
export const uploadMachine = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent },
  actors: {
    /** Reads the file in a worker; stopping the actor ends the work at once. */
    readFile: fromCallback<{ type: 'ignored' }, { file: GivenFile }>(notProvided('readFile')),
  },
  actions: {
    storeFile: assign(({ event }) =>
      event.type === 'files.given'
        ? { file: event.files[0] ?? null, progress: 0, reading: null, refusal: null }
        : {},
    ),
    refuseFiles: assign(({ event }) =>
      event.type === 'files.given' ? { file: null, reading: null, refusal: filesRefusal(event.files) } : {},
    ),
    storeProgress: assign(({ event }) =>
      event.type === 'reading.progressed' ? { progress: event.share } : {},
    ),
    storeReading: assign(({ event }) => (event.type === 'file.read' ? { reading: event.reading } : {})),
    storeRefusal: assign(({ event }) => (event.type === 'file.refused' ? { refusal: event.refusal } : {})),
    // decision 23: the dialog shows file read failures
    refuseUnread: assign({ refusal: { message: { key: 'errors.file.unreadable' }, drawing: null } }),
    reset: assign({ file: null, progress: 0, reading: null, refusal: null }),
    notifyRead: sendParent(({ context }): AreaRead => {
      const { file, reading } = usable(context);
      return { type: 'area.read', aoi: reading.aoi, name: file.name, notes: shownNotes(reading) };
    }),
  },
  guards: {
    isOneFile: ({ event }) => event.type === 'files.given' && filesRefusal(event.files) === null,
    isAnyFile: ({ event }) => event.type === 'files.given' && event.files.length > 0,
    needsConsent: ({ event }) => event.type === 'file.read' && needsConsent(event.reading),
  },
}).createMachine({
  id: 'upload',
  context: { file: null, progress: 0, reading: null, refusal: null },
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
            'file.refused': { target: 'choosing', actions: 'storeRefusal' },
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
