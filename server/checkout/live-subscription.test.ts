/** One live subscription per buyer and plan family. (docs/behavior/plan-changes.md) */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, payments, sandboxCharges, subscriptionProductGroups } from '#db/schema/index.ts';
import {
  baseUrl,
  customerHeaders,
  db,
  newGroup,
  newMerchant,
  newSubscriptionProduct,
  newSubscriptionSession,
  type TestMerchant,
} from '#server/testing/api.ts';
import { newEmail } from '#server/testing/orders/portal-visitor.ts';

const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };

interface Answer {
  readonly status: number;
  readonly body: { data?: { state: string }; errors?: { message: string; reason?: string }[] };
}

/** Pays at the page's own address, like a browser. */
async function payAt({ slug }: TestMerchant, sessionId: string, email: string): Promise<Answer> {
  const call = async (step: string, fields: object) => {
    const headers = { 'Content-Type': 'application/json', Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin' };
    const body = JSON.stringify({ email, country: 'DE', ...fields });
    return await fetch(`${baseUrl}/${slug}/checkout/${sessionId}/${step}`, { method: 'POST', headers, body });
  };
  const { data: quote } = (await (await call('quote', {})).json()) as { data: { shown: object } };
  const answer = await call('pay', { ...card, shown: quote.shown });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const open = async (merchant: TestMerchant, productId: string) =>
  (await newSubscriptionSession(merchant, { productId })).sessionId;

const refusalOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.reason, body.errors?.[0]?.message];
const linkSent = [
  409,
  'subscription_link_sent',
  'You have not been charged. A link to continue was sent to your email address.',
];

const chargesIn = async ({ store }: TestMerchant) =>
  (
    await db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(sandboxCharges, eq(sandboxCharges.key, payments.id))
      .where(eq(payments.storeId, store.id))
  ).length;

describe('a second subscription of the same address', () => {
  test('is refused without a charge, does not say who subscribes, and emails a link', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    const [first, second] = [await open(merchant, id), await open(merchant, id)];
    expect((await payAt(merchant, first, email)).body.data?.state).toBe('paid');
    expect(refusalOf(await payAt(merchant, second, email.toUpperCase()))).toEqual(linkSent);
    expect(await chargesIn(merchant)).toBe(1);
    const sent = await db.select().from(emails).where(eq(emails.recipient, email));
    expect(sent.filter(({ kind }) => kind === 'portal_link')).toHaveLength(1);
    // A repeat within a minute sends no second link.
    expect(refusalOf(await payAt(merchant, second, email))).toEqual(linkSent);
    const again = await db.select().from(emails).where(eq(emails.recipient, email));
    expect(again.filter(({ kind }) => kind === 'portal_link')).toHaveLength(1);
  });

  test('is refused within a group, and allowed for another plan or another buyer', async () => {
    const merchant = await newMerchant();
    const [basic, plus, other] = [
      await newSubscriptionProduct(merchant),
      await newSubscriptionProduct(merchant),
      await newSubscriptionProduct(merchant),
    ];
    await newGroup(merchant, { productIds: [basic.id, plus.id] });
    const email = newEmail();
    expect((await payAt(merchant, await open(merchant, basic.id), email)).status).toBe(200);
    expect(refusalOf(await payAt(merchant, await open(merchant, plus.id), email))).toEqual(linkSent);
    expect((await payAt(merchant, await open(merchant, other.id), email)).status).toBe(200);
    expect((await payAt(merchant, await open(merchant, plus.id), newEmail())).status).toBe(200);
  });

  test('is allowed in a group that allows several', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const group = await newGroup(merchant, { productIds: [id] });
    await db
      .update(subscriptionProductGroups)
      .set({ allowsMultipleSubscriptions: true })
      .where(eq(subscriptionProductGroups.id, group.id));
    const email = newEmail();
    for (let count = 0; count < 2; count += 1) {
      expect((await payAt(merchant, await open(merchant, id), email)).body.data?.state).toBe('paid');
    }
  });

  test('is allowed after the first one has ended', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    const first = await open(merchant, id);
    await payAt(merchant, first, email);
    await db
      .update(orders)
      .set({ status: 'canceled', nextChargeAt: null, remindAt: null, endedAt: new Date() })
      .where(eq(orders.checkoutSessionId, first));
    expect((await payAt(merchant, await open(merchant, id), email)).body.data?.state).toBe('paid');
  });
});

