import type { Geometry } from 'geojson';
import type { NewScene } from '../../../../server/search/scenes.ts';
import { heldFor, startServer, type TestServer } from '../../support/harness.ts';
import type { TestDatabaseServer } from '../../support/globalSetup.ts';
import { storeAll } from '../../search/storedScenes.ts';

export interface StacLink {
  rel: string;
  href: string;
  type: string;
  method?: string;
  body?: Record<string, unknown>;
}

export interface StacItem {
  id: string;
  collection: string;
  bbox: number[];
  geometry: Geometry;
  properties: Record<string, unknown>;
  links: StacLink[];
  assets: Record<string, { href: string }>;
}

export interface StacPage {
  features: StacItem[];
  links: StacLink[];
  numberMatched?: number;
  numberReturned: number;
}

export interface StacServer extends TestServer {
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The ids of a search; `search` is the address's parameters, or a body. */
  ids(search: Record<string, string> | { body: unknown }): Promise<string[]>;
  page(search: Record<string, string> | { body: unknown }): Promise<StacPage>;
}

export const linkOf = (links: readonly StacLink[], rel: string): StacLink | undefined =>
  links.find((link) => link.rel === rel);

/** A server whose archive anyone may read, unless a setting says otherwise. */
export async function startStac(
  server: TestDatabaseServer,
  scenes: readonly NewScene[],
  settings: Record<string, string> = {},
): Promise<StacServer> {
  const app = await startServer(server, { STAC_PUBLIC: 'on', PUBLIC_URL: 'http://portal.test', ...settings });
  await storeAll(app.deps.db, scenes);
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path.replace('http://portal.test', ''), { headers });
  const page: StacServer['page'] = async (search) => {
    const reply =
      'body' in search
        ? await app.request('/stac/search', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(search.body),
          })
        : await get(`/stac/search?${new URLSearchParams(search).toString()}`);
    if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
    return (await reply.json()) as StacPage;
  };
  return { ...app, get, page, ids: async (search) => (await page(search)).features.map(({ id }) => id) };
}

/** A server with scenes for the tests of a block. */
export const stacFor = (...given: Parameters<typeof startStac>): StacServer =>
  heldFor(
    () => startStac(...given),
    (app) => app.close(),
  );
