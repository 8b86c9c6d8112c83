/** The sandbox provider: its outcomes, its delays and its refunds. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sandboxCharges, sandboxMethods } from '#db/schema/index.ts';
import { ProviderUnavailable, providerNamed } from '#server/providers/payments/index.ts';
import type { Charge, PaymentMethod } from '#server/providers/payments/provider.ts';
import { answerChallenge, sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { sandboxCards } from '#server/providers/rules/sandbox-cards.ts';
import { db } from '#server/testing/api.ts';

const sandbox = sandboxProvider(db, { wait: async () => {} });
const start = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const references = { storeId: 'STO_1' };
const cardOf = (number: string): PaymentMethod => ({
  kind: 'card',
  card: { number, expiryMonth: 12, expiryYear: 2040, cvc: sandboxCards[number]?.brand === 'amex' ? '1234' : '123' },
});

function chargeOf(number: string, more: Partial<Charge> = {}): Charge {
  return {
    key: randomUUID(),
    providerPaymentId: null,
    amountMinor: 3451,
    currency: 'USD',
    startedAt: start,
    method: cardOf(number),
    savesMethod: false,
    isOffSession: false,
    buyerEmail: 'buyer@example.com',
    description: 'Handbook',
    returnUrl: 'https://shop.example/store/checkout/session',
    references,
    ...more,
  };
}

/** Saves a card and returns the stored method. */
async function saveCard(number: string): Promise<PaymentMethod> {
  const outcome = await sandbox.charge(chargeOf(number, { amountMinor: 0 }), start);
  if (outcome.status !== 'succeeded' || !outcome.saved) throw new Error('not kept');
  return { kind: 'saved', ...outcome.saved };
}

describe('a charge', () => {
  test('is made once per key, also under concurrency, with the same outcome', async () => {
    const charge = chargeOf('4242424242424242');
    const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.charge(charge, start)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const other = { ...charge, method: cardOf('4000000000000002') };
    expect(await sandbox.charge(other, start)).toMatchObject({ status: 'succeeded' });
  });

  test('rejects any other number without storing it', async () => {
    const charge = chargeOf('4111111111111111');
    await expect(sandbox.charge(charge, start)).rejects.toThrow('only its own test cards');
    expect(await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, charge.key))).toEqual([]);
    expect(
      sandbox.summarize({ number: '4111111111111111', expiryMonth: 1, expiryYear: 2040, cvc: '1' }),
    ).toBeUndefined();
  });

  test('returns the card’s details, as does check, which changes nothing', async () => {
    const charge = chargeOf('378282246310005');
    const paid = {
      status: 'succeeded',
      providerPaymentId: `sandbox_${charge.key}`,
      method: { type: 'card', brand: 'amex', last4: '0005' },
    };
    expect(await sandbox.charge(charge, start)).toMatchObject(paid);
    expect(await sandbox.check(charge, later(5))).toMatchObject(paid);
    expect(await sandbox.settle(charge, later(5))).toMatchObject(paid);
  });

  test('that never arrived is reported by check and closed by settle', async () => {
    const charge = chargeOf('4242424242424242');
    const missing = { status: 'failed', code: 'not_attempted' };
    expect(await sandbox.check(charge, start)).toMatchObject(missing);
    expect(await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, charge.key))).toEqual([]);
    expect(await sandbox.settle(charge, start)).toMatchObject(missing);
    expect(await sandbox.charge(charge, start)).toMatchObject(missing);
  });

  test('that is pending is decided after its delay', async () => {
    const [good, bad] = [chargeOf('4000009900004006'), chargeOf('4000009900005003')];
    for (const charge of [good, bad]) {
      expect(await sandbox.charge(charge, start)).toMatchObject({ status: 'processing' });
      expect(await sandbox.settle(charge, later(19))).toMatchObject({ status: 'processing' });
    }
    expect(await sandbox.check(good, later(20))).toMatchObject({ status: 'succeeded' });
    expect(await sandbox.check(bad, later(20))).toMatchObject({ status: 'failed', code: 'payment_failed' });
  });
});

