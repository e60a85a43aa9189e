import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import {
  isReadingFile,
  readingProgress,
  uploadMachine,
  uploadRefusal,
} from '../../../src/machines/aoi/upload.machine.ts';
import { fileReader } from '../../../src/wiring/workerActors.ts';
import type { WorkerPort } from '../../../src/workers/workerClient.ts';
import { settled, StagedWorker } from '../workers/stagedWorker.ts';

const file = new File(['<kml/>'], 'harbour.kml');

function reading(make?: () => WorkerPort) {
  const worker = new StagedWorker();
  const actor = createActor(
    uploadMachine.provide({ actors: { readFile: fileReader(make ?? (() => worker)) } }),
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
    expect(worker.requests).toEqual([{ file, name: 'harbour.kml', system: null }]);
    expect(bytes).not.toHaveBeenCalled();
    bytes.mockRestore();
  });

  test('progress is shown as it comes', () => {
    const { worker, actor } = reading();
    worker.report(0.3);
    expect(readingProgress(actor.getSnapshot())).toBe(0.3);
    expect(isReadingFile(actor.getSnapshot())).toBe(true);
  });

  test('Cancel ends the worker at once; what it still says is not heard', () => {
    const { worker, actor } = reading();
    actor.send({ type: 'reading.cancelled' });
    expect(worker.ended).toBe(1);
    worker.report(0.9);
    expect(readingProgress(actor.getSnapshot())).toBe(0);
  });

  test('closing the dialog ends the worker too, and so does its answer', async () => {
    const closed = reading();
    closed.actor.send({ type: 'upload.closed' });
    expect(closed.worker.ended).toBe(1);
    const refused = reading();
    const refusal = { message: { key: 'errors.file.noArea' }, drawing: null };
    refused.worker.answer({ type: 'file.refused', refusal });
    await settled();
    expect(refused.worker.ended).toBe(1);
    expect(message(refused.actor)).toBe('errors.file.noArea');
  });

  test.each([
    ['dies', 'error', { message: 'out of memory' }],
    ['answers with an unreadable message', 'messageerror', {}],
  ] as const)(
    'a worker that %s is logged, and the file said to be unreadable (§8)',
    async (_, type, event) => {
      const { worker, actor } = reading();
      worker.fire(type, event);
      await settled();
      expect(message(actor)).toBe('errors.file.unreadable');
      expect(worker.ended).toBe(1);
      expect(logged).toHaveBeenCalledOnce();
    },
  );

  test('a worker that can’t start: the file is said to be unreadable', async () => {
    const { actor } = reading(() => {
      throw new DOMException('no workers here', 'SecurityError');
    });
    await settled();
    expect(message(actor)).toBe('errors.file.unreadable');
  });

  test('a worker that falls silent, as one without memory does, is given up', async () => {
    vi.useFakeTimers();
    const { worker, actor } = reading();
    vi.advanceTimersByTime(59_000);
    worker.report(0.3);
    vi.advanceTimersByTime(59_000);
    expect(isReadingFile(actor.getSnapshot())).toBe(true);
    vi.advanceTimersByTime(2_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(message(actor)).toBe('errors.file.tooSlow');
    expect(worker.ended).toBe(1);
  });
});
