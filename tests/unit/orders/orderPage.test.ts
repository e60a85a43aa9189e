import { describe, expect, test } from 'vitest';
import { createActor, createMachine, fromPromise, type AnyActorRef, type EventObject } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import type { OrderDetails } from '../../../contract/orders/orderDetails.ts';
import {
  againOf,
  isOrderLate,
  minutesTaken,
  orderBox,
  orderIn,
  orderPageMachine,
  processOf,
  shownSteps,
} from '../../../src/machines/orders/orderPage.machine.ts';
import { isOrderOpen, orderHead, orderScenes } from '../../../src/machines/orders/orderPage.selectors.ts';
import { sceneOrderMachine } from '../../../src/machines/orders/sceneOrder.machine.ts';
import { orderPicture } from '../../../src/ui/map/layers/footprints/scenes.ts';
import { noSubmits, order, orderDetails, orderPageInput, smallAoi } from '../../model/shared/samples.ts';

const addressOf = (search: string) => ({
  query: Object.fromEntries(new URLSearchParams(search)),
  storedArea: null,
});
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The page at an address; every load gets the given reply. */
async function opened(search: string, load: () => Promise<OrderDetails>) {
  const heard: EventObject[] = [];
  const asked: string[] = [];
  const machine = orderPageMachine.provide({
    actors: {
      loadOrder: fromPromise(({ input }) => {
        asked.push(input.orderNum);
        return load();
      }),
    },
  });
  const parent = createActor(
    createMachine({
      invoke: { id: 'page', src: machine, input: { address: addressOf(search), ...orderPageInput } },
      on: {
        '*': { actions: ({ event }) => heard.push(event) },
        // regardless of an earlier try
        'notice.outdated': {},
      },
    }),
  ).start();
  await settled();
  const page: AnyActorRef | undefined = parent.getSnapshot().children['page'];
  if (page === undefined) throw new Error('no page');
  const seen = () => page.getSnapshot() as Parameters<typeof isOrderOpen>[0];
  return { heard, asked, page, seen };
}
const details = orderDetails('GT-7', 7);
const left = { type: 'addressFields.changed', fields: { order: null } };

describe('The page of an order', () => {
  test('a link opens it, with its list behind it and the map on it', async () => {
    const { heard, asked, seen } = await opened('?order=GT-7', () => Promise.resolve(details));
    expect(asked).toEqual(['GT-7']);
    expect(heard).toEqual([
      { type: 'order.linked', orderNum: 'GT-7', kind: details.kind, page: details.page },
      { type: 'place.requested', bbox: orderBox(smallAoi, details) },
    ]);
    expect(isOrderOpen(seen())).toBe(true);
  });

  test('a row opens it with the head of the row, and the address names it', async () => {
    const { heard, page, seen } = await opened('', () => new Promise(() => {}));
    page.send({ type: 'order.requested', order: order('GT-7', 3) });
    expect(orderHead(seen())).toMatchObject({ orderNum: 'GT-7', status: 3 });
    expect(heard).toEqual([{ type: 'addressFields.changed', fields: { order: 'GT-7' }, isStep: true }]);
    page.send({ type: 'order.left' });
    expect(heard.at(-1)).toEqual({ ...left, isStep: true });
  });

  test('an order of somebody else is “not found”, and leaves the address', async () => {
    const unknown = { result: 0, message: 'Order not found.' };
    const { heard, seen } = await opened('?order=GT-9', () =>
      Promise.reject(new CallError('refused', unknown.message, unknown)),
    );
    expect(heard).toEqual([
      { type: 'notice.raised', topic: 'order link', tone: 'error', message: { text: unknown.message } },
      left,
    ]);
    expect(isOrderOpen(seen())).toBe(false);
  });

  test('without an answer it says so and can be tried again', async () => {
    const { heard, page, asked } = await opened('?order=GT-9', () =>
      Promise.reject(new CallError('offline')),
    );
    expect(heard).toEqual([{ type: 'panel.requested', panel: 'order' }]);
    page.send({ type: 'reload.requested' });
    expect(asked).toEqual(['GT-9', 'GT-9']);
  });

  test('going back in the history, to another panel or to the list leaves it', async () => {
    for (const event of [
      { type: 'address.changed', address: addressOf('?panel=order') },
      { type: 'panel.shown', panel: 'search' },
      { type: 'order.left' },
    ]) {
      const { page, seen } = await opened('?order=GT-7', () => Promise.resolve(details));
      page.send(event);
      expect(isOrderOpen(seen())).toBe(false);
      expect(orderScenes(seen())).toBeNull();
    }
  });

  test('the map shows the order’s footprints, not the last search’s, until the page is left', async () => {
    const { page, seen } = await opened('?order=GT-7', () => Promise.resolve(details));
    const picture = orderPicture(seen());
    expect(picture).toMatchObject({ chosen: details.scenes.map((one) => one.scene.id), isNumbered: true });
    expect(picture?.aoi).toEqual(smallAoi.geometry);
    expect(orderPicture(seen())?.chosen).toBe(picture?.chosen);
    page.send({ type: 'order.left' });
    expect(orderPicture(seen())).toBeNull();
  });

  test.each(['', '?panel=order', '?order=', '?order=%20'])('the address %j names none', async (search) => {
    const { asked, heard } = await opened(search, () => Promise.reject(new Error('not asked')));
    expect([asked, heard]).toEqual([[], []]);
  });

  test('a number is taken as written, cut at the longest possible length', () => {
    expect(orderIn(addressOf('?order=GT-20261122-0001'))).toBe('GT-20261122-0001');
    expect(orderIn(addressOf(`?order=${'9'.repeat(500)}`))).toHaveLength(64);
  });
});

