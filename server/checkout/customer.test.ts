import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSession,
  newSubscriptionSession,
  pay,
  post,
} from '#server/testing/api.ts';
import { tieCheckout } from '#server/testing/orders/checkout.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { cards } from '#server/testing/orders/subscriptions.ts';

const ana = 'customer-ana';
const environment = 'test' as const;

test('assigns the order to the first customer who opens the checkout', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const storeId = merchant.store.id;
  expect(await tieCheckout(db, address, { storeId, buyerIdentity: ana, environment }, new Date())).toEqual({
    tied: true,
  });
  expect(await tieCheckout(db, address, { storeId, buyerIdentity: ana, environment }, new Date())).toEqual({
    tied: true,
  });
  expect(await tieCheckout(db, address, { storeId, buyerIdentity: 'bea', environment }, new Date())).toEqual({
    tied: false,
  });
  await pay(merchant, sessionId);
  const order = await orderOf(sessionId);
  expect(order).toMatchObject({ buyerIdentity: ana, status: 'active' });
  const given = { orderId: order.id };
  const canceled = await post('subscription-order/cancel-order', given, await customerHeaders(merchant, ana));
  expect(canceled.body.data.status).toBe('canceling');
  // A buyer with an identity is not found by the typed email.
  const byEmail = await customerHeaders(merchant, 'buyer@example.com');
  expect((await post('subscription-order/reactivate-order', given, byEmail)).status).toBe(403);
});

test('assigns an existing order to the customer', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const billingDetail = { country: 'DE', isBusiness: false };
  await merchant.call('onetime-order/create-order', { checkoutSessionId: sessionId, billingDetail });
  await tieCheckout(
    db,
    { storeSlug: merchant.slug, sessionId },
    { storeId: merchant.store.id, buyerIdentity: ana, environment },
    new Date(),
  );
  const order = await orderOf(sessionId);
  expect(order.buyerIdentity).toBe(ana);
});

test('assigns the checkout to one of two concurrent customers', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const ties = await Promise.all(
    ['one', 'two', 'three', 'four'].map((buyerIdentity) =>
      tieCheckout(db, address, { storeId: merchant.store.id, buyerIdentity, environment }, new Date()),
    ),
  );
  expect(ties.filter(({ tied }) => tied)).toHaveLength(1);
});

test('leaves an order alone while its charge is in flight', async () => {
  const merchant = await newMerchant();
  const { sessionId } = await newSubscriptionSession(merchant);
  await pay(merchant, sessionId, { cardNumber: cards.processing });
  const address = { storeSlug: merchant.slug, sessionId };
  const customer = { storeId: merchant.store.id, buyerIdentity: ana, environment };
  expect(await tieCheckout(db, address, customer, new Date())).toEqual({ tied: false });
  const order = await orderOf(sessionId);
  expect(order).toMatchObject({ status: 'pending', buyerIdentity: null });
});

test('throws 401 for a token of another store or environment, and 400 once the session is paid', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const otherStore = { storeId: other.store.id, buyerIdentity: ana, environment } as const;
  const otherEnvironment = { storeId: merchant.store.id, buyerIdentity: ana, environment: 'prod' } as const;
  for (const customer of [otherStore, otherEnvironment]) {
    await expect(tieCheckout(db, address, customer, new Date())).rejects.toMatchObject({ status: 401 });
  }
  await pay(merchant, sessionId);
  const late = { storeId: merchant.store.id, buyerIdentity: ana, environment } as const;
  await expect(tieCheckout(db, address, late, new Date())).rejects.toMatchObject({ status: 400 });
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(session?.buyerIdentity).toBeNull();
});
