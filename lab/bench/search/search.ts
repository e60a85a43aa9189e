import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { loginRequest } from '../../../contract/accounts.ts';
import { searchReply, type SearchCondition } from '../../../contract/search.ts';
import { createApp } from '../../../server/http/app.ts';
import { nearMatches } from '../../../server/search/scenes.relaxed.ts';
import { findScenes } from '../../../server/search/scenes.search.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, ensureDemoAccounts } from '../../../server/accounts/demoAccounts.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { stacSearchOf } from '../../../src/machines/search/searchCode.rules.ts';
import { onEachDatabase, type BenchDatabase } from '../support/databases.ts';
import { AREAS, conditionsOf, fillArchive, LAST_DAY, queryOf, timesOf, type Timing } from './searches.ts';

const COUNTS = [20_000, 1_000_000] as const;

interface SearchFigures {
  database: Timing;
  http: Timing;
  /** "Why nothing?" in the database, with the same conditions. */
  relaxed: Timing;
  /** The first 100 Items of the same search over the STAC API, with the exact count. */
  stac: Timing;
  /** Scenes matched, on average. */
  meanMatched: number;
}

interface Portal {
  search: (condition: SearchCondition) => Promise<number>;
  /** @returns the number of Items of the same search over the STAC API */
  stac: (search: ReturnType<typeof stacSearchOf>) => Promise<number>;
  stop: () => Promise<void>;
}

/** The server on a free port, signed in with an account without the small area limits. */
async function startPortal(deps: OrderDeps): Promise<Portal> {
  await ensureDemoAccounts(deps.db, deps.clock);
  const app = createApp(deps);
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started as Server),
    );
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (path: string, body: unknown, token?: string): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const account = DEMO_ACCOUNTS.find(({ utype }) => utype === 6)!;
  const login = await post('/login', loginRequest.parse({ uname: account.email, upass: DEMO_PASSWORD }));
  const { data } = (await login.json()) as { data?: { token?: string } };
  return {
    search: async (condition) => {
      const reply = searchReply.parse(
        await (await post('/api/soi/v1/search', condition, data?.token)).json(),
      );
      if (reply.result !== 1) throw new Error(`the search was refused: ${reply.message}`);
      return reply.numberMatched ?? 0;
    },
    stac: async (search) => {
      const reply = await post('/stac/search', { ...search, limit: 100 }, data?.token);
      const { numberMatched } = (await reply.json()) as { numberMatched?: number };
      if (numberMatched === undefined) throw new Error(`the STAC search was refused: ${reply.status}`);
      return numberMatched;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function figuresOf(deps: OrderDeps): Promise<Record<string, SearchFigures>> {
  const portal = await startPortal(deps);
  const figures: Record<string, SearchFigures> = {};
  for (const [name, area] of Object.entries(AREAS)) {
    const conditions = conditionsOf(area);
    const queries = await Promise.all(conditions.map(queryOf));
    let matched = 0;
    const database = await timesOf(queries, (query) => findScenes(deps.db, query));
    const relaxed = await timesOf(queries, (query) => nearMatches(deps.db, { ...query, until: LAST_DAY }));
    const http = await timesOf(conditions, async (condition) => {
      matched += await portal.search(condition);
    });
    let items = 0;
    const searches = conditions.map((condition, at) => stacSearchOf(condition, queries[at]!.area));
    const stac = await timesOf(searches, async (search) => {
      items += await portal.stac(search);
    });
    if (items !== matched) throw new Error(`the STAC API found ${items} Items, and the portal ${matched}`);
    figures[name] = { database, http, relaxed, stac, meanMatched: Math.round(matched / conditions.length) };
  }
  await portal.stop();
  return figures;
}

/**
 * Search p50 and p95, in the database and over HTTP, for a city (20 km) and a country (500 km; 8 and 1,000
 * vertices) AOI with the default conditions over 20,000 and 1,000,000 scenes on each database; "why nothing?"
 * too, and the same searches over the STAC API, which find as many.
 */
export async function benchSearch(): Promise<Record<string, unknown>> {
  return onEachDatabase(async ({ deps }: BenchDatabase) => {
    const results: Record<string, unknown> = {};
    for (const scenes of COUNTS) {
      const fillSeconds = await fillArchive(deps, scenes);
      results[`scenes${scenes}`] = { fillSeconds, ...(await figuresOf(deps)) };
    }
    return results;
  });
}
