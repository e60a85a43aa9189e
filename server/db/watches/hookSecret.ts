import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** Standard Webhooks: between 24 and 64 random bytes, base64 after the prefix. */
const SECRET_BYTES = 32;

/** The secret that signs an account's webhooks; made when it is first needed. */
export async function hookSecretOf(pool: Pool, accountId: number): Promise<string> {
  const known = await pool.query<{ secret: string | null }>(
    'select webhook_secret as secret from accounts where id = $1',
    [accountId],
  );
  if (known.rows[0]?.secret) return known.rows[0].secret;
  const made = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const { rows } = await pool.query<{ secret: string }>(
    `update accounts set webhook_secret = coalesce(webhook_secret, $2) where id = $1
     returning webhook_secret as secret`,
    [accountId, made],
  );
  const secret = rows[0]?.secret;
  if (secret === undefined) throw new Error('no such account');
  return secret;
}
