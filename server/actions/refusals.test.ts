/** Derived from every action's metadata: refused callers, roles and ids; permitted roles and bare UUIDs pass. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { stores } from '#db/schema/index.ts';
import { fillIn } from '#server/docs/placeholders.ts';
import { fromShortId, newId, type Prefix, prefixes, toShortId } from '#server/domain/ids.ts';
import type { Action, CallerKind } from '#server/platform/action.ts';
import { customerHeaders, db, newMember, newMerchant, post } from '#server/testing/api.ts';
import { arrangements, buyerIdentity } from '#server/testing/arrangements.ts';
import { rowsOf } from '#server/testing/fuzz/tenants.ts';
import { callFromDashboard, deleteStore } from '#server/testing/reviews.ts';
import { actions } from './index.ts';

/** Actions for operators or invitation holders, or without an object id. Their own tests cover their refusals. */
const testedElsewhere = [
  'api-key/create-key',
  'kyb-ticket/review-ticket',
  'operator/set-merchant-suspension',
  'operator/set-prod-enabled',
  'operator/set-store-suspension',
  'operator/verify-address',
  'sender-domain/review-domain',
  'sender-email/review-email',
  'store-invitation/accept-invitation',
  'store-invitation/decline-invitation',
  'subscription-order/change-product',
  'worker/retry-job',
];

/** The placeholders of the examples: the form of the id, and the noun of its 404. */
const kinds: Readonly<Record<string, readonly [form: Prefix | 'UUID', noun: string]>> = {
  apiKeyId: ['UUID', 'API key'],
  checkoutSessionId: ['UUID', 'Checkout session'],
  customerId: ['UUID', 'Customer'],
  deliveryId: ['UUID', 'Webhook delivery'],
  emailDeliveryId: ['UUID', 'Email'],
  groupId: ['UUID', 'Group'],
  invitationId: ['UUID', 'Invitation'],
  kybTicketId: ['TKT', 'Ticket'],
  merchantId: ['MER', 'Member'],
  orderId: ['ORD', 'Order'],
  otherPlanId: ['PROD', 'Product'],
  paymentId: ['PAY', 'Payment'],
  productId: ['PROD', 'Product'],
  quoteId: ['UUID', 'Quote'],
  senderDomainId: ['UUID', 'Sender domain'],
  senderEmailId: ['UUID', 'Sender email'],
  storeId: ['STO', 'Store'],
  subscriptionProductId: ['PROD', 'Product'],
  ticketId: ['TKT', 'Ticket'],
  viewId: ['UUID', 'View'],
  webhookId: ['UUID', 'Webhook'],
};

/** The action that deletes the object of a placeholder. */
const deletions: Readonly<Record<string, string>> = {
  apiKeyId: 'api-key/delete-key',
  groupId: 'subscription-product-group/delete-group',
  senderDomainId: 'sender-domain/revoke-domain',
  senderEmailId: 'sender-email/revoke-email',
  viewId: 'saved-view/delete-view',
  webhookId: 'store/remove-webhook',
};

