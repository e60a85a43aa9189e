import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import {
  canSubmit,
  formDraft,
  formPrice,
  isAgreed,
} from '../../../src/machines/orders/priced/pricedForm.selectors.ts';
import { isEnteringCoordinates, typedEntries } from '../../../src/machines/aoi/aoi.selectors.ts';
import { isSavingOpen, nameOfAoi } from '../../../src/machines/aoi/saveAoi.selectors.ts';
import * as sample from '../../model/shared/samples.ts';
import { taskingInput } from '../../model/orders/orderFormModels.ts';
import { asked, child, logIn, open, portal, server, signedIn, tab, withFaultyServer } from './portalPage.ts';

withFaultyServer();

const PRICE = '/api/order/v1/archive/getPrice';
const prices = () => server.asked.filter(({ path }) => path === PRICE).length;
const isOpen = (name: 'sceneOrder' | 'tasking' | 'imageryExport' | 'sceneExport' | 'saveSearch') =>
  portal.getSnapshot().children[name] !== undefined;
const sceneOrder = {
  type: 'sceneOrderForm.requested',
  scenes: sample.scenes.slice(0, 2),
  aoi: sample.smallAoi,
} as const;

async function opened(): Promise<void> {
  server.conduct.set(PRICE, { json: { result: 1, data: sample.price } });
  open('a-token');
  await signedIn();
}
async function reloaded(): Promise<void> {
  portal.stop();
  open('a-token');
  await signedIn();
}
/** A scene order with a name, a level and an agreement. */
async function halfFilled() {
  await opened();
  portal.send(sceneOrder);
  const form = child('sceneOrder');
  form.send({ type: 'draft.changed', patch: { orderName: 'Harbour', productLevel: 'L3A' } });
  form.send({ type: 'terms.toggled' });
  await waitFor(form, canSubmit);
  return form;
}

describe('a half-filled form survives a reload in the tab', () => {
  test('scene order: fields come back, the price is asked again, the agreement is not restored', async () => {
    await halfFilled();
    const before = prices();
    await reloaded();
    const form = child('sceneOrder');
    expect(formDraft(form.getSnapshot())).toMatchObject({ orderName: 'Harbour', productLevel: 'L3A' });
    expect([isAgreed(form.getSnapshot()), formPrice(form.getSnapshot())]).toEqual([false, null]);
    await waitFor(form, (one) => formPrice(one) !== null);
    expect(prices()).toBe(before + 1);
  });

  test.each([
    [
      'tasking',
      { type: 'taskingForm.requested', start: taskingInput.start, aoi: sample.smallAoi },
      { orderName: 'Quay', maxCloudCover: 12 },
    ],
    [
      'imageryExport',
      { type: 'imageryExportForm.requested', layer: { id: 1, name: 'Mosaic' }, aoi: sample.smallAoi },
      { taskName: 'Quay', outResolution: 2 },
    ],
    [
      'sceneExport',
      { type: 'sceneExportForm.requested', productIds: ['A'], aoi: sample.smallAoi },
      { name: 'Quay', type: 'Shp' },
    ],
  ] as const)('%s alike', async (name, request, patch) => {
    await opened();
    portal.send(request as never);
    child(name).send({ type: 'draft.changed', patch } as never);
    await reloaded();
    expect(child(name).getSnapshot().context.draft).toMatchObject(patch);
  });

  test('the name of a search, of an AOI and typed coordinates alike', async () => {
    await opened();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    const search = {
      condition: sample.condition,
      scenes: sample.scenes,
      aoi: sample.smallAoi,
      numberMatched: 3,
    };
    portal.send({ type: 'saveSearchForm.requested', ...search });
    child('saveSearch').send({ type: 'name.changed', name: 'Quay' });
    child('saveAoi').send({ type: 'saving.opened' });
    child('saveAoi').send({ type: 'name.changed', name: 'Pier' });
    child('aoi').send({ type: 'coordinates.opened' });
    child('aoi').send({ type: 'coordinates.edited', entry: { tab: 'WKT', text: 'POLYGON((' } });
    await reloaded();
    expect(child('saveSearch').getSnapshot().context.name).toBe('Quay');
    expect(isSavingOpen(child('saveAoi').getSnapshot())).toBe(true);
    expect(nameOfAoi(child('saveAoi').getSnapshot())).toBe('Pier');
    expect(isEnteringCoordinates(child('aoi').getSnapshot())).toBe(true);
    expect(typedEntries(child('aoi').getSnapshot())).toMatchObject({
      tab: 'WKT',
      entries: { WKT: { text: 'POLYGON((' } },
    });
  });

  test('a form that is discarded, submitted or opened for something else begins anew', async () => {
    const form = await halfFilled();
    form.send({ type: 'form.closed' });
    form.send({ type: 'leaving.confirmed' });
    await reloaded();
    expect(isOpen('sceneOrder')).toBe(false);

    portal.send(sceneOrder);
    child('sceneOrder').send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    child('sceneOrder').send({ type: 'form.closed' });
    child('sceneOrder').send({ type: 'leaving.confirmed' });
    portal.send({ ...sceneOrder, scenes: sample.scenes.slice(0, 1) });
    expect(formDraft(child('sceneOrder').getSnapshot()).orderName).toBe('');

    server.conduct.set('/api/order/v1/archive/submit', {
      json: { result: 1, data: { orderNum: 'GT-20261121-0001' } },
    });
    const last = child('sceneOrder');
    last.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    last.send({ type: 'terms.toggled' });
    await waitFor(last, canSubmit);
    last.send({ type: 'submit.requested' });
    last.send({ type: 'order.confirmed' });
    await waitFor(last, ({ status }) => status === 'done');
    await reloaded();
    expect(isOpen('sceneOrder')).toBe(false);
  });
});

describe('what was typed belongs to its user', () => {
  test('after the log-out nothing of it is in the tab', async () => {
    await halfFilled();
    portal.send({ type: 'logout.pressed' });
    await asked('/logout');
    await expect.poll(() => [...tab.storage.values()].join(' ')).not.toContain('Harbour');
    await logIn();
    await signedIn();
    expect(isOpen('sceneOrder')).toBe(false);
  });

  test('after a session that ended it comes back to the same user, and to no other', async () => {
    await halfFilled();
    portal.send({ type: 'session.expired' });
    await logIn();
    await signedIn();
    expect(formDraft(child('sceneOrder').getSnapshot()).orderName).toBe('Harbour');

    portal.send({ type: 'session.expired' });
    server.conduct.set('/login', {
      json: { result: 1, data: { ...sample.user, email: 'other@example.com' } },
    });
    await logIn();
    await signedIn();
    expect(isOpen('sceneOrder')).toBe(false);
    expect([...tab.storage.values()].join(' ')).not.toContain('Harbour');
  });
});