test('three “in process” rows are one, with the step that the order is at', () => {
  const statuses = (status: number) =>
    shownSteps(orderDetails('GT-7', status).history).map((step) => step.status);
  expect(statuses(3)).toEqual([3, 1]);
  expect(statuses(4)).toEqual([4, 3, 1]);
  expect(statuses(6)).toEqual([6, 3, 1]);
  expect(statuses(7)).toEqual([7, 6, 3, 1]);
  expect([3, 4, 5, 6, 7].map(processOf)).toEqual([
    null,
    { at: 1, of: 3 },
    { at: 2, of: 3 },
    { at: 3, of: 3 },
    null,
  ]);
});

test('an archive order in process takes longer than usual after twice the usual time', () => {
  const after = (seconds: number, status = 5, kind: 'archive' | 'tasking' = 'archive') =>
    isOrderLate(
      { kind, status, ctime: '2026-11-22T08:00:00Z' },
      24,
      new Date(Date.UTC(2026, 10, 22, 8, 0, seconds)),
    );
  expect([after(48), after(49)]).toEqual([false, true]);
  expect([after(49, 7), after(49, 8), after(49, 5, 'tasking')]).toEqual([false, false, false]);
  expect(isOrderLate(orderDetails('GT-7', 5), undefined, new Date('2026-11-21T08:00:00Z'))).toBe(false);
});

