import { fromCallback } from 'xstate';
import type { ReaderEvent } from '../machines/aoi/upload.machine.ts';
import type { GivenFile } from '../machines/aoi/upload.rules.ts';
import type { AoiFileRequest } from './aoiFile.ts';

/** What of a worker is used here. */
export interface FileWorker {
  postMessage: (request: AoiFileRequest, transfer: Transferable[]) => void;
  addEventListener: (
    type: 'message' | 'messageerror' | 'error',
    listener: (event: { data?: unknown; message?: string }) => void,
  ) => void;
  terminate: () => void;
}

/** After so long without a word the worker is taken for dead: one that ran out of memory says nothing. Milliseconds. */
const SILENCE_MAX_MS = 60_000;

const UNREADABLE: ReaderEvent = {
  type: 'file.refused',
  refusal: { message: { key: 'errors.file.unreadable' }, drawing: null },
};

function newWorker(): FileWorker {
  return new Worker(new URL('./aoiFile.worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Reads a geometry file in a worker of its own (§5 Geometry file upload). Stopping it ends the worker at once, whatever
 * it was doing. A worker that can't start, breaks or falls silent is logged, and the file said to be unreadable (§8).
 */
export function readFileIn(makeWorker: () => FileWorker = newWorker) {
  return fromCallback<{ type: 'ignored' }, { file: GivenFile }>(({ input, sendBack }) => {
    const { file } = input;
    if (!(file instanceof Blob)) throw new Error('no file of the browser');
    let [worker, silence] = [
      null as FileWorker | null,
      undefined as ReturnType<typeof setTimeout> | undefined,
    ];
    const end = () => {
      clearTimeout(silence);
      worker?.terminate();
      worker = null;
    };
    const tell = (event: ReaderEvent) => {
      if (worker === null) return;
      clearTimeout(silence);
      if (event.type === 'reading.progressed') silence = setTimeout(() => fail('no word'), SILENCE_MAX_MS);
      else end();
      sendBack(event);
    };
    const fail = (why: unknown) => {
      console.error(`${file.name} could not be read in a worker:`, why);
      tell(UNREADABLE);
    };
    // one that can't be made throws, which the upload's machine takes as a failure
    worker = makeWorker();
    worker.addEventListener('message', ({ data }) => tell(data as ReaderEvent));
    worker.addEventListener('messageerror', () => fail('its answer is no message'));
    worker.addEventListener('error', ({ message }) => fail(message));
    silence = setTimeout(() => fail('no word'), SILENCE_MAX_MS);
    worker.postMessage({ file, name: file.name }, []);
    return end;
  });
}
