import { randomBytes } from 'node:crypto';
import type { Database } from './open.ts';
import { known } from '../../src/geo/known.ts';

/** A random 256-bit key of this deployment, created once and shared by all processes. */
export async function secretOf(
  db: Pick<Database, 'pool'>,
  name: 'quicklook' | 'codes' | 'receipts',
): Promise<string> {
  await db.pool.query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await db.pool.query<{ value: string }>('select value from secrets where name = $1', [
    name,
  ]);
  return known(rows[0]?.value, `the secret ${name} could not be stored`);
}
