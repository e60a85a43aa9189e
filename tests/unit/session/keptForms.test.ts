import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import {
  canEdit,
  canSubmit,
  formDraft,
  formPrice,
  isAgreed,
} from '../../../src/machines/orders/pricedForm.selectors.ts';
import { isEnteringCoordinates, typedEntries } from '../../../src/machines/aoi/aoi.machine.ts';
import { isSavingOpen } from '../../../src/machines/aoi/saveAoi.machine.ts';
import { typedName } from '../../../src/machines/shared/names.rules.ts';
import * as sample from '../../model/shared/samples.ts';
import { taskingInput } from '../../model/orders/orderFormModels.ts';
import { written } from './faultyServer.ts';
import {
  asked,
  child,
  logIn,
  openSignedIn,
  portal,
  server,
  signedIn,
  signedOut,
  tab,
  withFaultyServer,
} from './portalPage.ts';

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
  server.conduct.set(PRICE, written('archivePrice', { result: 1, data: sample.price }));
  await openSignedIn();
}
async function reloaded(): Promise<void> {
  portal.stop();
  await openSignedIn();
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
    expect(typedName(child('saveAoi').getSnapshot())).toBe('Pier');
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
    expect(formDraft(child('sceneOrder').getSnapshot()).orderName).toMatch(/^1\.35, 103\.85 /);

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

  test('an order that was made begins anew too, before its form is closed: a reload never offers it again', async () => {
    const form = await halfFilled();
    server.conduct.set('/api/order/v1/archive/submit', 'drop');
    server.conduct.set(
      '/web/submit/outcome',
      written('submitOutcome', { result: 1, data: { made: sample.submitMade } }),
    );
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await waitFor(form, (one) => one.matches('found'));
    await reloaded();
    expect(isOpen('sceneOrder')).toBe(false);
  });

  test('an order that a 401 answered is settled as soon as its user is back, not when no reply can come any more', async () => {
    const form = await halfFilled();
    server.conduct.set('/api/order/v1/archive/submit', {
      status: 401,
      json: { result: 0, message: 'Invalid token' },
    });
    server.conduct.set('/web/submit/outcome', { json: { result: 1, data: { made: null } } });
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await signedOut();
    await logIn();
    await signedIn();
    // far less than the 20 seconds for a reply
    await waitFor(child('sceneOrder'), (one) => canEdit(one) && formPrice(one) !== null, { timeout: 5000 });
    expect(formDraft(child('sceneOrder').getSnapshot()).orderName).toBe('Harbour');
  });
});

describe('names are offered (place, satellite, date), never demanded from nothing', () => {
  const AREA = '/web/places/area';
  const place = {
    kind: 'city',
    name: 'Singapore',
    region: null,
    country: 'Singapore',
    bbox: [103, 1, 104, 2],
  };

  const { aoi } = sceneOrder;
  const { condition, scenes } = sample;
  const FORMS = [
    ['sceneOrder', sceneOrder, 'SV-2 03 2026-11-14'],
    ['tasking', { type: 'taskingForm.requested', start: taskingInput.start, aoi }, 'OB-3 2026-11-24'],
    [
      'imageryExport',
      { type: 'imageryExportForm.requested', layer: { id: 1, name: 'Mosaic' }, aoi },
      'Mosaic',
    ],
    ['sceneExport', { type: 'sceneExportForm.requested', productIds: ['A'], aoi }, '2026-11-21'],
    [
      'saveSearch',
      { type: 'saveSearchForm.requested', condition, scenes, aoi, numberMatched: 3 },
      condition.acquisitionDateTo,
    ],
  ] as const;
  const nameIn = (name: (typeof FORMS)[number][0]): string => {
    const { context } = child(name).getSnapshot();
    const named = { ...context, ...('draft' in context ? context.draft : {}) } as Record<string, unknown>;
    return String(named['orderName'] ?? named['taskName'] ?? named['name']);
  };

  test('in every form and dialog', async () => {
    server.conduct.set(AREA, { json: { result: 1, data: place } });
    await opened();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    await expect.poll(() => portal.getSnapshot().context.named?.place).toBe('Singapore');
    child('saveAoi').send({ type: 'saving.opened' });
    expect(typedName(child('saveAoi').getSnapshot())).toBe('Singapore 2026-11-21');
    for (const [name, request, offered] of FORMS) {
      portal.send(request as never);
      expect(nameIn(name)).toBe(`Singapore ${offered}`);
      // nothing was typed, so nothing is asked
      child(name).send({ type: name === 'saveSearch' ? 'saving.closed' : 'form.closed' } as never);
      expect(isOpen(name)).toBe(false);
    }
  });

  test.each(FORMS)(
    '%s: after a reload too, as soon as the place is found; a typed name stays',
    async (name, request, offered) => {
      server.conduct.set(AREA, 'hang');
      await opened();
      portal.send(request as never);
      await reloaded();
      expect(nameIn(name)).toBe(`1.35, 103.85 ${offered}`);
      const found = (place: string) => portal.send({ type: 'aoi.named', wkt: sample.smallAoi.wkt, place });
      found('Tuas');
      expect(nameIn(name)).toBe(`Tuas ${offered}`);
      // Back may lead to another area behind the form
      portal.send({ type: 'aoi.named', wkt: 'POLYGON ((0 0, 1 0, 1 1, 0 0))', place: 'Elsewhere' });
      expect(nameIn(name)).toBe(`Tuas ${offered}`);
      const typed = { orderName: 'Pier', taskName: 'Pier', name: 'Pier' };
      child(name).send(
        (name === 'saveSearch'
          ? { type: 'name.changed', name: 'Pier' }
          : { type: 'draft.changed', patch: typed }) as never,
      );
      found('Jurong');
      expect(nameIn(name)).toBe('Pier');
    },
  );

  test('without a known place by where the AOI is; a typed name stays when the place is found', async () => {
    server.conduct.set(AREA, 'hang');
    await opened();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    child('saveAoi').send({ type: 'saving.opened' });
    expect(typedName(child('saveAoi').getSnapshot())).toBe('1.35, 103.85 2026-11-21');
    const named = { type: 'aoi.named', wkt: sample.smallAoi.wkt, place: 'Tuas' } as const;
    child('saveAoi').send(named);
    expect(typedName(child('saveAoi').getSnapshot())).toBe('Tuas 2026-11-21');
    child('saveAoi').send({ type: 'name.changed', name: 'Pier' });
    child('saveAoi').send({ ...named, place: 'Jurong' });
    expect(typedName(child('saveAoi').getSnapshot())).toBe('Pier');
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
