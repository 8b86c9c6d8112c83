/**
 * Which addresses belong to the public internet. URLs given by merchants are called from inside the operator's network,
 * so nothing else may be reachable through them: this machine, its neighbors, a cloud's metadata service. Checked when
 * a URL is given, and again on each call with the addresses that DNS returns.
 */
import ipaddr from 'ipaddr.js';

/** IPv6 prefixes whose last 32 bits are the IPv4 address that is reached: mapped, and NAT64 (RFC 6052). */
const embeddings: readonly [ipaddr.IPv6, number][] = [
  [ipaddr.IPv6.parse('::ffff:0:0'), 96],
  [ipaddr.IPv6.parse('64:ff9b::'), 96],
];

/** The allocated global unicast range. Deprecated IPv4-in-IPv6 forms, among others, are outside. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Azure's platform service: a public address that is reached inside every virtual network. */
const platformServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Whether an IPv4 or IPv6 address, in any spelling, is on the public internet. False for anything else. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.kind() === 'ipv4') return isPublicV4(address as ipaddr.IPv4);
  const v6 = address as ipaddr.IPv6;
  if (embeddings.some((prefix) => v6.match(prefix))) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  return v6.range() === 'unicast' && v6.match(globalUnicast);
}

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !platformServices.has(address.toString());

/**
 * The network of an address, "203.0.113.0/24" or "2001:db8:1::/48", which hides the individual client. Undefined for an
 * invalid address.
 */
export function networkOf(ip: string, v6Length = 48): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  // Converts an IPv4-mapped address to IPv4.
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  const length = address.kind() === 'ipv4' ? 24 : v6Length;
  const network = ipaddr.fromByteArray(bytes.map((byte, index) => (index < length / 8 ? byte : 0)));
  return `${network.toString()}/${length}`;
}

/** Top-level names of private networks, by standard or by convention. */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'private', 'lan', 'home', 'corp', 'home.arpa'];

/**
 * Whether a host, as `URL.hostname` spells it, can be on the public internet: a public address, or a full name outside
 * private networks. The caller checks what the name resolves to.
 */
export function isPublicHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (ipaddr.isValid(name)) return isPublicAddress(name);
  return name.includes('.') && !privateNames.some((own) => name === own || name.endsWith(`.${own}`));
}
