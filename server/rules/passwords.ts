import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default algorithm) with the OWASP parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let stranger: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password is the one that was hashed. Without a hash (an unknown address) the same work is done on a
 * stranger's, so that the answer takes as long (decision 14).
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await stranger), password);
  return matches && passwordHash !== null;
}
