import type { Pool, PoolClient } from 'pg';
import { normalEmail, type RegType } from '../../contract/accounts.ts';
import { DEFAULT_REG_TYPE } from '../../contract/limits.ts';
import type { Language } from '../../contract/languages.ts';

export type AccountStatus = 'awaiting' | 'approved' | 'rejected';

/** An account on the server; its password hash never leaves this file's queries. */
export interface Account {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  utype: number;
  puc: boolean;
  status: AccountStatus;
  /** Decision 26: integer credits. */
  credits: number;
  /** Language of emails to it. */
  language: Language;
  /** Decision 13: whether its password was emailed. */
  newPasswordDue: boolean;
}

/** Further fields of a registration (§3 Registration form). */
interface RegistrationFacts {
  regType: RegType;
  industry: string;
  nature: string;
  /** Invitation code. */
  salesRepCode: string | null;
}

export interface NewAccount
  extends Omit<Account, 'id' | 'language' | 'newPasswordDue'>, Partial<RegistrationFacts> {
  passwordHash: string;
  /** English by default. */
  language?: Language;
}

export const ACCOUNT_COLUMNS = `a.id, a.email, a.first_name as "firstName", a.last_name as "lastName", a.company, a.utype,
  a.puc, a.status, a.credits, a.language, a.password_ends_at is not null as "newPasswordDue"`;

/**
 * The address of the account that is meant: as it is stored, which may be older than the one form of addresses; otherwise the
 * one form of what was typed. Every address that enters the server passes here.
 */
export async function accountAddress(db: Pool | PoolClient, typed: string): Promise<string> {
  const normal = normalEmail(typed);
  const old = typed.trim().toLowerCase();
  if (old === normal) return normal;
  const { rows } = await db.query<{ email: string }>(
    'select email from accounts where email in ($1, $2) order by email = $1 desc limit 1',
    [old, normal],
  );
  return rows[0]?.email ?? normal;
}

/** The addresses of all accounts, oldest first. */
export async function allAddresses(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>('select email from accounts order by id');
  return rows.map(({ email }) => email);
}

