import { randomInt, createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '../../contract/calls/apiKeys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 of 62 characters: 178 random bits. */
const RANDOM_LENGTH = 30;
/** Six digits of base 62 hold every CRC-32. */
const CHECK_LENGTH = 6;

/** CRC-32 of a text in base 62, as GitHub's tokens have it: scanners tell real keys from look-alikes without asking. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < CHECK_LENGTH; at++) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** A new key: its prefix, 30 random characters and their checksum of 6. */
export function newKeyText(sandbox: boolean): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  const body = KEY_PREFIX[sandbox ? 'sandbox' : 'live'] + random;
  return body + checksumOf(body);
}

/** Whether a bearer token is meant as an API key. */
export function isKeyText(token: string): boolean {
  return Object.values(KEY_PREFIX).some((prefix) => token.startsWith(prefix));
}

/** What a list shows of a key: its prefix, four characters, and the last four. */
export function hintOf(key: string): string {
  const shown = key.indexOf('_', key.indexOf('_') + 1) + 1 + 4;
  return `${key.slice(0, shown)}…${key.slice(-4)}`;
}

/** Decision 15: 256-bit random. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Decision 9: 128-bit random, for links to one thing. */
export function newLinkKey(): string {
  return randomBytes(16).toString('base64url');
}

/** The stored form of a token. */
export function tokenHashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