describe('a challenge', () => {
  test('is at an address below the checkout page, which check returns', async () => {
    const charge = chargeOf('4000002760003184');
    const waiting = { status: 'requires_action', actionUrl: `/store/checkout/session/challenge/${charge.key}` };
    expect(await sandbox.charge(charge, start)).toMatchObject(waiting);
    expect(await sandbox.check(charge, later(600))).toMatchObject(waiting);
  });

  test('ends when the charge is settled, and rejects later answers', async () => {
    const charge = chargeOf('4000002760003184');
    await sandbox.charge(charge, start);
    const closed = { status: 'failed', code: 'authentication_abandoned' };
    expect(await sandbox.settle(charge, later(1))).toMatchObject(closed);
    expect(await answerChallenge(db, charge.key, true, later(2))).toMatchObject(closed);
  });

  test('has one outcome for concurrent answer and settlement', async () => {
    for (let round = 0; round < 10; round += 1) {
      const charge = chargeOf('4000002760003184');
      await sandbox.charge(charge, start);
      await Promise.all([answerChallenge(db, charge.key, true, start), sandbox.settle(charge, start)]);
      const outcomes = await Promise.all([sandbox.check(charge, start), answerChallenge(db, charge.key, false, start)]);
      expect(outcomes[0]).toEqual(outcomes[1]);
      expect(outcomes[0].status).toMatch(/^(succeeded|failed)$/);
    }
  });

  test('cannot be answered for an unknown charge or one without a challenge', async () => {
    const charge = chargeOf('4242424242424242');
    await sandbox.charge(charge, start);
    expect(await answerChallenge(db, charge.key, false, start)).toMatchObject({ status: 'succeeded' });
    expect(await answerChallenge(db, randomUUID(), true, start)).toMatchObject({ code: 'not_attempted' });
  });
});

