/** The address of a database, which may name several servers: `postgres://user:password@a:5432,b:5432/name`. */

/** One address per server, in the given order. Everything before the last @ is the user and the password. */
export function addressesOf(url: string): string[] {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (!scheme) return [url];
  const hostsAt = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsAt).split(',');
  return hosts.map((host) => `${scheme}${authority.slice(0, hostsAt)}${host}${rest}`);
}

/** "a.example:5432, b.example:5432", without user and password. */
export function hostsOf(url: string): string {
  const hosts = addressesOf(url).map((address) => {
    const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(address) ?? [];
    const host = authority.slice(authority.lastIndexOf('@') + 1);
    return /:\d+$/.test(host) ? host : `${host || 'localhost'}:5432`;
  });
  return hosts.join(', ');
}
