/** The target of the environment switch. */
import type { Environment } from '#server/domain/environments.ts';

/** Query parameters that name a row or a page of a list. They mean nothing in the other environment. */
const environmentParams = ['after', 'before', 'page', 'q', 'customer', 'order', 'payment', 'view'];

/**
 * The same page in the other environment, with the filters and ranges that apply there. Products exist in both
 * environments. Other detail pages exist in one only, so they lead to their list.
 */
export function pathInEnvironment(path: string, search: string, store: string, environment: Environment): string {
  const [, , , , section, ...rest] = path.split('/');
  const isShared = section === 'products' && rest[0] !== 'new';
  const segments = isShared ? [section, ...rest] : section ? [section] : [];
  const query = new URLSearchParams(rest.length > 0 && !isShared ? '' : search);
  for (const name of environmentParams) query.delete(name);
  const address = ['/dashboard', store, environment, ...segments].join('/');
  return query.size > 0 ? `${address}?${query}` : address;
}
