/** Random sequences of buyers, banks and providers: money is kept for one paid order only. */
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sandboxCharges, sandboxRefunds } from '#db/schema/index.ts';
import { englishVoice } from '#server/i18n/say.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { db, newMerchant, newProduct } from '#server/testing/api.ts';
import { checkPayment, finishChallenge, payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { ordersOf, paymentsOf } from '#server/testing/orders/rows.ts';

const sandbox = sandboxProvider(db);
const unreachable = async (): Promise<never> => {
  throw new Error('out of reach');
};
/** A provider that charges, but whose responses are lost, and that cannot close a charge. */
const lostResponses: PaymentProvider = {
  ...sandbox,
  async charge(...given) {
    await sandbox.charge(...given);
    return await unreachable();
  },
  settle: unreachable,
};
const providers = { sandbox, silent: lostResponses, cannotClose: { ...sandbox, settle: unreachable } };

const step = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    number: fc.constantFrom('4242424242424242', '4000000000000002', '4000002760003184', '4000009900004006'),
    country: fc.constantFrom('DE', 'FR'),
    provider: fc.constantFrom(...(['sandbox', 'silent', 'cannotClose'] as const)),
  }),
  fc.record({ kind: fc.constant('pass' as const), attempt: fc.nat(3) }),
  fc.record({ kind: fc.constant('finish' as const), attempt: fc.nat(3), passed: fc.boolean() }),
  fc.record({ kind: fc.constant('check' as const), attempt: fc.nat(3), seconds: fc.constantFrom(0, 30) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test('keeps money for a paid order only', { timeout: 120_000 }, async () => {
  const merchant = await newMerchant();
  const { id: productId } = await newProduct(merchant);
  const newCheckout = async () => {
    const body = { storeId: merchant.storeId, productId, productType: 'onetime', currency: 'USD' };
    return (await merchant.call('checkout/create-session', body)).body.data.sessionId as string;
  };

  async function run(steps: readonly (readonly Step[])[]) {
    const sessionId = await newCheckout();
    const address = { storeSlug: merchant.slug, sessionId };
    const findOrder = async () => (await ordersOf(sessionId))[0];
    const attempts = () => paymentsOf(sessionId);
    const attemptAt = async (attempt: number) => (await attempts())[attempt];
    const runStep = async (given: Step) => {
      if (given.kind === 'pay') {
        const buyer = { email: 'buyer@example.com', country: given.country, state: '', postcode: '' };
        const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
        const form = { ...buyer, shown, cardNumber: given.number, cardExpiry: '12 / 40', cardCvc: '123' };
        await payCheckout(db, address, form, new Date(), { provider: providers[given.provider] });
      } else if (given.kind === 'pass') {
        const payment = await attemptAt(given.attempt);
        if (payment) await answerChallenge(db, payment.id, true, new Date());
      } else if (given.kind === 'finish') {
        const paymentId = (await attemptAt(given.attempt))?.id ?? '';
        await finishChallenge(db, { ...address, paymentId }, given.passed, new Date());
      } else if (given.kind === 'check') {
        const payment = await attemptAt(given.attempt);
        if (payment) await checkPayment(db, payment, new Date(Date.now() + given.seconds * 1000));
      } else {
        await merchant.call('onetime-order/cancel-order', { orderId: (await findOrder())?.id ?? sessionId });
      }
    };
    // The steps of a group run concurrently; refusals are expected.
    for (const group of steps) await Promise.allSettled(group.map(runStep));

    // Finally all challenges are passed, and all outcomes are reported.
    const later = new Date(Date.now() + 60_000);
    for (const { id } of await attempts()) await answerChallenge(db, id, true, new Date());
    for (const payment of await attempts()) await checkPayment(db, payment, later);

    const [order, all] = [await findOrder(), await attempts()];
    const ids = all.map(({ id }) => id);
    const charges = ids.length ? await db.select().from(sandboxCharges).where(inArray(sandboxCharges.key, ids)) : [];
    const refunds = ids.length
      ? await db.select().from(sandboxRefunds).where(inArray(sandboxRefunds.chargeKey, ids))
      : [];
    const sum = (rows: readonly { amountMinor: number }[]) => rows.reduce((total, row) => total + row.amountMinor, 0);
    const succeeded = charges.filter(
      ({ status, settledDeclineCode }) => status === 'succeeded' || (status === 'processing' && !settledDeclineCode),
    );
    const isPaid = order?.status === 'completed';
    expect(sum(succeeded) - sum(refunds.filter(({ status }) => status === 'succeeded'))).toBe(
      isPaid ? order.totalMinor : 0,
    );
    expect(all.filter(({ status }) => status === 'succeeded')).toHaveLength(isPaid ? 1 : 0);
    expect(all.filter(({ unclosedSince }) => unclosedSince)).toEqual([]);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }), run),
    { numRuns: 40 },
  );
});
