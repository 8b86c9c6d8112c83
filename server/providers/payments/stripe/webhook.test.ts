import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { doubleKeys, StripeDouble } from '#server/testing/stripe/double.ts';
import { readStripeWebhook } from './webhook.ts';

const double = new StripeDouble();
const now = new Date('2026-11-21T12:00:00Z');
const key = randomUUID();
const storeId = 'STO_1';
const intent = { id: 'pi_1', object: 'payment_intent', metadata: { storeId, paymentId: key } };
const read = ({ body, signature }: { body: string; signature: string | undefined }, at = now) =>
  readStripeWebhook(new TextEncoder().encode(body), signature, doubleKeys.webhookSecret, at);
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'setup_intent.requires_action',
])('%s names its charge', async (type) => {
  expect(await read(double.webhook(type, intent, now))).toEqual({
    about: 'charge',
    storeId,
    key,
    providerPaymentId: 'pi_1',
  });
});

test.each(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])(
  '%s names its refund',
  async (type) => {
    const refund = { id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: { storeId, refundId: key } };
    const notificationOf = { about: 'refund', storeId, key, providerRefundId: 're_1', providerPaymentId: 'pi_1' };
    expect(await read(double.webhook(type, refund, now))).toEqual(notificationOf);
    // Made by hand at Stripe, so not ours. Old ones belong to a charge without an intent.
    const byHand = { ...refund, metadata: {}, payment_intent: null };
    expect(await read(double.webhook(type, byHand, now))).toEqual({
      ...notificationOf,
      storeId: null,
      key: null,
      providerPaymentId: null,
    });
  },
);

test('charge.refunded names the charge whose refunds must be queried', async () => {
  const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: { storeId, paymentId: key } };
  const notificationOf = { about: 'refunds', storeId, providerPaymentId: 'pi_1' };
  expect(await read(double.webhook('charge.refunded', charge, now))).toEqual(notificationOf);
  expect(await read(double.webhook('charge.refunded', { ...charge, payment_intent: null }, now))).toBe('other');
});

test.each([
  ['of another kind', 'charge.dispute.created', intent],
  ['of something that is not ours', 'payment_intent.succeeded', { ...intent, metadata: {} }],
  ['without metadata', 'setup_intent.succeeded', { id: 'seti_1' }],
])('an event %s is passed over', async (_, type, object) => {
  expect(await read(double.webhook(type, object, now))).toBe('other');
});

test('a signature is valid for five minutes', async () => {
  const sent = double.webhook('payment_intent.succeeded', intent, now);
  expect(await read(sent, later(300))).toEqual({ about: 'charge', storeId, key, providerPaymentId: 'pi_1' });
  expect(await read(sent, later(301))).toBe('refused');
});

test('rejects webhooks without a valid signature of Stripe', async () => {
  const sent = double.webhook('payment_intent.succeeded', intent, now);
  expect(await read({ ...sent, signature: undefined })).toBe('refused');
  expect(await read({ ...sent, signature: 'nonsense' })).toBe('refused');
  expect(await read({ ...sent, body: sent.body.replace('pi_1', 'pi_2') })).toBe('refused');
  expect(await read({ ...sent, body: ` ${sent.body}` })).toBe('refused');
  expect(await read({ ...sent, body: '' })).toBe('refused');
  expect(await read(double.webhook('payment_intent.succeeded', intent, now, 'whsec_of_somebody_else'))).toBe('refused');
});
