import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { isRepeating, submitRefusal } from '../../../src/machines/orders/pricedForm.selectors.ts';
import { taskingMachine } from '../../../src/machines/orders/tasking.machine.ts';
import { submitMemory } from '../../../src/services/browser/submitMemory.ts';
import { taskingInput } from '../../model/orders/orderFormModels.ts';
import { smallAoi, taskingPrice } from '../../model/shared/samples.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
let users = 0;

/** Forms of one buyer at a back end without keys, whose answers the test gives. */
function counter() {
  const clock = new SimulatedClock();
  const email = `buyer${++users}@example.com`;
  const sent: string[] = [];
  const back = { answer: async (): Promise<{ orderNum: string | null }> => ({ orderNum: null }) };
  const open = async (patch: Partial<typeof taskingInput> = {}) => {
    const form = createActor(
      taskingMachine.provide({
        actors: {
          fetchPrice: fromPromise(async () => taskingPrice),
          submit: fromPromise(({ input }) => {
            sent.push(input.request.orderName);
            return back.answer();
          }),
        },
      }),
      {
        clock,
        input: { ...taskingInput, isKeyed: false, submits: submitMemory(email, () => clock.now()), ...patch },
      },
    ).start();
    // the pause before the price
    clock.increment(300);
    await settled();
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'terms.toggled' });
    return form;
  };
  const confirm = async (form: Awaited<ReturnType<typeof open>>) => {
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await settled();
  };
  return { clock, sent, back, open, confirm };
}

test('without a key the same form within a minute asks whether it was already ordered', async () => {
  const { clock, sent, open, confirm } = counter();
  await confirm(await open());
  expect(sent).toHaveLength(1);
  const again = await open();
  await confirm(again);
  expect([isRepeating(again.getSnapshot()), sent.length]).toEqual([true, 1]);
  again.send({ type: 'repeat.declined' });
  expect(sent).toHaveLength(1);
  await confirm(again);
  again.send({ type: 'repeat.confirmed' });
  await settled();
  expect([again.getSnapshot().status, sent.length]).toEqual(['done', 2]);
  clock.increment(60_000);
  const later = await open();
  await confirm(later);
  expect([later.getSnapshot().status, sent.length]).toEqual(['done', 3]);
});

test('another area is another order', async () => {
  const { sent, open, confirm } = counter();
  await confirm(await open());
  await confirm(await open({ aoi: smallAoi }));
  expect(sent).toHaveLength(2);
});

test('a lost reply is not a no: it says so, and the next submit asks', async () => {
  const { sent, back, open, confirm } = counter();
  back.answer = () => Promise.reject(new CallError('offline'));
  const form = await open();
  await confirm(form);
  expect(submitRefusal(form.getSnapshot())).toEqual({ key: 'notice.submitUnknown' });
  await confirm(form);
  expect([isRepeating(form.getSnapshot()), sent.length]).toEqual([true, 1]);
});

test('a refused submit was not ordered: it may be sent again at once', async () => {
  const { sent, back, open, confirm } = counter();
  back.answer = () => Promise.reject(new CallError('refused', 'The window is full'));
  const form = await open();
  await confirm(form);
  expect(submitRefusal(form.getSnapshot())).toEqual({ text: 'The window is full' });
  await confirm(form);
  expect(sent).toHaveLength(2);
});

test('an answer that can not be read says ‘submit failed’, and the next submit asks', async () => {
  const { back, open, confirm } = counter();
  back.answer = () => Promise.reject(new CallError('malformed'));
  const form = await open();
  await confirm(form);
  expect(submitRefusal(form.getSnapshot())).toEqual({ key: 'errors.submitFailed' });
  await confirm(form);
  expect(isRepeating(form.getSnapshot())).toBe(true);
});
