import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkoutSessions, orders } from '#db/schema/index.ts';
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

const ana = 'customer-ana';
const environment = 'test' as const;

test('what is bought at a tied checkout is that customer’s; the first to come stays', async () => {
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
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  expect(order).toMatchObject({ buyerIdentity: ana, status: 'active' });
  const given = { orderId: order?.id };
  const canceled = await post('subscription-order/cancel-order', given, await customerHeaders(merchant, ana));
  expect(canceled.body.data.status).toBe('canceling');
  // Known by their identity, a buyer is not known by the email that was typed.
  const byEmail = await customerHeaders(merchant, 'buyer@example.com');
  expect((await post('subscription-order/reactivate-order', given, byEmail)).status).toBe(403);
});

test('an order that was there before its buyer came becomes theirs', async () => {
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
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  expect(order?.buyerIdentity).toBe(ana);
});

test('of two customers who open it at once, one has it', async () => {
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

test('401 for a customer of another store or environment, 400 once it is paid: nothing is tied', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const { sessionId } = await newSession(merchant);
  const address = { storeSlug: merchant.slug, sessionId };
  const stranger = { storeId: other.store.id, buyerIdentity: ana, environment } as const;
  const elsewhere = { storeId: merchant.store.id, buyerIdentity: ana, environment: 'prod' } as const;
  for (const customer of [stranger, elsewhere]) {
    await expect(tieCheckout(db, address, customer, new Date())).rejects.toMatchObject({ status: 401 });
  }
  await pay(merchant, sessionId);
  const late = { storeId: merchant.store.id, buyerIdentity: ana, environment } as const;
  await expect(tieCheckout(db, address, late, new Date())).rejects.toMatchObject({ status: 400 });
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(session?.buyerIdentity).toBeNull();
});
