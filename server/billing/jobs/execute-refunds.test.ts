import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails, orders, refunds as refundRows, sandboxRefunds, stores } from '#db/schema/index.ts';
import { ProviderUnavailable } from '#server/providers/payments/index.ts';
import type { PaymentProvider, RefundOutcome } from '#server/providers/payments/provider.ts';
import { sandboxProvider } from '#server/providers/payments/sandbox.ts';
import { platformNotifications } from '#server/stores/rules/store.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { freeze, paidOrder, review } from '#server/testing/orders/refunds.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { executeRefunds } from './execute-refunds.ts';

const sandbox = sandboxProvider(db);
const seconds = (at: Date, count: number) => new Date(at.getTime() + count * 1000);

/** A payment of 34.51 with 5.51 tax in a store of its own, and a refund of part of it. */
async function started(amount: string | undefined = '10.00') {
  const merchant = await newMerchant();
  const paid = await paidOrder(merchant, {}, { country: 'DE' });
  const at = await freeze(merchant);
  await merchant.call('refund/create-refund', { paymentId: paid.paymentId, amount });
  const [first] = await paid.refunds();
  if (!first) throw new Error('no refund');
  const requests: string[] = [];
  /** Runs a round at `now`, with the sandbox or another provider. */
  const round = async (now: Date, refund: PaymentProvider['refund'] = sandbox.refund) => {
    const decided = await executeRefunds(db, now, {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
      providerOf: () => ({
        ...sandbox,
        refund: (request, moment) => {
          requests.push(request.key);
          return refund(request, moment);
        },
      }),
    });
    await emailEvents(merchant, 'refund.succeeded', 'refund.failed');
    return decided;
  };
  const row = async () => (await db.select().from(refundRows).where(eq(refundRows.id, first.id)))[0];
  const given = () => db.select().from(sandboxRefunds).where(eq(sandboxRefunds.chargeKey, paid.payment.id));
  return { merchant, ...paid, at, first, asked: requests, round, row, given };
}

const charged = [
  ['charge', 'provider_balance', 3451],
  ['charge', 'sales', -2900],
  ['charge', 'tax_payable', -551],
];
const refunded = [
  ['refund', 'refunds', 840],
  ['refund', 'tax_payable', 160],
  ['refund', 'provider_balance', -1000],
];

test('makes, books and reports a refund', async () => {
  const { at, round, row, given, ledgerEntries, events } = await started();
  expect(await round(at)).toBe(1);
  expect(await row()).toMatchObject({
    status: 'succeeded',
    providerRefundId: expect.stringMatching(/^sandbox_refund_/),
    nextAttemptAt: null,
    succeededAt: at,
    failureReason: null,
  });
  expect((await given()).map(({ status, amountMinor }) => [status, amountMinor])).toEqual([['succeeded', 1000]]);
  expect(await ledgerEntries()).toEqual([...charged, ...refunded]);
  expect((await events()).slice(-2)).toEqual(['refund.started', 'refund.succeeded']);
  expect(await round(seconds(at, 86_400))).toBe(0);
});

