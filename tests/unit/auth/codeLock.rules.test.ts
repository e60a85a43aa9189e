import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { codeRefusalReason, codeSendRefusal } from '../../../src/machines/auth/authForms.selectors.ts';
import {
  codeLockMachine,
  type CodeRequest,
  heldLock,
  secondsLeft,
  secondsToSay,
} from '../../../src/machines/auth/codeLock.machine.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

describe('§4 the lock of the code button', () => {
  test.each([
    ['none was kept', null, null],
    ['it is over', NOW, null],
    ['it holds for 20 s more', NOW + 20_000, NOW + 20_000],
    ['the clock was set back', NOW + 3_600_000, NOW + 60_000],
    ['it is no time', Number.NaN, null],
  ])('a kept lock when %s', (_, kept, held) => {
    expect(heldLock(kept, NOW)).toBe(held);
  });

  test.each([
    [60_000, 60],
    [59_001, 60],
    [59_000, 59],
    [1, 1],
  ])('%d ms before its end %d seconds are left', (ms, seconds) => {
    expect(secondsLeft(NOW + ms, NOW)).toBe(seconds);
  });

  test('the seconds left are said at the start, at 30, at 10 and at the end, not every second', () => {
    const message: number[] = [];
    let last: number | null = null;
    for (let left = 60; left >= 0; left -= 1) {
      const next = secondsToSay(last, left);
      if (next !== null && next !== last) message.push(next);
      last = next;
    }
    expect(message).toEqual([60, 30, 10, 0]);
  });

  test('a page that slept through 30 says the time that is left, once', () => {
    expect(secondsToSay(60, 24)).toBe(24);
    expect(secondsToSay(24, 23)).toBe(24);
  });

  test('nothing is said as long as there was no lock', () => {
    expect(secondsToSay(null, 0)).toBeNull();
  });

  test('a second lock is said anew', () => {
    expect(secondsToSay(0, 60)).toBe(60);
    expect(secondsToSay(10, 60)).toBe(60);
  });
});

type Refusal = ConstructorParameters<typeof CallError> extends [unknown, ...infer Rest] ? Rest : never;

describe('§8 Code send failure: this message, with the server’s message as the reason', () => {
  test.each<[string, Refusal, object | null]>([
    ['a sentence', ['The mailbox is full.', undefined], { text: 'The mailbox is full.' }],
    [
      'when to try again, which the button counts',
      [undefined, { messageKey: 'serverBusy', messageParams: { count: 24 } }],
      null,
    ],
  ])('the reason is %s', async (_, [said, reply], reason) => {
    const idle = fromCallback<{ type: 'ignored' }>(() => {});
    const sendCode = fromPromise<void, CodeRequest>(() =>
      Promise.reject(new CallError('refused', said, reply)),
    );
    const machine = codeLockMachine.provide({
      actors: { sendCode, watchClock: idle, watchKeptLock: idle },
    });
    const input = { lockedUntil: null, now: () => new Date(NOW) };
    const lock = createActor(machine, { input }).start();
    lock.send({ type: 'code.requested', purpose: 'register', email: 'ada@example.org' });
    const refused = await waitFor(lock, ({ context }) => context.refusal !== null);
    expect(codeSendRefusal('register')(refused)).toEqual({ key: 'errors.codeNotSent' });
    expect(codeRefusalReason('register')(refused)).toEqual(reason);
    lock.stop();
  });
});
