import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createActor, waitFor, type Actor, type SnapshotFrom } from 'xstate';
import { preferencesMachine } from '../../../src/machines/shared/preferences.machine.ts';
import type { portalMachine } from '../../../src/machines/session/portal.machine.ts';
import { readToken, writeToken } from '../../../src/services/browser/browser.ts';
import { guardEntries } from '../../../src/services/browser/history.ts';
import { makeCall } from '../../../src/services/call/call.ts';
import { endReplyWait, submitMemory } from '../../../src/services/browser/submitMemory.ts';
import { pageInput, wirePortal } from '../../../src/wiring/portal.ts';
import * as sample from '../../model/shared/samples.ts';
import { faultyServer, type FaultyServer } from './faultyServer.ts';
import { stubTab, type BrowserTab } from './browserTab.ts';

// The whole portal with its real services, against a faulty server.

type Portal = Actor<typeof portalMachine>;
type State = SnapshotFrom<typeof portalMachine>;

export let server: FaultyServer;
export let portal: Portal;
export let tab: BrowserTab;
let stopGuard: () => void;
/** Loaders of the lazy views. */
export const views = {
  forms: (): Promise<unknown> => Promise.resolve(),
  workspace: (): Promise<unknown> => Promise.resolve(),
  shared: (): Promise<unknown> => Promise.resolve(),
};

/** Called when the page is reloaded. */
export const pageReloaded = vi.fn<() => void>();

/** Gives each test of the file its own page and server. */
export function withFaultyServer(): void {
  beforeEach(async () => {
    views.forms = () => Promise.resolve();
    views.workspace = () => Promise.resolve();
    server = await faultyServer();
    server.conduct.set('/', { text: '<html></html>' });
    pageReloaded.mockClear();
    tab = stubTab(`${server.url}/`, pageReloaded);
    stopGuard = guardEntries();
    server.conduct.set('/web/settings', { json: { result: 1, data: sample.settings } });
    server.conduct.set('/glu', { json: { result: 1, data: sample.user } });
    server.conduct.set('/login', { json: { result: 1, data: sample.user } });
    server.conduct.set('/logout', { json: { result: 1 } });
  });
  afterEach(async () => {
    stopGuard();
    portal.stop();
    writeToken(null);
    vi.unstubAllGlobals();
    await server.close();
  });
}

/** Opens the page with a stored token, or none; at a share link, with its key. */
export function open(
  token: string | null,
  codeLockedUntil: number | null = null,
  skey: string | null = null,
): Portal {
  writeToken(token);
  const actor: Portal = createActor(
    wirePortal(
      makeCall({
        serviceBase: server.url,
        token: readToken,
        language: () => 'en',
        onUnauthorized: (token, key) => {
          if (key !== undefined) endReplyWait(key);
          if (token === readToken()) actor.send({ type: 'session.expired' });
        },
        onOffline: () => actor.send({ type: 'connection.lost' }),
        onAnswered: () => {
          if (actor.getSnapshot().matches({ connection: 'offline' }))
            actor.send({ type: 'connection.restored' });
        },
      }),
      { forms: () => views.forms(), workspace: () => views.workspace(), shared: () => views.shared() },
    ).provide({ actors: { preferences: preferencesMachine } }),
    {
      input: {
        ...pageInput({ language: 'en', theme: 'light', footprints: 'auto', hasToolKeys: true }, server.url),
        skey: () => skey,
        codeLockedUntil: () => codeLockedUntil,
        makeKey: () => 'a'.repeat(32),
        submits: submitMemory,
        now: () => new Date('2026-11-21T08:00:00Z'),
      },
    },
  );
  portal = actor.start();
  return portal;
}

export const until = (isSo: (state: State) => boolean) => waitFor(portal, isSo, { timeout: 20_000 });
export const session = () => portal.getSnapshot().value.session;
export const signedOut = () =>
  until((state) => state.matches({ session: 'signedOut' }) && state.children.auth !== undefined);
export const signedIn = () => until((state) => state.matches({ session: 'signedIn' }));
/** Opens a page with a session. */
export const openSignedIn = () => {
  open('a-token');
  return signedIn();
};

/** A running child of the portal. */
export function child<Name extends keyof State['children']>(
  name: Name,
): NonNullable<State['children'][Name]> {
  const actor = portal.getSnapshot().children[name];
  if (actor === undefined) throw new Error(`${name} does not run`);
  return actor;
}

/** The toasts' messages. */
export const message = () => portal.getSnapshot().context.notices.map((notice) => notice.message);

/** Waits until the server has received a request. */
export const asked = (path: string) => expect.poll(() => server.asked.map((one) => one.path)).toContain(path);

export async function logIn(): Promise<void> {
  await signedOut();
  child('auth').send({ type: 'login.submitted', uname: sample.user.email, upass: 'harbour-2026' });
}
