import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { SubmitOutcome } from '../../../contract/orders/orders.ts';
import { sceneOrderMachine } from '../../../src/machines/orders/sceneOrder.machine.ts';
import type { SubmitMemory } from '../../../src/machines/orders/pricedForm.rules.ts';
import {
  canClose,
  canEdit,
  canSubmit,
  formerPrice,
  formPrice,
  isAgreed,
  lostReply,
  submitMade as madeIn,
} from '../../../src/machines/orders/pricedForm.selectors.ts';
import { submitsMachine } from '../../../src/machines/orders/submits.machine.ts';
import { endReplyWait, submitMemory } from '../../../src/services/browser/submitMemory.ts';
import { price, scenes, settings, smallAoi, submitMade, noSubmits } from '../../model/shared/samples.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
let users = 0;
/** The stored submits of a separate user. */
const memory = (clock: SimulatedClock): SubmitMemory =>
  submitMemory(`user${++users}@example.com`, () => clock.now());

/** A form whose submit gets no reply, on a line that the test repairs. */
function lostForm(submits?: SubmitMemory) {
  const clock = new SimulatedClock();
  const line = {
    answer: null as SubmitOutcome | null,
    /** Whether submits never settle. */
    isSilent: false,
    price,
    looks: 0,
    sent: [] as string[],
  };
  const remembered = submits ?? memory(clock);
  const form = createActor(
    sceneOrderMachine.provide({
      actors: {
        fetchPrice: fromPromise(async () => line.price),
        submit: fromPromise(({ input }) => {
          line.sent.push(input.key);
          return line.isSilent ? new Promise(() => {}) : Promise.reject(new CallError('offline'));
        }),
        settleSubmit: fromPromise(async () => {
          line.looks += 1;
          if (line.answer === null) throw new CallError('offline');
          return line.answer;
        }),
      },
    }),
    {
      clock,
      input: {
        scenes: scenes.slice(0, 2),
        aoi: smallAoi,
        utype: 1,
        termsUrl: settings.termsUrl,
        makeKey: () => `key-${line.sent.length + 1}`.padEnd(8, '-'),
        submits: remembered,
      },
    },
  ).start();
  const confirm = async () => {
    await settled();
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    if (!isAgreed(form.getSnapshot())) form.send({ type: 'terms.toggled' });
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await settled();
  };
  const wait = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settled();
    await settled();
  };
  return { form, line, clock, confirm, wait, remembered };
}

test('after a submit without an answer the form says that the order may have been made, and asks by the same key', async () => {
  const { form, line, confirm, wait } = lostForm();
  await confirm();
  expect(lostReply(form.getSnapshot())).toBe('checking');
  expect([canSubmit, canEdit].map((can) => can(form.getSnapshot()))).toEqual([false, false]);
  for (const pause of [1000, 2000, 3000, 4000, 10_000, 10_000]) await wait(pause);
  // at once, and after 1, 3, 6, 10 s, then every 10 s
  expect(line.looks).toBe(7);
  line.answer = { made: submitMade };
  await wait(10_000);
  expect(lostReply(form.getSnapshot())).toBe('found');
  expect(madeIn(form.getSnapshot())).toEqual(submitMade);
  form.send({ type: 'order.shown' });
  expect(form.getSnapshot().output).toEqual({ receipt: { orderNum: submitMade.num }, isOrderShown: true });
  expect(line.sent).toHaveLength(1);
});

test('a reply that takes over 20 s is asked about', async () => {
  const { form, line, confirm, wait } = lostForm();
  line.isSilent = true;
  await confirm();
  await wait(19_999);
  expect(lostReply(form.getSnapshot())).toBeNull();
  await wait(1);
  expect([lostReply(form.getSnapshot()), line.looks]).toEqual(['checking', 1]);
});

test('“No order was made” is only said after the server’s answer; then another key is taken', async () => {
  const { form, line, confirm, wait, remembered } = lostForm();
  await confirm();
  expect(remembered.list()).toHaveLength(1);
  line.answer = { made: null };
  await wait(1000);
  await wait(300);
  expect(lostReply(form.getSnapshot())).toBe('nothing');
  expect(remembered.list()).toEqual([]);
  expect([isAgreed, canSubmit].map((can) => can(form.getSnapshot()))).toEqual([true, true]);
  await confirm();
  expect(line.sent).toEqual(['key-1---', 'key-2---']);
});

test('a price that changed meanwhile is said first, and the agreement is asked again', async () => {
  const { form, line, confirm, wait } = lostForm();
  await confirm();
  line.answer = { made: null };
  line.price = { ...price, finalPrice: 120_000 };
  await wait(1000);
  await wait(300);
  expect(formPrice(form.getSnapshot())).toEqual(line.price);
  expect(formerPrice(form.getSnapshot())).toEqual(price);
  expect(isAgreed(form.getSnapshot())).toBe(false);
});

test('a quote that was made meanwhile is no change of the price', async () => {
  const { form, line, confirm, wait } = lostForm();
  await confirm();
  const quote = { number: 'Q-2026-000001', finalPrice: price.finalPrice, validUntil: '2026-12-12' };
  Object.assign(line, { answer: { made: null }, price: { ...price, quote } });
  await wait(1000);
  await settled();
  expect(formPrice(form.getSnapshot())?.quote).toEqual(quote);
  expect([formerPrice(form.getSnapshot()), isAgreed(form.getSnapshot())]).toEqual([null, true]);
});

