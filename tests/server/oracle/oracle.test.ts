import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../model/paths/explore.ts';
import { models } from '../../model/session/models.ts';
import { databaseServers, serverFor } from '../support/harness.ts';
import { Judge, type Ledger } from './conform.ts';
import { Line } from './line.ts';
import { accountPlans } from './plans/account.ts';
import { authPlans } from './plans/auth.ts';
import { exportPlans } from './plans/exports.ts';
import { mapPlans } from './plans/map.ts';
import { orderPlans } from './plans/orders.ts';
import { sessionPlans } from './plans/session.ts';
import { savedPlans } from './plans/saved.ts';
import { storeSamples } from './stock.ts';
import { assumedBy, missing, unmet, UNSEEN } from './unseen.ts';
import { walkPath } from './walk.ts';
import type { Plan } from './world.ts';
import { isLong } from '../../suite.ts';

const PLANS: readonly Plan[] = [
  ...authPlans,
  ...accountPlans,
  ...orderPlans,
  ...savedPlans,
  ...exportPlans,
  ...mapPlans,
  ...sessionPlans,
];
const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122);
/** A few paths meet rare answers by luck only: which are never given is asked of thousands, in a long run. */
const TIMES = isLong ? 10 : 1;
/** A busy machine may be ten times as slow. */
const TIMEOUT_MS = 300_000;

/** At night, walks go on until every answer was given, to so many times the paths of a plan. */
const MOST = 8;

const ledger: Ledger = new Set();

function modelOf(machine: string): Model {
  const model = models.find(({ name }) => name === machine);
  if (model === undefined) throw new Error(`no model ${machine}`);
  return model;
}

describe.each(databaseServers)('models and the server ($name)', (server) => {
  // what orders promise of the disk is not what is looked at
  const app = serverFor(server, { DELIVERY_MEGAPIXELS: '0.1' });
  let line: Line;
  beforeAll(async () => {
    await storeSamples(app);
    line = await Line.open(app);
  });
  afterAll(() => line.close());

  it.each(PLANS)(
    '$machine takes every answer of the server as its model says',
    async (plan) => {
      const model = modelOf(plan.machine);
      const judging = { model, judge: new Judge(model), ledger, tried: new Map<string, number>() };
      const found = new Map<string, string>();
      const share = Math.ceil((plan.paths * TIMES) / databaseServers.length);
      const first = SEED + 1_000_000 * databaseServers.indexOf(server);
      const assumed = assumedBy(model, plan.calls);
      const goesOn = isLong && server === databaseServers.at(-1);
      const hasMissing = () => goesOn && missing(assumed, ledger, UNSEEN).length > 0;
      for (let at = 0; at < share || (at < MOST * share && hasMissing()); at += 1) {
        const difference = await walkPath(plan, judging, { app, line }, first + at, at);
        if (difference !== null && !found.has(difference.says))
          found.set(difference.says, `${difference.moves.join(' → ')} (seed ${difference.seed})`);
      }
      expect([...found].map(([says, way]) => `${says}: ${way}`)).toEqual([]);
    },
    TIMEOUT_MS * TIMES,
  );
});

// registered at night only: a suite that skips a test says so each time
if (isLong)
  it('every answer that a model assumes is given by the server, or listed with its reason', () => {
    const assumed = PLANS.flatMap(({ machine, calls }) => assumedBy(modelOf(machine), calls));
    expect(unmet(assumed, ledger, UNSEEN)).toEqual([]);
  });
