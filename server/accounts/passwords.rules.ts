import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MIN } from '../../contract/limits.ts';

/** Argon2id (the library's default) with the OWASP parameters: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let stranger: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether a password matches the hash. Without a hash (unknown address) a decoy hash is checked, so that the
 * reply takes as long (decision 14).
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  stranger ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await stranger), password);
  return matches && passwordHash !== null;
}

/**
 * Checks a new password: shorter than 8 characters (§5), or among the most common
 * ones. @returns a key of the catalogue, or null if it is acceptable
 */
export async function passwordProblem(password: string): Promise<'passwordShort' | 'passwordCommon' | null> {
  if (password.length < PASSWORD_MIN) return 'passwordShort';
  return (await isCommonPassword(password)) ? 'passwordCommon' : null;
}

let common: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'].map((password) => password.toLowerCase());
  return new Set(passwords.filter((password) => password.length >= PASSWORD_MIN));
}

/** The most common passwords of sufficient length, in lower case; read once, on first use. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= load();
  return common;
}

/** Whether a password is among the most common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonPasswords()).has(password.toLowerCase());
}
