/**
 * Random concurrent operations, with providers that fail before or after they have executed a request: in the end an order
 * is paid once, or all money is returned.
 */
import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, payments, sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newSession, newSubscriptionProduct, newSubscriptionSession } from '#server/testing/api.ts';
import { randomFrom } from '#server/testing/chaos/random.ts';
import { checkPayment, finishChallenge, payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';

const cards = [
  '4242424242424242',
  '4000000000000002',
  '4000002760003184',
  '4000002760003184',
  '4000008400001629',
  '4000009900003008',
  '4000009900004006',
  '4000009900005003',
];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const pause = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs));

const sandbox = sandboxProvider(db);

/** The sandbox over an unreliable connection: requests or responses may be lost. Some refunds are delayed. */
function unreliableSandbox(random: () => number): PaymentProvider {
  const unreliable =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await pause(random() * 20);
      if (random() < 0.15) throw new Error('the question was lost');
      const answer = await ask(...given);
      await pause(random() * 20);
      if (random() < 0.15) throw new Error('the answer was lost');
      return answer;
    };
  return {
    ...sandbox,
    charge: unreliable(sandbox.charge),
    check: unreliable(sandbox.check),
    settle: unreliable(sandbox.settle),
    refund: unreliable(async (refund, now) =>
      random() < 0.3 ? { status: 'pending', providerRefundId: refund.key } : await sandbox.refund(refund, now),
    ),
  };
}

async function open(seed: number) {
  const merchant = await newMerchant();
  const random = randomFrom(seed).next;
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const content = { metadata: { trialDays: 14 }, prices: { USD: { amount: '18.00', trialAmount: '1.00' } } };
  const productId = seed % 2 === 0 ? undefined : (await newSubscriptionProduct(merchant, content)).id;
  const { sessionId } = productId ? await newSubscriptionSession(merchant, { productId }) : await newSession(merchant);
  const other = productId ? await newSubscriptionSession(merchant, { productId }) : await newSession(merchant);
  const addresses = [sessionId, other.sessionId].map((id) => ({ storeSlug: merchant.slug, sessionId: id }));
  const inStore = eq(orders.storeId, merchant.store.id);
  const every = () => db.select().from(payments).where(eq(payments.storeId, merchant.store.id));
  const provider = unreliableSandbox(random);
  /** Applies failures and a clock ten minutes ahead to this store's payments only. */
  const only = (given: PaymentProvider) => () => {
    const choose = async (key: string, now: Date): Promise<[PaymentProvider, Date]> =>
      (await every()).some(({ id }) => id === key) ? [given, new Date(now.getTime() + 600_000)] : [sandbox, now];
    const at = async <Request extends { key: string }, Answer>(
      target: Request,
      now: Date,
      ask: (provider: PaymentProvider) => (target: Request, now: Date) => Promise<Answer>,
    ) => {
      const [provider, then] = await choose(target.key, now);
      return await ask(provider)(target, then);
    };
    return {
      ...sandbox,
      check: (charge, now) => at(charge, now, ({ check }) => check),
      settle: (charge, now) => at(charge, now, ({ settle }) => settle),
      refund: (refund, now) => at(refund, now, ({ refund }) => refund),
    } satisfies PaymentProvider;
  };
  /** A worker run much later. */
  async function work(given: PaymentProvider) {
    const at = hoursAgo(2);
    const ofStore = eq(payments.storeId, merchant.store.id);
    await db
      .update(payments)
      .set({ updatedAt: at, createdAt: at })
      .where(and(ofStore, inArray(payments.status, ['processing', 'requires_action'])));
    await settlePayments(db, new Date(), { providerOf: only(given) });
  }
  const steps: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => async () => {
      const [address, cardNumber] = [pick(addresses), pick(cards)];
      const country = random() < 0.85 ? 'DE' : 'FR';
      if (!address) return;
      const buyer = { email: 'buyer@example.com', country, state: '', postcode: '' };
      const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
      const form = { ...buyer, shown, cardNumber, cardExpiry: '12 / 40', cardCvc: '123' };
      await payCheckout(db, address, form, new Date(), { provider, limitMs: 100 });
    }),
    ...Array.from({ length: 3 }, () => async () => {
      const target = pick(await every());
      if (target) await answerChallenge(db, target.id, random() < 0.8, new Date());
    }),
    async () => {
      const target = pick(await every());
      const address = pick(addresses);
      if (target && address) await finishChallenge(db, { ...address, paymentId: target.id }, true, new Date());
    },
    ...Array.from({ length: 3 }, () => async () => {
      const target = pick(await every());
      if (target) await checkPayment(db, target, new Date(), { provider, limitMs: 100 });
    }),
    async () => {
      const address = pick(addresses);
      if (address) await checkPayment(db, address, new Date(), { provider, limitMs: 100 });
    },
    () => work(provider),
    async () => {
      const order = pick(
        await db
          .select()
          .from(orders)
          .where(and(inStore, eq(orders.status, 'pending'))),
      );
      if (!order || random() < 0.6) return;
      await merchant.call(`${order.productType}-order/cancel-order`, { orderId: order.id });
    },
    async () => {
      if (random() < 0.8) return;
      await db
        .update(orders)
        .set({ expiresAt: hoursAgo(1) })
        .where(and(inStore, eq(orders.status, 'pending')));
      await expireOrders(db, new Date());
    },
  ];
  return { random, pick, steps, every, work, orders: () => db.select().from(orders).where(inStore) };
}

