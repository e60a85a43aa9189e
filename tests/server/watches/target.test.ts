import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../server/base/outgoing/address.ts';
import { checkTarget, hookUrl, postTo } from '../../../server/base/outgoing/post.ts';
import { startReceiver } from './receiver.ts';

describe('addresses of webhooks', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'no address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.128.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('http needs the setting for tests; a user name is refused always', () => {
    expect(hookUrl('http://example.com/', false)).toBeNull();
    expect(hookUrl('http://example.com/', true)?.host).toBe('example.com');
    expect(hookUrl('https://u@example.com/', true)).toBeNull();
    expect(hookUrl('file:///etc/passwd', true)).toBeNull();
  });

  it('a public address passes without a call', async () => {
    await expect(checkTarget('https://8.8.8.8/', false)).resolves.toBeUndefined();
  });

  it('a receiver that never answers ends the call in time', async () => {
    const receiver = await startReceiver();
    receiver.behave('hang');
    const call = postTo(receiver.url, { headers: {}, body: '{}' }, { isPrivateAllowed: true, timeMs: 200 });
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
    await receiver.end();
  });
});
