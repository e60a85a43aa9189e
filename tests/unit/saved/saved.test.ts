import { describe, expect, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import { savedAoiId, shownAoi } from '../../../src/machines/aoi/aoi.machine.ts';
import { fetchedAoiId } from '../../../src/machines/saved/saved.selectors.ts';
import {
  areResultsShown,
  foundScenes,
  leftOutCount,
  requestedAoi,
  requestedCondition,
} from '../../../src/machines/search/results.selectors.ts';
import { openPanel } from '../../../src/machines/session/shell.machine.ts';
import { readSavedArea, recallOf } from '../../../src/machines/saved/saved.rules.ts';
import { shareAddress } from '../../../src/services/browser/browser.ts';
import * as sample from '../../model/shared/samples.ts';
import {
  child,
  message,
  open,
  openSignedIn,
  portal,
  server,
  signedIn,
  signedOut,
  until,
  withFaultyServer,
} from '../session/portalPage.ts';

// The whole portal with its real services: saving, restoring and sharing.

withFaultyServer();

const saved = {
  id: 4,
  name: 'Harbour, November',
  ctime: '2026-11-20T08:00:00Z',
  aoiGeom: sample.smallAoi.wkt,
  skey: 'k'.repeat(22),
};
const dumpJson = { condition: sample.condition, result: sample.scenes, resultStatus: { numberMatched: 7 } };
const paths = () => server.asked.map(({ path }) => path);
const answers = (path: string, data?: unknown) =>
  server.conduct.set(path, { json: { result: 1, ...(data === undefined ? {} : { data }) } });

async function openSearches() {
  answers('/web/usersearchrecord/view/list/all', [saved]);
  await openSignedIn();
  child('shell').send({ type: 'panel.chosen', panel: 'mysearch' });
  const searches = child('savedSearches');
  const { list } = searches.getSnapshot().children;
  if (list === undefined) throw new Error('no list');
  await waitFor(list, (state) => state.context.list.length === 1);
  return { searches, list };
}

describe('§2 My search list', () => {
  test('restore results: the condition, the scenes as they were kept, and the area come back', async () => {
    const { searches } = await openSearches();
    answers('/web/usersearchrecord/view/one/4', { dumpJson });
    searches.send({ type: 'recall.requested', saved });
    const results = await waitFor(child('results'), areResultsShown, { timeout: 5_000 });
    expect(foundScenes(results).map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(results.context.numberMatched).toBe(7);
    expect(child('aoi').getSnapshot().context.source).toEqual({ kind: 'saved', name: 'Harbour, November' });
    expect(openPanel(child('shell').getSnapshot())).toBe('search');
  });

  test.each([
    ['its condition has it', sample.condition, sample.smallAoi.wkt],
    ['it is unknown', null, undefined],
  ])('results are restored though the area of the list can’t be read: %s', async (_, condition, aoiWkt) => {
    const { searches } = await openSearches();
    const known = condition && { ...condition, aoiWkt };
    answers('/web/usersearchrecord/view/one/4', {
      dumpJson: { ...dumpJson, result: [...sample.scenes, { id: 'Z' }], condition: known },
    });
    searches.send({ type: 'recall.requested', saved: { ...saved, aoiGeom: 'POLYGON (' } });
    const results = await waitFor(child('results'), areResultsShown, { timeout: 5_000 });
    expect(foundScenes(results).map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect([leftOutCount(results), results.context.numberMatched]).toEqual([1, 6]);
    expect([requestedAoi(results)?.wkt, requestedCondition(results)]).toEqual([aoiWkt, known]);
    // what needs the area can't be done
    for (const type of ['cover.opened', 'refresh.requested'] as const)
      expect(results.can({ type })).toBe(condition !== null);
  });

  test('what can’t be restored is said, and nothing else changes', async () => {
    const { searches } = await openSearches();
    server.conduct.set('/web/usersearchrecord/view/one/4', { status: 500, json: {} });
    searches.send({ type: 'recall.requested', saved });
    await vi.waitFor(() => expect(message()).toEqual([{ key: 'errors.searchNotRestored' }]));
    expect(openPanel(child('shell').getSnapshot())).toBe('mysearch');
  });

  test("share copies the link of the site root with its key: 'Share link copied.'", async () => {
    const copied = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
    const { searches } = await openSearches();
    searches.send({ type: 'share.requested', saved });
    await vi.waitFor(() => expect(message()).toEqual([{ key: 'notice.shareLinkCopied' }]));
    expect(copied).toHaveBeenCalledWith(`${server.url}/?skey=${saved.skey}`);
  });

  test('a clipboard that refuses: the link is offered to be copied by hand', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    const { searches } = await openSearches();
    searches.send({ type: 'share.requested', saved });
    const offered = await waitFor(searches, (state) => state.matches({ sharing: 'offered' }));
    expect(offered.context.link).toBe(shareAddress(saved.skey));
    expect(message()).toEqual([]);
  });
});

describe('within the 5 seconds of undo', () => {
  test('who logs out means it: the deletion is sent before the session ends', async () => {
    const { list } = await openSearches();
    answers('/web/usersearchrecord/del/4');
    list.send({ type: 'deletion.requested', id: 4 });
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    expect(paths().filter((path) => /del|logout/.test(path))).toEqual([
      '/web/usersearchrecord/del/4',
      '/logout',
    ]);
  });

  test('what was undone is not deleted by logging out', async () => {
    const { list } = await openSearches();
    list.send({ type: 'deletion.requested', id: 4 });
    list.send({ type: 'deletion.undone' });
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    expect(paths()).not.toContain('/web/usersearchrecord/del/4');
  });

  test('a deletion that fails while logging out does not keep anybody in', async () => {
    const { list } = await openSearches();
    server.conduct.set('/web/usersearchrecord/del/4', 'drop');
    list.send({ type: 'deletion.requested', id: 4 });
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    expect(paths()).toContain('/logout');
  });

  test('who leaves the page means it: the call is sent at once', async () => {
    const { list } = await openSearches();
    answers('/web/usersearchrecord/del/4');
    list.send({ type: 'deletion.requested', id: 4 });
    list.send({ type: 'page.left' });
    await expect.poll(paths).toContain('/web/usersearchrecord/del/4');
  });
});

describe('decision 8: saving a search', () => {
  test("its scenes are named by their ids; 'save success' and the list is loaded anew", async () => {
    await openSearches();
    answers('/web/usersearchrecord/cm/save', { id: 5, skey: 'k'.repeat(22) });
    portal.send({
      type: 'saveSearchForm.requested',
      condition: sample.condition,
      aoi: sample.smallAoi,
      scenes: sample.scenes,
      numberMatched: 7,
    });
    child('saveSearch').send({ type: 'name.changed', name: ' Harbour ' });
    child('saveSearch').send({ type: 'saving.submitted' });
    await vi.waitFor(() => expect(message()).toEqual([{ key: 'notice.saveSuccess' }]));
    const sent = server.asked.find(({ path }) => path === '/web/usersearchrecord/cm/save');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      name: 'Harbour',
      aoiGeom: sample.smallAoi.wkt,
      dumpJson: {
        condition: sample.condition,
        result: [{ id: 'A' }, { id: 'B' }, { id: 'C' }],
        resultStatus: { numberMatched: 7 },
      },
    });
    const lists = () => paths().filter((path) => path === '/web/usersearchrecord/view/list/all').length;
    await expect.poll(lists).toBe(2);
  });
});