test('after 2 minutes it is still unknown, and can be looked up again', async () => {
  const { form, line, confirm, wait } = lostForm();
  await confirm();
  for (let second = 0; second < 120; second += 10) await wait(10_000);
  expect(lostReply(form.getSnapshot())).toBe('unknown');
  line.answer = { made: submitMade };
  form.send({ type: 'look.requested' });
  await settled();
  expect(lostReply(form.getSnapshot())).toBe('found');
});

test('a form for the same that is opened again goes on asking, one for something else does not', async () => {
  const { form, confirm, remembered } = lostForm();
  await confirm();
  expect(canClose(form.getSnapshot())).toBe(true);
  form.send({ type: 'form.closed' });
  expect(form.getSnapshot().output).toEqual({ receipt: null, isOrderShown: false });
  const again = lostForm(remembered);
  expect(lostReply(again.form.getSnapshot())).toBe('checking');
  again.line.answer = { made: submitMade };
  await again.wait(1000);
  expect(lostReply(again.form.getSnapshot())).toBe('found');
  expect(again.line.sent).toEqual([]);
});

test('another user’s submits are not asked about', async () => {
  const { confirm } = lostForm();
  await confirm();
  expect(lostReply(lostForm().form.getSnapshot())).toBeNull();
});

/** The submits actor without a form, in a portal that records the events it gets. */
function asker(submits: SubmitMemory) {
  const clock = new SimulatedClock();
  const sent: { type: string }[] = [];
  const line: { answer: SubmitOutcome | null } = { answer: null };
  const actor = createActor(
    submitsMachine.provide({
      actions: {
        notify: (_, { made }) => sent.push({ type: made === null ? 'nothing' : 'found' }),
        notifyUnknown: ({ context }) => {
          if (context.looks === 15) sent.push({ type: 'unknown' });
        },
      },
      actors: {
        settleSubmit: fromPromise(async () => {
          if (line.answer === null) throw new CallError('offline');
          return line.answer;
        }),
      },
    }),
    { clock, input: { submits } },
  ).start();
  const wait = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settled();
    await settled();
  };
  return { actor, sent, line, wait };
}

test('a submit whose form is gone is asked about, and the answer comes as a notice', async () => {
  const { form, confirm, remembered } = lostForm();
  await confirm();
  form.stop();
  const { sent, line, wait } = asker(remembered);
  await wait(1000);
  expect(sent).toEqual([]);
  line.answer = { made: submitMade };
  await wait(2000);
  expect(sent).toEqual([{ type: 'found' }]);
  expect(remembered.list()).toEqual([]);
});

test('an open form asks about its own submits; after 2 minutes the user is told that nothing is known', async () => {
  const { confirm, remembered } = lostForm();
  await confirm();
  const { actor, sent, line, wait } = asker(remembered);
  actor.send({ type: 'form.opened', form: 'sceneOrder' });
  line.answer = { made: null };
  await wait(60_000);
  expect(sent).toEqual([]);
  line.answer = null;
  actor.send({ type: 'form.left' });
  for (let look = 0; look < 20; look += 1) await wait(10_000);
  expect(sent).toEqual([{ type: 'unknown' }]);
  line.answer = { made: null };
  await wait(60_000);
  expect(sent.at(-1)).toEqual({ type: 'nothing' });
});

test('without submits nothing is asked', async () => {
  const { actor } = asker(noSubmits);
  expect(actor.getSnapshot().matches('idle')).toBe(true);
});

describe('unanswered submits of a browser with several tabs', () => {
  const LOST = { form: 'order', about: 'two scenes', key: 'a-key' };
  let isFull = false;
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        kept.set(name, value);
      },
      removeItem: (name: string) => kept.delete(name),
    });
  });
  afterEach(() => {
    isFull = false;
    kept.clear();
    vi.unstubAllGlobals();
  });
  const memory = () => submitMemory('tabs@example.com', () => 0);

  test('what another tab has settled is settled here too', () => {
    memory().remember(LOST, true);
    expect(memory().list()).toEqual([{ form: 'order', key: 'a-key', wait: 0 }]);
    // the other tab knows what became of it
    kept.clear();
    expect(memory().find('order', 'two scenes')).toBeNull();
    expect(memory().list()).toEqual([]);
  });

  test('one that a 401 answered is asked about at once; a 401 to another call changes nothing', () => {
    memory().remember(LOST, false);
    expect(memory().list()).toEqual([{ form: 'order', key: 'a-key', wait: 20_000 }]);
    endReplyWait('another-key', () => 0);
    expect(memory().list()[0]?.wait).toBe(20_000);
    endReplyWait('a-key', () => 0);
    expect(memory().list()).toEqual([{ form: 'order', key: 'a-key', wait: 0 }]);
  });

  test('with a full storage a further one is remembered as long as the page, and another tab still settles the first', () => {
    memory().remember(LOST, true);
    isFull = true;
    memory().remember({ ...LOST, key: 'another-key' }, true);
    const keys = () =>
      memory()
        .list()
        .map(({ key }) => key);
    expect(keys()).toEqual(['a-key', 'another-key']);
    // the other tab knows what became of it
    kept.clear();
    expect(keys()).toEqual(['another-key']);
    isFull = false;
    memory().forget('another-key');
    expect(keys()).toEqual([]);
    expect(kept.size).toBe(0);
  });
});
