/** The redirect target after sign-in: a path of this site, or `/dashboard` for anything else. Prevents open redirects. */
export function ownPath(next: string | string[] | undefined): string {
  const fallback = '/dashboard';
  if (typeof next !== 'string' || !next.startsWith('/')) return fallback;
  const base = 'http://own.invalid';
  const url = URL.parse(next, base);
  // The parser may leave a path that a browser would read as another host: `/.//example.com`.
  if (url?.origin !== base || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}`;
}
