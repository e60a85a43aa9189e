import type { SnapshotFrom } from 'xstate';
import { sceneOrderMachine, type SceneOrderInput } from '../../../src/machines/orders/sceneOrder.machine.ts';
import { taskingMachine, type TaskingInput } from '../../../src/machines/orders/tasking.machine.ts';
import { newPriceIn } from '../../../src/machines/orders/product.rules.ts';
import { resolutionsOf } from '../../../src/machines/orders/tasking.rules.ts';
import { priceRefusal, submitWaitsFor } from '../../../src/machines/orders/pricedForm.selectors.ts';
import { taskedSatellite, taskingWindowRefusal } from '../../../src/machines/orders/orders.selectors.ts';
import { after, broke, done, failed, lostReply } from '../shared/outcomes.ts';
import { model } from '../paths/explore.ts';
import * as sample from '../shared/samples.ts';

/** What either form is told after its own changes, in the order in which both models had it. */
const eventsOf = (
  name: 'sceneOrder' | 'tasking',
  { price, earlier, changed }: { price: { finalPrice: number }; earlier: unknown; changed: unknown },
) => [
  ...(
    [
      'terms.toggled',
      'price.requested',
      'submit.requested',
      'quote.requested',
      'order.confirmed',
      'order.declined',
      'repeat.confirmed',
      'repeat.declined',
      'form.closed',
      'leaving.confirmed',
      'leaving.declined',
    ] as const
  ).map((type) => ({ type })),
  { type: 'name.offered', name: 'Tuas' },
  after('PRICE_DELAY', `${name}.editing.settling`),
  done('fetchPrice', price),
  done('fetchPrice', { ...price, finalPrice: 120_000 }),
  ...failed('fetchPrice'),
  done('findEarlier', [earlier]),
  done('findEarlier', []),
  ...failed('findEarlier'),
  done('submit', { orderNum: 'GT-20261121-0001' }),
  ...failed('submit'),
  { type: 'xstate.error.actor.submit', error: changed },
  ...lostReply(name),
];

/** What either form shows of its context, beside its own draft. */
interface Shown {
  agreed: boolean;
  price: unknown;
  refusal: unknown;
  made: unknown;
  earlier: readonly unknown[];
}
const shownOf = ({ agreed, price, refusal, made, earlier }: Shown) => [
  agreed,
  price !== null,
  refusal !== null,
  newPriceIn(refusal) !== null,
  made !== null,
  earlier.length,
];

const sceneOrderInput: SceneOrderInput = {
  scenes: sample.scenes.slice(0, 2),
  aoi: sample.smallAoi,
  utype: 6,
  termsUrl: sample.settings.termsUrl,
  makeKey: sample.makeKey,
  submits: sample.noSubmits,
};

const sceneOrder = model<
  Shown & { draft: { orderName: string; productLevel: string; productIds?: string[] } }
>(
  {
    name: 'sceneOrder',
    machine: sceneOrderMachine,
    variants: {
      'two scenes of one supplier': sceneOrderInput,
      'a form that was half-filled before a reload': {
        ...sceneOrderInput,
        kept: sample.keptBefore({ orderName: 'Quay', productLevel: 'L3A' }),
      },
      'a submit without an answer': {
        ...sceneOrderInput,
        submits: sample.unansweredSubmit('sceneOrder'),
      },
      'the same was sent to a back end without keys': {
        ...sceneOrderInput,
        ...sample.sentUnkeyed,
      },
      'a scene that covers hardly anything of the AOI': {
        ...sceneOrderInput,
        // 0.25 % of it
        scenes: [{ ...sample.scenes[0]!, geometry: sample.squareAoi(103.7, 1.2, 0.015).geometry }],
      },
    },
    events: [
      { type: 'draft.changed', patch: { orderName: 'Harbour' } },
      { type: 'draft.changed', patch: { productIds: ['B'] } },
      { type: 'draft.changed', patch: { productLevel: 'L3A', projection: 'UTM', appendL1: true } },
      ...eventsOf('sceneOrder', {
        price: sample.offeredScenePrice,
        earlier: sample.earlierOrder,
        changed: sample.scenePriceChanged,
      }),
    ],
    refusals: {
      fetchPrice: ['productUnknown', 'switchedOff'],
      submit: ['productUnknown', 'switchedOff', 'priceDiffers', 'tooManyOrdersInProcess'],
    },
  },
  (context) => [
    context.draft.orderName,
    context.draft.productLevel,
    ...shownOf(context),
    context.draft.productIds?.join(),
  ],
);

export const taskingInput: TaskingInput = {
  start: {
    satellite: sample.settings.satellites[1]!,
    sourceCode: 'C',
    windowStart: '2026-11-24',
    windowEnd: '2026-12-08',
    productMode: 'MONO',
  },
  aoi: sample.cornerAoi,
  utype: 6,
  termsUrl: sample.settings.termsUrl,
  makeKey: sample.makeKey,
  submits: sample.noSubmits,
  now: () => new Date('2026-11-21T08:00:00Z'),
};

type Tasking = SnapshotFrom<typeof taskingMachine>;

const tasking = model<Shown & { draft: { orderName: string; productLevel: string; windowStart: string } }>(
  {
    name: 'tasking',
    machine: taskingMachine,
    queries: {
      resolutions: (snapshot: Tasking) => resolutionsOf(taskedSatellite(snapshot)),
      window: taskingWindowRefusal,
      price: priceRefusal,
      waits: submitWaitsFor,
    },
    meets: ({ draft }: Tasking['context'], { type }) => type === 'quote.requested' && draft.cropByAoi,
    variants: {
      'a satellite of source C': taskingInput,
      'a submit without an answer': { ...taskingInput, submits: sample.unansweredSubmit('tasking') },
      'a back end without keys': { ...taskingInput, isKeyed: false },
      'the same was sent to a back end without keys': { ...taskingInput, ...sample.sentUnkeyed },
      'a window that has begun meanwhile, of a satellite at a tick': {
        ...taskingInput,
        start: { ...taskingInput.start, satellite: sample.settings.satellites[0]! },
        now: () => new Date('2026-11-24T00:00:00Z'),
      },
    },
    events: [
      { type: 'draft.changed', patch: { orderName: 'Harbour', contractNum: 'C-7' } },
      {
        type: 'draft.changed',
        patch: { productLevel: 'L3A', projection: 'UTM', cropByAoi: false, sourceCode: 'CA' },
      },
      { type: 'draft.changed', patch: { windowStart: '2026-11-21' } },
      { type: 'draft.changed', patch: { windowStart: '2026-11-24' } },
      // a window of one day, and one without an end
      { type: 'draft.changed', patch: { windowStart: '2026-12-08' } },
      { type: 'draft.changed', patch: { windowEnd: '' } },
      ...eventsOf('tasking', {
        price: sample.taskingPrice,
        earlier: { ...sample.earlierOrder, productIds: [] },
        changed: sample.taskingPriceChanged,
      }),
      broke('passes'),
    ],
    refusals: {
      fetchPrice: ['switchedOff', 'startNotFuture', 'contractNumNotAllowed'],
      submit: [
        'switchedOff',
        'startNotFuture',
        'contractNumNotAllowed',
        'priceDiffers',
        'tooManyOrdersInProcess',
      ],
    },
  },
  (context) => [
    context.draft.orderName,
    context.draft.productLevel,
    context.draft.windowStart,
    ...shownOf(context),
  ],
);

export const orderFormModels = [sceneOrder, tasking];
