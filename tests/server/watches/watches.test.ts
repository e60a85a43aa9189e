import { beforeEach, describe, expect, it } from 'vitest';
import { WATCHES_MAX } from '../../../contract/watches/watches.ts';
import { beginArchive } from '../../../server/simulator/archive/archive.ts';
import { writeStatus } from '../../../server/orders/orders.queries.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { refusal } from '../support/refusal.ts';
import { sceneOf, square } from '../search/sceneFixtures.ts';
import { storeAll } from '../search/storedScenes.ts';
import { CONDITION, BESIDE, openWatcher, OVER, runWatches } from './watching.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(databaseServers)('watches ($name)', (server) => {
  const app = serverFor(server, { PUBLIC_URL: 'https://portal.example' });
  let watcher: Awaited<ReturnType<typeof openWatcher>>;
  let made = 0;
  beforeEach(async () => {
    await app.deps.db.pool.query('delete from watches');
    watcher = await openWatcher(app);
  });

  /** Stores a scene over the area and lets the watches look at it. */
  const arrive = async (facts: Parameters<typeof sceneOf>[2] = {}, footprint = OVER) => {
    const id = `SCENE_${++made}`;
    await storeAll(app.deps.db, [sceneOf(id, footprint, facts)]);
    await runWatches(app);
    return id;
  };
  const found = async () => {
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      `select s.product_id as id from watch_scenes f join scenes s on s.id = f.scene_id order by f.scene_id`,
    );
    return rows.map(({ id }) => id);
  };

  it('finds new scenes that fit the search, and no others', async () => {
    await arrive();
    await watcher.save();
    const fits = await arrive();
    await arrive({ cloudCover: 21 });
    await arrive({ offNadirAngle: 16 });
    await arrive({ sensorType: 'SAR' });
    await arrive({}, BESIDE);
    await arrive({}, square(10, 10, 11, 11));
    await arrive({ acquisitionDate: '2025-12-31T23:59:59Z' });
    const unknownClouds = await arrive({ cloudCover: null });
    expect(await found()).toEqual([fits, unknownClouds]);
  });

  it('has no last day: scenes taken after the search was saved are found too', async () => {
    await watcher.save();
    const later = await arrive({ acquisitionDate: '2027-03-01T00:00:00Z' });
    expect(await found()).toEqual([later]);
  });

  it('a scene that is stored again, changed or not, is not new', async () => {
    await watcher.save();
    const id = await arrive();
    const cloudy = await arrive({ cloudCover: 90 });
    await storeAll(app.deps.db, [
      sceneOf(id, OVER, { cloudCover: 5 }),
      sceneOf(cloudy, OVER, { cloudCover: 1 }),
    ]);
    await runWatches(app);
    expect(await found()).toEqual([id]);
  });

  it('the simulated archive is no news', async () => {
    const { db } = app.deps;
    await beginArchive({ db, config: { scenes: 50, seed: 1 }, clock: app.clock });
    const { rows } = await db.pool.query<{ stored: number; news: number }>(
      `select stored, (select count(*)::int from scene_arrivals) as news
       from scene_batches where kind = 'simulated'`,
    );
    expect(rows).toEqual([{ stored: 50, news: 0 }]);
  });

  it('a paused watch finds nothing, and goes on afterwards', async () => {
    const { data } = await watcher.save();
    const pause = (isPaused: boolean) =>
      app.call('pauseWatch', { body: { id: data?.id ?? 0, isPaused } }, { token: watcher.token });
    await pause(true);
    expect((await watcher.watches())[0]?.pausedAt).toBe(app.clock.now().toISOString());
    await arrive();
    await pause(false);
    const after = await arrive();
    expect(await found()).toEqual([after]);
  });

  it('at most 20 watches; a search of another account is unknown', async () => {
    for (let n = 0; n < WATCHES_MAX; n++) expect(await watcher.save()).toMatchObject({ result: 1 });
    expect(await watcher.save()).toEqual(refusal('At most 20 watches are allowed. Delete one first.'));
    const stranger = await openWatcher(app);
    const source = { searchId: watcher.searchId };
    expect(await stranger.save({ source })).toEqual(refusal('Saved search not found.'));
    const [own] = await watcher.watches();
    expect(await stranger.save({ source: { id: own?.id ?? 0 } })).toEqual(refusal('Watch not found.'));
    const preview = await app.call(
      'previewWatch',
      { body: { source, maxCloudCover: 20, maxOffNadirAngle: 15 } },
      { token: stranger.token },
    );
    expect(preview.reply).toEqual(refusal('Saved search not found.'));
  });

  it('a watch that would notify nobody is refused', async () => {
    expect(await watcher.save({ mail: false })).toEqual(refusal('Select email, a webhook or both.'));
    expect(await watcher.save({ source: { orders: true } })).toEqual(
      refusal('To watch orders, add a webhook.'),
    );
  });

  it('changes the conditions, and keeps area, sensor and satellites', async () => {
    const { data } = await watcher.save();
    const id = data?.id ?? 0;
    await watcher.save({
      source: { id },
      name: ' Port ',
      maxCloudCover: 60,
      maxOffNadirAngle: 30,
      pace: 'daily',
    });
    expect(await watcher.watches()).toEqual([
      {
        id,
        kind: 'scenes',
        name: 'Port',
        condition: {
          maxCloudCover: 60,
          maxOffNadirAngle: 30,
          sensorType: 'OPTICAL',
          minClear: 0,
          areaKm2: expect.closeTo(553.8, 0),
        },
        mail: true,
        webhookUrl: null,
        pace: 'daily',
        quiet: null,
        pausedAt: null,
        newCount: 0,
        lastFound: null,
        webhookFailed: null,
        ctime: app.clock.now().toISOString(),
      },
    ]);
    const cloudy = await arrive({ cloudCover: 55 });
    await arrive({ cloudCover: 61 });
    expect(await found()).toEqual([cloudy]);
  });

  it('a least clear share over the area decides by the cloud masks, in what is found and in the preview', async () => {
    await watcher.save({ maxCloudCover: 100, minClear: 60 });
    const hoursAgo = (hours: number) =>
      new Date(app.clock.now().getTime() - (hours * DAY_MS) / 24).toISOString();
    const ids = Array.from({ length: 30 }, (_, at) => `CLEAR_${app.clock.now().getTime()}_${at}`);
    const arrived = ids.map((id, at) =>
      sceneOf(id, OVER, { acquisitionDate: hoursAgo(at + 1), cloudCover: 10 + 2 * at }),
    );
    const source = { searchId: watcher.searchId };
    const preview = async (minClear: number) =>
      (
        await app.call(
          'previewWatch',
          { body: { source, maxCloudCover: 100, maxOffNadirAngle: 15, minClear } },
          { token: watcher.token },
        )
      ).reply.data;
    const [before, strictBefore] = [await preview(0), await preview(60)];
    await storeAll(app.deps.db, arrived);
    await runWatches(app);
    const { reply } = await app.call(
      'clearShares',
      { body: { aoiWkt: CONDITION.aoiWkt, productIds: ids } },
      { token: watcher.token },
    );
    const clear = ids.filter((_, at) => (reply.data?.shares[at] ?? 0) >= 60);
    // some of them, but not all
    expect(clear.length).toBeGreaterThan(0);
    expect(clear.length).toBeLessThan(ids.length);
    expect((await found()).toSorted()).toEqual(clear.toSorted());
    const [after, strictAfter] = [await preview(0), await preview(60)];
    expect(after!.passed - before!.passed).toBe(ids.length);
    expect(strictAfter!.passed - strictBefore!.passed).toBe(clear.length);
    expect(strictAfter).toMatchObject({ of: after!.of, minClear: 60 });
  });

  it('the preview counts the scenes of the last 90 days, with and without the conditions', async () => {
    const day = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS).toISOString();
    const source = { searchId: watcher.searchId };
    const preview = async () =>
      (
        await app.call(
          'previewWatch',
          { body: { source, maxCloudCover: 20, maxOffNadirAngle: 15 } },
          { token: watcher.token },
        )
      ).reply.data;
    const before = await preview();
    await arrive({ acquisitionDate: day(1) });
    await arrive({ acquisitionDate: day(89), cloudCover: 50 });
    await arrive({ acquisitionDate: day(92) });
    expect(await preview()).toEqual({
      passed: (before?.passed ?? 0) + 1,
      of: (before?.of ?? 0) + 2,
      maxCloudCover: 20,
      maxOffNadirAngle: 15,
      minClear: 0,
    });
  });

  it('without limits the preview counts with those of the saved search, and tells them', async () => {
    const { token, searchId } = watcher;
    const { reply } = await app.call('savedSearch', { params: { id: searchId } }, { token });
    const { maxCloudCover, maxOffNadirAngle } = reply.data!.dumpJson.condition!;
    const preview = await app.call('previewWatch', { body: { source: { searchId } } }, { token });
    expect(preview.reply.data).toMatchObject({ maxCloudCover, maxOffNadirAngle });
  });

  it('one mail for what an import brings; at most once a day the next one waits', async () => {
    await watcher.save({ pace: 'daily' });
    await storeAll(app.deps.db, [sceneOf('DAY_1', OVER), sceneOf('DAY_2', OVER)]);
    await runWatches(app);
    expect((await app.deliverMail()).map(({ text }) => /new scenes \((\d+)\)/.exec(text)?.[1])).toEqual([
      '2',
    ]);
    await arrive();
    app.clock.advance(DAY_MS - 1_000);
    await runWatches(app);
    expect(await app.deliverMail()).toEqual([]);
    await arrive();
    app.clock.advance(1_000);
    await runWatches(app);
    expect((await app.deliverMail()).map(({ text }) => /new scenes \((\d+)\)/.exec(text)?.[1])).toEqual([
      '2',
    ]);
  });

  it('once a week, the next mail waits for seven days', async () => {
    await watcher.save({ pace: 'weekly' });
    await arrive();
    expect(await app.deliverMail()).toHaveLength(1);
    await arrive();
    app.clock.advance(7 * DAY_MS - 1_000);
    await runWatches(app);
    expect(await app.deliverMail()).toEqual([]);
    app.clock.advance(1_000);
    await runWatches(app);
    expect(await app.deliverMail()).toHaveLength(1);
  });

  it.each([
    ['over midnight', { from: 22, to: 6 }, [21, 6], [22, 23, 0, 5]],
    ['by day', { from: 8, to: 12 }, [7, 12], [8, 11]],
  ])('no mail is sent in quiet hours %s; it is sent afterwards', async (_, quiet, open, closed) => {
    await watcher.save({ quiet });
    const atHour = (hour: number) => {
      const now = app.clock.now();
      const next = new Date(now);
      next.setUTCHours(hour, 30, 0, 0);
      if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
      app.clock.advance(next.getTime() - now.getTime());
    };
    for (const hour of closed) {
      atHour(hour);
      await arrive();
      expect(await app.deliverMail(), `${hour} h`).toEqual([]);
    }
    atHour(open.at(-1) ?? 0);
    await runWatches(app);
    expect(await app.deliverMail()).toHaveLength(1);
    for (const hour of open) {
      atHour(hour);
      await arrive();
      expect(await app.deliverMail(), `${hour} h`).toHaveLength(1);
    }
  });

  it('the bell has one unread item a watch, and marks all of its account as read', async () => {
    const { data } = await watcher.save();
    const stranger = await openWatcher(app);
    await stranger.save();
    await arrive();
    const newest = await arrive();
    expect(await watcher.news()).toEqual([
      {
        id: expect.any(Number),
        kind: 'scenes',
        watchId: data?.id,
        name: 'Harbour',
        count: 2,
        order: null,
        quicklookUrl: expect.stringContaining(newest),
        at: app.clock.now().toISOString(),
        isRead: false,
      },
    ]);
    expect((await watcher.watches())[0]).toMatchObject({ newCount: 2 });
    await app.call('readNews', { body: {} }, { token: watcher.token });
    expect((await watcher.watches())[0]?.newCount).toBe(0);
    expect((await stranger.watches())[0]?.newCount).toBe(2);
    expect((await stranger.news()).map(({ isRead }) => isRead)).toEqual([false]);
    app.clock.advance(1_000);
    await arrive();
    expect((await watcher.news()).map(({ count, isRead }) => [count, isRead])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('what a watch found comes as a search with its new scenes, which are seen then', async () => {
    await arrive();
    const { data } = await watcher.save();
    const id = data?.id ?? 0;
    const other = (await watcher.save({ name: 'Port' })).data?.id;
    const fresh = await arrive();
    const result = () => app.call('watchResult', { params: { id } }, { token: watcher.token });
    const { reply } = await result();
    expect(reply.data).toMatchObject({ name: 'Harbour', newIds: [fresh] });
    expect(reply.data?.dumpJson.condition).toMatchObject({
      acquisitionDateFrom: '2026-01-01',
      maxCloudCover: 20,
    });
    expect(reply.data?.dumpJson.result.map((scene) => scene.id)).toContain(fresh);
    expect((await result()).reply.data?.newIds).toEqual([]);
    const readOf = Object.fromEntries((await watcher.news()).map(({ watchId, isRead }) => [watchId, isRead]));
    expect(readOf).toEqual({ [id]: true, [other ?? 0]: false });
    expect((await watcher.watches()).map(({ name, newCount }) => [name, newCount])).toEqual([
      ['Port', 1],
      ['Harbour', 0],
    ]);
  });

  it('deleting a watch deletes what it found and its news', async () => {
    const { data } = await watcher.save();
    await arrive();
    await app.call('deleteWatch', { params: { id: data?.id ?? 0 } }, { token: watcher.token });
    expect(await watcher.watches()).toEqual([]);
    expect(await watcher.news()).toEqual([]);
    expect(await found()).toEqual([]);
  });

  it('orders that end are shown by the bell', async () => {
    const { pool } = app.deps.db;
    const { rows } = await pool.query<{ id: number }>(
      `insert into orders (order_num, account_id, kind, order_name, status, supplier, simulated, product_ids, aoi_wkt, form, price,
         final_price_cents, secret, created_at)
       values ('GT-20261120-0001', $1, 'archive', 'Port', 6, 'Orbita', true, '{}', '', '{}', '{}', 100, 's', '2026-11-20T08:00:00Z') returning id`,
      [watcher.id],
    );
    const at = app.clock.now();
    await app.deps.db.transaction((client) =>
      writeStatus(client, rows[0]?.id ?? 0, { status: 7, at, nextStepAt: null }),
    );
    expect(await watcher.news()).toMatchObject([
      { kind: 'order', name: 'Port', order: { num: 'GT-20261120-0001', status: 7 }, isRead: false },
    ]);
  });
});
