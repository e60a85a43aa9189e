import { describe, expect, it, vi } from 'vitest';
import {
  hintOf,
  isKeyText,
  newKeyText,
  newToken,
  tokenHashOf,
} from '../../../server/accounts/tokens.rules.ts';
import { packResult, unpackResult } from '../../../server/saved/savedResult.rules.ts';

/** CRC-32 bit by bit: the reversed polynomial of IEEE 802.3. */
function crc32(text: string): number {
  let rest = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** A number in base 62, with digits before upper before lower case. */
function fromBase62(text: string): number {
  const digitOf = (one: string): number => {
    if (one <= '9') return Number(one);
    return one.charCodeAt(0) - (one <= 'Z' ? 'A'.charCodeAt(0) - 10 : 'a'.charCodeAt(0) - 36);
  };
  return [...text].reduce((sum, one) => sum * 62 + digitOf(one), 0);
}

describe('secrets', () => {
  it.each([
    [false, /^gt_live_[0-9A-Za-z]{36}$/],
    [true, /^gt_test_[0-9A-Za-z]{36}$/],
  ])(
    'a key has a prefix, 30 random characters and their CRC-32 in base 62 (sandbox: %s)',
    (sandbox, shape) => {
      const keys = Array.from({ length: 50 }, () => newKeyText(sandbox));
      for (const key of keys) {
        expect(key).toMatch(shape);
        expect(fromBase62(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
      }
      expect(new Set(keys).size).toBe(50);
    },
  );

  it('a token is an API key by its prefix', () => {
    expect(isKeyText('gt_live_x')).toBe(true);
    expect(isKeyText('gt_test_x')).toBe(true);
    expect(isKeyText('gt_else_x')).toBe(false);
    expect(isKeyText('x gt_live_')).toBe(false);
  });

  it('the hint of a key is its prefix, four characters, and the last four', () => {
    expect(hintOf('gt_live_7Qm2abcdefghijklmnopqrstuvwxyzf81c')).toBe('gt_live_7Qm2…f81c');
  });

  it('a token has 256 random bits, and is stored as its SHA-256', () => {
    // 32 bytes in base64url
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newToken()).not.toBe(newToken());
    // FIPS 180-2, appendix B.1
    expect(tokenHashOf('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('common passwords of eight characters and more are known, in upper and lower case', async () => {
    // a new module: the list is read once
    vi.resetModules();
    const { commonPasswords, isCommonPassword } = await import('../../../server/accounts/passwords.rules.ts');
    expect(await isCommonPassword('password')).toBe(true);
    expect(await isCommonPassword('PassWord')).toBe(true);
    expect(await isCommonPassword('harbour pilots at dawn')).toBe(false);
    expect([...(await commonPasswords())].filter((one) => one.length < 8)).toEqual([]);
  });

  it('a saved result is unpacked as it was packed', async () => {
    const result = { condition: { sensorType: 'SAR' }, scenes: [], resultStatus: { page: 2 } } as never;
    expect(await unpackResult(await packResult(result))).toEqual(result);
  });
});
