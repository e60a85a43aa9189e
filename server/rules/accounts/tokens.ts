import { createHash, randomBytes } from 'node:crypto';

/** Decision 15: 256-bit random. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. */
export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
