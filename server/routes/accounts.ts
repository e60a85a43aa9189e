import type { User } from '../../contract/accounts.ts';
import { SUCCESS } from '../../contract/envelope.ts';
import { PASSWORD_MIN } from '../../contract/limits.ts';
import { accountByEmail, changeAccount, creditsOf, normalEmail } from '../db/accounts.ts';
import type { Account } from '../db/accounts.ts';
import { spentByDay } from '../db/credits.ts';
import { listPayments } from '../db/payments.ts';
import { deleteSession, deleteSessionsOf, insertSession } from '../db/sessions.ts';
import { signedIn } from '../handler.ts';
import type { Deps, Handlers } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { hashPassword, isPassword } from '../rules/passwords.ts';
import { resetUses, takeUse } from '../rules/rateLimits.ts';
import { newToken, tokenHashOf } from '../rules/tokens.ts';

const DAY_MS = 86_400_000;
/** Most days that one usage call may ask for. */
const USAGE_DAYS_MAX = 366;

function userOf(account: Account, token: string | null): User {
  const { email, firstName, lastName, company, utype, puc } = account;
  return { email, firstName, lastName, company, token, utype, puc };
}

type AccountCalls =
  | 'changePassword'
  | 'login'
  | 'currentUser'
  | 'logout'
  | 'credits'
  | 'dailyUsage'
  | 'payRecords';

/** §7 Accounts: logging in and what an account shows. */
export function accountHandlers({ db, clock }: Deps): Pick<Handlers, AccountCalls> {
  return {
    /** Unknown addresses and wrong passwords are answered alike, in words and in time (decision 14). */
    async login({ body }, context) {
      const now = clock.now();
      const email = normalEmail(body.uname);
      await takeUse(db.pool, 'loginClient', context.client, now);
      await takeUse(db.pool, 'loginAccount', email, now);
      const account = await accountByEmail(db.pool, email);
      const matches = await isPassword(account?.passwordHash ?? null, body.upass);
      if (!account || !matches) throw new Refusal('loginWrong');
      // whoever has the password may know how the account stands (decision 11)
      if (account.status === 'awaiting') throw new Refusal('loginAwaiting');
      if (account.status === 'rejected') throw new Refusal('loginRejected');
      const token = newToken();
      await db.transaction((client) =>
        insertSession(client, { tokenHash: tokenHashOf(token), accountId: account.id, now }),
      );
      await resetUses(db.pool, 'loginAccount', email, now);
      return { result: SUCCESS, data: userOf(account, token) };
    },

    /** §5 Change password; every session of the account ends (decision 15). */
    async changePassword({ body }, context) {
      const { id, email } = signedIn(context);
      if (body.npwd.length < PASSWORD_MIN) throw new Refusal('passwordShort');
      if (body.npwd !== body.npwdr) throw new Refusal('passwordUnequal');
      await takeUse(db.pool, 'changePassword', email, clock.now());
      const account = await accountByEmail(db.pool, email);
      if (!(await isPassword(account?.passwordHash ?? null, body.opwd))) throw new Refusal('passwordWrong');
      await changeAccount(db.pool, email, { passwordHash: await hashPassword(body.npwd) });
      await deleteSessionsOf(db.pool, id);
      await resetUses(db.pool, 'changePassword', email, clock.now());
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

    /** §6: the puc flag allows viewing order payment records. */
    async payRecords({ query }, context) {
      const account = signedIn(context);
      if (!account.puc) throw new Refusal('notAllowed');
      return { result: SUCCESS, data: await listPayments(db.pool, account.id, query.cpage) };
    },
  };
}
