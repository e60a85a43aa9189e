import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { setOncePassword } from './accounts.queries.ts';
import { deleteSessionsOf } from './sessions.queries.ts';
import { ONCE_PASSWORD_LENGTH, ONCE_PASSWORD_LIFE_MS } from '../base/limits.ts';
import { hashPassword } from './passwords.rules.ts';

/** Letters and digits without look-alikes: 0 O o, 1 I l i. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';

/**
 * Gives an account a random password for one log-in within 24 hours (decision 13), and ends its sessions.
 * Call it in the transaction that sends it.
 * @returns the password in plain text; only its hash is stored
 */
export async function giveOncePassword(client: PoolClient, accountId: number, now: Date): Promise<string> {
  const password = Array.from(
    { length: ONCE_PASSWORD_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('');
  const endsAt = new Date(now.getTime() + ONCE_PASSWORD_LIFE_MS);
  await setOncePassword(client, accountId, await hashPassword(password), endsAt);
  await deleteSessionsOf(client, accountId);
  return password;
}
