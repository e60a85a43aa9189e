import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { NewScene } from '../../../server/search/scenes.ts';
import { harvest, type Visit } from '../../../server/sources/harvest.ts';
import type { Clock } from '../../../server/base/clock.ts';
import type { Database } from '../../../server/database/open.ts';
import { addSource } from '../../../server/sources/sources.queries.ts';
import { storeAll } from '../search/storedScenes.ts';
import { startServer, type TestServer } from '../support/harness.ts';
import type { TestDatabaseServer } from '../support/globalSetup.ts';
import { constellation } from '../../../server/simulator/archive/constellation.ts';

type Listener = ReturnType<typeof getRequestListener>;

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A second Groundtrack, whose archive anyone may read over HTTP. */
export async function secondArchive(
  server: TestDatabaseServer,
  scenes: readonly NewScene[],
): Promise<{ url: string; app: TestServer; calls: string[]; close(): Promise<void> }> {
  let listener: Listener | undefined;
  const calls: string[] = [];
  const http = createServer((request, reply) => {
    calls.push(request.url ?? '');
    void listener?.(request, reply);
  });
  const url = await listening(http);
  const app = await startServer(server, { STAC_PUBLIC: 'on', PUBLIC_URL: url });
  listener = getRequestListener((request) => app.request(request.url.replace(url, ''), request));
  await storeAll(app.deps.db, scenes);
  return {
    url: `${url}/stac`,
    app,
    calls,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await app.close();
    },
  };
}

/** What a static catalogue answers to a path. */
export interface StaticAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A static catalogue of files that the test changes, with an ETag for each. */
export async function staticCatalogue(
  files: Map<string, unknown>,
  instead: (path: string, request: IncomingMessage) => StaticAnswer | null = () => null,
): Promise<{ url: string; answers: { path: string; status: number }[]; open: () => number; close(): void }> {
  const answers: { path: string; status: number }[] = [];
  let most = 0;
  let now = 0;
  const http = createServer((request, reply) => {
    const path = request.url ?? '';
    const given = instead(path, request);
    const file = files.get(path);
    const body = given?.body ?? file;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const etag = `"${Buffer.from(text ?? '')
      .toString('base64url')
      .slice(-40)}-${text?.length ?? 0}"`;
    const isSame = given === null && request.headers['if-none-match'] === etag;
    const status = given?.status ?? (body === undefined ? 404 : isSame ? 304 : 200);
    answers.push({ path, status });
    reply.writeHead(status, { 'content-type': 'application/json', etag, ...given?.headers });
    reply.end(status === 200 ? text : '');
  });
  http.on('connection', (socket) => {
    most = Math.max(most, (now += 1));
    socket.on('close', () => (now -= 1));
  });
  const url = await listening(http);
  return {
    url,
    answers,
    /** The most connections at a time. */
    open: () => most,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** Adds a source and returns what harvests it until its pass ends, or it is postponed. */
export async function sourceOf(
  { db, clock }: { db: Database; clock: Clock },
  source: { name: string; url: string },
  isPrivateAllowed = true,
): Promise<{ id: number; toEnd(sliceMs?: number): Promise<Visit[]> }> {
  const added = await addSource(db.pool, { ...source, now: clock.now() });
  if (added === null) throw new Error('there is such a source');
  const deps = { db, clock, satellites: constellation, config: { sourcesPrivate: isPrivateAllowed } };
  return {
    id: added.id,
    async toEnd(sliceMs = 60_000) {
      const visits: Visit[] = [];
      while (visits.length === 0 || visits.at(-1) === 'under way')
        visits.push(await harvest(deps, { signal: new AbortController().signal, sliceMs, only: added.id }));
      return visits;
    },
  };
}
