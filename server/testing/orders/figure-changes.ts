/** Changes of a store's orders, payments and refunds that its figures have to follow. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { orders, payments, refunds, rollupStores } from '#db/schema/index.ts';
import { storeScope } from '#server/analytics/data/facts.ts';
import { rollUpDays } from '#server/analytics/roll-up-days.ts';
import { lockStoreOrder, saveOrderStatus } from '#server/billing/orders/orders.ts';
import { recordOutcome } from '#server/billing/payments/record-outcome.ts';
import { recordRefund } from '#server/billing/refunds/record-refund.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant, type TestMerchant } from '../api.ts';
import { newProducts, sell } from './sales.ts';

const hourMs = 3_600_000;
const actor = { kind: 'worker', by: 'test' } as const;

/** A store whose days are rolled up from now on, and its products. */
export async function newLargeStore() {
  const merchant = await newMerchant();
  const goods = await newProducts(merchant);
  const key = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' as const };
  const start = () => db.insert(rollupStores).values({ ...key, rolledUntil: new Date(0) });
  return { merchant, goods, key, start, scope: storeScope(key) };
}

export const inStore = (table: typeof orders | typeof payments | typeof refunds, { store }: TestMerchant) =>
  eq(table.storeId, store.id);

/** One of the rows, chosen by a number; undefined without rows. */
const pick = <Row>(rows: readonly Row[], choice: number): Row | undefined => rows[choice % rows.length];

type Store = Awaited<ReturnType<typeof newLargeStore>>;
type Change = (store: Store, now: Date, choice: number) => Promise<unknown>;

const at = (moment: Date) => moment.toISOString();