/** Pays as a customer with a session token. */
async function payAs(merchant: TestMerchant, identity: string, sessionId: string, email: string): Promise<Answer> {
  const headers = await customerHeaders(merchant, identity);
  await fetch(`${baseUrl}/${merchant.slug}/checkout/${sessionId}/customer`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: baseUrl, 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({ token: headers.Authorization.slice('Bearer '.length) }),
  });
  return await payAt(merchant, sessionId, email);
}

const linksTo = async (email: string) =>
  (await db.select().from(emails).where(eq(emails.recipient, email))).filter(({ kind }) => kind === 'portal_link');

describe('a second subscription of a customer with a session token', () => {
  test('is refused with the name of the plan', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant, { name: 'Beans' });
    const buy = async () => await payAs(merchant, 'user-1', await open(merchant, id), newEmail());
    expect((await buy()).body.data?.state).toBe('paid');
    expect(refusalOf(await buy())).toEqual([
      409,
      'subscription_exists',
      'You already have a subscription to Beans. You have not been charged. You can manage it in the customer portal.',
    ]);
  });

  test('is refused if the first one was bought without a token, and emails a link', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    expect((await payAt(merchant, await open(merchant, id), email)).body.data?.state).toBe('paid');
    expect(refusalOf(await payAs(merchant, 'user-1', await open(merchant, id), email.toUpperCase()))).toEqual(linkSent);
    expect((await linksTo(email))[0]?.body).toContain('#link=');
  });

  test('is allowed if only the address is the same as another customer’s', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    for (const identity of ['user-1', 'user-2']) {
      const answer = await payAs(merchant, identity, await open(merchant, id), email);
      expect(answer.body.data?.state).toBe('paid');
    }
  });

  test('is refused without the token, and emails where to sign in instead of a link', async () => {
    const merchant = await newMerchant();
    await merchant.call('store/update-store', { id: merchant.storeId, website: 'https://tea.example/account' });
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    expect((await payAs(merchant, 'user-1', await open(merchant, id), email)).body.data?.state).toBe('paid');
    expect(refusalOf(await payAt(merchant, await open(merchant, id), email))).toEqual(linkSent);
    expect(await chargesIn(merchant)).toBe(1);
    const [sent] = await linksTo(email);
    expect(sent?.body).toContain('You placed orders with a customer account');
    expect(sent?.body).toContain('https://tea.example/account');
    expect(sent?.body).not.toContain('#link=');
  });

  test('of two payments at once with and without the token, one is charged', async () => {
    const merchant = await newMerchant();
    const { id } = await newSubscriptionProduct(merchant);
    const email = newEmail();
    const [first, second] = [await open(merchant, id), await open(merchant, id)];
    const answers = await Promise.all([payAs(merchant, 'user-1', first, email), payAt(merchant, second, email)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await chargesIn(merchant)).toBe(1);
  });
});

test('of sixteen checkouts paid at once, one is charged', async () => {
  const merchant = await newMerchant();
  const { id } = await newSubscriptionProduct(merchant);
  const email = newEmail();
  const sessions = await Promise.all(Array.from({ length: 16 }, () => open(merchant, id)));
  const answers = await Promise.all(sessions.map((sessionId) => payAt(merchant, sessionId, email)));
  expect(answers.filter(({ body }) => body.data?.state === 'paid')).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  expect(await chargesIn(merchant)).toBe(1);
});
