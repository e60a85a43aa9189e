import { PASSWORD_MIN } from '../../../contract/limits.ts';

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
