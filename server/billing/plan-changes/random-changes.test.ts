/**
 * Random lives of subscriptions with plan changes, cancellations, refunds and renewals on the store's clock: each payment is
 * what its quote says, credits and charges add up, the ledger balances, and no period is paid twice or skipped.
 */
import { and, eq, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders, payments, quotes, refunds } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import {
  customerHeaders,
  db,
  newMerchant,
  newSubscriptionProduct,
  newSubscriptionSession,
  pay,
  post,
  type TestMerchant,
} from '#server/testing/api.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { workerOf } from '#server/testing/orders/subscriptions.ts';
import { setClock } from '#server/testing/test-clock.ts';
import { executeRefunds } from '../jobs/execute-refunds.ts';
import { expireOrders } from '../jobs/expire-orders.ts';
import { listBalances } from '../ledger/data/ledger.ts';
import { checkLedger } from '../ledger/data/ledger-checks.ts';
import { isLive } from '../subscriptions/rules/subscription-order.ts';

const hourMs = 3_600_000;
const start = new Date('2026-01-31T10:00:00.000Z');

/** Prices of the three plans in the currency's display format, dearest last. */
const priceLists = {
  USD: ['9.99', '31.00', '310.00'],
  JPY: ['999', '3100', '31000'],
  KWD: ['9.999', '31.000', '310.000'],
} as const;
const periods = ['weekly', 'monthly', 'monthly'] as const;

