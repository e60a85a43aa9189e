import type { Pool, PoolClient } from 'pg';

export type CodePurpose = 'register' | 'reset';

/** The owner and purpose of a code; the address is normalized. */
export interface CodeOwner {
  purpose: CodePurpose;
  email: string;
  /** The client that requests or tries the code, hashed; null if it has no cookie. */
  requester?: Buffer | null;
}

export interface NewCode extends CodeOwner {
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

function valuesOf({ purpose, email, codeHash, createdAt, expiresAt, requester = null }: NewCode): unknown[] {
  return [purpose, email, codeHash, createdAt, expiresAt, requester];
}

/** Stores a code; from the commit on it is the only valid one of its owner and requester. */
export async function insertCode(client: PoolClient, code: NewCode): Promise<void> {
  await client.query(
    `insert into verify_codes (purpose, email, code_hash, created_at, expires_at, requester)
     values ($1, $2, $3, $4, $5, $6)`,
    valuesOf(code),
  );
}

/** Stores a code unless its owner has one, valid or expired. */
export async function insertFirstCode(pool: Pool, code: NewCode): Promise<void> {
  await pool.query(
    `insert into verify_codes (purpose, email, code_hash, created_at, expires_at, requester)
     select $1, $2, $3, $4, $5, $6 where not exists (select 1 from verify_codes where purpose = $1 and email = $2)`,
    valuesOf(code),
  );
}

/** A code, with the guesses of its requester, or those of all others, the one just counted included. */
export interface GuessedCode {
  id: number;
  codeHash: Buffer;
  expiresAt: Date;
  guesses: number;
}

/**
 * Counts a guess at the newest code that the guesser requested, otherwise at the owner's newest, even an expired
 * one, which must cost the same work. Guesses at the codes of other requesters are counted apart. Concurrent
 * guesses are counted one after the other.
 */
export async function countGuess(
  client: PoolClient,
  { purpose, email, requester = null }: CodeOwner,
  now: Date,
): Promise<GuessedCode | null> {
  const { rows } = await client.query<GuessedCode>(
    `with code as (
       select id, coalesce(requester = $3, false) as own from verify_codes where purpose = $1 and email = $2
       order by coalesce(requester = $3 and expires_at > $4, false) desc, id desc limit 1)
     update verify_codes v set guesses = guesses + own::int, foreign_guesses = foreign_guesses + (not own)::int
     from code where v.id = code.id
     returning v.id, code_hash as "codeHash", expires_at as "expiresAt",
       case when own then guesses else foreign_guesses end as guesses`,
    [purpose, email, requester, now],
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