describe('Order again', () => {
  const now = new Date('2026-11-22T08:00:00Z');
  const { satellites } = orderPageInput;

  test('opens the order form with the same scenes and options; scenes no longer sold are listed apart', () => {
    const [first, ...rest] = details.scenes;
    if (first === undefined) throw new Error('no scenes');
    const order = {
      ...details,
      productLevel: 'L3A' as const,
      scenes: [{ ...first, isSold: false }, ...rest],
    };
    const form = againOf(order, smallAoi, satellites, now);
    expect(form).toMatchObject({
      type: 'sceneOrderForm.requested',
      scenes: rest.map((one) => one.scene),
      again: { draft: { orderName: details.orderName, productLevel: 'L3A' }, gone: [first.scene] },
    });
    if (form?.type !== 'sceneOrderForm.requested') throw new Error('no form');
    const actor = createActor(
      sceneOrderMachine.provide({ actors: { fetchPrice: fromPromise(() => new Promise(() => {})) } }),
      {
        input: {
          ...form,
          aoi: smallAoi,
          utype: 1,
          termsUrl: './t.pdf',
          makeKey: () => 'k'.repeat(32),
          submits: noSubmits,
        } as never,
      },
    ).start();
    expect(actor.getSnapshot().context.draft).toMatchObject({
      productLevel: 'L3A',
      orderName: details.orderName,
    });
    expect(actor.getSnapshot().context.agreed).toBe(false);
  });

  test('is closed when nothing of the order is sold', () => {
    const gone = details.scenes.map((one) => ({ ...one, isSold: false }));
    expect(againOf({ ...details, scenes: gone }, smallAoi, satellites, now)).toBeNull();
  });

  test('a tasking window that has begun starts tomorrow and keeps its length', () => {
    const tasking = {
      sourceCode: 'C' as const,
      windowStart: '2026-11-01',
      windowEnd: '2026-11-15',
      maxCloudCover: 20,
      maxOffNadirAngle: 30,
      resolution: 1,
      productMode: 'STEREO' as const,
    };
    const form = againOf({ ...details, scenes: [], tasking }, smallAoi, satellites, now);
    expect(form).toMatchObject({
      type: 'taskingForm.requested',
      start: { windowStart: '2026-11-23', windowEnd: '2026-12-07', productMode: 'STEREO', sourceCode: 'C' },
      again: { draft: { maxCloudCover: 20, maxOffNadirAngle: 30, resolution: 1 } },
    });
    const later = { ...tasking, windowStart: '2026-12-01', windowEnd: '2026-12-03' };
    expect(againOf({ ...details, scenes: [], tasking: later }, smallAoi, satellites, now)).toMatchObject({
      start: { windowStart: '2026-12-01', windowEnd: '2026-12-03' },
    });
    const tomorrow = { ...tasking, windowStart: '2026-11-23', windowEnd: '2026-11-24' };
    expect(againOf({ ...details, scenes: [], tasking: tomorrow }, smallAoi, satellites, now)).toMatchObject({
      start: { windowStart: '2026-11-23', windowEnd: '2026-11-24' },
    });
    expect(againOf({ ...details, tasking: { ...tasking, sourceCode: 'A' } }, smallAoi, [], now)).toBeNull();
  });

  test('a tasking order is repeated with the coarsest optical satellite of its source that is fine enough', () => {
    const satellite = (code: string, gsd: number, sensorType = 'OPTICAL') =>
      ({ ...satellites[0]!, code, name: code, gsd, sensorType }) as (typeof satellites)[number];
    const fleet = [
      satellite('OB1', 0.5),
      satellite('OB2', 0.8),
      satellite('OB3', 2),
      satellite('OB4', 0.9, 'SAR'),
      satellite('SV1', 0.9),
      satellite('BJ1', 0.3),
    ];
    const nameFor = (sourceCode: 'C' | 'CA' | 'S' | 'A', resolution: number, all = fleet) => {
      const tasking = { sourceCode, resolution, windowStart: '2026-12-01', windowEnd: '2026-12-02' };
      const form = againOf({ ...details, tasking } as never, smallAoi, all, now);
      return form?.type === 'taskingForm.requested' ? form.start.satellite.code : null;
    };
    // OV-A and OV-B fly on the same satellites
    expect([nameFor('C', 1), nameFor('CA', 1), nameFor('C', 0.8), nameFor('C', 0.5)]).toEqual([
      'OB2',
      'OB2',
      'OB2',
      'OB1',
    ]);
    expect(nameFor('C', 1, fleet.toReversed())).toBe('OB2');
    expect([nameFor('S', 1), nameFor('A', 1), nameFor('A', 0.2)]).toEqual(['SV1', 'BJ1', null]);
  });

  test('how long a completed order took, in whole minutes', () => {
    const history = (at: string) => [{ status: 7, at, cause: null }];
    const ctime = '2026-11-20T08:00:00Z';
    const taken = (at: string) => minutesTaken({ ctime, history: history(at) as never });
    expect([taken('2026-11-20T08:00:29Z'), taken('2026-11-20T08:00:30Z')]).toEqual([0, 1]);
    // a day and a night have 1,440 minutes
    expect(taken('2026-12-20T08:00:00Z')).toBe(30 * 1440);
    expect(minutesTaken({ ctime, history: [] })).toBeNull();
  });
});
