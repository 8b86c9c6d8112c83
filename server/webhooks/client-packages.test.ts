/** The receivers of the published packages, unmodified, with deliveries that the server sends. */
import { Webhook } from '@waffo/pancake-nextjs';
import { verifyWebhook } from '@waffo/pancake-ts';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { webhookKeys } from '#db/schema/index.ts';
import { newQuietStore } from '#server/testing/webhooks/quiet-store.ts';
import { newReceiver, type ReceivedRequest } from '#server/testing/webhooks/receiver.ts';
import { newWebhookSecret } from './webhooks.ts';

test('the packages verify a delivery and call its handler', async () => {
  const store = await newQuietStore(1);
  const [orderId = ''] = store.orderIds;
  const receiver = await newReceiver();
  const secret = newWebhookSecret();
  await store.addWebhook(receiver.url, { secret });
  await store.recordEvents(orderId, ['subscription.canceling']);
  await store.relay();
  // The packages compare the signature's time with the current time.
  await store.deliver(new Date());
  const [{ headers, text, body } = {} as ReceivedRequest, ...more] = receiver.requests;
  expect(more).toEqual([]);
  const keys = await store.db.select().from(webhookKeys);
  const publicKeys = Object.fromEntries(keys.map(({ environment, publicKey }) => [environment, publicKey]));

  const handled: unknown[] = [];
  const post = Webhook({
    verifyOptions: { publicKeys },
    onSubscriptionCanceling: async (event) => void handled.push(event),
    onSubscriptionCanceled: async () => expect.unreachable('another handler was called'),
  });
  const send = async (sent: string) => {
    const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return (await post(new Request(receiver.url, { method: 'POST', headers: fields, body: sent }))).status;
  };
  expect([await send(text), await send(`${text} `), handled]).toEqual([200, 401, [body]]);

  const signature = String(headers['x-waffo-signature']);
  expect(verifyWebhook(text, signature, { publicKeys, environment: 'test' })).toEqual(body);
  expect(() => verifyWebhook(text, signature, { publicKeys, environment: 'prod' })).toThrow(
    'Invalid webhook signature',
  );

  const standard = { ...headers } as Record<string, string>;
  expect(new StandardWebhook(secret).verify(text, standard)).toEqual(body);
  expect(() => new StandardWebhook(newWebhookSecret()).verify(text, standard)).toThrow('No matching signature found');
});
