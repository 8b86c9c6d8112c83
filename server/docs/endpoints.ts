/** The public endpoints as the reference sees them: what their actions say of themselves, gathered once. */

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
  /** False: it is announced, and always answers 501. */
  readonly isImplemented: boolean;
}

export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly endpoints: readonly Endpoint[];
}

const publicKinds: readonly PublicCallerKind[] = ['apiKey', 'storeSlug', 'sessionToken'];

let gathered: readonly Endpoint[] | undefined;

/** Every endpoint that somebody outside the dashboard may call, in the order of the table of actions. */
export function endpoints(): readonly Endpoint[] {
  gathered ??= [...actions].flatMap(([name, action]) => {
    const callers = publicKinds.filter((kind) => action.callers.includes(kind));
    return callers.length === 0 ? [] : [describeEndpoint(name, action, callers)];
  });
  return gathered;
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

/** In the order of a first integration; what is not listed follows in the table's order, under a title made of its name. */
const resourceTexts: Readonly<Record<string, readonly [title: string, about: string]>> = {
  store: ['Stores', 'A store holds products and sells them. Its settings and its webhooks are here.'],
  'onetime-product': [
    'One-time products',
    'Bought once. Built in test, published to prod, versioned with every change.',
  ],
  'subscription-product': ['Subscription products', 'Bought once, paid every period, with or without a trial.'],
  'subscription-product-group': [
    'Product groups',
    'Plans of one offer, in the order in which they are shown. They can share one trial for each buyer.',
  ],
  checkout: ['Checkout', 'A session locks version, price and currency, and gives the page on which the buyer pays.'],
  'onetime-order': ['One-time orders', 'An order of a one-time product: made before the buyer pays, or by paying.'],
  'subscription-order': [
    'Subscription orders',
    'A running subscription: started by a checkout, ended or kept by its owner.',
  ],
  refund: [
    'Refunds',
    'Money given back: a payment, or a part of it. The payment provider makes it, the ledger books it.',
  ],
  'refund-ticket': ['Refund tickets', 'A customer’s request to have a payment back. The merchant decides.'],
  webhook: [
    'Webhook controls',
    'Test, pause and resume a webhook, and disturb its deliveries on purpose. A store’s webhooks are added under Stores.',
  ],
  'webhook-delivery': [
    'Webhook deliveries',
    'The deliveries of events to webhooks. GraphQL lists them (`webhookDeliveries`), with every attempt.',
  ],
  'test-clock': [
    'Test clocks',
    'A store’s own time in its test environment: stop it, let a year go by in seconds, and see what happens.',
  ],
  auth: ['Session tokens', 'What a customer calls with: short-lived, of one store, issued by your backend.'],
  'store-merchant': ['Store members', 'Who else may work on a store, and as what.'],
  'kyb-ticket': ['Business verification', 'What has to be true of a business before its store sells in prod.'],
  'sender-email': ['Sender emails', 'Addresses that a store may send from.'],
  'sender-domain': ['Sender domains', 'Domains that a store may send from.'],
};

/** The endpoints by resource. */
export function resources(): Resource[] {
  const names = new Set([...Object.keys(resourceTexts), ...endpoints().map(({ resource }) => resource)]);
  return [...names].flatMap((name) => {
    const own = endpoints()
      .filter(({ resource }) => resource === name)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    const [title, about] = resourceTexts[name] ?? [titleOf(name), ''];
    return own.length === 0 ? [] : [{ name, title, about, endpoints: own }];
  });
}

const verbs =
  'issue create add confirm check send resend preview update publish reactivate change set pause resume advance cancel resubmit withdraw revoke remove reset delete'.split(
    ' ',
  );

/** Where an endpoint stands on its resource's page: what concerns the resource itself first, in the order of its life. */
function placeOf({ resource, verb }: Endpoint): number {
  const [first = '', ...noun] = verb.split('-');
  const place = verbs.includes(first) ? verbs.indexOf(first) : verbs.length;
  return place + (resource.endsWith(noun.join('-')) ? 0 : verbs.length + 1);
}

const titleOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}s`.replace(/([^aeiou])ys$/, '$1ies');
};

/** The kinds of caller, as a reader knows them. */
export const callerTitles: Readonly<Record<PublicCallerKind, string>> = {
  apiKey: 'API key',
  storeSlug: 'Store slug',
  sessionToken: 'Session token',
};

/** What no schema says of an endpoint: what is different for whom. */
export function notesOn({ action, callers, isImplemented }: Endpoint): string[] {
  const { ignores = [], refuses = [] } = action.publicBody ?? {};
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    ...(isImplemented ? [] : ['Not implemented: the answer is always 501.']),
    ...(action.refusesEnvironmentHeader ? ['Must not carry the header `X-Environment`.'] : []),
    ...(callers.includes('storeSlug') && ignores.length > 0 ? [`Not read from a store slug: ${quoted(ignores)}.`] : []),
    ...(callers.includes('storeSlug') && refuses.length > 0 ? [`Refused from a store slug: ${quoted(refuses)}.`] : []),
  ];
}
