/** Which paths are the buyers' pages. */
import { isReservedSlug } from './store.ts';

/** Whether the path is one of the buyers' pages', or of a file that they load. */
export function isHostedPath(path: string): boolean {
  const [first = '', second] = path.slice(1).split('/', 2);
  if (first === 'assets') return true;
  // "/\\…" would be read as an address on another host: Next tidies it up.
  return (second === 'checkout' || second === 'portal') && /^[^\\]/.test(first) && !isReservedSlug(first.toLowerCase());
}
