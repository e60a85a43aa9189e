import { afterEach, describe, expect, test, vi } from 'vitest';
import { askWorker, startWorker } from '../../../src/workers/workerClient.ts';
import { StagedWorker } from './stagedWorker.ts';

function asking({ silenceMax }: { silenceMax?: number } = {}) {
  const worker = new StagedWorker();
  const stop = new AbortController();
  const shares: number[] = [];
  const answer = askWorker<string, number>(() => worker, 'how many?', {
    signal: stop.signal,
    onProgress: (share) => shares.push(share),
    ...(silenceMax === undefined ? {} : { silenceMax }),
  });
  return { worker, stop, shares, answer };
}
afterEach(() => vi.useRealTimers());

describe('a worker asked for one answer', () => {
  test('the request is posted, progress is reported, and the answer terminates the worker', async () => {
    const { worker, shares, answer } = asking();
    expect(worker.requests).toEqual(['how many?']);
    worker.report(0.5);
    worker.answer(7);
    await expect(answer).resolves.toBe(7);
    expect(shares).toEqual([0.5]);
    expect(worker.ended).toBe(1);
  });

  test('aborting terminates the worker at once and rejects with the reason; later messages are ignored', async () => {
    const { worker, stop, shares, answer } = asking();
    stop.abort(new Error('closed'));
    expect(worker.ended).toBe(1);
    worker.report(0.9);
    worker.answer(7);
    await expect(answer).rejects.toThrow('closed');
    expect(shares).toEqual([]);
    expect(worker.ended).toBe(1);
  });

  test('an aborted signal starts no worker', async () => {
    const make = vi.fn(() => new StagedWorker());
    await expect(askWorker(make, 1, { signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow(
      'closed',
    );
    expect(make).not.toHaveBeenCalled();
  });

  test.each([
    ['dies', 'error', { message: 'out of memory' }, 'out of memory'],
    ['fails to load, which has no message', 'error', {}, 'the worker failed'],
    ['sends an unreadable message', 'messageerror', {}, 'unreadable'],
    [
      'reports that its work failed',
      'message',
      { data: { type: 'failed', message: 'no orbit' } },
      'no orbit',
    ],
  ] as const)('a worker that %s rejects the answer and is terminated', async (_, type, event, reason) => {
    const { worker, answer } = asking();
    worker.fire(type, event);
    await expect(answer).rejects.toThrow(reason);
    expect(worker.ended).toBe(1);
  });

  test('a request that can’t be posted rejects the answer and terminates the worker', async () => {
    const worker = new StagedWorker();
    worker.postMessage = () => {
      throw new DOMException('a function can’t be cloned', 'DataCloneError');
    };
    const { signal } = new AbortController();
    await expect(
      askWorker(
        () => worker,
        () => {},
        { signal },
      ),
    ).rejects.toThrow('cloned');
    expect(worker.ended).toBe(1);
  });

  test('silence longer than the limit counts as death; progress restarts the clock', async () => {
    vi.useFakeTimers();
    const { worker, answer } = asking({ silenceMax: 1_000 });
    const failed = expect(answer).rejects.toThrow('stopped responding');
    vi.advanceTimersByTime(900);
    worker.report(0.1);
    vi.advanceTimersByTime(900);
    expect(worker.ended).toBe(0);
    vi.advanceTimersByTime(200);
    expect(worker.ended).toBe(1);
    await failed;
  });

  test('several steps can be posted before the one answer', async () => {
    const worker = new StagedWorker();
    const { signal } = new AbortController();
    const { post, answer } = startWorker<string, string>(() => worker, { signal });
    post('begin');
    post('work');
    worker.answer('done');
    await expect(answer).resolves.toBe('done');
    expect(worker.requests).toEqual(['begin', 'work']);
  });
});
