import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { doubleKeys, StripeDouble } from '#server/testing/stripe/double.ts';
import type { Charge, ChargeOutcome, PaymentMethod, PaymentProvider } from './provider.ts';
import { stripeProvider } from './stripe.ts';

let double: StripeDouble;
let stripe: PaymentProvider;
/** Times out quickly, for answers that never come. */
let impatient: PaymentProvider;

beforeAll(async () => {
  double = await new StripeDouble().listen();
  const account = { secretKey: doubleKeys.secretKey, apiUrl: double.url };
  stripe = stripeProvider(account);
  impatient = stripeProvider(account, 150);
});
afterEach(() => double.clearFaults());
afterAll(() => double.close());

const now = new Date();
const token = (behavior: string): PaymentMethod => ({ kind: 'token', token: `ctoken_${behavior}~${randomUUID()}` });

const references = { storeId: 'STO_1', orderId: 'ORD_1' };
const chargeOf = (behavior: string, more: Partial<Charge> = {}): Charge => ({
  key: randomUUID(),
  providerPaymentId: null,
  amountMinor: 2900,
  currency: 'USD',
  startedAt: now,
  method: token(behavior),
  savesMethod: false,
  isOffSession: false,
  buyerEmail: 'ana@example.com',
  description: 'Field guide',
  returnUrl: 'https://shop.example/acme/checkout/1',
  references,
  ...more,
});

const requestsOf = (key: string) => double.requests.filter(({ idempotencyKey }) => idempotencyKey?.startsWith(key));
const intentOf = ({ providerPaymentId }: ChargeOutcome) => double.ledger.objects.get(providerPaymentId ?? '');
const intentsOf = (key: string) =>
  [...double.ledger.all('payment_intent'), ...double.ledger.all('setup_intent')].filter(
    ({ metadata }) => metadata.paymentId === key,
  );

