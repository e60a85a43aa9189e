import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import type { SubmitMade } from '../../../contract/orders/orders.ts';
import { isPageOpening } from '../../../src/machines/session/portal.machine.ts';
import { lostReply } from '../../../src/machines/orders/pricedForm.selectors.ts';
import { readToken } from '../../../src/services/browser/browser.ts';
import { areResultsShown } from '../../../src/machines/search/results.selectors.ts';
import * as sample from '../../model/shared/samples.ts';
import { type FaultyServer, written } from './faultyServer.ts';
import {
  asked,
  child,
  logIn,
  message,
  open,
  openSignedIn,
  pageReloaded,
  portal,
  server,
  session,
  signedOut,
  until,
  views,
  withFaultyServer,
} from './portalPage.ts';

withFaultyServer();

async function searching(conduct: Parameters<FaultyServer['conduct']['set']>[1]): Promise<void> {
  await openSignedIn();
  server.conduct.set('/api/soi/v1/search', conduct);
  child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
  child('search').send({ type: 'search.requested' });
}

const searchAt = (state: 'form' | 'searching') =>
  waitFor(child('search'), (snapshot) => snapshot.matches(state), { timeout: 5_000 });
const resultsShown = () => waitFor(child('results'), areResultsShown, { timeout: 5_000 });

describe('§8: log-in', () => {
  test('login failure: the server message', async () => {
    server.conduct.set('/login', { json: { result: 0, message: 'The e-mail or the password is wrong.' } });
    open(null);
    await logIn();
    const after = await waitFor(child('auth'), (state) => state.context.refusal !== null);
    expect(after.context.refusal).toEqual({ text: 'The e-mail or the password is wrong.' });
    expect(after.hasTag('busy')).toBe(false);
  });

  test("login failure without a message: 'Login failed'", async () => {
    server.conduct.set('/login', { json: { result: 0 } });
    open(null);
    await logIn();
    const after = await waitFor(child('auth'), (state) => state.context.refusal !== null);
    expect(after.context.refusal).toEqual({ key: 'errors.loginFailed' });
  });

  test('login network failure: loading stops, nothing else', async () => {
    server.conduct.set('/login', 'drop');
    open(null);
    await logIn();
    await waitFor(child('auth'), (state) => state.matches({ login: 'submitting' }));
    const after = await waitFor(child('auth'), (state) => state.matches({ login: 'editing' }));
    expect(after.context.refusal).toBeNull();
    expect(message()).toEqual([]);
    await until((state) => state.hasTag('offline'));
  });

  test("missing token after login: 'invalid token'", async () => {
    open(null);
    for (const data of [{ ...sample.user, token: null }, { token: '' }, {}, null, undefined]) {
      server.conduct.set('/login', { json: { result: 1, data } });
      await logIn();
      const after = await waitFor(child('auth'), ({ context }) => context.refusal !== null);
      expect(after.context.refusal).toEqual({ key: 'errors.missingToken' });
      expect(readToken()).toBeNull();
      child('auth').send({ type: 'login.edited' });
    }
  });

  test("both fields required, message 'Please enter your email and password'", async () => {
    open(null);
    await signedOut();
    child('auth').send({ type: 'login.submitted', uname: ' ', upass: '' });
    expect(child('auth').getSnapshot().context.refusal).toEqual({ key: 'errors.loginEmpty' });
    expect(server.asked.map((one) => one.path)).not.toContain('/login');
  });
});

