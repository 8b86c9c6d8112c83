/** Where to go after signing in: a path of this site, `/dashboard` for anything else. */
export function ownPath(given: string | string[] | undefined): string {
  const fallback = '/dashboard';
  if (typeof given !== 'string' || !given.startsWith('/')) return fallback;
  const here = 'http://own.invalid';
  const address = URL.parse(given, here);
  // The parser may leave a path that a browser would read as another host: `/.//example.com`.
  if (address?.origin !== here || address.pathname.startsWith('//')) return fallback;
  return `${address.pathname}${address.search}`;
}
