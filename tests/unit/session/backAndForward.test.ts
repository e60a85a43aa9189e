import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { areResultsShown, openScene } from '../../../src/machines/search/results.selectors.ts';
import { canSubmit, lostReply } from '../../../src/machines/orders/pricedForm.selectors.ts';
import { isOrderOpen, shownOrder } from '../../../src/machines/orders/orderPage.selectors.ts';
import { isComparing } from '../../../src/machines/map/map.selectors.ts';
import * as sample from '../../model/shared/samples.ts';
import { written } from './faultyServer.ts';
import { child, openSignedIn, portal, server, tab, withFaultyServer } from './portalPage.ts';

withFaultyServer();

const searches = () => server.asked.filter(({ path }) => path === '/api/soi/v1/search').length;
const results = () => child('results').getSnapshot();
const panel = () => child('shell').getSnapshot().context.panel;
const shown = () => waitFor(child('results'), areResultsShown, { timeout: 20_000 });

async function searched(): Promise<void> {
  server.conduct.set('/api/soi/v1/search', {
    json: { result: 1, type: 'FeatureCollection', features: sample.scenes, numberMatched: 3 },
  });
  await openSignedIn();
  child('aoi').send({ type: 'aoi.drawn', geometry: sample.smallArea });
  child('search').send({ type: 'search.requested' });
  await shown();
}

/** Another page of the same tab, on the present address. */
async function reloaded(): Promise<void> {
  portal.stop();
  await openSignedIn();
}

describe('back and forward', () => {
  test('move through panels, form, results, details and comparison, and leave from the first view only', async () => {
    await searched();
    child('results').send({ type: 'details.opened', id: 'A' });
    child('shell').send({ type: 'panel.chosen', panel: 'order' });
    child('shell').send({ type: 'panel.chosen', panel: 'search' });
    await waitFor(child('map'), (map) => map.matches('ready'));
    child('map').send({ type: 'compare.toggled' });
    expect(tab.query()).toMatchObject({ compare: 'OSM,GMAP', results: '1' });
    expect(tab.at()).toBe(5);

    await tab.back();
    expect(isComparing(child('map').getSnapshot())).toBe(false);
    await tab.back();
    expect(panel()).toBe('order');
    await tab.back();
    expect(panel()).toBe('search');
    expect(openScene(results())?.id).toBe('A');
    await tab.back();
    expect(openScene(results())).toBeNull();
    expect(areResultsShown(results())).toBe(true);
    await tab.back();
    expect(areResultsShown(results())).toBe(false);
    expect(tab.at()).toBe(0);

    for (let at = 0; at < 5; at++) await tab.forward();
    expect(isComparing(child('map').getSnapshot())).toBe(true);
    expect(child('shell').getSnapshot().matches('covered')).toBe(true);
    expect(tab.entries()).toHaveLength(6);
    expect(searches()).toBe(1);
  });

  test('lose neither results nor selection, nor what was drawn or typed meanwhile', async () => {
    await searched();
    child('results').send({ type: 'details.opened', id: 'A' });
    for (const id of ['A', 'B']) child('results').send({ type: 'scene.toggled', id });
    await tab.back();
    expect(results().context.chosen).toEqual(['A', 'B']);
    expect(tab.query()['scenes']).toBe('A,B');
    await tab.back();
    child('search').send({ type: 'draft.changed', patch: { maxCloudCover: 7 } });
    child('shell').send({ type: 'panel.chosen', panel: 'myaoi' });
    await tab.back();
    expect(child('search').getSnapshot().context.draft.maxCloudCover).toBe(7);
    expect(child('aoi').getSnapshot().context.aoi?.wkt).toBe(sample.smallAoi.wkt);
    expect(tab.query()['cloud']).toBe('7');
  });

  test('show the results of an earlier search again, with their selection and without a new search', async () => {
    await searched();
    child('results').send({ type: 'scene.toggled', id: 'B' });
    child('results').send({ type: 'results.left' });
    child('search').send({ type: 'draft.changed', patch: { maxCloudCover: 7 } });
    child('search').send({ type: 'search.requested' });
    await shown();
    expect(results().context.chosen).toEqual([]);
    await tab.back();
    await tab.back();
    expect(areResultsShown(results())).toBe(true);
    expect(results().context.chosen).toEqual(['B']);
    expect(results().context.requested?.condition?.maxCloudCover).toBe(20);
    expect(tab.query()).toMatchObject({ cloud: '20', scenes: 'B', results: '1' });
    await tab.forward();
    await tab.forward();
    expect(results().context.requested?.condition?.maxCloudCover).toBe(7);
    expect(searches()).toBe(2);
  });
});

