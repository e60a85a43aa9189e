import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { isEmail } from '../../../contract/accounts.ts';
import { CODE_LOCK_MS } from '../../../contract/limits.ts';
import { serverMessageOf } from '../shared/failure.ts';
import { notProvided } from '../shared/notProvided.ts';
import type { NoticeText } from '../shared/notice.ts';
import { known } from '../../geo/known.ts';

/**
 * The end of the lock that this browser has stored, ms since 1970 UTC: null if it has passed, and at most one whole
 * lock from now, even if the browser's clock was changed meanwhile.
 */
export function heldLock(kept: number | null, now: number): number | null {
  if (kept === null || !Number.isFinite(kept) || kept <= now) return null;
  return Math.min(kept, now + CODE_LOCK_MS);
}

/** Whole seconds until the lock opens, at least 1 while it is closed. */
export function secondsLeft(lockedUntil: number, now: number): number {
  return Math.max(1, Math.ceil((lockedUntil - now) / 1000));
}

/** Seconds before the end at which the time left is announced again. */
const MARKS = [30, 10] as const;

/**
 * Announces the lock to screen readers: the time at its start, at 30 and 10 seconds and at its
 * end, not every second.
 * @param said the seconds announced last; null before the first announcement
 * @param left whole seconds until the lock opens; 0 if it is open
 * @returns the seconds to announce; unchanged if there is nothing new
 */
export function secondsToSay(message: number | null, left: number): number | null {
  if (left === 0) return message === null ? null : 0;
  if (message === null || left > message) return left;
  return MARKS.some((mark) => message > mark && left <= mark) ? left : message;
}

/** The panel that a code is for. */
export type CodePurpose = 'register' | 'resetpass';
export interface CodeRequest {
  purpose: CodePurpose;
  email: string;
}

export interface CodeLockInput {
  /** The stored end of the lock, ms since 1970 UTC; null if there is none. */
  lockedUntil: number | null;
  now: () => Date;
}
interface CodeLockContext {
  now: () => Date;
  /** ms since 1970 UTC; null if a code may be requested. */
  lockedUntil: number | null;
  secondsLeft: number;
  /** The seconds last announced to screen readers; null before the first lock. */
  secondsSaid: number | null;
  request: CodeRequest | null;
  /** Why that request failed. */
  refusal: NoticeText | null;
  reason: NoticeText | null;
  /** The last request for which a code was sent. */
  sentTo: CodeRequest | null;
}
export type CodeLockEvent =
  | ({ type: 'code.requested' } & CodeRequest)
  | { type: 'email.edited' }
  | { type: 'lock.kept'; lockedUntil: number | null }
  | { type: 'clock.ticked'; now: number };

const timeLeft = (message: number | null, left: number) => ({
  secondsLeft: left,
  secondsSaid: secondsToSay(message, left),
});

const NO_MESSAGE = { refusal: null, reason: null };

/**
 * §4: the send-verification-code button is disabled for 60 seconds after each click and shows a loading state until the
 * reply arrives. Both panels share it, and it runs as long as they do: changing the panel keeps the lock.
 */
