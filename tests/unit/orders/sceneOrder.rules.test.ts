import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { toWire } from '../../../contract/calls/wire.ts';
import { PRODUCT_LEVELS, type SourceCode } from '../../../contract/limits.ts';
import { sceneOrderRequest, type SubmitOutcome } from '../../../contract/orders/orders.ts';
import {
  bearsOnScenePrice,
  sceneOrderMachine,
  sceneOrderRequestOf,
  scenePriceRequestOf,
} from '../../../src/machines/orders/sceneOrder.machine.ts';
import {
  canSubmit,
  formDraft,
  isLeaving,
  nameRefusal,
  priceRefusal,
  submitRefusal,
  submitWaitsFor,
} from '../../../src/machines/orders/pricedForm.selectors.ts';
import {
  canAppendL1,
  canChooseProjection,
  changedProduct,
  foldedLevels,
  hasContractNum,
  isAgreedTo,
  orderNameRefusal,
  type ProductDraft,
} from '../../../src/machines/orders/product.rules.ts';
import type { SceneDraft } from '../../../src/machines/orders/bought.rules.ts';
import type { Scene } from '../../../contract/search.ts';
import { noSubmits, price, scenes, settings, smallAoi } from '../../model/shared/samples.ts';

const draft: ProductDraft = {
  orderName: 'Harbour',
  productLevel: 'L3A',
  projection: 'UTM',
  cropByAoi: true,
  appendL1: true,
  contractNum: '',
};
const two = scenes.slice(0, 2);

const changed = (patch: Partial<ProductDraft>, from = draft) =>
  changedProduct(from, patch, () => ['C', 'CA']);

describe('§4 Tasking form, for scene orders too', () => {
  test('choosing an L1 level forces projection LAT_LON', () => {
    expect(changed({ productLevel: 'L1' }).projection).toBe('LAT_LON');
  });

  test('nothing is appended to L1', () => {
    expect(changed({ productLevel: 'L1' }).appendL1).toBe(false);
  });

  test('at L1 a change can set neither projection nor append', () => {
    const atL1 = changed({ productLevel: 'L1' });
    expect(changed({ projection: 'UTM', appendL1: true }, atL1)).toEqual(atL1);
  });

  test('the projection selector appears only when the level is not L1', () => {
    const offered = PRODUCT_LEVELS.filter((productLevel) => canChooseProjection({ ...draft, productLevel }));
    expect(offered).toEqual(['L2A', 'L3A', 'L3B', 'L3C', 'L3D', 'L5C', 'L5D']);
  });

  test('L1 data at the same time is offered only when the level is not L1', () => {
    const offered = PRODUCT_LEVELS.filter((productLevel) => canAppendL1(productLevel, ['C', 'CA']));
    expect(offered).not.toContain('L1');
    expect(offered).toHaveLength(PRODUCT_LEVELS.length - 1);
  });

  test('the contract number appears only for utype 6', () => {
    expect([1, 2, 3, 5, 6, 7].filter(hasContractNum)).toEqual([6]);
  });

  test('level, clip and appended L1 bear on the price; name, projection and contract number do not', () => {
    expect(bearsOnScenePrice({ productLevel: 'L1' })).toBe(true);
    expect(bearsOnScenePrice({ cropByAoi: false })).toBe(true);
    expect(bearsOnScenePrice({ appendL1: true })).toBe(true);
    expect(bearsOnScenePrice({ orderName: 'B', projection: 'UTM', contractNum: '7' })).toBe(false);
  });
});

describe('§5 Tasking order form: orderName required', () => {
  test.each(['', ' ', '\t\n'])('the name %j is refused', (orderName) => {
    expect(orderNameRefusal({ orderName })).toEqual({ key: 'errors.orderNameMissing' });
  });

  test('the terms must be agreed', () => {
    expect(isAgreedTo({ agreed: false, price })).toBe(false);
    expect(isAgreedTo({ agreed: true, price })).toBe(true);
  });
});

