import { isIPv4, isIPv6 } from 'node:net';

/** Longest stored network address, whatever a proxy sends. */
const LONGEST = 64;
const GROUPS = 8;
/** Groups of 16 bits in the part of an IPv6 address that belongs to one household or machine. */
const NETWORK_GROUPS = 4;

/** The eight groups of an IPv6 address, `::` filled in; a dotted end counts as two groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) =>
    part.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['v4', group] : [group]));
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after];
}

/** Some proxies append the port, which would make every connection a separate client. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** An address without a zone (fe80::1%eth0), which names an interface of this machine; an IPv4-mapped one as IPv4. */
export function plainAddress(address: string): string {
  const plain = (address.split('%')[0] ?? '').toLowerCase();
  const mapped = /^::ffff:([\d.]+)$/.exec(plain)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : plain;
}

/**
 * The key of one client: an IPv4 address, or the /64 network of an IPv6 address, whose owner has
 * 2^64 addresses. An IPv4-mapped address (::ffff:192.0.2.1) is that IPv4 address.
 * @param address as the connection or a trusted proxy gives it
 */
export function clientOfAddress(address: string): string {
  const plain = plainAddress(withoutPort(address.trim()));
  if (!isIPv6(plain)) return plain.slice(0, LONGEST);
  const network = groupsOf(plain)
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