export const codeLockMachine = setup({
  types: { context: {} as CodeLockContext, events: {} as CodeLockEvent, input: {} as CodeLockInput },
  actors: {
    /** POST /reg/captcha or /resetpass/captcha. */
    sendCode: fromPromise<void, CodeRequest>(notProvided('sendCode')),
    /** Reports the time every second. */
    watchClock: fromCallback<{ type: 'ignored' }>(notProvided('watchClock')),
    /** Reports the lock that another tab stored. */
    watchKeptLock: fromCallback<{ type: 'ignored' }>(notProvided('watchKeptLock')),
  },
  actions: {
    /** Stores the end of the lock, for a reload and for other tabs. */
    keepLock: (_, _params: { lockedUntil: number | null }) => {},
    takeRequest: assign(({ event }) =>
      event.type === 'code.requested'
        ? { request: { purpose: event.purpose, email: event.email.trim() }, ...NO_MESSAGE, sentTo: null }
        : {},
    ),
    startLock: assign(({ context }) => ({
      lockedUntil: context.now().getTime() + CODE_LOCK_MS,
      ...timeLeft(null, CODE_LOCK_MS / 1000),
    })),
    takeKept: assign(({ context, event }) => {
      const now = context.now().getTime();
      const lockedUntil = event.type === 'lock.kept' ? heldLock(event.lockedUntil, now) : null;
      return lockedUntil === null ? {} : { lockedUntil, ...timeLeft(null, secondsLeft(lockedUntil, now)) };
    }),
    countDown: assign(({ context, event }) =>
      event.type === 'clock.ticked' && context.lockedUntil !== null
        ? timeLeft(context.secondsSaid, secondsLeft(context.lockedUntil, event.now))
        : {},
    ),
    openLock: assign(({ context }) => ({ lockedUntil: null, ...timeLeft(context.secondsSaid, 0) })),
    forgetRefusal: assign(NO_MESSAGE),
  },
  guards: {
    lacksEmail: ({ context, event }) =>
      context.lockedUntil === null && event.type === 'code.requested' && event.email.trim() === '',
    hasBadEmail: ({ context, event }) =>
      context.lockedUntil === null && event.type === 'code.requested' && !isEmail(event.email),
    isSendable: ({ context, event }) =>
      context.lockedUntil === null && event.type === 'code.requested' && isEmail(event.email),
    isHeldElsewhere: ({ context, event }) =>
      event.type === 'lock.kept' && heldLock(event.lockedUntil, context.now().getTime()) !== null,
    isLocked: ({ context }) => context.lockedUntil !== null,
    isOver: ({ context, event }) =>
      event.type === 'clock.ticked' && event.now >= (context.lockedUntil ?? event.now),
  },
}).createMachine({
  id: 'codeLock',
  context: ({ input }) => {
    const now = input.now().getTime();
    const lockedUntil = heldLock(input.lockedUntil, now);
    return {
      now: input.now,
      lockedUntil,
      ...timeLeft(null, lockedUntil === null ? 0 : secondsLeft(lockedUntil, now)),
      request: null,
      ...NO_MESSAGE,
      sentTo: null,
    };
  },
  type: 'parallel',
  states: {
    lock: {
      initial: 'starting',
      states: {
        starting: { always: [{ guard: 'isLocked', target: 'closed' }, { target: 'open' }] },
        open: {
          invoke: { id: 'watchKeptLock', src: 'watchKeptLock', onError: {} },
          on: {
            // a code requested in another tab locks the button here too
            'lock.kept': { guard: 'isHeldElsewhere', target: 'closed', actions: 'takeKept' },
            // the 60 seconds start with the click; a call times out after 30, so none is pending when they end
            'code.requested': {
              guard: 'isSendable',
              target: 'closed',
              actions: [
                'startLock',
                { type: 'keepLock', params: ({ context }) => ({ lockedUntil: context.lockedUntil }) },
              ],
            },
          },
        },
        closed: {
          tags: 'locked',
          invoke: { id: 'watchClock', src: 'watchClock', onError: {} },
          on: {
            'clock.ticked': [
              {
                guard: 'isOver',
                target: 'open',
                actions: ['openLock', { type: 'keepLock', params: { lockedUntil: null } }],
              },
              { actions: 'countDown' },
            ],
          },
        },
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'code.requested': [
              // §5: sending a code with an empty email warns; nothing was requested, so nothing is locked
              {
                guard: 'lacksEmail',
                actions: ['takeRequest', assign({ refusal: { key: 'errors.emailMissing' } })],
              },
              {
                guard: 'hasBadEmail',
                actions: ['takeRequest', assign({ refusal: { key: 'errors.emailInvalid' } })],
              },
              { guard: 'isSendable', target: 'sending', actions: 'takeRequest' },
            ],
            'email.edited': { actions: 'forgetRefusal' },
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: ({ context }) => known(context.request, 'no code was asked for'),
            onDone: {
              target: 'idle',
              actions: assign({ sentTo: ({ context }) => context.request }),
            },
            onError: {
              target: 'idle',
              // §8 Code send failure: this message, with the server's message as the reason
              actions: assign(({ event }) => ({
                refusal: { key: 'errors.codeNotSent' },
                reason: serverMessageOf(event.error),
              })),
            },
          },
        },
      },
    },
  },
});
