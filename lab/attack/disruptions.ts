import { setTimeout as pause } from 'node:timers/promises';
import { randomOf, type Random } from '../../server/simulator/archive/random.ts';
import type { ServerProcess } from '../../tests/server/process/serverProcess.ts';
import type { Customer } from './customer.ts';
import { CustomerOrders } from './customerOrders.ts';
import { auditOrders, mailsIn, type AuditFigures, type Submit } from './orderAudit.ts';
import type { Form } from './orderForms.ts';
import type { AttackTarget } from './targets.ts';

/** What happens to a server while it takes and delivers orders. */
const DISRUPTIONS = ['serverKill', 'databaseKill', 'stop', 'fullDisk'] as const;
export type Disruption = (typeof DISRUPTIONS)[number];

export interface DisruptionFigures extends AuditFigures {
  times: Record<Disruption, number>;
  /** Submits without a reply at first. */
  unanswered: number;
  /** From the end of a disruption to the next acknowledged order, with the start of a new process: the longest, ms. */
  backMs: Record<Disruption, number>;
  /** From SIGTERM to the exit, the longest, ms. */
  stopMs: number;
}

/** Seconds between two steps of an order, short enough for several steps between two disruptions. */
const STEP = { SUPPLIER_STEP_SECONDS: '0.3' };
const LIFE_MS = { least: 200, most: 1_600 };
const FULL_MS = { least: 1_000, most: 6_000 };
const LONG_MS = { least: 8_000, most: 12_000 };

const between = (random: Random, { least, most }: { least: number; most: number }): number =>
  least + random() * (most - least);

/** Disrupts a server at random times while it accepts and delivers orders, then checks every order. */
export async function disrupt(
  target: AttackTarget,
  customer: Customer,
  plan: {
    forms: readonly Form[];
    orders: number;
    times: Record<Disruption, number>;
    seed: string;
    onDone?: (done: number, of: number) => void;
    /** Called once, in the middle, while orders are taken. */
    meanwhile?: (acknowledged: () => readonly Submit[]) => Promise<void>;
  },
): Promise<DisruptionFigures & { submits: readonly Submit[] }> {
  const random = randomOf(plan.seed);
  let server = await target.start(STEP);
  customer.url = server.url;
  const orders = await CustomerOrders.priced(customer, plan.forms);
  const sequence = DISRUPTIONS.flatMap((kind) => Array.from({ length: plan.times[kind] }, () => kind));
  for (let at = sequence.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [sequence[at], sequence[other]] = [sequence[other]!, sequence[at]!];
  }
  const longest = { serverKill: 0, databaseKill: 0, stop: 0, fullDisk: 0 };
  let stopMs = 0;

  const restart = async (): Promise<number> => {
    const begun = performance.now();
    server = await target.start(STEP);
    customer.url = server.url;
    return begun;
  };
  /** @returns when it was over */
  const actions: Record<Disruption, (running: ServerProcess) => Promise<number>> = {
    serverKill: async (running) => {
      await running.end('SIGKILL');
      return restart();
    },
    stop: async (running) => {
      const asked = performance.now();
      const code = await running.end('SIGTERM');
      if (code !== 0) throw new Error(`SIGTERM ended the server with ${String(code)}:\n${running.output()}`);
      stopMs = Math.max(stopMs, performance.now() - asked);
      return restart();
    },
    databaseKill: async () => {
      await target.killDatabase();
      return performance.now();
    },
    fullDisk: async () => {
      await target.disk?.fill();
      // it can't start again before there is room, however often the server tries
      const withDatabase = target.name === 'embedded' && random() < 0.5;
      if (withDatabase) await target.killDatabase();
      await pause(between(random, withDatabase ? LONG_MS : FULL_MS));
      await target.disk?.free();
      await target.reviveDatabase();
      return performance.now();
    },
  };

  for (const [at, kind] of sequence.entries()) {
    const life = { ended: false };
    const most = Math.ceil((plan.orders * (at + 1)) / sequence.length) - 1;
    const ordering = (async () => {
      while (!life.ended && orders.submits.length < most) {
        await orders.one(life);
        await pause(random() * 300);
      }
    })();
    await pause(between(random, LIFE_MS));
    if (at === Math.floor(sequence.length / 2))
      await plan.meanwhile?.(() => orders.submits.filter((submit) => submit.orderNum !== null));
    const over = await actions[kind](server);
    life.ended = true;
    await ordering;
    await orders.one({ ended: false });
    longest[kind] = Math.max(longest[kind], performance.now() - over);
    plan.onDone?.(at + 1, sequence.length);
  }
  for (const submit of orders.submits)
    if (submit.orderNum === null) await orders.retry(submit, { ended: false });
  const db = await target.open();
  const audit = await auditOrders(
    db,
    { url: server.url, mails: () => mailsIn(target.dataDir) },
    orders.submits,
  );
  await db.close();
  await server.end('SIGTERM');
  const rounded = Object.fromEntries(Object.entries(longest).map(([kind, ms]) => [kind, Math.round(ms)]));
  return {
    ...audit,
    submits: orders.submits,
    times: plan.times,
    unanswered: orders.unanswered,
    backMs: rounded as Record<Disruption, number>,
    stopMs: Math.round(stopMs),
  };
}