describe('§4 Session', () => {
  test('the login state is fetched at start; on failure the login overlay is shown', async () => {
    server.conduct.set('/glu', { status: 401, json: { result: 0, message: 'Invalid token' } });
    open('an-old-token');
    await signedOut();
    expect(server.asked.map((one) => one.path).toSorted()).toEqual(['/glu', '/web/settings']);
    expect(readToken()).toBeNull();
  });

  test('a page with a session asks for the settings and the login state at the same time, each once', async () => {
    server.conduct.set('/web/settings', 'hang');
    open('a-token');
    await asked('/web/settings');
    await asked('/glu');
    await until(({ context }) => context.user !== null);
    expect(server.asked.length).toBe(2);
    expect(isPageOpening(portal.getSnapshot())).toBe(true);
  });

  test('a 401 that comes before the settings ends the session too', async () => {
    server.conduct.set('/web/settings', 'hang');
    server.conduct.set('/glu', { status: 401, json: { result: 0, message: 'Invalid token' } });
    open('an-old-token');
    await expect.poll(readToken).toBeNull();
    expect(portal.getSnapshot().context.ended).toEqual({ key: 'auth.ended' });
  });

  test('a page without a session asks for the settings alone, and shows the log-in at once', async () => {
    open(null);
    expect(isPageOpening(portal.getSnapshot())).toBe(false);
    await signedOut();
    expect(server.asked.map((one) => one.path)).toEqual(['/web/settings']);
  });

  test('a user who was known before the settings failed is asked for again', async () => {
    server.conduct.set('/web/settings', 'drop');
    open('a-token');
    await until((state) => state.matches({ session: 'unreachable' }));
    server.conduct.set('/web/settings', { json: { result: 1, data: sample.settings } });
    server.conduct.set('/glu', { status: 401, json: { result: 0, message: 'Invalid token' } });
    portal.send({ type: 'retry.requested' });
    await signedOut();
    expect(readToken()).toBeNull();
  });

  test('a reload keeps the session', async () => {
    await openSignedIn();
    expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer a-token');
  });

  test('a 401 response logs the user out, with everything in flight stopped', async () => {
    await searching('hang');
    await asked('/api/soi/v1/search');
    server.conduct.set('/web/order/archive/list', {
      status: 401,
      json: { result: 0, message: 'Invalid token' },
    });
    child('orders.archive').send({ type: 'panel.opened' });
    await signedOut();
    expect(readToken()).toBeNull();
    await expect.poll(() => server.left).toContain('/api/soi/v1/search');
  });

  test('a dead server at start: the page says so, and starts when it is tried again and the server is back', async () => {
    server.conduct.set('/web/settings', 'drop');
    open(null);
    await until((state) => state.matches({ session: 'unreachable' }));
    server.conduct.set('/web/settings', { json: { result: 1, data: sample.settings } });
    portal.send({ type: 'retry.requested' });
    await signedOut();
    expect(portal.getSnapshot().hasTag('offline')).toBe(false);
  });

  test('a workspace that can not be fetched: trying again loads the page anew, with the session kept', async () => {
    views.workspace = () => Promise.reject(new Error('no such chunk'));
    open('a-token');
    await until((state) => state.matches({ session: 'unreachable' }));
    portal.send({ type: 'retry.requested' });
    await expect.poll(() => pageReloaded.mock.calls.length).toBe(1);
    expect(readToken()).toBe('a-token');
  });

  test('log-out ends the token on the server and forgets it here, also when the server does not answer', async () => {
    await openSignedIn();
    server.conduct.set('/logout', 'drop');
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    const asked = server.asked.find((one) => one.path === '/logout');
    expect(asked?.headers.authorization).toBe('Bearer a-token');
    expect(readToken()).toBeNull();
  });
});

