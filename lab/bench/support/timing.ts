import { createHmac } from 'node:crypto';
import { openService } from '../../../server/service.ts';
import { readConfig } from '../../../server/base/settings/config.ts';
import { randomOf } from '../../../server/simulator/archive/random.ts';
import type { OrderDeps } from '../../../server/orders/supplier.ts';
import { hashPassword } from '../../../server/accounts/passwords.rules.ts';
import { quantile } from './databases.ts';
import { onPortal } from '../start.ts';

/** Measured calls of each kind, for known addresses and for unknown ones. */
const CALLS = 1_000;
const WARM_UP = 50;
/** The goal: a guess from one reply time is right in little more than half of the cases. */
const AUC_GOAL = 0.55;

/** A call that an attacker may try with an address. */
interface Attempt {
  path: string;
  body: (email: string) => Record<string, unknown>;
  /** The call that sends a code first, unmeasured. */
  before?: string;
}

const REGISTRATION = {
  upass: 'a wrong but long enough one',
  firstName: 'Ada',
  lastName: 'Lim',
  regType: 2,
  company: 'Coast Survey',
  industry: '',
  nature: '',
  vcode: '000000',
};

const PASSWORD = 'the password of all of them';

/** Codes contain no 0 (server/accounts/codes.rules.ts), so every guess is wrong. */
const ATTEMPTS = {
  logIn: { path: '/login', body: (uname) => ({ uname, upass: 'not the password' }) },
  registerCode: { path: '/reg/captcha', body: (email) => ({ email }) },
  register: {
    path: '/reg/submit',
    body: (email) => ({ ...REGISTRATION, email }),
    before: '/reg/captcha',
  },
  resetCode: { path: '/resetpass/captcha', body: (email) => ({ email }) },
  reset: {
    path: '/resetpass/submit',
    body: (email) => ({ email, vcode: '000000' }),
    before: '/resetpass/captcha',
  },
  /** The control, with the correct password: the additional work of a session must be detected. */
  control: { path: '/login', body: (uname) => ({ uname, upass: PASSWORD }) },
} satisfies Record<string, Attempt>;
type AttemptName = keyof typeof ATTEMPTS;

/** Whether the times of one call reveal that the address has an account. */
export interface TimingFigures {
  /**
   * Chance that a random call for a known address takes longer than one for an unknown address (or the
   * reverse, if that is more likely): 0.5 reveals nothing, 1 everything.
   */
  auc: number;
  /** Calls for known addresses, and as many for unknown ones. */
  n: number;
  knownMedianMs: number;
  unknownMedianMs: number;
}

/** The rank statistic of Mann and Whitney, with ties counting half, as max(AUC, 1 − AUC). */
export function aucOf(known: readonly number[], unknown: readonly number[]): number {
  const all = [
    ...known.map((time) => ({ time, known: true })),
    ...unknown.map((time) => ({ time, known: false })),
  ].toSorted((a, b) => a.time - b.time);
  let ranks = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.time === all[from]?.time) to += 1;
    // equal times share the mean of their ranks, which start at 1
    const rank = (from + 1 + to) / 2;
    ranks += rank * all.slice(from, to).filter((entry) => entry.known).length;
    from = to;
  }
  const auc = (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length);
  return Math.max(auc, 1 - auc);
}

/** Addresses of one attempt only, to stay within its limits; they don't reveal which are known. */
function addressesOf(name: AttemptName): { email: string; known: boolean }[] {
  const addresses = Array.from({ length: 2 * (CALLS + WARM_UP) }, (_, n) => ({
    email: `${createHmac('sha256', name).update(String(n)).digest('hex').slice(0, 16)}@example.com`,
    known: n % 2 === 0,
  }));
  const random = randomOf(`timing ${name}`);
  return addresses
    .map((address) => ({ address, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ address }) => address);
}

/** Approved accounts with the same password. */
async function insertAccounts({ db }: OrderDeps, emails: readonly string[]): Promise<void> {
  await db.pool.query(
    `insert into accounts (email, password_hash, first_name, last_name, company, status, created_at)
     select email, $2, 'Ada', 'Lim', 'Coast Survey', 'approved', now() from unnest($1::text[]) as email`,
    [emails, await hashPassword(PASSWORD)],
  );
  await db.pool.query('vacuum (analyze) accounts');
}

/** Gives every call a different client address, by TRUST_PROXY. */
function caller(base: string): (path: string, body: unknown) => Promise<{ ms: number; status: number }> {
  let client = 0;
  return async (path, body) => {
    client += 1;
    const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const began = performance.now();
    const answer = await fetch(base + path, request);
    await answer.text();
    return { ms: performance.now() - began, status: answer.status };
  };
}

/** Waits until every mail has been written. */
async function mailWrittenOff({ db }: OrderDeps): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ left: number }>('select count(*) as left from mail_jobs');
    if (rows[0]?.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measure(
  name: AttemptName,
  deps: OrderDeps,
  call: ReturnType<typeof caller>,
): Promise<TimingFigures> {
  const attempt: Attempt = ATTEMPTS[name];
  const addresses = addressesOf(name);
  await insertAccounts(
    deps,
    addresses.filter(({ known }) => known).map(({ email }) => email),
  );
  if (attempt.before !== undefined) {
    for (const { email } of addresses) await call(attempt.before, { email });
    await mailWrittenOff(deps);
  }
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (const { email, known } of addresses) {
    const { ms, status } = await call(attempt.path, attempt.body(email));
    // any other status is a rate limit, not the call
    if (status !== 200) throw new Error(`${attempt.path} returned ${status}`);
    times[known ? 'known' : 'unknown'].push(ms);
  }
  await mailWrittenOff(deps);
  const [known, unknown] = [times.known.slice(WARM_UP), times.unknown.slice(WARM_UP)];
  return {
    auc: Math.round(aucOf(known, unknown) * 1000) / 1000,
    n: Math.min(known.length, unknown.length),
    knownMedianMs: quantile(known, 0.5),
    unknownMedianMs: quantile(unknown, 0.5),
  };
}

/**
 * Whether reply times reveal that an address has an account (decision 14). A thousand calls of each kind over
 * HTTP, one at a time, with known and unknown addresses in seeded random order. An AUC describes the whole distribution,
 * which a threshold in milliseconds can't; by chance alone it stays below 0.526 in 19 of 20 runs. Not covered: sending the
 * mail costs the machine some work a moment later, which another call on an idle machine might notice.
 */
export function benchTiming(): Promise<Record<AttemptName, TimingFigures>> {
  const settings = { SCENES: '0', DEMO: 'off', TRUST_PROXY: 'on', REGISTRATION_ALLOWED: 'on' };
  return onPortal(settings, async ({ url }, dataDir) => {
    const deps = await openService(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }));
    return figuresOf(deps, url).finally(() => deps.db.close());
  });
}

async function figuresOf(deps: OrderDeps, url: string): Promise<Record<AttemptName, TimingFigures>> {
  const call = caller(url.replace('localhost', '127.0.0.1'));
  const figures: Partial<Record<AttemptName, TimingFigures>> = {};
  for (const name of Object.keys(ATTEMPTS) as AttemptName[]) {
    figures[name] = await measure(name, deps, call);
    if (name !== 'control' && figures[name].auc > AUC_GOAL)
      console.warn(`${ATTEMPTS[name].path}: ${figures[name].auc} is above ${AUC_GOAL}`);
  }
  return figures as Record<AttemptName, TimingFigures>;
}
