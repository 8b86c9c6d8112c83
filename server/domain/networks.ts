/** Networks in CIDR notation, IPv4 and IPv6. */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [range: Address, bits: number];

/** Parses an address; an IPv4-mapped IPv6 address becomes IPv4. */
export function readAddress(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
  return isAddress ? ipaddr.process(text) : undefined;
}

/** Parses a network such as `10.0.0.0/8`; an address alone is a network of one. Undefined for anything else. */
export function readNetwork(text: string): Network | undefined {
  const [ip = '', bits, ...rest] = text.split('/');
  const range = readAddress(ip);
  if (!range || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const maxBits = range.kind() === 'ipv4' ? 32 : 128;
  return Number(bits ?? maxBits) <= maxBits ? [range, Number(bits ?? maxBits)] : undefined;
}

/** Whether the address is in one of the networks. IPv4 addresses are in IPv4 networks only. */
export const isInNetworks = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never));

/** The network's first address and its length: `10.0.0.0/8` for `10.1.2.3/8`. */
export function formatNetwork([range, bits]: Network): string {
  const bytes = range.toByteArray().map((byte, index) => byte & (0xff00 >> Math.min(Math.max(bits - index * 8, 0), 8)));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