describe('§8: search', () => {
  test('search network failure: loading stops silently, and the badge shows the lost connection', async () => {
    await searching('drop');
    await searchAt('searching');
    const after = await searchAt('form');
    expect(after.context.refusal).toBeNull();
    expect(after.context.aoi).not.toBeNull();
    expect(message()).toEqual([]);
    await until((state) => state.hasTag('offline'));
  });

  test('a refused search shows the server message', async () => {
    await searching({ json: { result: 0, message: 'Area over limit: 100,000 km²' } });
    await searchAt('searching');
    expect((await searchAt('form')).context.refusal).toEqual({ text: 'Area over limit: 100,000 km²' });
  });

  test.each([
    ['text that is no JSON', { text: '<html>' }],
    ['a scene without geometry', { json: { result: 1, type: 'FeatureCollection', features: [{ id: 'x' }] } }],
    ['a success without features', { json: { result: 1 } }],
    ['a server error', { status: 500, json: { result: 0, message: 'Oops', messageKey: 'serverError' } }],
  ] as const)(
    'a malformed reply (%s) leaves the form as it was and says that the search failed',
    async (_, conduct) => {
      await searching(conduct);
      await searchAt('searching');
      const after = await searchAt('form');
      expect(after.context.refusal).toEqual({ key: 'errors.searchFailed' });
      expect(child('results').getSnapshot().context.scenes).toEqual([]);
      expect(session()).toMatchObject({ signedIn: 'noForm' });
    },
  );

  test('a reply that never comes can be cancelled: the form is back, and the request is withdrawn', async () => {
    await searching('hang');
    await asked('/api/soi/v1/search');
    child('search').send({ type: 'search.cancelled' });
    await searchAt('form');
    await expect.poll(() => server.left).toContain('/api/soi/v1/search');
  });

  test('a search that was superseded never shows its late reply', async () => {
    await searching('hang');
    await asked('/api/soi/v1/search');
    child('aoi').send({ type: 'aoi.cleared' });
    expect((await searchAt('form')).context.aoi).toBeNull();
    await expect.poll(() => server.left).toContain('/api/soi/v1/search');
  });

  test("an empty result shows 'No result' info", async () => {
    await searching({ json: { result: 1, type: 'FeatureCollection', features: [], numberMatched: 0 } });
    await until((state) => state.context.notices.length > 0);
    expect(portal.getSnapshot().context.notices[0]).toMatchObject({
      tone: 'info',
      message: { key: 'notice.noResult' },
    });
  });

  test("an AOI must exist ('Please set the AOI')", async () => {
    await openSignedIn();
    child('search').send({ type: 'search.requested' });
    expect(message()).toEqual([{ key: 'errors.aoiMissing' }]);
    // setting an area clears the error
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    expect(message()).toEqual([]);
  });

  test('an error leaves when its cause is mended', async () => {
    await openSignedIn();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    child('search').send({ type: 'draft.changed', patch: { dateFrom: '' } });
    child('search').send({ type: 'search.requested' });
    expect(message()).toEqual([{ key: 'errors.datesMissing' }]);
    // fixing its cause clears it
    child('search').send({ type: 'draft.changed', patch: { dateFrom: '2026-01-01' } });
    expect(message()).toEqual([]);
  });

  test("both dates are required ('Please select a date range')", async () => {
    await openSignedIn();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    child('search').send({ type: 'draft.changed', patch: { dateTo: '' } });
    child('search').send({ type: 'search.requested' });
    expect(message()).toEqual([{ key: 'errors.datesMissing' }]);
  });

  test("the message is 'Area over limit' with the limit: over 100000 km² for utype 1 is rejected", async () => {
    await openSignedIn();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.largeArea });
    child('search').send({ type: 'search.requested' });
    expect(message()).toEqual([{ key: 'errors.areaOverLimit', params: { limit: 100_000 } }]);
  });

  test('an AOI of zero size is refused and the old one is kept', async () => {
    await openSignedIn();
    child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
    child('aoi').send({ type: 'coordinates.opened' });
    const point = { minLatitude: '1', maxLatitude: '1', minLongitude: '103', maxLongitude: '104' };
    child('aoi').send({ type: 'coordinates.submitted', entry: { tab: 'BBOX', ...point } });
    const { context } = child('aoi').getSnapshot();
    expect(context.refusal).toMatchObject({ key: 'errors.geometry.coordinatesInvalid' });
    expect(context.aoi?.areaKm2).toBeCloseTo(sample.smallAoi.areaKm2);
  });
});

