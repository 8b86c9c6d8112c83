/** Addresses in settings: of web servers, PostgreSQL and Redis. */
import { z } from 'zod';
import { addressesOf } from '#db/servers/address.ts';

export const webAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
export const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    (url) => addressesOf(url).every(isAddress),
    'must name hosts, as in postgres://user:password@a:5432,b:5432/name',
  );
/** Hosts with ports, the default port added. */
export const databaseNodes = z
  .string()
  .transform((text) => text.split(',').map((node) => node.trim()))
  .refine(
    (nodes) => nodes.every((node) => /^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(node)),
    'must be hosts with ports, such as node-1:5432,node-2:5432',
  )
  .transform((nodes) => nodes.map((node) => node.replace(/^(\[.*\]|[^:]*)$/, '$1:5432')));
export const redisAddress = z
  .url({ protocol: /^rediss?$/, hostname: /./, error: 'must be an address that starts with redis:// or rediss://' })
  .refine(
    (address) => /^(\/\d*)?$/.test(new URL(address).pathname),
    'must have a database number or nothing as its path',
  );

/** Without a host, such as a Unix socket's, pg inserts one. */
const isAddress = (address: string): boolean => URL.canParse(address.replace('@/', '@host/'));

/** Whether a secret key may be sent to an address: an origin that is encrypted or on this machine. */
export function keepsSecret(address: string): boolean {
  const { protocol, hostname, origin } = new URL(address);
  return origin === address && (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