describe('a saved card', () => {
  test('is charged off-session without revealing its number', async () => {
    const method = await saveCard('4242424242424242');
    // The random ID may contain four of the digits by chance.
    expect(JSON.stringify(method)).not.toContain('42424242');
    const renewal = chargeOf('', { method, isOffSession: true });
    expect(await sandbox.charge(renewal, start)).toMatchObject({
      status: 'succeeded',
      method: { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2040 },
    });
  });

  test.each([
    ['4000000000000341', 'card_declined'],
    ['4000002500003155', 'authentication_required'],
  ])('%s can be saved, and is declined as %s later', async (number, code) => {
    const method = await saveCard(number);
    const renewal = chargeOf('', { method, isOffSession: true });
    expect(await sandbox.charge(renewal, start)).toMatchObject({ status: 'failed', code });
  });

  test('is saved after its challenge is passed, and is challenged again later', async () => {
    const charge = chargeOf('4000002760003184', { savesMethod: true });
    const waiting = await sandbox.charge(charge, start);
    expect(waiting).not.toHaveProperty('saved');
    const outcome = await answerChallenge(db, charge.key, true, start);
    if (outcome.status !== 'succeeded' || !outcome.saved) throw new Error('not kept');
    const renewal = chargeOf('', { method: { kind: 'saved', ...outcome.saved }, isOffSession: true });
    expect(await sandbox.charge(renewal, start)).toMatchObject({ code: 'authentication_required' });
  });

  test('is saved once for repeated charges with one key', async () => {
    const charge = chargeOf('4242424242424242', { savesMethod: true });
    const answers = await Promise.all(Array.from({ length: 5 }, () => sandbox.charge(charge, start)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const [first] = answers;
    const methodId = first?.status === 'succeeded' ? (first.saved?.methodId ?? '') : '';
    expect(await db.select().from(sandboxMethods).where(eq(sandboxMethods.id, methodId))).toHaveLength(1);
  });

  test('is not saved after a decline or without request; an unknown one is declined', async () => {
    const declined = await sandbox.charge(chargeOf('4000000000000002', { savesMethod: true }), start);
    expect(declined).not.toHaveProperty('saved');
    expect(await sandbox.charge(chargeOf('4242424242424242'), start)).not.toHaveProperty('saved');
    const unknown: PaymentMethod = { kind: 'saved', customerId: null, methodId: 'sandbox_method_0' };
    expect(await sandbox.charge(chargeOf('', { method: unknown, isOffSession: true }), start)).toMatchObject({
      status: 'failed',
      code: 'card_declined',
    });
  });
});

describe('a refund', () => {
  async function paid(number = '4242424242424242') {
    const charge = chargeOf(number, { amountMinor: 1000 });
    const { providerPaymentId } = await sandbox.charge(charge, start);
    const refund = (amountMinor: number, key = randomUUID(), currency = 'USD', now = later(60)) =>
      sandbox.refund({ key, providerPaymentId: providerPaymentId ?? '', amountMinor, currency, references }, now);
    return { charge, refund };
  }

  test('can be partial, up to the charged amount', async () => {
    const { refund } = await paid();
    expect(await refund(400)).toMatchObject({ status: 'succeeded' });
    expect(await refund(601)).toMatchObject({ status: 'failed' });
    expect(await refund(600)).toMatchObject({ status: 'succeeded' });
    expect(await refund(1)).toMatchObject({ status: 'failed' });
  });

  test('is made once per key', async () => {
    const { refund } = await paid();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(600, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(answers[0])]));
    expect(answers[0]?.status).toBe('succeeded');
    expect(await refund(400)).toMatchObject({ status: 'succeeded' });
  });

  test('never exceeds the charge with ten concurrent refunds', async () => {
    const { refund } = await paid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(300)));
    expect(answers.filter(({ status }) => status === 'succeeded')).toHaveLength(3);
    expect(await refund(100)).toMatchObject({ status: 'succeeded' });
  });

  test('is rejected for zero, another currency, or an unpaid charge', async () => {
    const { refund } = await paid();
    expect(await refund(0)).toMatchObject({ status: 'failed' });
    expect(await refund(-100)).toMatchObject({ status: 'failed' });
    expect(await refund(100, randomUUID(), 'EUR')).toMatchObject({ status: 'failed' });
    const declined = await paid('4000000000000002');
    expect(await declined.refund(100)).toMatchObject({ status: 'failed' });
    const pending = await paid('4000009900004006');
    expect(await pending.refund(100, randomUUID(), 'USD', later(10))).toMatchObject({ status: 'failed' });
    expect(await pending.refund(100, randomUUID(), 'USD', later(30))).toMatchObject({ status: 'succeeded' });
    const unknown = {
      key: randomUUID(),
      providerPaymentId: `sandbox_${randomUUID()}`,
      amountMinor: 1,
      currency: 'USD',
      references,
    };
    await expect(sandbox.refund(unknown, start)).rejects.toThrow('no such charge');
  });
});

describe('after a test clock is removed', () => {
  test('outcomes stay unchanged and charges can be refunded', async () => {
    const charge = chargeOf('4000009900004006', { amountMinor: 1000 });
    const { providerPaymentId } = await sandbox.charge(charge, later(1000));
    expect(await sandbox.check(charge, later(1030))).toMatchObject({ status: 'succeeded' });
    expect(await sandbox.check(charge, start)).toMatchObject({ status: 'succeeded' });
    const refund = {
      key: randomUUID(),
      providerPaymentId: providerPaymentId ?? '',
      amountMinor: 1000,
      currency: 'USD',
      references,
    };
    expect(await sandbox.refund(refund, start)).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['4000009900004006', 'succeeded'],
    ['4000009900005003', 'failed'],
  ])('the pending charge of %s is decided', async (number, status) => {
    const charge = chargeOf(number, { amountMinor: 1000 });
    expect(await sandbox.charge(charge, later(1000))).toMatchObject({ status: 'processing' });
    expect(await sandbox.check(charge, later(1010))).toMatchObject({ status: 'processing' });
    expect(await sandbox.check(charge, start)).toMatchObject({ status });
  });
});

test('always uses the sandbox in test, and a payment’s own provider for old payments', () => {
  expect(providerNamed(db, 'sandbox').name).toBe('sandbox');
  expect(() => providerNamed(db, 'elsewhere')).toThrow(ProviderUnavailable);
  expect(() => providerNamed(db, 'constructor')).toThrow(ProviderUnavailable);
});
