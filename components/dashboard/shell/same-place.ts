/** Where the environment switch leads. */
import type { Environment } from '#server/domain/environments.ts';

/** What of an address names one row, or a place in one list: the other environment has neither. */
const ofOneEnvironment = ['after', 'before', 'page', 'q', 'customer', 'order', 'payment', 'view'];

/**
 * The same page in the other environment, with the filters and ranges that mean something there. A product is in both;
 * whatever else has a page of its own is in one only, so from there to its list.
 */
export function samePlace(path: string, search: string, store: string, environment: Environment): string {
  const [, , , , section, ...rest] = path.split('/');
  const isInBoth = section === 'products' && rest[0] !== 'new';
  const place = isInBoth ? [section, ...rest] : section ? [section] : [];
  const kept = new URLSearchParams(rest.length > 0 && !isInBoth ? '' : search);
  for (const name of ofOneEnvironment) kept.delete(name);
  const address = ['/dashboard', store, environment, ...place].join('/');
  return kept.size > 0 ? `${address}?${kept}` : address;
}