describe('Decision 5: the requests', () => {
  test('if L1 is appended, productLevelAppend is L1; else it is left out', () => {
    expect(scenePriceRequestOf(draft, { scenes: two, aoi: smallAoi }).productLevelAppend).toBe('L1');
    expect(
      scenePriceRequestOf({ ...draft, appendL1: false }, { scenes: two, aoi: smallAoi }),
    ).not.toHaveProperty('productLevelAppend');
  });

  test('the request matches the contract: names trimmed, the agreed sum in dollars', () => {
    const request = sceneOrderRequestOf(
      { ...draft, orderName: '  Harbour ', contractNum: ' C-1 ' },
      { scenes: two, aoi: smallAoi },
      631_710,
    );
    expect(toWire(sceneOrderRequest)(request)).toEqual({
      orderName: 'Harbour',
      productIds: ['A', 'B'],
      aoiWkt: smallAoi.wkt,
      productLevel: 'L3A',
      projection: 'UTM',
      cropByAoi: true,
      productLevelAppend: 'L1',
      contractNum: 'C-1',
      agreedPrice: 6317.1,
    });
  });

  test('an empty contract number is left out', () => {
    expect(
      sceneOrderRequestOf({ ...draft, contractNum: '  ' }, { scenes: two, aoi: smallAoi }, 1),
    ).not.toHaveProperty('contractNum');
  });
});

function openForm(services: {
  fetchPrice?: () => Promise<typeof price>;
  submit?: (order: { key: string }) => Promise<{ orderNum: string }>;
  scenes?: Scene[];
}) {
  let keys = 0;
  const form = createActor(
    sceneOrderMachine.provide({
      actors: {
        fetchPrice: fromPromise(services.fetchPrice ?? (async () => price)),
        submit: fromPromise(({ input }) => services.submit?.(input) ?? Promise.resolve({ orderNum: 'GT-1' })),
        settleSubmit: fromPromise<SubmitOutcome, { key: string }>(async () => ({ made: null })),
      },
    }),
    {
      input: {
        scenes: services.scenes ?? two,
        aoi: smallAoi,
        utype: 1,
        termsUrl: settings.termsUrl,
        makeKey: () => `key-${++keys}`,
        submits: noSubmits,
      },
    },
  );
  return form.start();
}
const priced = (form: ReturnType<typeof openForm>) =>
  waitFor(form, (snapshot) => snapshot.matches({ editing: 'priced' }));

describe('§4 Tasking form (the scene order alike)', () => {
  test('L1 data are appended only while every ordered scene is of source C or CA', () => {
    const of = (id: string, sourceCode: SourceCode) => {
      const [base] = two;
      return { ...base!, id, properties: { ...base!.properties, sourceCode } };
    };
    const form = openForm({ scenes: [of('C1', 'C'), of('CA1', 'CA'), of('S1', 'S')] });
    const change = (patch: Partial<SceneDraft>) => {
      form.send({ type: 'draft.changed', patch });
      return formDraft(form.getSnapshot()).appendL1;
    };
    expect(change({ productLevel: 'L3A', appendL1: true })).toBe(false);
    expect(change({ productIds: ['C1', 'CA1'], appendL1: true })).toBe(true);
    expect(change({ productIds: ['C1', 'CA1', 'S1'] })).toBe(false);
  });

  test('the submit button is disabled until a price is obtained and the terms are agreed', async () => {
    const form = openForm({});
    const seen = () => [canSubmit(form.getSnapshot()), submitWaitsFor(form.getSnapshot())];
    expect(seen()).toEqual([false, 'priceAndTerms']);
    form.send({ type: 'terms.toggled' });
    expect(seen()).toEqual([false, 'price']);
    await priced(form);
    expect(seen()).toEqual([true, null]);
    form.send({ type: 'terms.toggled' });
    expect(seen()).toEqual([false, 'terms']);
  });

  test('without a name nothing is submitted, and the field shows why', async () => {
    const form = openForm({});
    form.send({ type: 'terms.toggled' });
    await priced(form);
    form.send({ type: 'submit.requested' });
    expect(form.getSnapshot().matches({ editing: 'priced' })).toBe(true);
    expect(nameRefusal(form.getSnapshot())).toEqual({ key: 'errors.orderNameMissing' });
    expect(submitRefusal(form.getSnapshot())).toBeNull();
  });

  test('a confirm dialog precedes submit', async () => {
    const form = openForm({});
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'terms.toggled' });
    await priced(form);
    form.send({ type: 'submit.requested' });
    expect(form.getSnapshot().matches('confirming')).toBe(true);
    form.send({ type: 'order.confirmed' });
    const done = await waitFor(form, (snapshot) => snapshot.status === 'done');
    expect(done.output).toMatchObject({ receipt: { orderNum: 'GT-1' } });
  });

  test('a change that bears on the price removes the old sum', async () => {
    const form = openForm({});
    await priced(form);
    form.send({ type: 'draft.changed', patch: { productLevel: 'L3A' } });
    expect(form.getSnapshot().context.price).toBeNull();
    expect(form.getSnapshot().hasTag('pricing')).toBe(true);
  });
});

