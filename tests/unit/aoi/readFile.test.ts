import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { uploadMachine } from '../../../src/machines/aoi/upload.machine.ts';
import { isReadingFile, readingProgress, uploadRefusal } from '../../../src/machines/aoi/upload.selectors.ts';
import { readFileIn, type FileWorker } from '../../../src/workers/readFile.ts';

type Listener = (event: { data?: unknown; message?: string }) => void;

/** A worker that does what the test says. */
class StagedWorker implements FileWorker {
  readonly listeners = new Map<string, Listener>();
  readonly asked: unknown[] = [];
  readonly transferred: unknown[] = [];
  isEnded = false;

  postMessage = (request: unknown, transfer: unknown[]) => {
    this.asked.push(request);
    this.transferred.push(...transfer);
  };
  addEventListener = (type: string, listener: Listener) => void this.listeners.set(type, listener);
  terminate = () => {
    this.isEnded = true;
  };
  fire(type: string, event: { data?: unknown; message?: string }): void {
    this.listeners.get(type)?.(event);
  }
}

const file = new File(['<kml/>'], 'harbour.kml');

function reading(make?: () => FileWorker) {
  const worker = new StagedWorker();
  const actor = createActor(
    uploadMachine.provide({ actors: { readFile: readFileIn(make ?? (() => worker)) } }),
  ).start();
  actor.send({ type: 'files.given', files: [file] });
  return { worker, actor };
}
const message = (actor: ReturnType<typeof reading>['actor']) =>
  uploadRefusal(actor.getSnapshot())?.message.key;

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  logged.mockRestore();
  vi.useRealTimers();
});

describe('reading in a worker', () => {
  test('the worker is handed the file itself: its bytes never lie on the page', () => {
    const bytes = vi.spyOn(Blob.prototype, 'arrayBuffer');
    const { worker } = reading();
    expect(worker.asked).toEqual([{ file, name: 'harbour.kml' }]);
    expect(bytes).not.toHaveBeenCalled();
    bytes.mockRestore();
  });

  test('progress is shown as it comes', () => {
    const { worker, actor } = reading();
    worker.fire('message', { data: { type: 'reading.progressed', share: 0.3 } });
    expect(readingProgress(actor.getSnapshot())).toBe(0.3);
    expect(isReadingFile(actor.getSnapshot())).toBe(true);
  });

  test('Cancel ends the worker at once; what it still says is not heard', () => {
    const { worker, actor } = reading();
    actor.send({ type: 'reading.cancelled' });
    expect(worker.isEnded).toBe(true);
    worker.fire('message', { data: { type: 'reading.progressed', share: 0.9 } });
    expect(readingProgress(actor.getSnapshot())).toBe(0);
  });

  test('closing the dialog ends the worker too, and so does its answer', () => {
    const closed = reading();
    closed.actor.send({ type: 'upload.closed' });
    expect(closed.worker.isEnded).toBe(true);
    const refused = reading();
    const refusal = { message: { key: 'errors.file.noArea' }, drawing: null };
    refused.worker.fire('message', { data: { type: 'file.refused', refusal } });
    expect(refused.worker.isEnded).toBe(true);
    expect(message(refused.actor)).toBe('errors.file.noArea');
  });

  test.each([
    ['dies', 'error', { message: 'out of memory' }],
    ['answers what is no message', 'messageerror', {}],
  ])('a worker that %s is logged, and the file said to be unreadable (§8)', (_, type, event) => {
    const { worker, actor } = reading();
    worker.fire(type, event);
    expect(message(actor)).toBe('errors.file.unreadable');
    expect(worker.isEnded).toBe(true);
    expect(logged).toHaveBeenCalledOnce();
  });

  test('a worker that can’t start: the file is said to be unreadable', () => {
    const { actor } = reading(() => {
      throw new DOMException('no workers here', 'SecurityError');
    });
    expect(message(actor)).toBe('errors.file.unreadable');
  });

  test('a worker that falls silent, as one without memory does, is given up', () => {
    vi.useFakeTimers();
    const { worker, actor } = reading();
    vi.advanceTimersByTime(59_000);
    worker.fire('message', { data: { type: 'reading.progressed', share: 0.3 } });
    vi.advanceTimersByTime(59_000);
    expect(isReadingFile(actor.getSnapshot())).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(message(actor)).toBe('errors.file.unreadable');
    expect(worker.isEnded).toBe(true);
  });
});
