import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright/test';
import { runClock } from '../../server/support/clock.ts';
import { startSectionSeven } from '../../support/sectionSeven/backEnd.ts';
import { Portal } from '../pages/portal.ts';
import { beyondSectionSeven, callOf, nameOf, type SeenRequest } from './sectionSevenTable.ts';
import { expect, test } from './test.ts';
import { wordsOf } from './words.ts';

const CLIENT = 'dist';
const NO_TILES = { tiles: [], attribution: '', maxZoom: 19 };

/** A `/config.json` by which the client asks for section 7 alone, and for nothing outside. */
const FOREIGN_CONFIG = {
  appName: 'Foreign',
  extensions: [],
  basemaps: { OSM: NO_TILES, GMAP: NO_TILES },
};

type Stub = Awaited<ReturnType<typeof startSectionSeven>>;

/** A back end of section 7 alone, and what its pages did. */
export interface Foreign extends Pick<Stub, 'url' | 'calls' | 'codes' | 'passwords'> {
  /** The calls that were made, each once. */
  made(): string[];
  /** Requests for a path. */
  asked(path: string): number;
  /** What a page did wrong: errors on its console, refusals, requests elsewhere or beyond section 7. */
  faults(): string[];
}

/** Whether it is a file of the client, or one to download. */
const isFile = ({ method, path }: SeenRequest): boolean =>
  method === 'GET' &&
  (path === '/' ||
    path === '/config.json' ||
    path.startsWith('/files/') ||
    (existsSync(join(CLIENT, path)) && statSync(join(CLIENT, path)).isFile()));

function watch(context: BrowserContext, stub: Stub): Foreign {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== stub.url) faults.push(`elsewhere: ${request.url()}`);
  });
  const calls = () => stub.requests.filter((request) => !isFile(request));
  return {
    url: stub.url,
    calls: stub.calls,
    codes: stub.codes,
    passwords: stub.passwords,
    made: () => [
      ...new Set(
        calls().flatMap((request) => {
          const call = callOf(request);
          return call === undefined ? [] : [nameOf(call)];
        }),
      ),
    ],
    asked: (path) => stub.requests.filter((request) => request.path === path).length,
    faults: () => [...faults, ...calls().flatMap(beyondSectionSeven)],
  };
}

interface ForeignFixtures {
  /** Its `/config.json`; null for none. */
  config: object | null;
  foreign: Foreign;
}

/** Browser tests of the built client before a back end that implements section 7 alone. */
export const foreignTest = test.extend<ForeignFixtures>({
  config: [FOREIGN_CONFIG, { option: true }],
  foreign: async ({ config, context }, use) => {
    const now = () => runClock.now().getTime();
    const stub = await startSectionSeven({ clientDir: CLIENT, now, ...(config !== null && { config }) });
    await use(watch(context, stub));
    await stub.close();
  },
  portal: async ({ page, foreign, language }, use) => {
    await use(new Portal(page, foreign.url, wordsOf(language)));
  },
});

/** Expects that every call of these is made, and that no page did wrong. */
export async function expectOnlySectionSeven(foreign: Foreign, calls: readonly string[]): Promise<void> {
  // a deletion can be undone for 5 seconds before it is sent
  await expect.poll(() => calls.filter((call) => !foreign.made().includes(call))).toEqual([]);
  expect(foreign.faults()).toEqual([]);
}
