/** The public endpoints for the API reference, derived from the actions' definitions. */

import { actions } from '#server/actions/index.ts';
import type { Action, CallerKind } from '#server/platform/action.ts';
import { type JsonSchema, requestSchemaOf, responseSchemaOf } from './json-schema.ts';
import { type DocumentedRefusal, refusalsOf } from './refusals.ts';

export type PublicCallerKind = Exclude<CallerKind, 'dashboard'>;

export interface Endpoint {
  /** `store/update-store`. */
  readonly name: string;
  readonly resource: string;
  readonly verb: string;
  readonly path: string;
  readonly action: Action;
  readonly callers: readonly PublicCallerKind[];
  readonly request: JsonSchema;
  readonly response: JsonSchema;
  readonly refusals: readonly DocumentedRefusal[];
  /** False for announced endpoints that always return 501. */
  readonly isImplemented: boolean;
}

export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly endpoints: readonly Endpoint[];
}

const publicKinds: readonly PublicCallerKind[] = ['apiKey', 'storeSlug', 'sessionToken'];

let cached: readonly Endpoint[] | undefined;

/** All endpoints with public callers, in the order of the action table. */
export function endpoints(): readonly Endpoint[] {
  cached ??= [...actions].flatMap(([name, action]) => {
    const callers = publicKinds.filter((kind) => action.callers.includes(kind));
    return callers.length === 0 ? [] : [describeEndpoint(name, action, callers)];
  });
  return cached;
}

function describeEndpoint(name: string, action: Action, callers: readonly PublicCallerKind[]): Endpoint {
  const [resource = '', verb = ''] = name.split('/');
  return {
    name,
    resource,
    verb,
    path: `/v1/actions/${name}`,
    action,
    callers,
    request: requestSchemaOf(action.input),
    response: responseSchemaOf(action.output),
    refusals: refusalsOf(action),
    isImplemented: !action.docs.refusals.some(({ status }) => status === 501),
  };
}

/** Titles and descriptions in the order of a typical integration. Other resources follow with a title derived from their name. */
const resourceTexts: Readonly<Record<string, readonly [title: string, about: string]>> = {
  store: ['Stores', 'A store sells products. Manage stores, their settings and their webhooks.'],
  'onetime-product': [
    'One-time products',
    'Products with a single payment. Created in test, published to prod, and versioned.',
  ],
  'subscription-product': ['Subscription products', 'Products with recurring payments and an optional free trial.'],
  'subscription-product-group': [
    'Plan groups',
    'Related subscription plans in display order. A group can limit customers to one free trial.',
  ],
  checkout: [
    'Checkout',
    'A session fixes the product version, price and currency, and returns the URL of a hosted payment page.',
  ],
  'onetime-order': ['One-time orders', 'Orders of one-time products, created with the API or by a payment.'],
  'subscription-order': [
    'Subscription orders',
    'Subscriptions, started by a checkout. Cancel, reactivate and change them.',
  ],
  refund: ['Refunds', 'Full and partial refunds of payments.'],
  'refund-ticket': ['Refund requests', 'Customers’ requests for refunds, approved or declined by the merchant.'],
  webhook: [
    'Webhook controls',
    'Test, pause and resume webhooks, and simulate delivery problems. Create webhooks with the Stores endpoints.',
  ],
  'webhook-delivery': [
    'Webhook deliveries',
    'Resend deliveries of events to webhooks. List them with webhookDeliveries in GraphQL.',
  ],
  'email-delivery': ['Email deliveries', 'Resend emails that failed or were not sent.'],
  'test-clock': [
    'Test clocks',
    'Pause and advance a store’s time in the test environment to test renewals, trials and retries.',
  ],
  auth: ['Session tokens', 'Short-lived credentials for one customer of one store, issued by your backend.'],
  'store-merchant': ['Store members', 'Members of a store and their roles.'],
  'kyb-ticket': ['Verification', 'Business verification, required before a store accepts live payments.'],
  verification: ['Content checks', 'The answer of a content filter for prompts.'],
  'sender-email': ['Sender addresses', 'Email addresses that a store can send from.'],
  'sender-domain': ['Sender domains', 'Domains that a store can send from.'],
};

/** The endpoints by resource. */
export function resources(): Resource[] {
  const names = new Set([...Object.keys(resourceTexts), ...endpoints().map(({ resource }) => resource)]);
  return [...names].flatMap((name) => {
    const own = endpoints()
      .filter(({ resource }) => resource === name)
      .toSorted((a, b) => sortIndexOf(a) - sortIndexOf(b));
    const [title, about] = resourceTexts[name] ?? [titleOf(name), ''];
    return own.length === 0 ? [] : [{ name, title, about, endpoints: own }];
  });
}

const verbs =
  'issue create add confirm check send resend preview update publish reactivate change set pause resume advance cancel resubmit withdraw revoke remove reset delete'.split(
    ' ',
  );

/** The sort order on a resource page: endpoints of the resource itself first, in the order of its lifecycle. */
function sortIndexOf({ resource, verb }: Endpoint): number {
  const [first = '', ...noun] = verb.split('-');
  const index = verbs.includes(first) ? verbs.indexOf(first) : verbs.length;
  return index + (resource.endsWith(noun.join('-')) ? 0 : verbs.length + 1);
}

const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}s`.replace(/([^aeiou])ys$/, '$1ies');
};

/** Display names of the callers. */
export const callerTitles: Readonly<Record<PublicCallerKind, string>> = {
  apiKey: 'API key',
  storeSlug: 'Store slug',
  sessionToken: 'Session token',
};

/** Notes that no schema expresses, such as differences between callers. */
export function notesOn({ action, callers, isImplemented }: Endpoint): string[] {
  const { ignores = [], refuses = [] } = action.bodyLimits?.storeSlug ?? {};
  const { ignores: customerIgnores = [] } = action.bodyLimits?.sessionToken ?? {};
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    ...(isImplemented ? [] : ['Not implemented. Always returns 501.']),
    ...(action.keyScope ? [`An API key with limited scopes needs \`${action.keyScope}\`.`] : []),
    ...(action.refusesEnvironmentHeader ? ['Rejects the `X-Environment` header.'] : []),
    ...(callers.includes('storeSlug') && ignores.length > 0 ? [`Ignored with a store slug: ${quoted(ignores)}.`] : []),
    ...(callers.includes('storeSlug') && refuses.length > 0 ? [`Rejected with a store slug: ${quoted(refuses)}.`] : []),
    ...(customerIgnores.length > 0 ? [`Ignored with a session token: ${quoted(customerIgnores)}.`] : []),
  ];
}