test('makes several refunds of a payment once each when workers run concurrently', async () => {
  const { merchant, paymentId, at, round, given, ledgerEntries, asked: requests } = await started();
  for (const amount of ['0.01', '12.34', undefined]) await merchant.call('refund/create-refund', { paymentId, amount });
  await Promise.all(Array.from({ length: 4 }, () => round(at)));
  expect((await given()).reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(3451);
  expect(requests).toHaveLength(4);
  const entries = await ledgerEntries();
  const balance = (name: string) =>
    entries.reduce((sum, [, account, amount]) => (account === name ? sum + Number(amount) : sum), 0);
  expect([balance('provider_balance'), balance('tax_payable'), balance('sales') + balance('refunds')]).toEqual([
    0, 0, 0,
  ]);
});

test('fails a rejected refund for good, frees its amount and notifies the owner', async () => {
  const { merchant, paymentId, at, round, row, ledgerEntries, events } = await started();
  const reason = 'Stripe: the account is closed.';
  await round(at, async () => ({ status: 'failed', providerRefundId: null, reason }));
  expect(await row()).toMatchObject({ status: 'failed', failureReason: reason, nextAttemptAt: null });
  expect(await ledgerEntries()).toEqual(charged);
  expect((await events()).at(-1)).toBe('refund.failed');
  const [email] = await db.select().from(emails).where(eq(emails.recipient, merchant.email));
  expect(email?.subject).toBe('[Test] Refund failed');
  expect(email?.body).toContain('A refund of $10.00 for “Handbook”');
  expect(email?.body).toContain(reason);
  const again = await merchant.call('refund/create-refund', { paymentId });
  expect(again.body.data.refund.amount).toBe('34.51');
});

describe('the buyer', () => {
  /** The emails to a recipient, oldest first. */
  const emailsTo = (recipient: string) =>
    db.select().from(emails).where(eq(emails.recipient, recipient)).orderBy(emails.createdAt);

  /** A refund of 10.00 to a buyer of its own, whose language is German. */
  async function toBuyer() {
    const given = await started();
    const recipient = `${randomUUID()}@example.com`;
    await db.update(orders).set({ buyerEmail: recipient, language: 'de-AT' }).where(eq(orders.id, given.order.id));
    return { ...given, readEmails: () => emailsTo(recipient) };
  }
  const turnOff = ({ store }: TestMerchant, ...switches: string[]) =>
    db
      .update(stores)
      .set({ notificationSettings: Object.fromEntries(switches.map((name) => [name, false])) })
      .where(eq(stores.id, store.id));

  test('is emailed once about a refund without a request, after it succeeds', async () => {
    const { at, round, readEmails: sentEmails } = await toBuyer();
    await round(at, async ({ key }) => ({ status: 'pending', providerRefundId: `slow_${key}` }));
    expect(await sentEmails()).toEqual([]);
    const succeed: PaymentProvider['refund'] = async ({ key }) => ({
      status: 'succeeded',
      providerRefundId: `slow_${key}`,
    });
    await Promise.all([1, 2, 3].map(() => round(seconds(at, 60), succeed)));
    const [email, ...more] = await sentEmails();
    expect(more).toEqual([]);
    // In test, emails to addresses outside the store stay in the mailbox.
    expect(email).toMatchObject({
      status: 'kept',
      subject: '[Test] Ihre Erstattung über $\u00a010,00 von „Test Store“',
    });
    expect(email?.body).toContain(
      '„Test Store“ hat $\u00a010,00 für „Handbook“ auf Ihre ursprüngliche Zahlungsmethode erstattet.',
    );
    expect(email?.body).toContain('MwSt.');
  });

  test('is not emailed about a failed refund', async () => {
    const { at, round, readEmails: sentEmails } = await toBuyer();
    await round(at, async () => ({ status: 'failed', providerRefundId: null, reason: 'No.' }));
    expect(await sentEmails()).toEqual([]);
  });

  test('is not emailed if the store has turned off emailRefundSucceeded', async () => {
    const off = await toBuyer();
    await turnOff(off.merchant, 'emailRefundSucceeded');
    await off.round(off.at);
    expect([(await off.row())?.status, await off.readEmails()]).toEqual(['succeeded', []]);
    const on = await toBuyer();
    await turnOff(on.merchant, ...platformNotifications.filter((other) => other !== 'emailRefundSucceeded'));
    await on.round(on.at);
    expect(await on.readEmails()).toHaveLength(1);
  });

  test('is refunded with a notice to the owner, unless the store has turned off notifyRefundSucceeded', async () => {
    const noticesTo = async (merchant: TestMerchant) =>
      (await emailsTo(merchant.email)).filter(({ kind }) => kind === 'refund_notice');
    const off = await toBuyer();
    await turnOff(off.merchant, 'notifyRefundSucceeded');
    await off.round(off.at);
    await off.readEmails();
    const on = await toBuyer();
    await on.round(on.at);
    const [{ recipient } = { recipient: '' }] = await on.readEmails();
    expect(await noticesTo(off.merchant)).toEqual([]);
    const [notice, ...more] = await noticesTo(on.merchant);
    expect(more).toEqual([]);
    expect(notice?.body).toContain(`${recipient} was refunded`);
  });

  test('is not emailed a second time if the refund’s request was approved', async () => {
    const merchant = await newMerchant();
    const email = `${randomUUID()}@example.com`;
    const { requestRefund, refunds } = await paidOrder(merchant, {}, { country: 'DE', email });
    const ticketId = await requestRefund({ amount: '10.00' });
    const at = await freeze(merchant);
    await review(merchant, { ticketId, decision: 'approve' });
    await emailEvents(merchant, 'refund_ticket.approved');
    expect(await emailsTo(email)).toHaveLength(1);
    await executeRefunds(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
    expect((await refunds()).map(({ status }) => status)).toEqual(['succeeded']);
    await emailEvents(merchant, 'refund.succeeded');
    expect(await emailsTo(email)).toHaveLength(1);
  });
});

describe('an unknown outcome', () => {
  const lost: PaymentProvider['refund'] = async (...given) => {
    await sandbox.refund(...given);
    throw new Error('the line broke');
  };

  test('is retried with growing delays, and refunded once', async () => {
    const { at, round, row, given, asked: requests, ledgerEntries } = await started();
    await round(at, lost);
    expect(await row()).toMatchObject({ status: 'pending', nextAttemptAt: seconds(at, 60) });
    expect(await round(seconds(at, 59))).toBe(0);
    await round(seconds(at, 60), lost);
    expect((await row())?.nextAttemptAt).toEqual(seconds(at, 120));
    await round(seconds(at, 120), lost);
    expect((await row())?.nextAttemptAt).toEqual(seconds(at, 240));
    await round(seconds(at, 86_400), lost);
    expect((await row())?.nextAttemptAt).toEqual(seconds(at, 86_400 + 6 * 3600));
    expect(requests).toHaveLength(4);
    expect(await round(seconds(at, 2 * 86_400))).toBe(1);
    expect((await row())?.status).toBe('succeeded');
    expect(await given()).toHaveLength(1);
    expect(await ledgerEntries()).toEqual([...charged, ...refunded]);
  });

  test('does not block other refunds', async () => {
    const { merchant, paymentId, first, at, round, refunds } = await started();
    for (let time = 0; time < 6; time += 1) await merchant.call('refund/create-refund', { paymentId, amount: '1.00' });
    const done = await round(at, (request, now) =>
      request.key === first.id ? Promise.reject(new Error('no answer')) : sandbox.refund(request, now),
    );
    expect(done).toBe(6);
    expect((await refunds()).filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([first.id]);
  });

  test('stops asking a provider that times out in a round, without postponing its refunds', async () => {
    const { merchant, paymentId, at, refunds } = await started();
    for (let time = 0; time < 6; time += 1) await merchant.call('refund/create-refund', { paymentId, amount: '1.00' });
    let clockMs = 0;
    await executeRefunds(db, at, {
      scope: { merchantId: merchant.id, storeId: merchant.store.id },
      elapsedMs: () => {
        clockMs += 40_000;
        return clockMs;
      },
      providerOf: () => ({ ...sandbox, refund: () => Promise.reject(new Error('no answer')) }),
    });
    const untouched = (await refunds()).filter(({ nextAttemptAt }) => nextAttemptAt?.getTime() === at.getTime());
    expect(untouched.length).toBeGreaterThanOrEqual(3);
  });

  test('waits for a provider that is not configured', async () => {
    const { merchant, at, row, round } = await started();
    const missing = () => {
      throw new ProviderUnavailable('its keys are missing');
    };
    expect(
      await executeRefunds(db, at, {
        scope: { merchantId: merchant.id, storeId: merchant.store.id },
        providerOf: missing,
      }),
    ).toBe(0);
    expect(await row()).toMatchObject({ status: 'pending', nextAttemptAt: at });
    expect(await round(at)).toBe(1);
  });
});

describe('a pending refund at the provider', () => {
  const pending: PaymentProvider['refund'] = async ({ key }) => ({ status: 'pending', providerRefundId: `re_${key}` });

  test('is checked by its provider ID until it succeeds', async () => {
    const { at, first, round, row, ledgerEntries, events } = await started();
    expect(await round(at, pending)).toBe(0);
    expect(await row()).toMatchObject({ status: 'pending', providerRefundId: `re_${first.id}` });
    expect(await ledgerEntries()).toEqual(charged);
    const known: unknown[] = [];
    await round(seconds(at, 60), async ({ providerRefundId, ...request }, now) => {
      known.push(providerRefundId);
      return await pending({ ...request }, now);
    });
    expect(known).toEqual([`re_${first.id}`]);
    expect(await round(seconds(at, 120))).toBe(1);
    expect(await ledgerEntries()).toEqual([...charged, ...refunded]);
    expect((await events()).filter((type) => type === 'refund.succeeded')).toHaveLength(1);
  });
});

describe('later updates from a provider', () => {
  const options = { actor: { kind: 'worker', by: 'test' } } as const;
  const bounced: RefundOutcome = { status: 'failed', providerRefundId: null, reason: 'The account was closed.' };

  test('books a bounced refund back once, and frees its amount', async () => {
    const { merchant, paymentId, first, at, round, row, ledgerEntries, events } = await started();
    await round(at);
    const { providerRefundId } = (await row()) ?? {};
    await Promise.all([1, 2, 3].map(() => recordRefund(db, first, bounced, options, seconds(at, 100))));
    expect(await row()).toMatchObject({ status: 'failed', failureReason: bounced.reason, providerRefundId });
    expect(await ledgerEntries()).toEqual([
      ...charged,
      ...refunded,
      ['refund_reversed', 'provider_balance', 1000],
      ['refund_reversed', 'refunds', -840],
      ['refund_reversed', 'tax_payable', -160],
    ]);
    expect((await events()).slice(-2)).toEqual(['refund.succeeded', 'refund.failed']);
    expect((await merchant.call('refund/create-refund', { paymentId })).body.data.refund).toMatchObject({
      amount: '34.51',
      taxAmount: '5.51',
    });
  });

  test('ignores updates that are older than the recorded one', async () => {
    const { first, at, round, row, ledgerEntries } = await started();
    await round(at);
    await recordRefund(db, first, { status: 'pending', providerRefundId: 'other' }, options, at);
    await recordRefund(db, first, { status: 'succeeded', providerRefundId: 'other' }, options, at);
    expect(await row()).toMatchObject({ status: 'succeeded', providerRefundId: `sandbox_refund_${first.id}` });
    expect(await ledgerEntries()).toEqual([...charged, ...refunded]);
  });

  test('keeps a failed refund failed', async () => {
    const { first, at, round, row, ledgerEntries } = await started();
    await round(at, async () => bounced);
    await recordRefund(db, first, { status: 'succeeded', providerRefundId: 'late' }, options, at);
    expect((await row())?.status).toBe('failed');
    expect(await ledgerEntries()).toEqual(charged);
  });
});

describe('kill -9 in the middle of a refund', () => {
  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('%s the provider’s refund: makes and books it once', { timeout: 60_000 }, async (when, refundCount) => {
    const { merchant, at, round, row, given, ledgerEntries } = await started();
    const child = spawn(process.execPath, [
      'server/testing/crashes/die-while-refunding.ts',
      databaseUrl,
      merchant.id,
      merchant.store.id,
      at.toISOString(),
      when,
    ]);
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect([(await row())?.status, (await given()).length]).toEqual(['pending', refundCount]);
    // The crashed worker's claim on the refund has not expired yet.
    expect(await round(seconds(at, 30))).toBe(0);
    expect(await round(seconds(at, 60))).toBe(1);
    expect((await row())?.status).toBe('succeeded');
    expect(await given()).toHaveLength(1);
    expect(await ledgerEntries()).toEqual([...charged, ...refunded]);
  });
});
