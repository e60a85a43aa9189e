import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { HookCause } from '../../../contract/watches/watches.ts';

/** Addresses that are not on the public internet: IANA's special-purpose registries for IPv4 and IPv6. */
const SPECIAL: readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];
const special = new BlockList();
for (const [net, prefix, family] of SPECIAL) special.addSubnet(net, prefix, family);

/** Of IPv6 only global unicast is public, without the blocks that lead elsewhere or hold an IPv4 address. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const embedded = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  embedded.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !embedded.check(address, 'ipv6');
}

/** A call that was not answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code: HookCause;
  constructor(code: HookCause) {
    super(code);
    this.code = code;
  }
}

interface Address {
  address: string;
  family: number;
}

/**
 * The addresses of a host, all of them public: one that is not may be a trick to reach the operator's own network.
 * @throws NoAnswer unresolved or private
 */
export async function publicAddresses(hostname: string, isPrivateAllowed: boolean): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new NoAnswer('unresolved');
  });
  if (addresses.length === 0) throw new NoAnswer('unresolved');
  if (!isPrivateAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new NoAnswer('private');
  return addresses;
}

/** Connects to these addresses whatever the name means a moment later (DNS rebinding). */
export const pinned = (addresses: readonly Address[]): LookupFunction =>
  function pinnedLookup(_host, options, done) {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