const step = fc.record({
  afterHours: fc.integer({ min: 1, max: 24 * 25 }),
  action: fc.constantFrom('now', 'now', 'later', 'later', 'undo', 'cancel', 'reactivate', 'refund', 'wait'),
  plan: fc.integer({ min: 0, max: 2 }),
  share: fc.integer({ min: 1, max: 100 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const life = fc.record({
  currency: fc.constantFrom('USD' as const, 'JPY' as const, 'KWD' as const),
  taxIncluded: fc.boolean(),
  first: fc.integer({ min: 0, max: 2 }),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
});

const ordersOf = ({ store }: TestMerchant) => db.select().from(orders).where(eq(orders.storeId, store.id));

/** The subscription that is live, or the newest one. */
async function currentOrder(merchant: TestMerchant) {
  const started = (await ordersOf(merchant)).filter(({ startedAt }) => startedAt !== null);
  return started.find(({ status }) => isLive(status)) ?? started.at(-1);
}

/** Runs everything that is due by `now`, one moment after another, like a test clock. */
async function advance(merchant: TestMerchant, from: Date, to: Date) {
  const worker = workerOf(merchant);
  for (let now = from; ; ) {
    const due = (await ordersOf(merchant))
      .filter(({ status }) => isLive(status))
      .flatMap(({ nextChargeAt, currentPeriodEnd }) => [nextChargeAt, currentPeriodEnd])
      .filter((moment): moment is Date => moment !== null && moment > now && moment <= to);
    now = due.length > 0 ? new Date(Math.min(...due.map((moment) => moment.getTime()))) : to;
    await setClock(merchant, now);
    await executeRefunds(db, now, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
    await expireOrders(db, now, { merchantId: merchant.id, storeId: merchant.store.id });
    await worker.end(now);
    await worker.applyChanges(now);
    await worker.renew(now);
    if (now >= to) return;
  }
}

async function changePlan(merchant: TestMerchant, productId: string, currency: string, timing: string, now: Date) {
  const order = await currentOrder(merchant);
  if (!order) return;
  const body = { originOrderId: toShortId('ORD', order.id), productId, currency, changeTiming: timing };
  const { status, body: answer } = await merchant.call('checkout/create-session', body);
  if (status === 400) return;
  expect(status).toBe(200);
  const address = { storeSlug: merchant.slug, sessionId: answer.data.sessionId };
  const quote = await quoteCheckout(
    db,
    address,
    { email: '', country: '', state: '', postcode: '' },
    now,
    englishVoice,
  );
  await payCheckout(db, address, { quoteId: quote.change?.quoteId, method: 'saved' }, now);
}

async function act(merchant: TestMerchant, { action, share }: Step, now: Date) {
  const order = await currentOrder(merchant);
  if (!order) return;
  const orderId = toShortId('ORD', order.id);
  const expected = [200, 400];
  if (action === 'undo' || action === 'cancel') {
    const name = action === 'undo' ? 'undo-plan-change' : 'cancel-order';
    expect(expected).toContain((await merchant.call(`subscription-order/${name}`, { orderId })).status);
  }
  if (action === 'reactivate') {
    const headers = await customerHeaders(merchant, 'buyer@example.com');
    expect(expected).toContain((await post('subscription-order/reactivate-order', { orderId }, headers)).status);
  }
  if (action === 'refund') {
    const paid = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), isNotNull(payments.succeededAt)));
    const payment = paid.at(-1);
    if (!payment) return;
    const amount = Math.ceil(((payment.amountMinor - payment.creditedMinor) * share) / 100);
    const { status } = await merchant.call('refund/create-refund', { paymentId: toShortId('PAY', payment.id), amount });
    expect(expected).toContain(status);
    await executeRefunds(db, now, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function expectInvariants(merchant: TestMerchant) {
  const all = await ordersOf(merchant);
  const scope = { storeId: merchant.store.id, environment: 'test' } as const;
  const inStore = <Table extends typeof payments | typeof quotes | typeof refunds>(table: Table) =>
    db
      .select()
      .from(table as typeof payments)
      .where(eq(table.storeId, merchant.store.id)) as unknown as Promise<Table['$inferSelect'][]>;
  const paid = (await inStore(payments)).filter(({ succeededAt }) => succeededAt !== null);
  const quoteOf = new Map((await inStore(quotes)).map((quote) => [quote.id, quote]));

  // At most one live subscription, and each change continues where the old plan ended.
  expect(all.filter(({ status }) => isLive(status)).length).toBeLessThanOrEqual(1);
  for (const order of all.filter(({ startedAt, changeOriginOrderId }) => startedAt && changeOriginOrderId)) {
    const origin = all.find(({ id }) => id === order.changeOriginOrderId);
    expect([origin?.status, origin?.changeOrderId, origin?.endedAt]).toEqual(['canceled', order.id, order.startedAt]);
  }
  // Each period is paid once, and none is skipped.
  for (const order of all) {
    const numbers = paid.filter(({ orderId }) => orderId === order.id).map(({ periodNumber }) => periodNumber);
    const expected = Array.from({ length: order.periodNumber ?? 0 }, (_, index) => index + 1);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(expected);
  }
  // Each quoted payment is what its quote says.
  let granted = 0;
  for (const payment of paid) {
    const content = payment.quoteId ? quoteOf.get(payment.quoteId)?.content : undefined;
    if (!content) continue;
    expect([payment.amountMinor, payment.taxMinor, payment.creditUsedMinor, payment.creditUsedTaxMinor]).toEqual([
      content.dueMinor,
      content.dueTaxMinor,
      content.creditUsedMinor,
      content.creditUsedTaxMinor,
    ]);
    expect(payment.amountMinor + payment.creditUsedMinor).toBe(content.charge.totalMinor);
    granted += content.change?.grantedMinor ?? 0;
  }
  const left = sum(all.map(({ creditMinor }) => creditMinor));
  expect(sum(paid.map(({ creditUsedMinor }) => creditUsedMinor)) + left).toBe(granted);
  // No money is given twice: what was credited and refunded of a payment is at most what was paid.
  const succeeded = (await inStore(refunds)).filter(({ status }) => status === 'succeeded');
  for (const payment of paid) {
    const refunded = sum(succeeded.filter(({ paymentId }) => paymentId === payment.id).map((each) => each.amountMinor));
    expect(refunded + payment.creditedMinor).toBeLessThanOrEqual(payment.amountMinor);
  }
  // The ledger balances, and owes buyers exactly their credit.
  expect((await checkLedger(db, merchant.store.id)).problems).toEqual([]);
  const balances = Object.fromEntries(
    (await listBalances(db, { ...scope, merchantId: merchant.id })).map(({ account, amountMinor }) => [
      account,
      Number(amountMinor),
    ]),
  );
  expect(sum(Object.values(balances))).toBe(0);
  expect(balances.buyer_credits ?? 0).toBe(0 - left);
  expect(balances.provider_balance ?? 0).toBe(
    sum(paid.map(({ amountMinor }) => amountMinor)) - sum(succeeded.map(({ amountMinor }) => amountMinor)),
  );
}

test('charges, credits, quotes, periods and the ledger agree through random lives in three currencies', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ currency, taxIncluded, first, steps }) => {
      const merchant = await newMerchant();
      await setClock(merchant, start);
      const plans: string[] = [];
      for (const [index, amount] of priceLists[currency].entries()) {
        const prices = { [currency]: { amount, taxIncluded, taxCategory: 'saas' } };
        plans.push((await newSubscriptionProduct(merchant, { prices, billingPeriod: periods[index] })).id);
      }
      const { sessionId } = await newSubscriptionSession(merchant, { productId: plans[first], currency });
      await pay(merchant, sessionId);
      let now = start;
      for (const each of steps) {
        const next = new Date(now.getTime() + each.afterHours * hourMs);
        await advance(merchant, now, next);
        now = next;
        const target = plans[each.plan] ?? '';
        if (each.action === 'now') await changePlan(merchant, target, currency, 'immediate', now);
        else if (each.action === 'later') await changePlan(merchant, target, currency, 'next_period', now);
        else await act(merchant, each, now);
        await expectInvariants(merchant);
      }
      await advance(merchant, now, new Date(now.getTime() + 90 * 24 * hourMs));
      await expectInvariants(merchant);
    }),
    // A smaller example would take minutes to find.
    { numRuns: 12, endOnFailure: true },
  );
});
