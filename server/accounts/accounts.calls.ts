import type { Pool } from 'pg';
import type { ChangePasswordRequest, LoginRequest, User } from '../../contract/accounts.ts';
import { SUCCESS } from '../../contract/calls/envelope.ts';
import {
  accountAddress,
  accountByEmail,
  creditsOf,
  openAccount,
  replacePassword,
  type Account,
  spentByDay,
} from './accounts.queries.ts';
import { rememberClient } from './knownClients.queries.ts';
import { insertMailJob } from '../mail/mailQueue.ts';
import { deleteSession, deleteSessionsOf, insertSession } from './sessions.queries.ts';
import { signedIn, type CallContext, type Deps, type Handlers } from './handler.ts';
import { Refusal } from '../base/refusal.ts';
import { countedAs } from './counted.rules.ts';
import { hashPassword, isPassword, passwordProblem } from './passwords.rules.ts';
import { giveUseBack, resetUses, takeUse } from './rateLimits.rules.ts';
import { newToken, tokenHashOf } from './tokens.rules.ts';

const DAY_MS = 86_400_000;
const USAGE_DAYS_MAX = 366;

function userOf(account: Account, token: string | null): User {
  const { email, firstName, lastName, company, utype, puc, newPasswordDue } = account;
  const user = { email, firstName, lastName, company, token, utype, puc };
  return newPasswordDue ? { ...user, newPasswordDue } : user;
}

type AccountCalls = 'changePassword' | 'login' | 'currentUser' | 'logout' | 'credits' | 'dailyUsage';

/**
 * Counts a log-in attempt first, for known and unknown addresses alike. Clients known to the account have
 * counts of their own, so that others can't lock its owner out (decision 192).
 * @param email normalized
 * @returns what to call once the password was right
 * @throws Refusal 429
 */
async function takeLogin(
  pool: Pool,
  email: string,
  caller: CallContext,
  now: Date,
): Promise<() => Promise<void>> {
  const { by, known } = await countedAs(pool, email, caller, now);
  const pair = JSON.stringify([email, by]);
  await takeUse(pool, 'loginClient', by, now);
  await takeUse(pool, 'loginPair', pair, now);
  if (!known) await takeUse(pool, 'loginAccount', email, now);
  return async () => {
    await resetUses(pool, 'loginPair', pair);
    if (!known) await giveUseBack(pool, 'loginAccount', email, now);
  };
}

/**
 * Logs in. Unknown addresses and wrong passwords get the same reply in the same time (decision 14).
 * @returns the account and the new token
 */
async function logIn(
  { db, clock }: Deps,
  { uname, upass }: LoginRequest,
  context: CallContext,
): Promise<{ account: Account; token: string }> {
  const now = clock.now();
  const email = await accountAddress(db.pool, uname);
  const passed = await takeLogin(db.pool, email, context, now);
  const account = await accountByEmail(db.pool, email);
  const matches = await isPassword(account?.passwordHash ?? null, upass);
  if (!account || !matches) throw new Refusal('loginWrong');
  await passed();
  // anyone with the password may know the account's status (decision 11)
  if (account.status === 'awaiting') throw new Refusal('loginAwaiting');
  if (account.status === 'rejected') throw new Refusal('loginRejected');
  const token = newToken();
  const device = await context.keepDevice();
  const { language } = context;
  const { id: accountId, passwordHash } = account;
  const opened = await db.transaction(async (client) => {
    if (!(await openAccount(client, { accountId, passwordHash, language, now }))) return false;
    await insertSession(client, { tokenHash: tokenHashOf(token), accountId, now });
    await rememberClient(client, email, device, now);
    return true;
  });
  if (!opened) throw new Refusal(account.newPasswordDue ? 'oncePasswordSpent' : 'loginWrong');
  return { account, token };
}

/** §5 Change password: ends every session of the account (decision 15) and notifies its owner by email. */
async function changePassword(
  { db, clock }: Deps,
  { opwd, npwd, npwdr }: ChangePasswordRequest,
  context: CallContext,
): Promise<void> {
  const { id, email } = signedIn(context);
  const now = clock.now();
  const problem = await passwordProblem(npwd);
  if (problem) throw new Refusal(problem);
  if (npwd !== npwdr) throw new Refusal('passwordInconsistent');
  await takeUse(db.pool, 'changePassword', email, now);
  const account = await accountByEmail(db.pool, email);
  const oldHash = account?.passwordHash ?? null;
  if (oldHash === null || !(await isPassword(oldHash, opwd))) throw new Refusal('passwordWrong');
  const newHash = await hashPassword(npwd);
  const replaced = await db.transaction(async (client) => {
    if (!(await replacePassword(client, id, oldHash, newHash))) return false;
    await deleteSessionsOf(client, id);
    await insertMailJob(client, { kind: 'passwordChanged', email, language: context.language }, now);
    return true;
  });
  if (!replaced) throw new Refusal('passwordWrong');
  await resetUses(db.pool, 'changePassword', email);
}

/** §7 Accounts: log-in and account details. */
export function accountHandlers(deps: Deps): Pick<Handlers, AccountCalls> {
  const { db } = deps;
  return {
    async login({ body }, context) {
      const { account, token } = await logIn(deps, body, context);
      return { result: SUCCESS, data: userOf(account, token) };
    },

    async changePassword({ body }, context) {
      await changePassword(deps, body, context);
      return { result: SUCCESS };
    },

    async currentUser(_, context) {
      return { result: SUCCESS, data: userOf(signedIn(context), null) };
    },

    async logout(_, context) {
      if (context.tokenHash) await deleteSession(db.pool, context.tokenHash);
      return { result: SUCCESS };
    },

    async credits(_, context) {
      return { result: SUCCESS, data: await creditsOf(db.pool, signedIn(context).id) };
    },

    async dailyUsage({ query }, context) {
      const days = (Date.parse(query.t2) - Date.parse(query.t1)) / DAY_MS + 1;
      if (days > USAGE_DAYS_MAX) throw new Refusal('usageRange', { days: USAGE_DAYS_MAX });
      return { result: SUCCESS, data: await spentByDay(db.pool, signedIn(context).id, query.t1, query.t2) };
    },
  };
}
