import type { Pool, PoolClient } from 'pg';

export type CodePurpose = 'register' | 'reset';

/** The owner and purpose of a code; the address is normalized. */
export interface CodeOwner {
  purpose: CodePurpose;
  email: string;
}

export interface NewCode extends CodeOwner {
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a code; from the commit on it is its owner's only valid one. */
export async function insertCode(client: PoolClient, code: NewCode): Promise<void> {
  await client.query(
    'insert into verify_codes (purpose, email, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [code.purpose, code.email, code.codeHash, code.createdAt, code.expiresAt],
  );
}

/** Stores a code unless its owner has one, valid or expired. */
export async function insertFirstCode(pool: Pool, code: NewCode): Promise<void> {
  await pool.query(
    `insert into verify_codes (purpose, email, code_hash, created_at, expires_at)
     select $1, $2, $3, $4, $5 where not exists (select 1 from verify_codes where purpose = $1 and email = $2)`,
    [code.purpose, code.email, code.codeHash, code.createdAt, code.expiresAt],
  );
}

/** A code, with the guess that has just been counted. */
export interface GuessedCode {
  id: number;
  codeHash: Buffer;
  expiresAt: Date;
  guesses: number;
}

/**
 * Counts a guess at the owner's newest code, even an expired one, which must cost the same work. Concurrent
 * guesses are counted one after the other.
 */
export async function countGuess(client: PoolClient, owner: CodeOwner): Promise<GuessedCode | null> {
  const { rows } = await client.query<GuessedCode>(
    `update verify_codes set guesses = guesses + 1
     where id = (select id from verify_codes where purpose = $1 and email = $2 order by id desc limit 1)
     returning id, code_hash as "codeHash", expires_at as "expiresAt", guesses`,
    [owner.purpose, owner.email],
  );
  return rows[0] ?? null;
}

/** Invalidates the owner's codes up to one of them. */
export async function endCodes(client: PoolClient, owner: CodeOwner, id: number): Promise<void> {
  await client.query('delete from verify_codes where purpose = $1 and email = $2 and id <= $3', [
    owner.purpose,
    owner.email,
    id,
  ]);
}

/** Deletes expired codes. */
export async function forgetOldCodes(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from verify_codes where expires_at < $1', [now]);
}
