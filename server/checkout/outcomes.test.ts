/** Outcomes that come late, twice, from several sides at once, or to an order that has no use for them any more. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, orders, payments, sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { recordOutcome } from '#server/billing/payments/record-outcome.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { ProviderUnavailable } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import {
  db,
  newMerchant,
  newSession,
  newSubscriptionProduct,
  newSubscriptionSession,
  type TestMerchant,
} from '#server/testing/api.ts';
import { undecided, undecidedAbout } from '#server/testing/crashes/undecided-sandbox.ts';
import { checkPayment, finishChallenge, payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import type { PayOptions } from './pay.ts';

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const asks = '4000002760003184';
const works = '4242424242424242';
const declined = '4000000000000002';

async function open(
  merchant?: TestMerchant,
  newOne: (merchant: TestMerchant) => Promise<{ sessionId: string }> = newSession,
) {
  const owner = merchant ?? (await newMerchant());
  const { sessionId } = await newOne(owner);
  const address = { storeSlug: owner.slug, sessionId };
  const order = async () => {
    const [row] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
    if (!row) throw new Error('the session has no order');
    return row;
  };
  const attempts = async () =>
    await db
      .select()
      .from(payments)
      .where(eq(payments.orderId, (await order()).id))
      .orderBy(payments.attempt);
  const first = async () => {
    const [payment] = await attempts();
    if (!payment) throw new Error('nobody has tried to pay');
    return payment;
  };
  return {
    merchant: owner,
    address,
    order,
    attempts,
    first,
    async pay(
      cardNumber: string,
      { at = new Date(), country = 'DE', ...options }: PayOptions & { at?: Date; country?: string } = {},
    ) {
      const given = { ...buyer, country };
      const { shown } = await quoteCheckout(db, address, given, at, englishVoice);
      const form = { ...given, shown, cardNumber, cardExpiry: '12 / 40', cardCvc: '123' };
      return await payCheckout(db, address, form, at, options);
    },
    /** The buyer's bank tells the provider, and nobody tells us. */
    passAtBank: async () => await answerChallenge(db, (await first()).id, true, new Date()),
    types: async () =>
      (
        await db
          .select()
          .from(events)
          .where(eq(events.objectId, (await order()).id))
          .orderBy(events.sequence)
      ).map(({ type }) => type),
    async refunds() {
      const rows = await db
        .select()
        .from(sandboxRefunds)
        .where(eq(sandboxRefunds.chargeKey, (await first()).id));
      return rows.map(({ amountMinor, status }) => [status, amountMinor]);
    },
  };
}

const count = (types: readonly string[], wanted: string) => types.filter((type) => type === wanted).length;
const sandbox = sandboxProvider(db);
/** Other tests' workers sweep this database too. What lies ahead of their clock they leave alone. */
const soon = () => new Date(Date.now() + 600_000);
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const age = async ({ id }: { id: string }, at: Date) =>
  await db.update(payments).set({ updatedAt: at, createdAt: at }).where(eq(payments.id, id));
/** A provider that is out of reach when it is to close a charge. */
const cannotClose: PaymentProvider = {
  ...sandbox,
  settle: async () => {
    throw new Error('out of reach');
  },
};

describe('an answer that nobody heard', () => {
  test('in time: processing, and whoever asks again finds it', async () => {
    const { pay, address, order } = await open();
    let answer = () => {};
    const slow: PaymentProvider = {
      ...sandbox,
      async charge(...given) {
        const outcome = await sandbox.charge(...given);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return outcome;
      },
    };
    expect(await pay(works, { provider: slow, limitMs: 100 })).toEqual({ state: 'processing' });
    answer();
    expect((await order()).status).toBe('pending');
    expect(await checkPayment(db, address, new Date())).toMatchObject({ status: 'succeeded' });
    expect((await order()).status).toBe('completed');
  });

  test('because the charge is still on its way there: nobody calls it failed but the worker, later', async () => {
    const { pay, address, first } = await open();
    const onItsWay: PaymentProvider = { ...sandbox, charge: () => new Promise(() => {}) };
    await pay(works, { provider: onItsWay, limitMs: 20 });
    expect(await checkPayment(db, address, new Date())).toMatchObject({ status: 'processing' });
    expect(await checkPayment(db, await first(), new Date())).toMatchObject({ status: 'processing' });
    await age(await first(), secondsAgo(40));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
  });

  test('of a bank that asks: the worker brings the challenge back, and it can be passed', async () => {
    const { pay, first, address, order } = await open();
    const broken: PaymentProvider = {
      ...sandbox,
      async charge(...given) {
        await sandbox.charge(...given);
        throw new Error('the line broke');
      },
    };
    await pay(asks, { provider: broken });
    await age(await first(), secondsAgo(40));
    await settlePayments(db, new Date());
    const waiting = await first();
    expect(waiting).toMatchObject({ status: 'requires_action', actionUrl: expect.stringContaining('/challenge/') });
    const at = { ...address, paymentId: waiting.id };
    expect(await finishChallenge(db, at, true, new Date())).toEqual({ state: 'paid' });
    expect((await order()).status).toBe('completed');
  });
});