describe('decision 9: a share link', () => {
  const shared = { name: saved.name, ctime: saved.ctime, aoiGeom: saved.aoiGeom, dumpJson };
  const sharePath = `/web/usersearchrecord/view/share/${saved.skey}`;
  const sharedView = () => until((state) => state.matches({ session: 'sharedView' }));

  test('shows the search to a visitor without an account; signing in restores it in the portal', async () => {
    answers(sharePath, shared);
    open(null, null, saved.skey);
    await sharedView();
    const results = await waitFor(child('results'), areResultsShown, { timeout: 5_000 });
    expect(foundScenes(results)).toHaveLength(3);
    expect(child('aoi').getSnapshot().context.aoi?.wkt).toBe(sample.smallAoi.wkt);
    expect(paths()).not.toContain('/glu');
    child('sharedSearch').send({ type: 'signIn.requested' });
    await signedOut();
    child('auth').send({ type: 'login.submitted', uname: sample.user.email, upass: 'harbour-2026' });
    await signedIn();
    const restored = await waitFor(child('results'), areResultsShown, { timeout: 5_000 });
    expect(foundScenes(restored).map(({ id }) => id)).toEqual(['A', 'B', 'C']);
    expect(child('aoi').getSnapshot().context.aoi?.wkt).toBe(sample.smallAoi.wkt);
  });

  test('nothing is chosen on its page', async () => {
    answers(sharePath, shared);
    open(null, null, saved.skey);
    await sharedView();
    await waitFor(child('results'), areResultsShown, { timeout: 5_000 });
    child('results').send({ type: 'scene.toggled', id: 'A' });
    expect(child('results').getSnapshot().context.chosen).toEqual([]);
  });

  test('an unknown or ended key: a clear page, with the way to the log-in', async () => {
    server.conduct.set(sharePath, { json: { result: 0, message: 'This link leads to no shared search.' } });
    open(null, null, saved.skey);
    await sharedView();
    await waitFor(child('sharedSearch'), (state) => state.matches('unknown'));
    child('sharedSearch').send({ type: 'signIn.requested' });
    await signedOut();
  });

  test('no answer: it failed, and Try again asks once more', async () => {
    server.conduct.set(sharePath, 'drop');
    open(null, null, saved.skey);
    await sharedView();
    await waitFor(child('sharedSearch'), (state) => state.matches('failed'));
    answers(sharePath, shared);
    child('sharedSearch').send({ type: 'reload.requested' });
    await waitFor(child('sharedSearch'), (state) => state.matches('shown'));
  });
});