describe('§5 Orders in general', () => {
  const results = {
    json: { result: 1, type: 'FeatureCollection', features: sample.scenes, numberMatched: 3 },
  };

  test("'No data has been selected' applies when nothing is chosen", async () => {
    await searching(results);
    await resultsShown();
    child('results').send({ type: 'sceneOrder.requested' });
    expect(message()).toEqual([{ key: 'errors.nothingSelected' }]);
  });

  test('the same order cannot contain data from more than one supplier', async () => {
    await searching(results);
    await resultsShown();
    for (const id of ['A', 'C']) child('results').send({ type: 'scene.toggled', id });
    // selecting one at a time, the second is refused
    expect(message()).toEqual([{ key: 'results.oneSupplierAnOrder' }]);
    expect(child('results').getSnapshot().context.chosen).toEqual(['A']);
    child('results').send({ type: 'shown.toggled' });
    child('results').send({ type: 'sceneOrder.requested' });
    expect(message()).toContainEqual({ key: 'errors.severalSuppliers', params: { suppliers: 'one, two' } });
    expect(session()).toEqual({ signedIn: 'noForm' });
  });

  async function ordering(): Promise<void> {
    server.conduct.set(
      '/api/order/v1/archive/getPrice',
      written('archivePrice', { result: 1, data: sample.price }),
    );
    await searching(results);
    await resultsShown();
    for (const id of ['A', 'B']) child('results').send({ type: 'scene.toggled', id });
    child('results').send({ type: 'sceneOrder.requested' });
    const form = child('sceneOrder');
    await waitFor(form, (state) => state.matches({ editing: 'priced' }));
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'terms.toggled' });
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
  }

  const settling = (made: SubmitMade | null) =>
    server.conduct.set('/web/submit/outcome', written('submitOutcome', { result: 1, data: { made } }));

  test('a dropped reply of a submit is asked about by its key; another key is taken once the server has settled it', async () => {
    server.conduct.set('/api/order/v1/archive/submit', 'drop');
    settling(null);
    await ordering();
    const form = child('sceneOrder');
    await waitFor(form, (state) => state.matches('submitting'));
    const after = await waitFor(form, (state) => state.matches({ editing: 'priced' }));
    expect(lostReply(after)).toBe('nothing');
    expect(after.context.draft.orderName).toBe('Harbour');
    const asked = server.asked.find((one) => one.path === '/web/submit/outcome');
    expect(JSON.parse(asked?.body ?? '')).toEqual({ key: 'a'.repeat(32) });
    server.conduct.set('/api/order/v1/archive/submit', { json: { result: 1, data: { orderNum: 'GT-1' } } });
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await until((state) => state.matches({ session: { signedIn: 'noForm' } }));
    expect(message()).toEqual([{ key: 'notice.submitSuccess' }]);
    expect(child('shell').getSnapshot().context.panel).toBe('order');
  });

  test('an order whose form was closed before the answer shows as a notice, and in its list', async () => {
    server.conduct.set('/api/order/v1/archive/submit', 'drop');
    server.conduct.set('/web/submit/outcome', 'drop');
    await ordering();
    const form = child('sceneOrder');
    await waitFor(form, (state) => lostReply(state) === 'checking');
    form.send({ type: 'form.closed' });
    await until((state) => state.matches({ session: { signedIn: 'noForm' } }));
    settling(sample.submitMade);
    await until(() =>
      message().some((one) => one.key === 'notice.submitFound' && one.params?.['name'] === 'Harbour'),
    );
    expect(child('submits').getSnapshot().matches('idle')).toBe(true);
  });

  test('the server refuses with the new price when it differs ("price changed"); the terms are asked for again', async () => {
    settling(null);
    server.conduct.set('/api/order/v1/archive/submit', {
      json: {
        result: 0,
        message: 'price changed',
        data: { price: { ...sample.price, finalPrice: 1200 } },
      },
    });
    await ordering();
    const { context } = await waitFor(child('sceneOrder'), (state) => state.context.formerPrice !== null);
    expect(context.formerPrice?.finalPrice).toBe(100_000);
    expect(context.price?.finalPrice).toBe(120_000);
    expect(context.agreed).toBe(false);
  });

  test("price pre-check failure: server message or 'Precheck failed'", async () => {
    server.conduct.set('/api/order/v1/archive/getPrice', { json: { result: 0 } });
    await searching(results);
    await resultsShown();
    child('results').send({ type: 'scene.toggled', id: 'A' });
    child('results').send({ type: 'sceneOrder.requested' });
    const after = await waitFor(child('sceneOrder'), (state) => state.matches({ editing: 'unpriced' }));
    expect(after.context.priceRefusal).toEqual({ key: 'errors.precheckFailed' });
    expect(after.can({ type: 'submit.requested' })).toBe(false);
  });
});