describe('a bank that answers the provider', () => {
  test('return, page, webhook and worker at once: paid once', async () => {
    const { pay, passAtBank, address, first, types, order } = await open();
    await pay(asks);
    await passAtBank();
    await age(await first(), secondsAgo(3700));
    const waiting = await first();
    await Promise.allSettled([
      ...Array.from({ length: 3 }, () => checkPayment(db, address, new Date())),
      ...Array.from({ length: 3 }, () =>
        checkPayment(db, waiting, new Date(), { actor: { kind: 'worker', by: 'webhook' } }),
      ),
      finishChallenge(db, { ...address, paymentId: waiting.id }, true, new Date()),
      settlePayments(db, new Date()),
      settlePayments(db, new Date()),
    ]);
    expect(await first()).toMatchObject({ status: 'succeeded', actionUrl: null });
    expect((await order()).status).toBe('completed');
    expect([count(await types(), 'payment.succeeded'), count(await types(), 'order.completed')]).toEqual([1, 1]);
  });

  test('while the buyer tries another card: the first has paid, and the second is not charged', async () => {
    const { pay, passAtBank, attempts, order } = await open();
    await pay(asks);
    await passAtBank();
    await expect(pay(works)).rejects.toThrow('already been paid');
    expect((await attempts()).map(({ status }) => status)).toEqual(['succeeded']);
    expect((await order()).status).toBe('completed');
  });

  test('a new card closes the old charge at the provider: its bank’s answer comes to nothing', async () => {
    const { pay, passAtBank, attempts } = await open();
    await pay(asks);
    expect(await pay(works)).toEqual({ state: 'paid' });
    expect(await passAtBank()).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
    expect(await attempts()).toMatchObject([{ status: 'failed', unclosedSince: null }, { status: 'succeeded' }]);
  });

  test('nobody comes back from it: after an hour the charge is closed, and not before', async () => {
    const { pay, first, passAtBank } = await open();
    await pay(asks);
    await age(await first(), secondsAgo(3000));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'requires_action' });
    await age(await first(), secondsAgo(3700));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned', actionUrl: null });
    expect(await passAtBank()).toMatchObject({ status: 'failed' });
  });
});

