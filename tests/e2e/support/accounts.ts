import { randomUUID } from 'node:crypto';
import { accountByEmail, insertAccount, grantCredits } from '../../../server/accounts/accounts.queries.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { insertOrder } from '../../../server/orders/orders.queries.ts';
import { insertPayment } from '../../../server/orders/payments.ts';
import { hashPassword } from '../../../server/accounts/passwords.rules.ts';
import { DEMO_PASSWORD } from '../pages/portal.ts';
import { runClock } from '../../server/support/clock.ts';

const DAY_MS = 86_400_000;

/** An account's history before the test. */
export interface History {
  email: string;
  /** Credits spent, and the number of days ago (UTC). */
  spent?: readonly { daysAgo: number; credits: number }[];
  /** Costs of completed orders in cents, oldest first. */
  paid?: readonly number[];
}

/** Writes an account's history into the database of a running server. */
export async function writeHistory(
  dataDir: string,
  { email, spent = [], paid = [] }: History,
): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  try {
    const account = await accountByEmail(db.pool, email);
    if (account === null) throw new Error(`no account ${email}`);
    await db.transaction(async (client) => {
      for (const { daysAgo, credits } of spent) {
        await client.query(
          "insert into credit_entries (account_id, amount, reason, at) values ($1, $2, 'imageryExport', $3)",
          [account.id, -credits, new Date(runClock.now().getTime() - daysAgo * DAY_MS)],
        );
        await client.query('update accounts set credits = credits - $2 where id = $1', [account.id, credits]);
      }
      for (const [place, cents] of paid.entries()) {
        const at = new Date(runClock.now().getTime() - (paid.length - place) * DAY_MS);
        const { id } = await insertOrder(client, {
          accountId: account.id,
          kind: 'archive',
          orderName: `Past order ${place + 1}`,
          supplier: 'S',
          simulated: true,
          productIds: ['SV2_20261114T032205_142'],
          aoiWkt: 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))',
          form: {
            orderName: `Past order ${place + 1}`,
            productIds: ['SV2_20261114T032205_142'],
            aoiWkt: 'POLYGON ((103.7 1.2, 104 1.2, 104 1.5, 103.7 1.2))',
            productLevel: 'L1',
            projection: 'LAT_LON',
            cropByAoi: true,
          },
          price: { unitPrice: 9, aoiArea: 1, valuationArea: 1, discount: 1, finalPrice: cents },
          finalPriceCents: cents,
          createdAt: at,
          nextStepAt: null,
          terms: { url: './docs/terms_order.pdf', sha256: null },
        });
        await insertPayment(client, { orderId: id, accountId: account.id, costCents: cents, at });
      }
    });
  } finally {
    await db.close();
  }
}

/** An approved account for one test, with the demo accounts' password. */
export interface TestAccount {
  email: string;
  firstName?: string;
  lastName?: string;
  company?: string;
  utype?: number;
  puc?: boolean;
  credits?: number;
}

/** Adds an account to the database of a running server. @throws Error if the email is taken */
export async function addAccount(
  dataDir: string,
  { email, credits = 0, ...given }: TestAccount,
): Promise<void> {
  const names = { firstName: 'Mei', lastName: 'Lin', company: 'Harbourline Surveys' };
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  try {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const account = { email, passwordHash, ...names, utype: 6, puc: false, ...given };
    const at = runClock.now();
    await db.transaction(async (client) => {
      const made = await insertAccount(client, { ...account, status: 'approved', credits: 0 }, at);
      if (made === null) throw new Error(`there is an account ${email} already`);
      if (credits > 0) await grantCredits(client, made.id, credits, at);
    });
  } finally {
    await db.close();
  }
}

/** Grants credits to an account, as an operator does. */
export async function addCredits(dataDir: string, email: string, credits: number): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: null, databaseReadUrl: null }, { connections: 1 });
  try {
    const account = await accountByEmail(db.pool, email);
    if (account === null) throw new Error(`no account ${email}`);
    await db.transaction((client) => grantCredits(client, account.id, credits, runClock.now()));
  } finally {
    await db.close();
  }
}

/** Adds an approved account with the given role. @returns its email */
export async function addAccountWithRole(dataDir: string, utype: number, puc: boolean): Promise<string> {
  const email = `utype${utype}.puc.${puc ? 'yes' : 'no'}.${randomUUID().slice(0, 8)}@harbour.example`;
  await addAccount(dataDir, { email, utype, puc });
  return email;
}