/** By name. `choice` selects the row and the variant. */
export const changes: Record<string, Change> = {
  sell: ({ merchant, goods }, now, choice) =>
    sell(merchant, [
      {
        productId: goods.onetime,
        at: at(now),
        boughtAt: null,
        currency: choice % 3 === 0 ? 'EUR' : 'USD',
        country: choice % 4 === 0 ? null : 'DE',
        payments: [{ at: at(now), status: 'processing' }],
      },
    ]),
  subscribe: ({ merchant, goods }, now, choice) =>
    sell(merchant, [
      {
        productId: goods.subscription,
        at: at(now),
        every: 'monthly',
        status: 'trialing',
        trialEndsAt: at(new Date(now.getTime() + (choice % 50) * hourMs)),
        periodNumber: 0,
        payments: [{ at: at(now), amountMinor: 0, period: 0 }],
      },
    ]),
  charge: async ({ merchant }, now, choice) => {
    const due = await db
      .select()
      .from(orders)
      .where(and(inStore(orders, merchant), inArray(orders.status, ['trialing', 'active'])))
      .orderBy(asc(orders.createdAt), asc(orders.id));
    const order = pick(
      due.filter(({ trialEndsAt, startedAt: began }) => (trialEndsAt ?? began ?? now) <= now),
      choice,
    );
    if (!order) return;
    const known = await db.select().from(payments).where(eq(payments.orderId, order.id));
    if (known.some(({ status }) => status === 'processing')) return;
    const [last] = known.sort((one, other) => other.attempt - one.attempt);
    if (!last) return;
    const periodNumber = (order.periodNumber ?? 0) + 1;
    // Another tax changes the order's amounts, also of days that have passed.
    const amountMinor = 1000 + (choice % 2);
    const dates = { succeededAt: null, createdAt: now, updatedAt: now };
    const intent = { periodNumber, amountMinor, attempt: last.attempt + 1, status: 'processing' as const };
    await db.insert(payments).values({ ...last, id: newId(), providerPaymentId: null, ...intent, ...dates });
  },
  decide: async ({ merchant }, now, choice) => {
    const open = await db
      .select()
      .from(payments)
      .where(and(inStore(payments, merchant), inArray(payments.status, ['processing', 'failed'])))
      .orderBy(asc(payments.createdAt), asc(payments.id));
    const payment = pick(open, choice);
    if (!payment) return;
    const providerPaymentId = payment.providerPaymentId ?? `test_${randomUUID()}`;
    const code = choice % 2 === 0 ? 'insufficient_funds' : 'expired_card';
    const failed = { status: 'failed', providerPaymentId, code, reason: 'Declined.' } as const;
    await recordOutcome(
      db,
      payment,
      choice % 3 === 0 ? failed : { status: 'succeeded', providerPaymentId },
      actor,
      now,
    );
  },
  refund: async ({ merchant }, now, choice) => {
    const isPaid = and(inStore(payments, merchant), eq(payments.status, 'succeeded'));
    const paid = await db.select().from(payments).where(isPaid).orderBy(asc(payments.createdAt), asc(payments.id));
    const payment = pick(
      paid.filter(({ amountMinor }) => amountMinor > 0),
      choice,
    );
    if (!payment) return;
    const { merchantId, storeId, environment, orderId, provider, currency } = payment;
    const owner = { merchantId, storeId, environment, orderId, paymentId: payment.id, provider, currency };
    const dates = { createdAt: now, updatedAt: now };
    const amounts = { amountMinor: 1, taxMinor: 0 };
    await db
      .insert(refunds)
      .values({ id: newId(), ...owner, ...amounts, ...dates, status: 'pending', requestedBy: actor });
  },
  /** Pending refunds succeed or fail, succeeded ones bounce. */
  settleRefund: async ({ merchant }, now, choice) => {
    const known = await db.select().from(refunds).where(inStore(refunds, merchant)).orderBy(asc(refunds.id));
    const refund = pick(known, choice);
    if (!refund) return;
    const providerRefundId = refund.providerRefundId ?? `test_${randomUUID()}`;
    const failed = { status: 'failed', providerRefundId, reason: 'The account is closed.' } as const;
    const isFailure = refund.status === 'succeeded' || choice % 4 === 0;
    await recordRefund(db, refund, isFailure ? failed : { status: 'succeeded', providerRefundId }, { actor }, now);
  },
  /** Ends a subscription now, or with the end of a period that is over. */
  end: async ({ merchant }, now, choice) => {
    const isRunning = and(inStore(orders, merchant), inArray(orders.status, ['trialing', 'active', 'past_due']));
    const running = await db.select().from(orders).where(isRunning).orderBy(asc(orders.createdAt), asc(orders.id));
    const found = pick(running, choice);
    if (!found) return;
    await db.transaction(async (tx) => {
      const order = await lockStoreOrder(tx, found, found.id);
      if (order?.productType !== 'subscription') return;
      const endedAt = choice % 2 === 0 ? now : order.currentPeriodEnd;
      await saveOrderStatus(tx, order, 'canceled', { endedAt, nextChargeAt: null, pastDueSince: null }, now);
    });
  },
  /** Replaces a running subscription by one with another price. */
  changePlan: async ({ merchant, goods }, now, choice) => {
    const isRunning = and(inStore(orders, merchant), inArray(orders.status, ['active', 'past_due']));
    const running = await db.select().from(orders).where(isRunning).orderBy(asc(orders.createdAt), asc(orders.id));
    const found = pick(running, choice);
    if (!found) return;
    const buyer = randomUUID();
    const subtotalMinor = 500 * (1 + choice);
    await sell(merchant, [{ productId: goods.subscription, at: at(now), every: 'monthly', subtotalMinor, buyer }]);
    const [next] = await db.select().from(orders).where(eq(orders.buyerIdentity, buyer));
    if (!next) throw new Error('no order');
    await db.update(orders).set({ changeOriginOrderId: found.id }).where(eq(orders.id, next.id));
    await db.transaction(async (tx) => {
      const order = await lockStoreOrder(tx, found, found.id);
      if (order?.productType !== 'subscription') return;
      const end = { endedAt: now, changeOrderId: next.id, nextChargeAt: null, pastDueSince: null };
      await saveOrderStatus(tx, order, 'canceled', end, now);
    });
  },
  work: (_, now) => rollUpDays(db, now),
};
