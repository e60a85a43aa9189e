import { AOI_FACTS_MAX } from '../../contract/saved.ts';
import { DEMO_ACCOUNTS, ensureDemoAccounts } from '../../server/accounts/demoAccounts.ts';
import { accountByEmail } from '../../server/accounts/accounts.queries.ts';
import type { CallContext } from '../../server/accounts/handler.ts';
import { outlinedArea } from '../../server/base/areas/areas.ts';
import { estimateOf } from '../../server/orders/pricing.rules.ts';
import { aoiFactHandlers } from '../../server/saved/aoiFacts.calls.ts';
import { insertAoi, listAois } from '../../server/saved/savedAois.queries.ts';
import { onEachDatabase, quantile, type BenchDatabase } from './support/databases.ts';
import { AREAS, conditionsOf, fillArchive, LAST_DAY } from './search/searches.ts';

const SCENES = Number(process.env['AREA_SCENES'] ?? 1_000_000);
const RUNS = 9;

interface AreaFigures {
  /** Milliseconds of one call for 100 areas whose masks are made; median and longest. */
  p50Ms: number;
  longestMs: number;
  /** Calls until all were told for the first time, which makes the masks. */
  firstCalls: number;
  /** Areas with a clear scene that shows them, and with a price. */
  newest: number;
  priced: number;
  /** The longest time for which the event loop was held, ms. */
  heldMs: number;
}

/** Watches the event loop. @returns stops, and says for how long it was held at most */
function watchLoop(): () => number {
  let [last, held] = [performance.now(), 0];
  const timer = setInterval(() => {
    held = Math.max(held, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  return () => {
    clearInterval(timer);
    return Math.round(held);
  };
}

async function measured({ deps }: BenchDatabase): Promise<AreaFigures> {
  const { db } = deps;
  await fillArchive(deps, SCENES);
  await ensureDemoAccounts(db, deps.clock);
  const { email } = DEMO_ACCOUNTS.find(({ utype }) => utype === 6)!;
  const account = await accountByEmail(db.pool, email);
  if (account === null) throw new Error(`no account ${email}`);
  for (const { aoiWkt } of conditionsOf(AREAS.city20km).slice(0, AOI_FACTS_MAX)) {
    const aoi = {
      accountId: account.id,
      name: 'City',
      area: await outlinedArea(aoiWkt),
      now: deps.clock.now(),
    };
    await insertAoi(db.pool, aoi, AOI_FACTS_MAX);
  }
  const ids = (await listAois(db.pool, account.id)).map(({ id }) => id);
  // the archive ends on this day
  const clock = { now: () => new Date(`${LAST_DAY}T12:00:00Z`) };
  const { aoiFacts } = aoiFactHandlers({ ...deps, clock }, estimateOf);
  // the handler reads no more of it
  const given: Partial<CallContext> = { account, signal: new AbortController().signal };
  const context = given as CallContext;
  const ask = async (some: readonly number[]) =>
    (await aoiFacts({ params: undefined, query: undefined, body: { ids: [...some] } }, context)).data!.areas;
  const told = new Set<number>();
  let firstCalls = 0;
  while (told.size < ids.length && firstCalls++ < 100)
    for (const { id } of await ask(ids.filter((id) => !told.has(id)))) told.add(Number(id));
  const stop = watchLoop();
  const times: number[] = [];
  let areas: Awaited<ReturnType<typeof ask>> = [];
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    areas = await ask(ids);
    times.push(performance.now() - began);
    if (areas.length < ids.length) throw new Error(`one call told about ${areas.length} areas`);
  }
  return {
    p50Ms: Math.round(quantile(times, 0.5)),
    longestMs: Math.round(Math.max(...times)),
    firstCalls,
    newest: areas.filter(({ newest }) => newest !== null).length,
    priced: areas.filter(({ cover }) => cover !== null).length,
    heldMs: stop(),
  };
}

/** What is told about 100 saved areas of 20 km in one call, over AREA_SCENES (1,000,000) scenes on both databases. */
export const benchAreas = (): Promise<Record<string, AreaFigures>> => onEachDatabase(measured);