describe('the page of an order', () => {
  const page = () => child('orderPage').getSnapshot();
  const isShown = () => waitFor(child('orderPage'), (one) => shownOrder(one) !== null, { timeout: 20_000 });

  test('back returns from it to the list, and forward to it', async () => {
    server.conduct.set(
      '/web/order/view/GT-1',
      written('orderDetails', { result: 1, data: sample.orderDetails('GT-1', 7) }),
    );
    await openSignedIn();
    child('shell').send({ type: 'panel.chosen', panel: 'order' });
    child('orderPage').send({ type: 'order.requested', order: sample.order('GT-1', 7) });
    await isShown();
    await tab.back();
    expect([isOrderOpen(page()), panel(), tab.query()['order']]).toEqual([false, 'order', undefined]);
    await tab.forward();
    await isShown();
    expect(isOrderOpen(page())).toBe(true);
    child('orderPage').send({ type: 'order.left' });
    await tab.back();
    await isShown();
  });

  test('after a lost reply “Go to order” opens it', async () => {
    const { num } = sample.submitMade;
    server.conduct.set(
      '/api/order/v1/archive/getPrice',
      written('archivePrice', { result: 1, data: sample.price }),
    );
    server.conduct.set('/api/order/v1/archive/submit', 'drop');
    server.conduct.set(
      '/web/submit/outcome',
      written('submitOutcome', { result: 1, data: { made: sample.submitMade } }),
    );
    server.conduct.set(
      `/web/order/view/${num}`,
      written('orderDetails', { result: 1, data: sample.orderDetails(num, 3) }),
    );
    await openSignedIn();
    const scenes = sample.scenes.slice(0, 2);
    portal.send({ type: 'sceneOrderForm.requested', scenes, aoi: sample.smallAoi });
    const form = child('sceneOrder');
    form.send({ type: 'draft.changed', patch: { orderName: 'Harbour' } });
    form.send({ type: 'terms.toggled' });
    await waitFor(form, canSubmit);
    form.send({ type: 'submit.requested' });
    form.send({ type: 'order.confirmed' });
    await waitFor(form, (one) => lostReply(one) === 'found', { timeout: 20_000 });
    form.send({ type: 'order.shown' });
    await isShown();
    expect([shownOrder(page())?.orderNum, panel(), tab.query()['order']]).toEqual([num, 'order', num]);
  });
});

describe('a link or a reload', () => {
  test('brings back a multipart area, the selected scenes, the open details and the comparison', async () => {
    await searched();
    const parts = {
      type: 'MultiPolygon' as const,
      coordinates: [
        sample.smallArea.coordinates,
        [
          [
            [105, 1],
            [105.1, 1],
            [105.1, 1.1],
            [105, 1],
          ],
        ],
      ],
    };
    child('results').send({ type: 'results.left' });
    child('aoi').send({ type: 'aoi.drawn', geometry: parts as never });
    child('search').send({ type: 'search.requested' });
    await shown();
    for (const id of ['A', 'B']) child('results').send({ type: 'scene.toggled', id });
    child('results').send({ type: 'details.opened', id: 'B' });
    await waitFor(child('map'), (map) => map.matches('ready'));
    child('map').send({ type: 'compare.toggled' });
    child('map').send({ type: 'side.chosen', side: 'after', layer: 'layer:1' });
    const { wkt } = child('aoi').getSnapshot().context.aoi!;
    expect(wkt).toMatch(/^MULTIPOLYGON/);
    await reloaded();
    await shown();
    expect(child('aoi').getSnapshot().context.aoi?.wkt).toBe(wkt);
    expect(results().context.chosen).toEqual(['A', 'B']);
    expect(openScene(results())?.id).toBe('B');
    await waitFor(child('map'), isComparing);
    expect(child('map').getSnapshot().context.sides).toEqual({ before: 'OSM', after: 'layer:1' });
  });

  test('brings back an area that is too long for an address in its own tab; elsewhere the page says so', async () => {
    await openSignedIn();
    const large = sample.roundAoi(400, 0.4);
    child('aoi').send({ type: 'aoi.drawn', geometry: large.geometry });
    child('shell').send({ type: 'panel.chosen', panel: 'account' });
    expect(tab.entries().at(-1)?.length).toBeLessThan(2_000);
    await reloaded();
    expect(child('aoi').getSnapshot().context.aoi?.wkt).toBe(large.wkt);
    expect(panel()).toBe('account');
    tab.storage.clear();
    await reloaded();
    expect(child('aoi').getSnapshot().context.aoi).toBeNull();
    expect(portal.getSnapshot().context.notices.map(({ message }) => message.key)).toEqual([
      'notice.addressAreaElsewhere',
    ]);
  });
});
