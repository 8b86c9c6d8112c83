/** Calls of the API, the checkout page and the portal ask one shard, so they need only their merchant's node. */
import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readInvitation } from '#server/stores/store-invitations.ts';
import { baseUrl, db, newGroup, newMerchant, newProduct, newSession, newWebhook, pay, post, send } from '../api.ts';
import { browserAt, newEmail, newPurchase, signInBrowser } from '../orders/portal-visitor.ts';
import { paidOrder } from '../orders/refunds.ts';
import { newSubscription } from '../orders/subscriptions.ts';
import { callFromDashboard } from '../reviews.ts';
import { prepareCounting, readStatementCounts, type StatementCount } from './statement-counts.ts';

/** The sums of all nodes. */
async function readCounts() {
  const counts = [...(await readStatementCounts()).values()];
  const sum = (kind: keyof StatementCount) => counts.reduce((total, count) => total + count[kind], 0);
  return { one: sum('one'), several: sum('several') };
}

test('calls of the API, the checkout page and the portal ask one shard', async () => {
  await prepareCounting();
  const merchant = await newMerchant();
  const product = await newProduct(merchant);
  const { order, orderId, paymentId, headers, requestRefund } = await paidOrder(merchant);
  const subscription = await newSubscription();
  const group = await newGroup(merchant);
  const open = await newSession(merchant);
  const identity = String(order.buyerIdentity);
  const browser = await signInBrowser(merchant, identity);
  const purchaseEmail = newEmail();
  await newPurchase(merchant, purchaseEmail);
  const webhook = await newWebhook(merchant);
  const [member, invited] = [await newMerchant(), newEmail()];
  const emailed = async (pattern: RegExp, recipient: string): Promise<string> => {
    const [email] = await db
      .select()
      .from(emails)
      .where(and(ofMerchant, eq(emails.recipient, recipient), like(emails.body, '%#%')));
    return pattern.exec(email?.body ?? '')?.[1] ?? '';
  };
  const ofMerchant = eq(emails.merchantId, merchant.id);
  const invitation = () => emailed(/#token=(\S+)$/m, invited);
  const session = { storeId: merchant.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
  const list = (fields: string) => merchant.query(`{ ${fields} }`);
  const calls: Record<string, () => Promise<unknown>> = {
    'create-session with a key': () => merchant.call('checkout/create-session', session),
    'create-session with an idempotency key': () =>
      merchant.call('checkout/create-session', session, { headers: { 'X-Idempotency-Key': order.id } }),
    'public create-session': () =>
      post(
        'checkout/create-session',
        { ...session, storeId: undefined },
        { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' },
      ),
    'checkout page': () => fetch(open.checkoutUrl.replace(/^https?:\/\/[^/]+/, baseUrl)),
    'quote and pay': () => pay(merchant, open.sessionId),
    'create and update a product': () => newProduct(merchant, { name: 'Second edition' }),
    'update a product': () =>
      merchant.call('onetime-product/update-product', {
        id: product.id,
        name: 'Third edition',
        prices: { USD: { amount: '30.00' } },
      }),
    'update a group': () =>
      merchant.call('subscription-product-group/update-group', { id: group.id, name: 'More plans' }),
    'add a webhook': () => newWebhook(merchant),
    'session token': () =>
      merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity: identity }),
    'refund request': () => requestRefund(),
    refund: () => merchant.call('refund/create-refund', { paymentId, amount: '1.00', reason: 'A page is torn.' }),
    cancellation: () =>
      subscription.merchant.call('subscription-order/cancel-order', {
        orderId: toShortId('ORD', subscription.id),
      }),
    'orders as the customer': () =>
      send('POST', '/v1/graphql', JSON.stringify({ query: '{ onetimeOrders { id } }' }), headers),
    'GraphQL stores and products': () => list('stores { id name } onetimeProducts { id } subscriptionProducts { id }'),
    'GraphQL orders and payments': () =>
      list('onetimeOrders { id payments { id } } subscriptionOrders { id } payments { id } ordersCount'),
    'GraphQL one order': () => list(`onetimeOrder(id: "${orderId}") { id status }`),
    events: () => merchant.read(`/v1/events?storeId=${merchant.storeId}`),
    requests: () => merchant.read(`/v1/requests?storeId=${merchant.storeId}`),
    'portal page': () => browser.page('?environment=test'),
    'portal order page': () => browser.page(`/orders/${order.id}?environment=test`),
    'link to the portal': () => browserAt(merchant.slug).post('link', { email: purchaseEmail, environment: 'test' }),
    'portal by a link': async () =>
      browserAt(merchant.slug).post('open', { link: await emailed(/#link=(\S+)$/m, purchaseEmail) }),
    'session token by a product': () =>
      merchant.call('auth/issue-session-token', { productId: product.id, buyerIdentity: identity }),
    'add a sender': () => merchant.call('sender-email/add-email', { storeId: merchant.storeId, email: purchaseEmail }),
    'update a webhook': () => merchant.call('store/update-webhook', { id: webhook.id, events: ['refund.failed'] }),
    'invite to a store': () =>
      callFromDashboard(merchant, 'store-invitation/create-invitation', {
        storeId: merchant.storeId,
        email: invited,
        role: 'admin',
      }),
    'read an invitation': async () => readInvitation(db, await invitation()),
    'accept an invitation': async () =>
      callFromDashboard(member, 'store-invitation/accept-invitation', { token: await invitation() }),
    'update another merchant’s product as a member': () =>
      callFromDashboard(member, 'onetime-product/update-product', { id: product.id, name: 'Fourth edition' }, 'test'),
  };
  const several: Record<string, number> = {};
  const refused: Record<string, unknown> = {};
  const start = await readCounts();
  let before = start;
  for (const [name, call] of Object.entries(calls)) {
    const answer = (await call()) as { readonly status?: unknown; readonly body?: unknown } | undefined;
    if (Number(answer?.status) >= 400) refused[name] = answer;
    const counts = await readCounts();
    if (counts.several > before.several) several[name] = counts.several - before.several;
    before = counts;
  }
  expect(refused).toEqual({});
  expect(several).toEqual({});
  expect(before.one - start.one).toBeGreaterThan(100);
});