describe('a payment', () => {
  test('succeeds and reports the method', async () => {
    const charge = chargeOf('works');
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toEqual({
      status: 'succeeded',
      providerPaymentId: expect.stringMatching(/^pi_/),
      method: { type: 'card', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2034 },
    });
    expect(intentOf(outcome)).toMatchObject({
      amount: 2900,
      currency: 'usd',
      amount_received: 2900,
      customer: null,
      setup_future_usage: null,
      description: 'Field guide',
      metadata: { storeId: 'STO_1', orderId: 'ORD_1', paymentId: charge.key },
    });
  });

  test('is created without the token, so that settling can repeat the same call', async () => {
    const charge = chargeOf('works');
    await stripe.charge(charge, now);
    const [create, describe, confirm] = requestsOf(charge.key);
    expect(create).toMatchObject({ path: '/v1/payment_intents', idempotencyKey: `${charge.key}:create` });
    expect(Object.keys(create?.params ?? {}).sort()).toEqual([
      'amount',
      'automatic_payment_methods',
      'currency',
      'excluded_payment_method_types',
      'metadata',
    ]);
    expect(create?.params.metadata).toEqual({ paymentId: charge.key });
    expect(describe?.idempotencyKey).toBe(`${charge.key}:describe`);
    expect(confirm).toMatchObject({
      idempotencyKey: `${charge.key}:confirm`,
      params: { use_stripe_sdk: 'false', return_url: charge.returnUrl },
    });
  });

  test('by wallet is named after the wallet', async () => {
    expect(await stripe.charge(chargeOf('wallet'), now)).toMatchObject({
      status: 'succeeded',
      method: { type: 'apple_pay', brand: 'visa', last4: '4242' },
    });
  });

  test('charges once for repeated calls', async () => {
    const charge = chargeOf('works');
    const outcomes = await Promise.all([1, 2, 3].map(() => stripe.charge(charge, now)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(intentsOf(charge.key)).toHaveLength(1);
    expect(intentOf(outcomes[0] as ChargeOutcome)?.amount_received).toBe(2900);
  });

  test('rejects typed card numbers', async () => {
    const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2034, cvc: '123' };
    expect(stripe.summarize(card)).toBeUndefined();
    const requestCount = double.requests.length;
    await expect(stripe.charge(chargeOf('', { method: { kind: 'card', card } }), now)).rejects.toThrow(
      'does not accept card numbers',
    );
    expect(double.requests).toHaveLength(requestCount);
  });
});

describe('declines', () => {
  const cases = [
    ['card_declined', 'generic_decline'],
    ['card_declined', 'do_not_honor'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    ['incorrect_cvc', 'incorrect_cvc'],
    ['lost_card', 'lost_card'],
    ['stolen_card', 'stolen_card'],
    ['fraudulent', 'fraudulent'],
    ['fraudulent', 'merchant_blacklist'],
    ['card_velocity_exceeded', 'card_velocity_exceeded'],
    ['processing_error', 'processing_error'],
    ['authentication_required', 'authentication_required'],
  ] as const;
  test.each(cases)('%s: %s', async (code, declined) => {
    const charge = chargeOf(`decline-${declined}`);
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toMatchObject({ status: 'failed', code, providerPaymentId: expect.stringMatching(/^pi_/) });
    expect(outcome.status === 'failed' && outcome.reason).toMatch(new RegExp(`^Stripe: .+ \\(${declined}\\)$`));
    expect(await stripe.charge(charge, now)).toEqual(outcome);
    expect(await stripe.check({ ...charge, providerPaymentId: outcome.providerPaymentId }, now)).toEqual(outcome);
    expect(await stripe.settle(charge, now)).toEqual(outcome);
    expect(intentOf(outcome)?.status).toBe('canceled');
  });
});

describe('3D Secure', () => {
  const begin = async (behavior: string, more: Partial<Charge> = {}) => {
    const charge = chargeOf(behavior, more);
    const outcome = await stripe.charge(charge, now);
    const { providerPaymentId } = outcome;
    expect(outcome).toEqual({
      status: 'requires_action',
      providerPaymentId,
      actionUrl: `${double.url}/bank/${providerPaymentId}`,
    });
    return { ...charge, providerPaymentId: providerPaymentId ?? '' };
  };

  test('passed', async () => {
    const charge = await begin('challenge');
    double.ledger.finishChallenge(charge.providerPaymentId, true);
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'succeeded' });
  });

  test('failed', async () => {
    const charge = await begin('challenge');
    double.ledger.finishChallenge(charge.providerPaymentId, false);
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'failed', code: 'authentication_failed' });
  });

  test('passed, then declined', async () => {
    const charge = await begin('challenge-declined');
    double.ledger.finishChallenge(charge.providerPaymentId, true);
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'failed', code: 'insufficient_funds' });
  });

  test('abandoned: closed, so that it cannot succeed later', async () => {
    const charge = await begin('challenge');
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'requires_action' });
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
    double.ledger.finishChallenge(charge.providerPaymentId, true);
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
  });

  test('answered while it is being closed: the answer counts', async () => {
    const charge = await begin('challenge');
    // Between the settler's reading and its closing.
    double.before(/cancel$/, () => double.ledger.finishChallenge(charge.providerPaymentId, true));
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'succeeded' });
  });

  test('a code to scan uses Stripe’s hosted page', async () => {
    await begin('code');
  });

  test('confirmed in the bank’s app has no page: the outcome follows', async () => {
    const charge = chargeOf('app');
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toMatchObject({ status: 'processing' });
    double.ledger.finishChallenge(outcome.providerPaymentId ?? '', true);
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'succeeded' });
  });

  test('that needs Stripe’s script is closed at once', async () => {
    const outcome = await stripe.charge(chargeOf('script'), now);
    expect(outcome).toMatchObject({ status: 'failed', code: 'authentication_abandoned' });
    expect(intentOf(outcome)?.status).toBe('canceled');
  });
});

describe('a delayed debit', () => {
  test.each([
    [true, { status: 'succeeded', method: { type: 'sepa_debit', brand: null, last4: '3000' } }],
    [false, { status: 'failed', code: 'payment_failed' }],
  ])('ends: %s', async (isPaid, end) => {
    const charge = chargeOf('processing');
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toEqual({ status: 'processing', providerPaymentId: expect.any(String) });
    expect(await stripe.settle(charge, now)).toEqual(outcome);
    double.ledger.finishProcessing(outcome.providerPaymentId ?? '', isPaid);
    expect(await stripe.check({ ...charge, ...outcome }, now)).toMatchObject(end);
  });
});