/** Actions that need an admin or the owner. */
const rolesNeeded: readonly (readonly [RegExp, string])[] = [
  [/^kyb-ticket\//, 'Not authorized to verify this store'],
  [/^sender-/, 'Not authorized to manage the senders of this store'],
  [/^store-(merchant|invitation)\//, 'Not authorized to manage members of this store'],
  [/webhook/, 'Not authorized to manage webhooks of this store'],
  [/^store\/delete-store$/, 'Not authorized to delete this store, only owner can delete'],
  [/^(store|test-clock)\/(?!create-store)/, 'Not authorized to update this store'],
];

/** Actions on objects of one environment. Stores and products belong to both. */
const ofOneEnvironment = [
  'checkoutSessionId',
  'deliveryId',
  'emailDeliveryId',
  'groupId',
  'orderId',
  'paymentId',
  'ticketId',
  'webhookId',
];

/** Whether members of a store may call the action, possibly as admins. */
const isForMembers =
  /^(?!api-key|auth|checkout\/preview|customer|saved-view|store\/(create|delete)-store|refund-ticket\/(create|resubmit))/;

const withoutMerchant = 'Missing merchantId in request context';
const withoutHeader = '400 Missing header: x-context-merchant-id';
const noAccess = '403 Access denied: you do not have permission to this store';
/** Statuses that the contract defines differently. */
const exceptions: Readonly<Record<string, string>> = {
  'auth/issue-session-token, another merchant’s storeId': noAccess,
  'auth/issue-session-token, another merchant': noAccess,
  'auth/issue-session-token, as sessionToken': `401 ${withoutMerchant}`,
  'auth/issue-session-token, as storeSlug': `401 ${withoutMerchant}`,
  // The ID of a session without a customer is all that grants access to it.
  'checkout/create-quote, another customer': '200',
  'checkout/create-session, of a deleted store': '400 Store has been deleted',
  'onetime-product/update-product, malformed id': '400 Invalid ID format',
  'store-merchant/add-merchant, unknown merchantId': '404 Merchant not found',
  'subscription-order/reactivate-order, another customer': '403 Order does not belong to user',
  'subscription-product/update-product, as sessionToken': withoutHeader,
  'subscription-product/update-product, as storeSlug': withoutHeader,
  'subscription-product-group/create-group, without storeId': '400 Missing required fields: storeId, name',
  'webhook/set-chaos, id in prod': '400 Chaos mode works with test webhooks only',
};

const summary = (status: number, entries: readonly { message: string }[] | undefined) =>
  entries?.[0] ? `${status} ${entries[0].message}` : `${status}`;

/** A merchant with the object of the action's example, and headers of the customer who bought it and of another. */
async function prepare(name: string, action: Action) {
  const merchant = await newMerchant();
  const values: Record<string, string> = { storeId: merchant.storeId, ...(await arrangements[name]?.(merchant)) };
  const body: Record<string, unknown> = fillIn(action.docs.example, (placeholder) => values[placeholder] ?? '');
  // The example's address gets a limited number of emails a day.
  if ('email' in body) body.email = `${merchant.id}@example.org`;
  const customer = await customerHeaders(merchant, buyerIdentity);
  return { merchant, values, body, customer, otherCustomer: await customerHeaders(merchant, 'another customer') };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;
type Caller = Pick<Prepared, 'merchant' | 'customer'>;

/** Calls an action as that kind of caller; returns the status and a refusal's message. */
async function callAs(kind: CallerKind, { merchant, customer }: Caller, name: string, body: object, isProd = false) {
  const environment = isProd ? 'prod' : 'test';
  if (kind === 'dashboard') {
    const { status, errors: entries } = await callFromDashboard(merchant, name, { ...body }, environment);
    return summary(status, entries);
  }
  const headers = kind === 'storeSlug' ? { 'X-Store-Slug': merchant.slug } : customer;
  const answer =
    kind === 'apiKey'
      ? await merchant.call(name, body, isProd ? { environment } : {})
      : await post(name, body, { ...headers, 'X-Environment': environment });
  return summary(answer.status, answer.body.errors);
}

/** The fields of an action's example that hold an id. */
const idFields = (action: Action) =>
  Object.entries(action.docs.example).flatMap(([field, value]) => {
    const isList = Array.isArray(value);
    const placeholder = String(isList ? value[0] : value).slice(1);
    const [form, noun] = kinds[placeholder] ?? [];
    if (!form) return [];
    const isRequired = !isList && action.input.shape[field]?._zod.optin === undefined;
    return [{ field, placeholder, form, notFound: `404 ${noun} not found`, isRequired, isList }];
  });

/** The body with bare UUIDs in place of Short IDs. */
const withBareUuids = (body: object): object =>
  JSON.parse(JSON.stringify(body), (_, value) => {
    const prefix = prefixes.find((name) => String(value).startsWith(`${name}_`));
    return prefix ? fromShortId(prefix, value) : value;
  });

/** The merchant's rows, except those that record calls, and quotes, which anyone with a session's ID may request. */
async function stateOf({ merchant }: Caller) {
  const rows = new Map(await rowsOf(merchant.id));
  for (const table of ['api_keys', 'idempotency_keys', 'request_log', 'quotes']) rows.delete(table);
  return rows;
}

const testedActions = [...actions.keys()].filter((name) => !testedElsewhere.includes(name));

test('covers every action', () => {
  expect(testedActions.filter((name) => !(name in arrangements))).toEqual([]);
});

test.concurrent.each(testedActions)('%s', async (name) => {
  const action = actions.get(name) as Action;
  const [owner, otherMerchant] = await Promise.all([prepare(name, action), prepare(name, action)]);
  const { values, body } = owner;
  const [kind = 'dashboard'] = action.callers;
  // A caller whose calls have a body of their own is tested beside the action.
  const callers = action.callers.filter((one) => action.docs.exampleOf?.[one] === undefined);
  const before = await stateOf(owner);
  const [answers, expected]: [string[], string[]] = [[], []];
  const check = async (label: string, answer: Promise<string>, usual: string) => {
    answers.push(`${label}: ${await answer}`);
    expected.push(`${label}: ${exceptions[`${name}, ${label}`] ?? usual}`);
  };

  const wrongKind = action.refuseCaller ? `400 ${withoutMerchant}` : '403 Insufficient permissions';
  for (const other of ['apiKey', 'sessionToken', 'storeSlug'] as const) {
    if (action.callers.includes(other)) continue;
    await check(`as ${other}`, callAs(other, owner, name, body), wrongKind);
  }
  if (action.scope === 'shared' && kind === 'apiKey') {
    const answer = owner.merchant.call(name, body, { environment: 'test' });
    await check(
      'with a test key',
      answer.then(({ status, body: { errors } }) => summary(status, errors)),
      '403 Insufficient permissions',
    );
  }

  const fields = idFields(action);
  // A customer's token has its own environment.
  const isOfEnvironment = action.scope === 'environment' && kind !== 'sessionToken';
  for (const { field, placeholder, form, notFound, isRequired, isList } of fields) {
    const ask = (value: unknown, isProd = false) =>
      callAs(kind, owner, name, { ...body, [field]: isList ? [value] : value }, isProd);
    for (const absent of isRequired ? [undefined, null, ''] : []) {
      await check(`without ${field}`, ask(absent), `400 Missing required field: ${field}`);
    }
    const format = form === 'UUID' ? form : `${form}_xxx`;
    for (const value of ['x', 7, toShortId('REF', newId())]) {
      await check(`malformed ${field}`, ask(value), `400 Expected format: ${format}, got ${value}`);
    }
    await check(`unknown ${field}`, ask(form === 'UUID' ? newId() : toShortId(form, newId())), notFound);
    // Any account can become a member.
    if (name !== 'store-merchant/add-merchant' || placeholder !== 'merchantId')
      await check(`another merchant’s ${field}`, ask(otherMerchant.values[placeholder]), notFound);
    if (isOfEnvironment && ofOneEnvironment.includes(placeholder))
      await check(`${field} in prod`, ask(values[placeholder], true), notFound);
  }
  for (const one of callers) {
    const first = fields.find(({ placeholder }) => one !== 'storeSlug' || placeholder !== 'storeId');
    await check('another merchant', callAs(one, otherMerchant, name, body), first?.notFound ?? '200');
  }

  const invalidToken = action.refuseCredential ? '401 Authentication failed' : '401 Invalid or expired token';
  if (callers.includes('sessionToken')) {
    const other = { ...owner, customer: owner.otherCustomer };
    await check('another customer', callAs('sessionToken', other, name, body), fields[0]?.notFound ?? '');
    await check('the token of test in prod', callAs('sessionToken', owner, name, body, true), invalidToken);
  }
  const forbidden = rolesNeeded.find(([names]) => names.test(name))?.[1];
  const [member, admin] = [await newMember(owner.merchant, 'member'), await newMember(owner.merchant, 'admin')];
  if (forbidden) await check('a member', callAs(kind, { ...owner, merchant: member }, name, body), `403 ${forbidden}`);

  if (fields.length > 0 && !name.startsWith('api-key/')) {
    await deleteStore(owner.merchant);
    for (const one of callers) {
      const gone = one === 'sessionToken' ? invalidToken : (fields[0]?.notFound ?? '');
      await check('of a deleted store', callAs(one, owner, name, body), gone);
    }
    await db.update(stores).set({ deletedAt: null }).where(eq(stores.id, owner.merchant.store.id));
  }
  expect(answers).toEqual(expected);
  const after = await stateOf(owner);
  expect([...after.keys()].filter((table) => after.get(table) !== before.get(table))).toEqual([]);

  if (isForMembers.test(name)) {
    const caller = { ...owner, merchant: forbidden ? admin : member };
    await check('a permitted member, with bare UUIDs', callAs(kind, caller, name, withBareUuids(body)), '200');
  }
  for (const { placeholder, notFound } of fields) {
    const deletion = deletions[placeholder];
    if (!deletion) continue;
    await check(
      'deletion',
      callAs('dashboard', otherMerchant, deletion, { id: otherMerchant.values[placeholder] }),
      '200',
    );
    await check('a deleted one', callAs(kind, otherMerchant, name, otherMerchant.body), notFound);
  }
  expect(answers).toEqual(expected);
});
