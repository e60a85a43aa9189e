import { describe, expect, test } from 'vitest';
import { clientOfAddress } from '../../../server/base/clientAddress.ts';
import { attachment, productFileStem, safeFileStem } from '../../../server/base/fileName.ts';
import { hashPassword, isPassword, passwordProblem } from '../../../server/accounts/passwords.rules.ts';

describe('file names', () => {
  test('a file name is the text in any script, without characters that file systems forbid', () => {
    expect(safeFileStem(' 港口: a/b ')).toBe('港口_ a_b');
    expect(safeFileStem('con.txt')).toBe('_con.txt');
    expect(safeFileStem('...')).toBe('export');
  });

  test('a download has its name in ASCII and in full', () => {
    expect(attachment("港's.zip")).toBe(`attachment; filename="_'s.zip"; filename*=UTF-8''%E6%B8%AF%27s.zip`);
    expect(attachment('a(*).zip')).toBe(`attachment; filename="a(*).zip"; filename*=UTF-8''a%28%2A%29.zip`);
  });

  test("a product's file name has at most 120 characters", () => {
    expect(productFileStem('..a/b')).toBe('_a_b');
    expect(productFileStem(`z${'x'.repeat(130)}`)).toBe(`z${'x'.repeat(119)}`);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['[2001:DB8:0:1::5]:443', '2001:db8:0:1::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['1::4:5:6:192.0.2.1', '1:0:0:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:999.0.0.1', '::ffff:999.0.0.1'],
  [`a${'x'.repeat(70)}`, `a${'x'.repeat(63)}`],
])('address %s is counted as the client %s', (address, client) => {
  expect(clientOfAddress(address)).toBe(client);
});

test('§5: a new password has at least 8 characters and is not among the most common ones', async () => {
  expect(await passwordProblem('q7#vLm2')).toBe('passwordShort');
  expect(await passwordProblem('q7#vLm2x')).toBeNull();
  expect(await passwordProblem('Password1')).toBe('passwordCommon');
});

test('an unknown account has no valid password, not even the dummy one (decision 14)', async () => {
  const hash = await hashPassword('harbour-2026');
  expect(await isPassword(hash, 'harbour-2026')).toBe(true);
  expect(await isPassword(hash, 'harbour-2027')).toBe(false);
  expect(await isPassword(null, 'nobody has this password')).toBe(false);
});