describe('§3 Saved AOI', () => {
  test('an area is read as it was saved; a text that is none is none', () => {
    expect(readSavedArea(sample.smallAoi.wkt)?.areaKm2).toBe(sample.smallAoi.areaKm2);
    expect(readSavedArea('POINT (1 2)')).toBeNull();
    expect(recallOf({ name: 'x', aoiGeom: 'POLYGON (' }, { ...dumpJson, condition: null })).toBeNull();
  });
});

describe('§2 My AOI list: large areas are listed by their outline', () => {
  const large = { id: 7, name: 'Coast', ctime: '2026-11-20T08:00:00Z', isOutline: true, areaKm2: 12 };
  const outline = { ...large, geom: 'POLYGON ((103 1, 104 1, 104 2, 103 1))' };
  const whole = { ...large, geom: sample.smallAoi.wkt, isOutline: false };

  async function openAois() {
    answers('/web/useraoi/view/list/all', [outline]);
    await openSignedIn();
    child('shell').send({ type: 'panel.chosen', panel: 'myaoi' });
    return child('savedAois');
  }

  test('the whole area is fetched before it becomes the AOI', async () => {
    const aois = await openAois();
    answers('/web/useraoi/view/one/7', whole);
    aois.send({ type: 'aoi.selected', saved: outline });
    expect(fetchedAoiId(aois.getSnapshot())).toBe(7);
    const aoi = await waitFor(child('aoi'), (state) => savedAoiId(state) === 7);
    expect(shownAoi(aoi)?.wkt).toBe(sample.smallAoi.wkt);
    expect(fetchedAoiId(aois.getSnapshot())).toBeNull();
  });

  test('an area that can’t be fetched is said, and the AOI stays', async () => {
    const aois = await openAois();
    server.conduct.set('/web/useraoi/view/one/7', { json: { result: 0, message: 'AOI not found' } });
    aois.send({ type: 'aoi.sought', saved: outline });
    await vi.waitFor(() => expect(message()).toHaveLength(1));
    expect(shownAoi(child('aoi').getSnapshot())).toBeNull();
    expect(fetchedAoiId(aois.getSnapshot())).toBeNull();
  });
});
