/**
 * Which addresses belong to the public internet. What a merchant names is called from inside the operator's network,
 * so nothing else may be reached through it: not this machine, not its neighbours, not a cloud's metadata service.
 * Judged when an address is given, and again when it is called, by what DNS says at that moment.
 */
import ipaddr from 'ipaddr.js';

/** IPv6 prefixes whose last 32 bits are an IPv4 address, which is what is reached: mapped, and NAT64 (RFC 6052). */
const embeddings: readonly [ipaddr.IPv6, number][] = [
  [ipaddr.IPv6.parse('::ffff:0:0'), 96],
  [ipaddr.IPv6.parse('64:ff9b::'), 96],
];

/** All that is handed out as global unicast. Outside it lie, among others, the old ways to write IPv4 in IPv6. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Azure's platform service: a public number that every virtual machine there reaches inside. */
const platformServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Whether an IPv4 or IPv6 address, in any spelling, is reached over the public internet. False for what is no address. */
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
 * The network that an address is in, "203.0.113.0/24" or "2001:db8:1::/48": where somebody came from, and not who.
 * Undefined for what is no address.
 */
export function networkOf(ip: string, v6Length = 48): string | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  // An IPv4 address as a server for both sees it is one.
  const address = ipaddr.process(ip);
  const bytes = address.toByteArray();
  const length = address.kind() === 'ipv4' ? 24 : v6Length;
  const network = ipaddr.fromByteArray(bytes.map((byte, place) => (place < length / 8 ? byte : 0)));
  return `${network.toString()}/${length}`;
}

/** Top-level names that stand for networks of one's own, by standard or by habit. */
const privateNames = ['localhost', 'local', 'internal', 'intranet', 'private', 'lan', 'home', 'corp', 'home.arpa'];

/**
 * Whether a host, as `URL.hostname` spells it, can be on the public internet: an address that is, or a full name that
 * is none of a private network's. What the name resolves to is for whoever calls it to check.
 */
export function isPublicHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (ipaddr.isValid(name)) return isPublicAddress(name);
  return name.includes('.') && !privateNames.some((own) => name === own || name.endsWith(`.${own}`));
}