describe('Closing the form', () => {
  test('asks first if something was typed, and keeps it unless leaving is confirmed', async () => {
    const form = openForm({});
    await priced(form);
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'form.closed' });
    expect(isLeaving(form.getSnapshot())).toBe(true);
    form.send({ type: 'leaving.declined' });
    expect(form.getSnapshot().matches({ editing: 'priced' })).toBe(true);
    expect(form.getSnapshot().context.draft.orderName).toBe('Harbour');
    form.send({ type: 'form.closed' });
    form.send({ type: 'leaving.confirmed' });
    expect(form.getSnapshot()).toMatchObject({ status: 'done', output: { receipt: null } });
  });

  test('asks first if the terms are agreed to', () => {
    const form = openForm({});
    form.send({ type: 'terms.toggled' });
    form.send({ type: 'form.closed' });
    expect(isLeaving(form.getSnapshot())).toBe(true);
  });

  test('closes at once without changes, also if a change was undone', async () => {
    const form = openForm({});
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'draft.changed', patch: { orderName: '' } });
    form.send({ type: 'form.closed' });
    expect(form.getSnapshot()).toMatchObject({ status: 'done', output: { receipt: null } });
  });
});

describe('§8 Price pre-check failure, submit failure', () => {
  test.each([
    ['the server message', new CallError('refused', 'Not in the archive.'), { text: 'Not in the archive.' }],
    ["or 'Precheck failed'", new CallError('refused'), { key: 'errors.precheckFailed' }],
    ['also when no answer came', new CallError('offline'), { key: 'errors.precheckFailed' }],
  ])('price pre-check failure: %s', async (_, error, message) => {
    const form = openForm({ fetchPrice: () => Promise.reject(error) });
    const snapshot = await waitFor(form, (one) => one.matches({ editing: 'unpriced' }));
    expect(priceRefusal(snapshot)).toEqual(message);
    expect(submitRefusal(snapshot)).toBeNull();
  });

  async function submitted(form: ReturnType<typeof openForm>): Promise<void> {
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'terms.toggled' });
    await priced(form);
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
  }

  test("submit failure: server message or 'Submit failed'; the server settles a key before another is taken", async () => {
    const keys: string[] = [];
    const form = openForm({
      submit: ({ key }) => {
        keys.push(key);
        return Promise.reject(new CallError('refused'));
      },
    });
    await submitted(form);
    expect(submitRefusal(await priced(form))).toEqual({ key: 'errors.orderSubmitFailed' });
    form.send({ type: 'draft.changed', patch: { orderName: 'Another' } });
    expect(submitRefusal(form.getSnapshot())).toBeNull();
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await priced(form);
    expect(keys).toEqual(['key-1', 'key-2']);
  });

  test('price changed: both sums are known, and the terms must be agreed again (decision 6)', async () => {
    const dearer = { ...price, finalPrice: 120_000 };
    const reply = { result: 0, message: 'price changed', data: { price: dearer } };
    const form = openForm({
      submit: () => Promise.reject(new CallError('refused', 'price changed', reply)),
    });
    await submitted(form);
    const snapshot = await priced(form);
    expect(snapshot.context).toMatchObject({ price: dearer, formerPrice: price, agreed: false });
    expect(submitWaitsFor(snapshot)).toBe('terms');
    expect(submitRefusal(snapshot)).toBeNull();
  });
});

test('levels that are asked for seldom are folded, but for the chosen one', () => {
  expect(foldedLevels('L1')).toEqual(['L3A', 'L3B', 'L3C', 'L3D', 'L5C', 'L5D']);
  expect(foldedLevels('L2A')).toEqual(['L3A', 'L3B', 'L3C', 'L3D', 'L5C', 'L5D']);
  expect(foldedLevels('L3B')).toEqual(['L3A', 'L3C', 'L3D', 'L5C', 'L5D']);
});

test('the scenes whose clip is widened are named where scenes are clipped, and only ordered ones', () => {
  const filledIn = (patch: Partial<SceneDraft>) =>
    sceneOrderRequestOf({ ...draft, ...patch }, { scenes: two, aoi: smallAoi }, 1).filled;
  const [first, second] = two.map(({ id }) => id);
  expect(filledIn({ cropByAoi: true, filled: [first!] })).toEqual([first]);
  expect(filledIn({ cropByAoi: true, filled: [first!, 'GONE', second!] })).toEqual([first, second]);
  expect(filledIn({ cropByAoi: true, filled: [] })).toBeUndefined();
  expect(filledIn({ cropByAoi: false, filled: [first!] })).toBeUndefined();
});