describe('a success after we had given up', () => {
  test('pays the order where it can still be paid', async () => {
    const { pay, passAtBank, first, order, refunds, types } = await open();
    await pay(asks);
    await expect(pay(declined, { provider: cannotClose, at: soon() })).rejects.toThrow(/declined/);
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect(await first()).toMatchObject({ status: 'succeeded', failureCode: null, unclosedSince: null });
    expect((await order()).status).toBe('completed');
    expect(await refunds()).toEqual([]);
    expect((await types()).slice(-2)).toEqual(['payment.succeeded', 'order.completed']);
  });

  test('is given back where another card has paid meanwhile', async () => {
    const { pay, passAtBank, attempts, first, order, refunds, types } = await open();
    await pay(asks);
    expect(await pay(works, { provider: cannotClose, at: soon() })).toEqual({ state: 'paid' });
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect((await attempts()).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect(await first()).toMatchObject({ unclosedSince: null, failureCode: 'came_too_late' });
    const { id: orderId, status } = await order();
    expect(status).toBe('completed');
    expect((await types()).slice(-2)).toEqual(['payment.refund_started', 'payment.refunded']);
    const told = await db.select().from(events).where(eq(events.objectId, orderId)).orderBy(events.sequence);
    expect(told.slice(-2).map(({ changes }) => changes)).toEqual([
      { after: { refundStatus: 'pending', amount: '34.51 USD' } },
      { before: { refundStatus: 'pending' }, after: { refundStatus: 'succeeded' } },
    ]);
  });

  test('is given back where the order was canceled; told by many at once, once', async () => {
    const { pay, merchant, passAtBank, address, first, order, refunds, types } = await open();
    await pay(asks);
    await passAtBank();
    const { status } = await merchant.call('onetime-order/cancel-order', { orderId: (await order()).id });
    expect(status).toBe(200);
    const payment = await first();
    await Promise.all([
      ...Array.from({ length: 4 }, () => checkPayment(db, payment, new Date())),
      ...Array.from({ length: 3 }, () => checkPayment(db, address, new Date())),
      settlePayments(db, new Date()),
    ]);
    await checkPayment(db, payment, new Date());
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect((await order()).status).toBe('canceled');
    expect([count(await types(), 'payment.refund_started'), count(await types(), 'payment.refunded')]).toEqual([1, 1]);
  });

  test('is given back where the order is on other terms by now', async () => {
    const { pay, passAtBank, first, order, refunds } = await open();
    await pay(asks);
    await expect(pay(declined, { provider: cannotClose, country: 'FR', at: soon() })).rejects.toThrow(/declined/);
    await passAtBank();
    await checkPayment(db, await first(), new Date());
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect((await order()).status).toBe('pending');
  });

  test('the worker tries again until it has been given back', async () => {
    const { pay, passAtBank, first, refunds } = await open();
    await pay(asks);
    await pay(works, { provider: cannotClose, at: soon() });
    await passAtBank();
    const cannotRefund: PaymentProvider = {
      ...sandbox,
      refund: async () => {
        throw new Error('out of reach');
      },
    };
    await checkPayment(db, await first(), new Date(), { provider: cannotRefund });
    const owed = await first();
    expect(owed).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    expect(await refunds()).toEqual([]);
    await db.update(payments).set({ unclosedSince: new Date() }).where(eq(payments.id, owed.id));
    await settlePayments(db, new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await refunds()).toEqual([['succeeded', 3451]]);
  });

  /** A second card is on its way when the first one's bank confirms: the first has to be given back. */
  async function owed(refund: PaymentProvider['refund']) {
    const checkout = await open();
    await checkout.pay(asks);
    const onItsWay: PaymentProvider = { ...cannotClose, charge: () => new Promise(() => {}) };
    await checkout.pay(works, { provider: onItsWay, limitMs: 20, at: soon() });
    await checkout.passAtBank();
    const hear = async () => {
      await checkPayment(db, await checkout.first(), new Date(), { provider: { ...sandbox, refund } });
    };
    await hear();
    return { ...checkout, hear };
  }
  const breaksOff: PaymentProvider['refund'] = async (...given) => {
    await sandbox.refund(...given);
    throw new Error('the line broke');
  };

  test('once it is to be given back it buys nothing, even if the order is free again', async () => {
    const { hear, attempts, first, order, refunds, types } = await owed(breaksOff);
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    const second = (await attempts())[1];
    if (!second) throw new Error('there is no second attempt');
    const gone = { status: 'failed', providerPaymentId: null, code: 'not_attempted', reason: 'Gone.' } as const;
    await recordOutcome(db, second, gone, { kind: 'worker', by: 'test' }, new Date());
    await hear();
    expect((await order()).status).toBe('pending');
    await checkPayment(db, await first(), new Date());
    expect((await order()).status).toBe('pending');
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await refunds()).toEqual([['succeeded', 3451]]);
    expect([count(await types(), 'payment.refund_started'), count(await types(), 'payment.refunded')]).toEqual([1, 1]);
  });

  test('a refund that is accepted and not made yet is followed to its end', async () => {
    const { first, types } = await owed(async () => ({ status: 'pending', providerRefundId: 're_1' }));
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
    expect(await types()).not.toContain('payment.refunded');
    await checkPayment(db, await first(), new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect((await types()).at(-1)).toBe('payment.refunded');
  });

  test('older news does not make it forgotten', async () => {
    const { first } = await owed(breaksOff);
    const old = { status: 'failed', providerPaymentId: null, code: 'authentication_failed', reason: 'Old.' } as const;
    await recordOutcome(db, await first(), old, { kind: 'worker', by: 'test' }, new Date());
    expect(await first()).toMatchObject({ status: 'failed', unclosedSince: expect.any(Date) });
  });
});

test('a charge that says nothing of its end is closed after an hour', async () => {
  const { pay, first } = await open();
  await pay(asks, { provider: undecided });
  const { id } = await first();
  const providerOf = () => undecidedAbout(id);
  await age({ id }, secondsAgo(3000));
  await settlePayments(db, new Date(), { providerOf });
  expect(await first()).toMatchObject({ status: 'processing' });
  await age({ id }, secondsAgo(3700));
  await settlePayments(db, new Date(), { providerOf });
  expect(await first()).toMatchObject({ status: 'failed', failureCode: 'authentication_abandoned' });
});

test('a charge that an order was canceled under is closed by the worker, before its bank answers', async () => {
  const { pay, merchant, passAtBank, first, order, refunds } = await open();
  await pay(asks);
  await merchant.call('onetime-order/cancel-order', { orderId: (await order()).id });
  await settlePayments(db, new Date());
  expect(await first()).toMatchObject({ status: 'failed', unclosedSince: null });
  expect(await passAtBank()).toMatchObject({ status: 'failed' });
  expect(await refunds()).toEqual([]);
});

describe('two banks that confirm the same buyer’s trial', () => {
  test.each([
    ['free', { metadata: { trialDays: 14 } }, []],
    [
      'paid',
      { metadata: { trialDays: 14 }, prices: { USD: { amount: '18.00', trialAmount: '1.00' } } },
      [['succeeded', 119]],
    ],
  ])('%s: it begins once, and nothing is kept for the other', async (_, content, givenBack) => {
    const merchant = await newMerchant();
    const { id: productId } = await newSubscriptionProduct(merchant, content);
    const [one, two] = await Promise.all(
      Array.from({ length: 2 }, () => open(merchant, (owner) => newSubscriptionSession(owner, { productId }))),
    );
    if (!one || !two) throw new Error('two are needed');
    for (const checkout of [one, two]) expect(await checkout.pay(asks)).toEqual({ state: 'challenge' });
    for (const checkout of [one, two]) await checkout.passAtBank();
    await Promise.all([one, two].map((checkout) => checkPayment(db, checkout.address, new Date())));
    const statuses = [(await one.order()).status, (await two.order()).status];
    expect(statuses.toSorted()).toEqual(['pending', 'trialing']);
    const other = statuses[0] === 'pending' ? one : two;
    expect(await other.first()).toMatchObject({ status: 'failed', unclosedSince: null });
    expect(await other.refunds()).toEqual(givenBack);
    expect(await other.pay(works)).toEqual({ state: 'paid' });
    expect(await other.order()).toMatchObject({ status: 'active', trialEndsAt: null });
  });
});

test('a payment of a provider that is not set up any more is left alone, and holds up no other', async () => {
  const [gone, other] = [await open(), await open()];
  for (const checkout of [gone, other]) {
    await checkout.pay(works, { provider: { ...sandbox, charge: () => new Promise(() => {}) }, limitMs: 10 });
    await age(await checkout.first(), secondsAgo(50));
  }
  const { id } = await gone.first();
  await db
    .update(payments)
    .set({ provider: 'elsewhere', updatedAt: secondsAgo(60) })
    .where(eq(payments.id, id));
  await settlePayments(db, new Date());
  expect(await gone.first()).toMatchObject({ status: 'processing' });
  expect(await other.first()).toMatchObject({ status: 'failed', failureCode: 'not_attempted' });
  await expect(checkPayment(db, await gone.first(), new Date())).rejects.toThrow(ProviderUnavailable);
  await expect(finishChallenge(db, { ...gone.address, paymentId: id }, true, new Date())).rejects.toThrow(
    'nothing left to confirm',
  );
  expect(await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, id))).toEqual([]);
});