describe('a saved method', () => {
  test('from the first payment, for renewals', async () => {
    const outcome = await stripe.charge(chargeOf('works', { savesMethod: true }), now);
    const customer = double.ledger.objects.get(intentOf(outcome)?.customer);
    expect(customer).toMatchObject({ email: 'ana@example.com', metadata: { orderId: 'ORD_1' } });
    expect(intentOf(outcome)?.setup_future_usage).toBe('off_session');
    expect(outcome).toMatchObject({
      status: 'succeeded',
      saved: { customerId: customer?.id, methodId: expect.stringMatching(/^pm_/) },
    });
  });

  const keep = async (behavior: string) => {
    const outcome = await stripe.charge(chargeOf(behavior, { amountMinor: 0, savesMethod: true }), now);
    if (outcome.status !== 'succeeded' || !outcome.saved) throw new Error(`not kept: ${JSON.stringify(outcome)}`);
    return outcome.saved;
  };
  const renew = async (behavior: string) => {
    const method = { kind: 'saved' as const, ...(await keep(behavior)) };
    return await stripe.charge(chargeOf('', { method, isOffSession: true }), now);
  };

  test('without a charge', async () => {
    const charge = chargeOf('works', { amountMinor: 0, savesMethod: true });
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toMatchObject({
      status: 'succeeded',
      providerPaymentId: expect.stringMatching(/^seti_/),
      method: { type: 'card', last4: '4242' },
      saved: { customerId: expect.stringMatching(/^cus_/), methodId: expect.stringMatching(/^pm_/) },
    });
    expect(await stripe.check({ ...charge, providerPaymentId: outcome.providerPaymentId }, now)).toEqual(outcome);
    expect(await stripe.charge(charge, now)).toEqual(outcome);
    expect(intentsOf(charge.key)).toHaveLength(1);
  });

  test('without a charge, declined', async () => {
    const charge = chargeOf('decline-insufficient_funds', { amountMinor: 0, savesMethod: true });
    expect(await stripe.charge(charge, now)).toMatchObject({ status: 'failed', code: 'insufficient_funds' });
  });

  test.each([
    [true, { status: 'succeeded', saved: { methodId: expect.any(String) } }],
    [false, { status: 'failed', code: 'authentication_failed' }],
  ])('after a challenge with nothing to pay: %s', async (isPassed, end) => {
    const charge = chargeOf('challenge', { amountMinor: 0, savesMethod: true });
    const { providerPaymentId } = await stripe.charge(charge, now);
    double.ledger.finishChallenge(providerPaymentId ?? '', isPassed);
    expect(await stripe.check({ ...charge, providerPaymentId }, now)).toMatchObject(end);
  });

  test('is charged off session', async () => {
    const outcome = await renew('works');
    expect(outcome).toMatchObject({ status: 'succeeded', method: { last4: '4242' } });
    expect(outcome).not.toHaveProperty('saved');
    expect(intentOf(outcome)?.amount_received).toBe(2900);
    const confirm = requestsOf(intentOf(outcome)?.metadata.paymentId).at(-1);
    expect(confirm?.params).toMatchObject({ off_session: 'true', payment_method: expect.stringMatching(/^pm_/) });
  });

  test('is declined off session', async () => {
    expect(await renew('later-decline-insufficient_funds')).toMatchObject({
      status: 'failed',
      code: 'insufficient_funds',
    });
  });

  test('needs the absent buyer', async () => {
    expect(await renew('later-challenge')).toMatchObject({ status: 'failed', code: 'authentication_required' });
  });

  test('reports an unknown method as a failure', async () => {
    const method = { kind: 'saved' as const, customerId: null, methodId: 'pm_gone' };
    const outcome = await stripe.charge(chargeOf('', { method, isOffSession: true }), now);
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'payment_failed',
      reason: expect.stringContaining('pm_gone'),
    });
    expect(intentOf(outcome)?.status).toBe('canceled');
  });

  test('of a single-use kind is replaced by the debit that follows it', async () => {
    const outcome = await stripe.charge(chargeOf('ideal', { savesMethod: true }), now);
    double.ledger.finishChallenge(outcome.providerPaymentId ?? '', true);
    const paid = await stripe.check({ ...chargeOf(''), providerPaymentId: outcome.providerPaymentId }, now);
    const saved = paid.status === 'succeeded' ? paid.saved : undefined;
    expect(double.ledger.objects.get(saved?.methodId ?? '')?.type).toBe('sepa_debit');
    expect(paid).toMatchObject({ method: { type: 'ideal' } });
    const method = { kind: 'saved' as const, customerId: null, ...saved, methodId: saved?.methodId ?? '' };
    expect(await stripe.charge(chargeOf('', { method, isOffSession: true }), now)).toMatchObject({
      status: 'succeeded',
    });
  });
});

