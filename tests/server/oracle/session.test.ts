import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  createMachine,
  fromCallback,
  waitFor,
} from 'xstate';
import { endpoints } from '../../../contract/calls/endpoints.ts';
import { readToken, writeToken } from '../../../src/services/browser/browser.ts';
import { type Call, makeCall } from '../../../src/services/call/call.ts';
import { DEMO_PASSWORD } from '../../../server/accounts/demoAccounts.ts';
import { sessionRecorder } from '../../../src/wiring/inspector/recordSession.ts';
import { wireSaved } from '../../../src/wiring/saved.ts';
import { scenesBefore } from '../../e2e/support/archive.ts';
import { type PathFile, pathFileIn, readPathFile } from '../../model/paths/pathFile.ts';
import { savedPaths } from '../../model/paths/replay/session.ts';
import * as sample from '../../model/shared/samples.ts';
import { storeAll } from '../search/storedScenes.ts';
import { databaseServers, PASSWORD, serverFor } from '../support/harness.ts';
import { Line } from './line.ts';
import { playOnServer, type Server } from './session.ts';
import { storeSamples } from './stock.ts';

const app = serverFor(databaseServers[0]!);
let line: Line;
beforeAll(async () => {
  await storeSamples(app);
  line = await Line.open(app);
});
afterAll(() => line.close());

/** An account of its own on the test's server. */
async function newServer(account = {}): Promise<Server & { id: number }> {
  const { id, email, token } = await app.signIn(account);
  const setClock = (at: number) => app.clock.set(new Date(at).toISOString());
  return { id, email, token, password: PASSWORD, call: line.client(readToken), setClock };
}

const FILE = process.env['SESSION'];
const URL_GIVEN = process.env['SERVER'];

/** A server elsewhere; its address may name the account: `http://NAME:PASSWORD@HOST`. */
async function serverAt(address: string): Promise<Server> {
  const { origin, username, password: given } = new URL(address);
  const email = username === '' ? 'demo6@groundtrack.example' : decodeURIComponent(username);
  const password = username === '' ? DEMO_PASSWORD : decodeURIComponent(given);
  const call: Call = makeCall({
    serviceBase: origin,
    token: readToken,
    language: () => 'en',
    onUnauthorized: () => {},
    onOffline: () => {},
    onAnswered: () => {},
  });
  const { data } = await call(endpoints.login, { body: { uname: email, upass: password } });
  return { call, email, password, token: data?.token ?? '' };
}

if (FILE !== undefined)
  test('a saved session on a real server', { timeout: 600_000 }, async () => {
    const file = readPathFile(FILE);
    const text = JSON.stringify(file);
    app.clock.set(new Date(Math.min(...savedPaths(file).map(({ steps }) => steps[0]!.at!))).toISOString());
    await storeAll(app.deps.db, scenesBefore(app.clock.now()));
    const [utype, puc] = [/"utype":(\d)/.exec(text)?.[1], /"puc":(\w+)/.exec(text)?.[1]];
    const server = URL_GIVEN
      ? await serverAt(URL_GIVEN)
      : await newServer({ utype: Number(utype ?? 6), puc: puc !== 'false', credits: 10_000 });
    const { findings, answered } = await playOnServer(file, server);
    for (const finding of findings) console.log(`FAILED ${finding}`);
    console.log(`${FILE}: ${answered} calls answered, ${findings.length} failed`);
    expect(findings).toEqual([]);
  });
else
  describe('a saved session on a real server', () => {
    /** A user saves a search with three scenes, finds it in the list and opens it again. */
    async function session(): Promise<PathFile> {
      const { call, token } = await newServer();
      writeToken(token);
      const recorder = sessionRecorder(() => app.clock.now().getTime());
      const { saveSearch, savedSearches } = wireSaved(call);
      const list = (savedSearches.implementations.actors as Record<string, AnyStateMachine>)['list']!;
      const page = createActor(
        createMachine({
          id: 'portal',
          on: { '*': {} },
          invoke: [
            {
              id: 'saveSearch',
              src: saveSearch,
              input: {
                condition: sample.condition,
                aoi: sample.smallAoi,
                scenes: sample.scenes,
                numberMatched: 3,
              },
            },
            {
              id: 'savedSearches',
              src: savedSearches.provide({
                actors: { list: list.provide({ actors: { watchLeaving: fromCallback(() => {}) } }) },
              } as never),
            },
          ],
        }),
        { inspect: recorder.inspect },
      ).start();
      const { saveSearch: dialog, savedSearches: panel } = page.getSnapshot().children as Record<
        string,
        AnyActorRef
      >;
      dialog!.send({ type: 'name.changed', name: 'Harbour' });
      dialog!.send({ type: 'saving.submitted' });
      await waitFor(dialog!, ({ status }) => status === 'done');
      panel!.send({ type: 'panel.opened' });
      const rows = panel!.getSnapshot().children.list as AnyActorRef;
      const { context } = await waitFor(rows, (seen) => seen.context.list?.length === 1);
      panel!.send({ type: 'recall.requested', saved: context.list[0] });
      await waitFor(panel!, (seen) => seen.matches({ recalling: 'idle' }));
      page.stop();
      const file = pathFileIn(recorder.text());
      return { ...file, paths: savedPaths(file).filter(({ machine }) => machine !== 'portal') };
    }

    test('passes where the server answers alike, though it names things otherwise', async () => {
      expect(await playOnServer(await session(), await newServer())).toEqual({ findings: [], answered: 3 });
    });

    test('is named at the step whose call the server refuses', async () => {
      const file = await session();
      const server = await newServer();
      await app.deps.db.pool.query(
        `insert into saved_searches (account_id, name, aoi_geom, skey, skey_hash, dump, created_at)
         select $1, 'Harbour', $2, n::text, sha256(n::text::bytea), ''::bytea, $3 from generate_series(1, 500) n`,
        [server.id, sample.smallAoi.wkt, app.clock.now()],
      );
      const { findings } = await playOnServer(file, server);
      expect(findings).toEqual([
        'step 4, portal/saveSearch after saveSearch done: saveSearch is answered with “refused tooManySearches” instead of “done”',
        // the account's other searches are empty
        'step 14, portal/savedSearches after fetchDump done: fetchDump is answered with “malformed” instead of “done”',
      ]);
    });
  });
