import { describe, expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { sessionEnded } from '../../../src/machines/auth/auth.machine.ts';
import { areResultsShown } from '../../../src/machines/search/results.selectors.ts';
import * as sample from '../../model/shared/samples.ts';
import {
  child,
  logIn,
  open,
  openSignedIn,
  portal,
  server,
  signedIn,
  signedOut,
  tab,
  withFaultyServer,
} from './portalPage.ts';

withFaultyServer();

/** A user who has searched, selected a scene and opened its details; the area is too long for an address. */
async function working(): Promise<void> {
  server.conduct.set('/api/soi/v1/search', {
    json: { result: 1, type: 'FeatureCollection', features: sample.scenes, numberMatched: 3 },
  });
  await openSignedIn();
  child('aoi').send({ type: 'aoi.drawn', geometry: sample.roundAoi(400, 0.4).geometry });
  child('search').send({ type: 'search.requested' });
  await waitFor(child('results'), areResultsShown, { timeout: 20_000 });
  child('results').send({ type: 'scene.toggled', id: 'A' });
  child('results').send({ type: 'details.opened', id: 'A' });
  expect(tab.storage.size).toBeGreaterThan(1);
}

const expire = () => portal.send({ type: 'session.expired' });

describe('log-out leaves nothing of one user to the next in the same tab', () => {
  test('neither in the address, nor in the tab’s storage, nor in the history', async () => {
    await working();
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    expect(tab.entries()).toEqual(['/', '/']);
    expect([...tab.storage.keys()]).toEqual([]);
    expect(sessionEnded(child('auth').getSnapshot())).toBeNull();
    await tab.back();
    expect(tab.query()).toEqual({});
    await logIn();
    await signedIn();
    expect(child('aoi').getSnapshot().context).toMatchObject({ aoi: null, past: [] });
    expect(child('results').getSnapshot().context).toMatchObject({ scenes: [], chosen: [], former: [] });
  });

  test('an entry that an earlier page of the tab left in the history is emptied when it is shown', async () => {
    await working();
    const left = { state: history.state as unknown, url: tab.entries().at(-1) ?? '' };
    portal.send({ type: 'logout.pressed' });
    await signedOut();
    history.replaceState(left.state, '', left.url);
    history.pushState({ at: 1, of: null }, '', '/');
    await tab.back();
    expect(tab.query()).toEqual({});
  });
});

describe('a 401 response', () => {
  test('says why one is here again, and after the log-in the same user is back with nothing lost', async () => {
    await working();
    const before = tab.query();
    expire();
    await signedOut();
    expect(sessionEnded(child('auth').getSnapshot())).toEqual({ key: 'auth.ended' });
    await logIn();
    await signedIn();
    await waitFor(child('results'), areResultsShown, { timeout: 20_000 });
    expect(child('results').getSnapshot().context).toMatchObject({ chosen: ['A'], details: 'A' });
    expect(tab.query()).toEqual(before);
    expect(portal.getSnapshot().context.ended).toBeNull();
  });

  test('another user who logs in then finds nothing of the one before', async () => {
    await working();
    expire();
    await signedOut();
    server.conduct.set('/login', {
      json: { result: 1, data: { ...sample.user, email: 'other@groundtrack.example' } },
    });
    await logIn();
    await signedIn();
    expect(child('aoi').getSnapshot().context.aoi).toBeNull();
    expect(tab.query()).toEqual({});
    expect(tab.entries()).toHaveLength(2);
    expect([...tab.storage.keys()].filter((key) => key.includes('address'))).toEqual([]);
  });

  test.each([
    ['loggedOut', 'auth.ended_loggedOut'],
    ['passwordChanged', 'auth.ended_passwordChanged'],
  ] as const)('a session that was ended in another tab (%s) says so', async (how, key) => {
    await working();
    portal.send({ type: 'session.ended', how });
    await signedOut();
    expect(sessionEnded(child('auth').getSnapshot())).toEqual({ key });
  });

  test('a token that has ended since the last visit says so too, a first visit says nothing', async () => {
    server.conduct.set('/glu', { status: 401, json: { result: 0, message: 'Invalid token' } });
    open('an-old-token');
    await signedOut();
    expect(sessionEnded(child('auth').getSnapshot())).toEqual({ key: 'auth.ended' });
    portal.stop();
    open(null);
    await signedOut();
    expect(sessionEnded(child('auth').getSnapshot())).toBeNull();
  });
});
