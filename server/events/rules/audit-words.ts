/** Actors and objects of events in words, for merchants. */

import { type Prefix, toShortId } from '#server/domain/ids.ts';
import type { Actor } from './event.ts';

/** The names of actors. */
export interface Names {
  /** Accounts, by `MER_…`. */
  readonly members: ReadonlyMap<string, string>;
  /** API keys, by their ids. */
  readonly keys: ReadonlyMap<string, { readonly nickname: string; readonly fingerprint: string }>;
}

/** The last four characters: enough to tell a few apart. */
const tail = (text: string): string => `…${text.slice(-4)}`;

/** The actor in words: "API key “Shop” …x9Zk", "Ana, in the dashboard", "Worker: renew-subscriptions". */
export function describeActor({ kind, by }: Actor, { members, keys }: Names): string {
  switch (kind) {
    case 'apiKey': {
      const key = keys.get(by);
      return key ? `API key “${key.nickname}” ${tail(key.fingerprint)}` : `API key ${tail(by)}`;
    }
    case 'dashboard':
      return `${members.get(by) ?? by}, in the dashboard`;
    case 'storeSlug':
      return 'Store slug (your site)';
    case 'sessionToken':
      return `Customer ${by}`;
    case 'checkout':
      return 'Customer at checkout';
    case 'portal':
      return 'Customer in the portal';
    case 'visitor':
      return `Not signed in: ${by}`;
    case 'worker':
      return `Worker: ${by}`;
    case 'operator':
      return by.startsWith('counterfoil ') ? `Operator: ${by}` : 'Operator';
    case 'provider':
      return `Payment provider: ${by.charAt(0).toUpperCase()}${by.slice(1)}`;
  }
}

/** The kinds of actors, for a filter. */
export const actorKinds: Readonly<Record<Actor['kind'], string>> = {
  dashboard: 'Dashboard',
  apiKey: 'API key',
  storeSlug: 'Store slug',
  sessionToken: 'Session token',
  checkout: 'Checkout',
  portal: 'Portal',
  visitor: 'Not signed in',
  worker: 'Worker',
  operator: 'Operator',
  provider: 'Payment provider',
};

const shortIds: Readonly<Record<string, Prefix>> = {
  store: 'STO',
  account: 'MER',
  product: 'PROD',
  order: 'ORD',
  kyb_ticket: 'TKT',
};

/** The object's id as the API shows it. */
export function objectIdOf({ objectType, objectId }: { objectType: string; objectId: string }): string {
  const prefix = Object.hasOwn(shortIds, objectType) ? shortIds[objectType] : undefined;
  return prefix ? toShortId(prefix, objectId) : objectId;
}

/** Object types whose name differs from their identifier. */
const nouns: Readonly<Record<string, string>> = {
  api_key: 'API key',
  group: 'Plan group',
  kyb_ticket: 'Business verification',
  refund_ticket: 'Refund request',
};

/** The object type in words: "Refund request" for `refund_ticket`. */
export const nounOf = (name: string): string =>
  (Object.hasOwn(nouns, name) && nouns[name]) ||
  name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
