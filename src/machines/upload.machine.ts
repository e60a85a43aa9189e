import { assign, fromCallback, sendParent, setup } from 'xstate';
import type { AreaGeometry } from '../geo/aoi.ts';
import { isChanged, type FileReading, type GivenFile } from './upload.rules.ts';
import type { NoticeText } from './notice.ts';
import type { AreaRead } from './street.ts';
import { unwired } from './unwired.ts';

interface UploadContext {
  file: GivenFile | null;
  /** Share of the file that is read, 0 to 1. */
  progress: number;
  reading: FileReading | null;
  refusal: NoticeText | null;
}
/** What the reader of files tells. */
export type ReaderEvent =
  | { type: 'reading.progressed'; share: number }
  | { type: 'file.read'; reading: FileReading }
  | { type: 'file.refused'; refusal: NoticeText };
export type UploadEvent =
  | ReaderEvent
  | { type: 'upload.opened' }
  | { type: 'upload.closed' }
  /** Chosen in the dialog, or dropped anywhere on the map. */
  | { type: 'file.chosen'; file: GivenFile }
  | { type: 'reading.cancelled' }
  | { type: 'mended.accepted' };

/**
 * The upload dialog (§2, §5 Geometry file upload): a file is read in a worker, and what had to be mended in it is shown
 * before it is used. The AOI stays as it is until then.
 */
export const uploadMachine = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent },
  actors: {
    /** Reads the file away from the page; stopping it ends the work at once. */
    readFile: fromCallback<{ type: 'ignored' }, { file: GivenFile }>(unwired('readFile')),
  },
  actions: {
    takeFile: assign(({ event }) =>
      event.type === 'file.chosen' ? { file: event.file, progress: 0, reading: null, refusal: null } : {},
    ),
    takeProgress: assign(({ event }) =>
      event.type === 'reading.progressed' ? { progress: event.share } : {},
    ),
    takeReading: assign(({ event }) => (event.type === 'file.read' ? { reading: event.reading } : {})),
    takeRefusal: assign(({ event }) => (event.type === 'file.refused' ? { refusal: event.refusal } : {})),
    forget: assign({ file: null, progress: 0, reading: null, refusal: null }),
    tellRead: sendParent(({ context }): AreaRead => ({ type: 'area.read', geometry: areaOf(context) })),
  },
  guards: {
    isMended: ({ event }) => event.type === 'file.read' && isChanged(event.reading),
  },
}).createMachine({
  id: 'upload',
  context: { file: null, progress: 0, reading: null, refusal: null },
  initial: 'closed',
  // a file that is dropped on the map opens the dialog with it
  on: { 'file.chosen': { target: '.open.reading', actions: 'takeFile' }, 'upload.closed': '.closed' },
  states: {
    closed: { entry: 'forget', on: { 'upload.opened': 'open' } },
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
            onError: {
              target: 'choosing',
              actions: assign({ refusal: { key: 'errors.file.unreadable' } }),
            },
          },
          on: {
            'reading.progressed': { actions: 'takeProgress' },
            'reading.cancelled': 'choosing',
            'file.read': [
              { guard: 'isMended', target: 'reviewing', actions: 'takeReading' },
              { target: '#upload.closed', actions: ['takeReading', 'tellRead'] },
            ],
            'file.refused': { target: 'choosing', actions: 'takeRefusal' },
          },
        },
        // nothing is applied before it is agreed to
        reviewing: {
          on: {
            'mended.accepted': { target: '#upload.closed', actions: 'tellRead' },
            'reading.cancelled': 'choosing',
          },
        },
      },
    },
  },
});

function areaOf(context: UploadContext): AreaGeometry {
  if (context.reading === null) throw new Error('no area was read');
  return context.reading.geometry;
}