describe('lost answers', () => {
  test.each(['payment', 'method'])('closes a %s that was interrupted before its confirmation', async (kind) => {
    const charge = chargeOf('works', kind === 'method' ? { amountMinor: 0, savesMethod: true } : {});
    double.failRequests(/POST .*_intents\/\w+$/, '500');
    await expect(stripe.charge(charge, now)).rejects.toThrow('Stripe gave no definite response');
    // Not closed yet: its creator may be about to confirm it.
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
    expect(intentsOf(charge.key)[0]?.status).toBe('requires_payment_method');
    const settled = await stripe.settle(charge, now);
    expect(settled).toMatchObject({ status: 'failed', code: 'not_attempted' });
    expect(intentsOf(charge.key).map(({ status }) => status)).toEqual(['canceled']);
    // The slow call arrives after all, and is too late.
    expect(await stripe.charge(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
    expect(await stripe.settle(charge, now)).toEqual(settled);
  });

  test('finds a confirmed charge', async () => {
    const charge = chargeOf('works');
    double.failRequests(/confirm$/, 'lost', 2);
    await expect(impatient.charge(charge, now)).rejects.toThrow(
      'Stripe gave no definite response (StripeConnectionError)',
    );
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'succeeded', method: { last4: '4242' } });
    expect(intentsOf(charge.key)).toHaveLength(1);
  });

  test('asks again after a lost answer and charges once', async () => {
    const charge = chargeOf('works');
    double.failRequests(/confirm$/, 'lost');
    expect(await impatient.charge(charge, now)).toMatchObject({ status: 'succeeded' });
    expect(requestsOf(charge.key).filter(({ path }) => path.endsWith('confirm'))).toHaveLength(2);
    expect(intentsOf(charge.key)).toHaveLength(1);
  });

  test.each(['payment', 'method'])('finds a %s by metadata once Stripe has forgotten the key', async (kind) => {
    const charge = chargeOf('works', kind === 'method' ? { amountMinor: 0, savesMethod: true } : {});
    double.failRequests(/confirm$/, 'lost', 2);
    await expect(impatient.charge(charge, now)).rejects.toThrow();
    double.forgetKeys();
    const later = new Date(now.getTime() + 25 * 3_600_000);
    expect(await stripe.check(charge, later)).toMatchObject({ status: 'succeeded' });
    expect(await stripe.settle(charge, later)).toMatchObject({ status: 'succeeded' });
    expect(intentsOf(charge.key)).toHaveLength(1);
  });

  test.each([2900, 0])('for an amount of %s, a call that never arrived is not attempted', async (amountMinor) => {
    const charge = chargeOf('works', { amountMinor });
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
    // It cannot be attempted when it arrives at last.
    expect(await stripe.charge(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
    const old = chargeOf('works', { amountMinor, startedAt: new Date(now.getTime() - 25 * 3_600_000) });
    expect(await stripe.check(old, now)).toEqual({
      status: 'failed',
      providerPaymentId: null,
      code: 'not_attempted',
      reason: expect.any(String),
    });
    expect(intentsOf(old.key)).toEqual([]);
  });

  test.each([2900, 0])(
    'for an amount of %s, a persistent failure of Stripe to create it blocks the order for hours',
    async (amountMinor) => {
      const charge = chargeOf('works', { amountMinor });
      const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
      double.failRequests(/POST \/v1\/\w+_intents$/, '500', 10);
      await expect(stripe.charge(charge, now)).rejects.toThrow('Stripe gave no definite response');
      await expect(stripe.settle(charge, hoursLater(1))).rejects.toThrow('Stripe gave no definite response');
      expect(await stripe.settle(charge, hoursLater(3))).toMatchObject({ status: 'failed', code: 'not_attempted' });
    },
  );

  test('finds a successful charge whatever Stripe answers to its creation', async () => {
    const charge = chargeOf('works');
    const { providerPaymentId } = await stripe.charge(charge, now);
    double.failRequests(/POST \/v1\/payment_intents$/, '500', 10);
    const later = new Date(now.getTime() + 3 * 3_600_000);
    expect(await stripe.settle(charge, later)).toMatchObject({ status: 'succeeded', providerPaymentId });
  });

  test('finds a charge by metadata that another release created with other parameters', async () => {
    const charge = chargeOf('works');
    const { providerPaymentId } = await stripe.charge(charge, now);
    const other = { ...charge, amountMinor: 3000 };
    expect(await stripe.settle(other, now)).toMatchObject({ status: 'succeeded', providerPaymentId });
  });

  test.each(['500', '429'] as const)('treats %s as an unknown outcome', async (fault) => {
    const charge = chargeOf('works');
    double.failRequests(/POST \/v1\/payment_intents$/, fault, 2);
    await expect(stripe.charge(charge, now)).rejects.toThrow('Stripe gave no definite response');
  });

  test('times out', async () => {
    double.failRequests(/POST \/v1\/payment_intents$/, 'hang', 2);
    await expect(impatient.charge(chargeOf('works'), now)).rejects.toThrow('Stripe gave no definite response');
  });
});

describe('refusals by Stripe', () => {
  test('a used token', async () => {
    const method = token('works');
    await stripe.charge(chargeOf('', { method }), now);
    const outcome = await stripe.charge(chargeOf('', { method }), now);
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'payment_failed',
      reason: expect.stringContaining('already been used'),
    });
    expect(intentOf(outcome)?.status).toBe('canceled');
  });

  test('an amount below the minimum', async () => {
    const charge = chargeOf('works', { amountMinor: 49 });
    const outcome = await stripe.charge(charge, now);
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'payment_failed',
      reason: 'Stripe: Amount must be at least 50 usd',
    });
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
  });

  test.each([
    ['KWD', 1505],
    ['MGA', 1050],
    ['LYD', 1000],
  ])('%s %i: what it cannot charge exactly is not even asked for', async (currency, amountMinor) => {
    const charge = chargeOf('works', { currency, amountMinor });
    const requestCount = double.requests.length;
    expect(await stripe.charge(charge, now)).toMatchObject({
      status: 'failed',
      code: 'payment_failed',
      providerPaymentId: null,
    });
    expect(await stripe.settle(charge, now)).toMatchObject({ status: 'failed' });
    expect(double.requests).toHaveLength(requestCount);
  });

  test.each([
    ['JPY', 4500, 4500],
    ['ISK', 500, 50_000],
    ['KWD', 1500, 1500],
  ])('%s in its units', async (currency, amountMinor, amount) => {
    const outcome = await stripe.charge(chargeOf('works', { currency, amountMinor }), now);
    expect(intentOf(outcome)?.amount_received).toBe(amount);
    const refund = {
      key: randomUUID(),
      providerPaymentId: outcome.providerPaymentId ?? '',
      amountMinor,
      currency,
      references,
    };
    expect(await stripe.refund(refund, now)).toMatchObject({ status: 'succeeded' });
  });
});

