import type { Clock } from '../base/clock.ts';
import { auditAccount, insertAccount, grantCredits } from './accounts.queries.ts';
import type { Database } from '../database/open.ts';
import { hashPassword } from './passwords.rules.ts';

/** Public on purpose: demo accounts exist only if DEMO is on. */
export const DEMO_PASSWORD = 'groundtrack-demo';
const DEMO_CREDITS = 10_000;

/** One account per role, all approved (decision 11). */
export const DEMO_ACCOUNTS = [
  { email: 'demo1@groundtrack.example', utype: 1, puc: false, role: 'individual (utype 1)' },
  { email: 'demo2@groundtrack.example', utype: 2, puc: false, role: 'organisation (utype 2)' },
  { email: 'demo6@groundtrack.example', utype: 6, puc: true, role: 'partner (utype 6, payment records)' },
] as const;

/** Closes the demo accounts of earlier starts, whose password is public. */
export async function closeDemoAccounts(db: Database): Promise<void> {
  for (const { email } of DEMO_ACCOUNTS) await auditAccount(db.pool, email, 'rejected');
}

/** Creates the missing demo accounts, and opens closed ones. */
export async function ensureDemoAccounts(db: Database, clock: Clock): Promise<void> {
  let passwordHash: string | undefined;
  for (const { email, utype, puc } of DEMO_ACCOUNTS) {
    if (await auditAccount(db.pool, email, 'approved')) continue;
    passwordHash ??= await hashPassword(DEMO_PASSWORD);
    const names = { firstName: 'Demo', lastName: `User ${utype}`, company: 'Groundtrack Demo' };
    const account = { email, passwordHash, ...names, utype, puc, status: 'approved', credits: 0 } as const;
    await db.transaction(async (client) => {
      const made = await insertAccount(client, account, clock.now());
      if (made) await grantCredits(client, made.id, DEMO_CREDITS, clock.now());
    });
  }
}
