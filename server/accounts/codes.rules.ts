import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { FIELD } from '../../contract/limits.ts';
import {
  countGuess,
  endCodes,
  insertCode,
  insertFirstCode,
  type CodeOwner,
  type NewCode,
} from './verifyCodes.queries.ts';
import { CODE_GUESSES, CODE_LIFE_MS } from '../base/limits.ts';

/** Capitals and digits without those that look alike (0 O, 1 I L): 31^6 codes, 887 million. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function randomCode(): string {
  return Array.from({ length: FIELD.verifyCode }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The stored form of a code: useless to anyone who reads the database without the deployment's secret. */
function codeHashOf(secret: string, owner: CodeOwner, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([owner.purpose, owner.email, code]))
    .digest();
}

/** Normalizes a typed code: case, surrounding spaces, full-width letters of a Chinese keyboard. */
function normalCode(typed: string): string {
  return typed.normalize('NFKC').trim().toUpperCase();
}

function newCode(secret: string, owner: CodeOwner, code: string, now: Date): NewCode {
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  return { ...owner, codeHash: codeHashOf(secret, owner, code), createdAt: now, expiresAt };
}

/**
 * Creates a verify code (decision 12), replacing an earlier one. Call it in the transaction that sends it.
 * @param owner with the normalized address
 * @returns the code in plain text, which is stored nowhere
 */
export async function makeCode(
  client: PoolClient,
  secret: string,
  owner: CodeOwner,
  now: Date,
): Promise<string> {
  const code = randomCode();
  await insertCode(client, newCode(secret, owner, code, now));
  return code;
}

/**
 * Makes a decoy code for an address that gets none: guessing it costs the same work as guessing a
 * real one (decision 14).
 */
export async function makeDecoy(
  client: PoolClient,
  secret: string,
  owner: CodeOwner,
  now: Date,
): Promise<void> {
  await makeCode(client, secret, owner, now);
}

/**
 * Creates a decoy code if the address has no code yet: guesses are then counted from the request on, before
 * any email is written, whether or not the address has an account.
 */
export async function makeFirstDecoy(pool: Pool, secret: string, owner: CodeOwner, now: Date): Promise<void> {
  await insertFirstCode(pool, newCode(secret, owner, randomCode(), now));
}

/**
 * Tries a code: five wrong guesses of its requester end it for that client, and five of all others end it for them;
 * the right one uses it up. Commit the transaction whatever the
 * outcome, otherwise the guess isn't counted.
 * @param guess the normalized address, and the code as typed
 * @returns whether the code was right and still valid; of two concurrent right guesses only one succeeds
 */
export async function takeCode(
  client: PoolClient,
  secret: string,
  guess: CodeOwner & { code: string },
  now: Date,
): Promise<boolean> {
  const { code, ...owner } = guess;
  const tried = await countGuess(client, owner, now);
  const guessed = codeHashOf(secret, owner, normalCode(code));
  if (!tried || tried.guesses > CODE_GUESSES || tried.expiresAt <= now) return false;
  if (!timingSafeEqual(tried.codeHash, guessed)) return false;
  // the counted guess locks its row until the transaction ends: a concurrent guess finds no code
  await endCodes(client, owner, tried.id);
  return true;
}
