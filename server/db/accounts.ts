import type { Pool, PoolClient } from 'pg';

export type AccountStatus = 'awaiting' | 'approved' | 'rejected';

/** An account as the server knows it; the password's hash stays in this file's queries. */
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
}

export interface NewAccount extends Omit<Account, 'id'> {
  passwordHash: string;
}

const COLUMNS = `id, email, first_name as "firstName", last_name as "lastName", company, utype, puc, status, credits`;

/** Addresses are the same however they are typed. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function accountByEmail(
  db: Pool | PoolClient,
  email: string,
): Promise<(Account & { passwordHash: string }) | null> {
  const { rows } = await db.query<Account & { passwordHash: string }>(
    `select ${COLUMNS}, password_hash as "passwordHash" from accounts where email = $1`,
    [normalEmail(email)],
  );
  return rows[0] ?? null;
}

/** All accounts, or those of one status, oldest first. */
export async function listAccounts(
  db: Pool | PoolClient,
  status: AccountStatus | null,
): Promise<(Account & { createdAt: Date })[]> {
  const { rows } = await db.query<Account & { createdAt: Date }>(
    `select ${COLUMNS}, created_at as "createdAt" from accounts where $1::text is null or status = $1 order by id`,
    [status],
  );
  return rows;
}

/** @returns the new account, or null when the address has one already */
export async function insertAccount(
  db: Pool | PoolClient,
  account: NewAccount,
  now: Date,
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `insert into accounts (email, password_hash, first_name, last_name, company, utype, puc, status, credits, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (email) do nothing returning ${COLUMNS}`,
    [
      normalEmail(account.email),
      account.passwordHash,
      account.firstName,
      account.lastName,
      account.company,
      account.utype,
      account.puc,
      account.status,
      account.credits,
      now,
    ],
  );
  return rows[0] ?? null;
}

/** What an operator may change. */
export interface AccountChange {
  status?: AccountStatus;
  utype?: number;
  puc?: boolean;
  passwordHash?: string;
}

/** @returns the account after the change, or null when there is none of this address */
export async function changeAccount(
  db: Pool | PoolClient,
  email: string,
  change: AccountChange,
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `update accounts set status = coalesce($2, status), utype = coalesce($3, utype), puc = coalesce($4, puc),
       password_hash = coalesce($5, password_hash)
     where email = $1 returning ${COLUMNS}`,
    [
      normalEmail(email),
      change.status ?? null,
      change.utype ?? null,
      change.puc ?? null,
      change.passwordHash ?? null,
    ],
  );
  return rows[0] ?? null;
}

/** The balance now, integer credits. */
export async function creditsOf(db: Pool | PoolClient, accountId: number): Promise<number> {
  const { rows } = await db.query<{ credits: number }>('select credits from accounts where id = $1', [
    accountId,
  ]);
  return rows[0]?.credits ?? 0;
}
