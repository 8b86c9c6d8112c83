/** The cookies of a `Cookie` header, by name. Leaves out unreadable ones. */
export function readCookies(text = ''): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((pair) => pair.split('=', 2).map((part) => part.trim()));
  return new Map(pairs.flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : [])));
}