/** The amount that the provider has kept of a payment. */
async function retainedMinor({ id }: Payment): Promise<number> {
  const [charge] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, id));
  const isTaken =
    charge?.status === 'succeeded' || (charge?.status === 'processing' && charge.settledDeclineCode === null);
  const given = await db
    .select()
    .from(sandboxRefunds)
    .where(and(eq(sandboxRefunds.chargeKey, id), eq(sandboxRefunds.status, 'succeeded')));
  return (isTaken ? (charge?.amountMinor ?? 0) : 0) - given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** `SEEDS=200 FIRST_SEED=100` tests more of them. */
const { SEEDS = 6, FIRST_SEED = 1 } = process.env;
const seeds = Array.from({ length: Number(SEEDS) }, (_, index) => index + Number(FIRST_SEED));

test.each(seeds)(
  'pays once or returns the money with seed %i',
  async (seed) => {
    const { random, pick, steps, every, work, orders: allOrders } = await open(seed);
    const unexpected: unknown[] = [];
    const runSteps = async () => {
      for (let step = 0; step < 12; step += 1) {
        await pause(random() * 15);
        await pick(steps)?.().catch((error: unknown) => {
          const isKnown = error instanceof Error && ('status' in error || /lost|no answer within/.test(error.message));
          if (!isKnown) unexpected.push(error);
        });
      }
    };
    await Promise.all(Array.from({ length: 5 }, runSteps));
    // Payments that were cut off by a timeout are completed.
    await pause(200);
    const isOpen = or(inArray(payments.status, ['processing', 'requires_action']), isNotNull(payments.unclosedSince));
    for (let round = 0; round < 5; round += 1) await work(sandbox);
    expect(unexpected).toEqual([]);
    const paymentIds = (await every()).map(({ id }) => id);
    expect(
      await db
        .select()
        .from(payments)
        .where(and(inArray(payments.id, paymentIds), isOpen)),
    ).toEqual([]);
    for (const order of await allOrders()) {
      const attempts = await listOrderPayments(db, order);
      const isPaid = order.status === 'completed' || order.startedAt !== null;
      expect(attempts.filter(({ status }) => status === 'succeeded')).toHaveLength(isPaid ? 1 : 0);
      for (const attempt of attempts) {
        const retained = await retainedMinor(attempt);
        expect([attempt.id, retained]).toEqual([attempt.id, attempt.status === 'succeeded' ? attempt.amountMinor : 0]);
      }
    }
    const trials = (await allOrders()).filter(({ startedAt, trialEndsAt }) => startedAt && trialEndsAt);
    expect(trials.length).toBeLessThanOrEqual(1);
  },
  60_000,
);
