import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isKnownClient } from './knownClients.queries.ts';
import type { CallContext } from './handler.ts';

/** What the attempts of a caller at an account are counted by. */
export interface Counted {
  /** The client's own id if the account knows it, otherwise its network address, which others may share. */
  by: string;
  known: boolean;
}

/**
 * Decides what a caller's attempts are counted by (decision 192): what strangers do, even from the same network
 * address, doesn't count against a client that the account knows.
 * @param email normalized
 */
export async function countedAs(
  pool: Pool,
  email: string,
  { client, device }: Pick<CallContext, 'client' | 'device'>,
  now: Date,
): Promise<Counted> {
  const known = device !== null && (await isKnownClient(pool, email, device, now));
  return { by: known ? device : client, known };
}

/** The stored form of a client's id, for the codes that it requests. */
export function requesterOf(device: string | null): Buffer | null {
  return device === null ? null : createHash('sha256').update(device).digest();
}