export async function accountByEmail(
  db: Pool | PoolClient,
  email: string,
): Promise<(Account & { passwordHash: string }) | null> {
  const { rows } = await db.query<Account & { passwordHash: string }>(
    `select ${ACCOUNT_COLUMNS}, a.password_hash as "passwordHash" from accounts a where a.email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

export type ListedAccount = Account & RegistrationFacts & { createdAt: Date };

const LISTED_COLUMNS = `${ACCOUNT_COLUMNS}, a.created_at as "createdAt", a.reg_type as "regType", a.industry, a.nature,
  a.sales_rep_code as "salesRepCode"`;

/** All accounts, or those with one status: accounts awaiting audit first, oldest first. */
export async function listAccounts(
  db: Pool | PoolClient,
  status: AccountStatus | null,
): Promise<ListedAccount[]> {
  const { rows } = await db.query<ListedAccount>(
    `select ${LISTED_COLUMNS} from accounts a where $1::text is null or a.status = $1
     order by a.status = 'awaiting' desc, a.id`,
    [status],
  );
  return rows;
}

/** One account with its registration. */
export async function listedAccount(db: Pool | PoolClient, email: string): Promise<ListedAccount | null> {
  const { rows } = await db.query<ListedAccount>(
    `select ${LISTED_COLUMNS} from accounts a where a.email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

/** @returns the new account, or null if the email is taken */
export async function insertAccount(
  db: Pool | PoolClient,
  account: NewAccount,
  now: Date,
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `insert into accounts as a (email, password_hash, first_name, last_name, company, utype, puc, status, credits,
       created_at, language, reg_type, industry, nature, sales_rep_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (email) do nothing returning ${ACCOUNT_COLUMNS}`,
    [
      account.email,
      account.passwordHash,
      account.firstName,
      account.lastName,
      account.company,
      account.utype,
      account.puc,
      account.status,
      account.credits,
      now,
      account.language ?? 'en',
      account.regType ?? DEFAULT_REG_TYPE,
      account.industry ?? '',
      account.nature ?? '',
      account.salesRepCode ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** The fields that an operator may change. */
export interface AccountChange {
  status?: AccountStatus;
  utype?: number;
  puc?: boolean;
  passwordHash?: string;
}

/**
 * Applies an operator's change. A password set here replaces an emailed one.
 * @returns the changed account, or null if the email is unknown
 */
export async function changeAccount(
  db: Pool | PoolClient,
  email: string,
  change: AccountChange,
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `update accounts a set status = coalesce($2, status), utype = coalesce($3, utype), puc = coalesce($4, puc),
       password_hash = coalesce($5, password_hash),
       password_ends_at = case when $5::text is null then password_ends_at end,
       password_used_at = case when $5::text is null then password_used_at end
     where email = $1 returning ${ACCOUNT_COLUMNS}`,
    [email, change.status ?? null, change.utype ?? null, change.puc ?? null, change.passwordHash ?? null],
  );
  return rows[0] ?? null;
}

/**
 * §4 Account: records the audit's outcome.
 * @returns the account and whether its status changed, or null if the email is unknown
 */
export async function auditAccount(
  db: Pool | PoolClient,
  email: string,
  status: 'approved' | 'rejected',
): Promise<{ account: Account; changed: boolean } | null> {
  const { rows } = await db.query<Account>(
    `update accounts a set status = $2 where email = $1 and status <> $2 returning ${ACCOUNT_COLUMNS}`,
    [email, status],
  );
  if (rows[0]) return { account: rows[0], changed: true };
  const account = await accountByEmail(db, email);
  return account && { account, changed: false };
}

/** Replaces an account's password by one for a single log-in before `endsAt` (decision 13). */
export async function setOncePassword(
  client: PoolClient,
  accountId: number,
  passwordHash: string,
  endsAt: Date,
): Promise<void> {
  await client.query(
    'update accounts set password_hash = $2, password_ends_at = $3, password_used_at = null where id = $1',
    [accountId, passwordHash, endsAt],
  );
}

/**
 * Changes a user's password; only one of two concurrent changes succeeds.
 * @param oldHash the hash that the current password was checked against
 * @returns whether it was still the account's
 */
export async function replacePassword(
  client: PoolClient,
  accountId: number,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update accounts set password_hash = $3, password_ends_at = null, password_used_at = null
     where id = $1 and password_hash = $2`,
    [accountId, oldHash, newHash],
  );
  return rowCount === 1;
}

/**
 * The last step of a log-in: checks that the password is unchanged, marks a one-time password as used, and
 * stores this log-in's language for emails. Password changes wait for the transaction's end.
 * @returns whether the log-in succeeds; of two concurrent first uses of a one-time password only one does
 */
export async function openAccount(
  client: PoolClient,
  login: { accountId: number; passwordHash: string; language: Language; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update accounts set language = $3, password_used_at = case when password_ends_at is not null then $4::timestamptz end
     where id = $1 and password_hash = $2 and status = 'approved'
       and (password_ends_at is null or (password_used_at is null and password_ends_at > $4::timestamptz))`,
    [login.accountId, login.passwordHash, login.language, login.now],
  );
  return rowCount === 1;
}

/** The current balance, integer credits. */
export async function creditsOf(db: Pool | PoolClient, accountId: number): Promise<number> {
  const { rows } = await db.query<{ credits: number }>('select credits from accounts where id = $1', [
    accountId,
  ]);
  return rows[0]?.credits ?? 0;
}

/**
 * Decision 32: credits spent per UTC day from `from` to `to` inclusive, with zeros for days without
 * spending. Refunds on a day (a failed export) reduce that day's spending.
 */
export async function spentByDay(
  db: Pool | PoolClient,
  accountId: number,
  from: string,
  to: string,
): Promise<{ day: string; creditTotal: number }[]> {
  const { rows } = await db.query<{ day: string; creditTotal: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, greatest(0, coalesce(-sum(entry.amount), 0))::int8 as "creditTotal"
     from generate_series($2::date, $3::date, interval '1 day') as day
     left join credit_entries entry on entry.account_id = $1 and entry.reason not in ('grant', 'opening')
       and entry.at >= day::timestamp at time zone 'UTC' and entry.at < (day + interval '1 day')::timestamp at time zone 'UTC'
     group by day order by day`,
    [accountId, from, to],
  );
  return rows;
}

/**
 * Adds or deducts credits for an operator; the balance never becomes negative. Call it in a transaction.
 * @param amount integer credits, not zero
 * @returns the new balance, or null if it would be negative: then nothing has changed
 */
export async function grantCredits(
  client: PoolClient,
  accountId: number,
  amount: number,
  now: Date,
): Promise<number | null> {
  const { rows } = await client.query<{ credits: number }>(
    'update accounts set credits = credits + $2 where id = $1 and credits + $2 >= 0 returning credits',
    [accountId, amount],
  );
  const balance = rows[0]?.credits;
  if (balance === undefined) return null;
  await client.query(
    "insert into credit_entries (account_id, amount, reason, at) values ($1, $2, 'grant', $3)",
    [accountId, amount, now],
  );
  return balance;
}