describe('refunds', () => {
  const paid = async () => (await stripe.charge(chargeOf('works'), now)).providerPaymentId ?? '';
  const refundOf = (providerPaymentId: string, amountMinor: number, key = randomUUID() as string) =>
    stripe.refund({ key, providerPaymentId, amountMinor, currency: 'USD', references }, now);

  test('refunds a payment fully', async () => {
    expect(await refundOf(await paid(), 2900)).toEqual({
      status: 'succeeded',
      providerRefundId: expect.stringMatching(/^re_/),
    });
  });

  test('refunds parts, never more than was paid', async () => {
    const id = await paid();
    expect(await refundOf(id, 1000)).toMatchObject({ status: 'succeeded' });
    expect(await refundOf(id, 2000)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('greater than'),
    });
    expect(await refundOf(id, 1900)).toMatchObject({ status: 'succeeded' });
    expect(await refundOf(id, 1)).toMatchObject({ status: 'failed', providerRefundId: null });
  });

  test('refunds once for repeated calls, also after Stripe has forgotten the key', async () => {
    const id = await paid();
    const key = randomUUID();
    const first = await refundOf(id, 1000, key);
    expect(await refundOf(id, 1000, key)).toEqual(first);
    double.forgetKeys();
    expect(await refundOf(id, 1000, key)).toEqual(first);
    expect(double.ledger.all('refund').filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
  });

  test('queries a pending refund by its id and creates nothing more', async () => {
    const id = await paid();
    const key = randomUUID();
    double.ledger.initialRefundStatus = 'pending';
    const { status, providerRefundId } = await refundOf(id, 1000, key).finally(() => {
      double.ledger.initialRefundStatus = 'succeeded';
    });
    expect(status).toBe('pending');
    const ask = () =>
      stripe.refund(
        { key, providerPaymentId: id, providerRefundId, amountMinor: 1000, currency: 'USD', references },
        now,
      );
    expect(await ask()).toEqual({ status: 'pending', providerRefundId });
    double.ledger.finishRefund(providerRefundId ?? '', 'succeeded');
    expect(await ask()).toEqual({ status: 'succeeded', providerRefundId });
    double.ledger.finishRefund(providerRefundId ?? '', 'failed');
    expect(await ask()).toEqual({
      status: 'failed',
      providerRefundId,
      reason: 'Stripe: the refund failed (expired_or_canceled_card).',
    });
    // Even if our metadata is lost.
    Object.assign(double.ledger.objects.get(providerRefundId ?? '') ?? {}, { metadata: {} });
    expect(await ask()).toMatchObject({ status: 'failed' });
    expect(double.ledger.all('refund').filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
  });

  test('treats no answer as an unknown outcome', async () => {
    const id = await paid();
    const key = randomUUID();
    double.failRequests(/POST \/v1\/refunds/, 'lost', 2);
    const request = { key, providerPaymentId: id, amountMinor: 2900, currency: 'USD', references };
    await expect(impatient.refund(request, now)).rejects.toThrow('Stripe gave no definite response');
    expect(await stripe.refund(request, now)).toMatchObject({ status: 'succeeded' });
    expect(double.ledger.all('refund').filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
  });
});

describe('the secret key', () => {
  const wrong = 'sk_test_wrong51HUnter2secretKey';

  test('if rejected, charges nothing and is shown to no one', async () => {
    const refused = stripeProvider({ secretKey: wrong, apiUrl: double.url });
    const outcome = await refused.charge(chargeOf('works'), now);
    expect(outcome).toMatchObject({ status: 'failed', code: 'payment_failed' });
    expect(JSON.stringify(outcome)).not.toMatch(/HUnter2|tKey/);
    const error = await refused.settle(chargeOf('works'), now).catch((thrown: unknown) => thrown);
    expect(inspected(error)).not.toMatch(/HUnter2|tKey/);
    expect(String(error)).toContain('StripeAuthenticationError');
  });

  test('if rejected, fails no renewal: the outcome is unknown until the key is valid again', async () => {
    const refused = stripeProvider({ secretKey: wrong, apiUrl: double.url });
    const method = { kind: 'saved', customerId: 'cus_1', methodId: 'pm_1' } as const;
    const charge = chargeOf('', { method, isOffSession: true });
    await expect(refused.charge(charge, now)).rejects.toThrow();
    await expect(refused.settle(charge, now)).rejects.toThrow();
    expect(await stripe.check(charge, now)).toMatchObject({ status: 'failed', code: 'not_attempted' });
  });

  test('is in no error message', async () => {
    double.failRequests(/POST \/v1\/payment_intents$/, '500');
    const failed = await stripe.charge(chargeOf('works'), now).catch((thrown: unknown) => thrown);
    const nowhere = stripeProvider({ secretKey: doubleKeys.secretKey, apiUrl: 'http://127.0.0.1:9' });
    const unreachable = await nowhere.charge(chargeOf('works'), now).catch((thrown: unknown) => thrown);
    for (const error of [failed, unreachable]) {
      expect(error).toBeInstanceOf(Error);
      expect(inspected(error)).not.toContain('HUnter2');
    }
  });

  test('is sent to Stripe only, without its library’s telemetry', () => {
    expect(double.requests.length).toBeGreaterThan(0);
    for (const { headers } of double.requests) {
      expect(headers['x-stripe-client-telemetry']).toBeUndefined();
      expect(headers['stripe-version']).toBe('2026-10-28.endive');
    }
  });

  const inspected = (error: unknown) => inspect(error, { depth: 10, showHidden: true });
});
