/** The address of a database, which may name several servers: `postgres://user:password@a:5432,b:5432/name`. */

/** One address per server, in the given order. */
export function addressesOf(url: string): string[] {
  const parts = partsOf(url);
  return parts ? parts.hosts.map((host) => `${parts.before}${host}${parts.after}`) : [url];
}

/** The same user, password, database and parameters on another host, with its port. */
export function onHost(url: string, host: string): string {
  const { before = '', after = '' } = partsOf(url) ?? {};
  return `${before}${host}${after}`;
}

/** Everything before the last @ is the user and the password. */
function partsOf(url: string) {
  const [, scheme = '', authority = '', after = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (!scheme) return undefined;
  const hostsAt = authority.lastIndexOf('@') + 1;
  return { before: scheme + authority.slice(0, hostsAt), hosts: authority.slice(hostsAt).split(','), after };
}

/** "a.example:5432, b.example:5432", without user and password. */
export function hostsOf(url: string): string {
  const hosts = addressesOf(url).map((address) => {
    const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(address) ?? [];
    const host = decodeURIComponent(authority.slice(authority.lastIndexOf('@') + 1));
    return /:\d+$/.test(host) ? host : `${host || 'localhost'}:5432`;
  });
  return hosts.join(', ');
}
