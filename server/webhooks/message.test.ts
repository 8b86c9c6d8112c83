/** The request for each channel, and the meaning of its answers. */
import { createHmac, generateKeyPairSync, sign as signNow, verify } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { db, newMerchant } from '#server/testing/api.ts';
import { webhookComposer } from './compose.ts';
import { messageFor, readAnswer, retryAfterOf } from './message.ts';
import { type WebhookChannel, webhookChannels } from './rules/webhook.ts';
import { webhookEvents } from './rules/webhook-events.ts';
import type { Sign } from './sign.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sign: Sign = async (environment, text) => ({
  keyId: `key of ${environment}`,
  value: signNow('RSA-SHA256', Buffer.from(text), privateKey).toString('base64'),
});
const noSign: Sign = () => Promise.reject(new Error('a chat was signed for'));
const now = new Date('2026-03-01T12:00:00.250Z');
const orderUrl = (orderId: string) => `https://shop.example/dashboard/s/prod/orders/${orderId}`;

function deliveryOf(data: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const body = {
    id: '0190c9a0-0000-7000-8000-000000000001',
    timestamp: '2026-03-01T11:59:59.000Z',
    eventType: 'order.completed',
    eventId: '0190c9a0-0000-7000-8000-000000000002',
    storeId: 'STO_1',
    storeName: 'Kettle & Crema',
    mode: 'prod',
    data: {
      orderId: 'ORD_1',
      buyerEmail: 'jo@example.com',
      currency: 'USD',
      amount: '29.00',
      productName: 'Handbook',
      ...data,
    },
    ...more,
  };
  const { id, eventType } = body;
  const environment = body.mode === 'test' ? ('test' as const) : ('prod' as const);
  return { id, eventType: eventType as 'order.completed', sequence: 3, environment, body: JSON.stringify(body) };
}

const hook = (channel: WebhookChannel, secret: string | null = null, url = 'https://example.com/hook?a=1') => ({
  channel,
  url,
  secret,
});

// biome-ignore lint/suspicious/noExplicitAny: the tests check each chat's format
async function chat(channel: WebhookChannel, delivery = deliveryOf(), webhook = hook(channel)): Promise<any> {
  const request = await messageFor(delivery, webhook, noSign, now, { orderUrl });
  expect(request.url).toBe(webhook.url);
  expect(request.headers).toEqual({
    'User-Agent': 'Counterfoil-Webhooks/1',
    'Content-Type': 'application/json; charset=utf-8',
  });
  return JSON.parse(request.body);
}

describe('http', () => {
  test('sends the stored body with a current signature', async () => {
    const delivery = deliveryOf({ productName: 'Crème 🫖' });
    const { url, headers, body } = await messageFor(delivery, hook('http'), sign, now);
    expect([url, body]).toEqual(['https://example.com/hook?a=1', delivery.body]);
    expect(headers).toEqual({
      'User-Agent': 'Counterfoil-Webhooks/1',
      'Content-Type': 'application/json',
      'X-Webhook-Id': delivery.id,
      'X-Webhook-Event': 'order.completed',
      'X-Webhook-Sequence': '3',
      'X-Webhook-Key-Id': 'key of prod',
      'X-Webhook-Signature': expect.any(String),
      'X-Waffo-Event': 'order.completed',
      'X-Waffo-Signature': headers['X-Webhook-Signature'],
    });
    const [, at, value = ''] = /^t=(\d{13}),v1=([A-Za-z0-9+/]+=*)$/.exec(headers['X-Webhook-Signature'] ?? '') ?? [];
    expect(at).toBe(String(now.getTime()));
    const isRight = (text: string) => verify('RSA-SHA256', Buffer.from(text), publicKey, Buffer.from(value, 'base64'));
    expect([isRight(`${at}.${body}`), isRight(`${at}.${body} `)]).toEqual([true, false]);
  });

  test('adds a signature with the secret, without sending it', async () => {
    const request = await messageFor(deliveryOf(), hook('http', 'our own secret'), sign, now);
    const text = `${now.getTime()}.${request.body}`;
    expect(request.headers['X-Webhook-Secret-Signature']).toBe(
      createHmac('sha256', 'our own secret').update(text).digest('hex'),
    );
    expect(JSON.stringify(request)).not.toContain('our own secret');
  });

  test('omits the aliases of its headers on request', async () => {
    const { headers } = await messageFor(deliveryOf(), hook('http'), sign, now, { headerAliases: false });
    expect(Object.keys(headers).filter((name) => name.startsWith('X-Waffo'))).toEqual([]);
  });

  test.each([
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', undefined],
    ['our own secret', { format: 'raw' as const }],
    ['whsec_not Base64', { format: 'raw' as const }],
  ])('signs with the secret %s as Standard Webhooks do', async (secret, options) => {
    const delivery = deliveryOf({ productName: 'Crème 🫖' });
    const { headers, body } = await messageFor(delivery, hook('http', secret), sign, new Date());
    expect(headers['webhook-id']).toBe(delivery.id);
    const receiver = new StandardWebhook(secret, options);
    expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => receiver.verify(body.replace('29.00', '2.00'), headers)).toThrow('No matching signature found');
  });

  test('signs each attempt again, with the same ID and body', async () => {
    const delivery = deliveryOf();
    const [first, second] = await Promise.all(
      [0, 30_000].map((ms) => messageFor(delivery, hook('http'), sign, new Date(now.getTime() + ms))),
    );
    expect(second?.headers['X-Webhook-Signature']).not.toBe(first?.headers['X-Webhook-Signature']);
    expect([second?.body, second?.headers['X-Webhook-Id']]).toEqual([first?.body, first?.headers['X-Webhook-Id']]);
  });
});

test('Discord gets an embed without mentions', async () => {
  expect(await chat('discord')).toEqual({
    embeds: [
      {
        title: 'Order completed',
        url: 'https://shop.example/dashboard/s/prod/orders/ORD_1',
        color: 0x2e7d32,
        fields: [
          { name: 'Store', value: '“Kettle & Crema”', inline: true },
          { name: 'Product', value: '“Handbook”', inline: true },
          { name: 'Amount', value: '$29.00', inline: true },
          { name: 'Customer', value: 'jo\\@example.com', inline: true },
          { name: 'Order', value: 'ORD\\_1', inline: false },
        ],
        timestamp: '2026-03-01T11:59:59.000Z',
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test('explains a failed payment in the merchant’s words', async () => {
  const declined = { paymentFailureReason: 'Your card was declined. Try another card, or ask your bank why.' };
  const { embeds } = await chat('discord', deliveryOf(declined, { eventType: 'subscription.past_due' }));
  expect(embeds[0].fields).toContainEqual({
    name: 'Reason',
    value: 'Card declined.',
    inline: expect.any(Boolean),
  });
});

test('Slack gets blocks of plain text and a notification text', async () => {
  const { text, blocks, unfurl_links } = await chat('slack');
  expect([text, unfurl_links]).toEqual(['Order completed · “Kettle &amp; Crema” · “Handbook” · $29.00', false]);
  const plain = (words: string) => ({ type: 'plain_text', text: words, emoji: false });
  expect(blocks).toEqual([
    { type: 'header', text: plain('Order completed') },
    {
      type: 'section',
      fields: [
        plain('Store\n“Kettle &amp; Crema”'),
        plain('Product\n“Handbook”'),
        plain('Amount\n$29.00'),
        plain('Customer\njo@example.com'),
        plain('Order\nORD_1'),
      ],
    },
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: '<https://shop.example/dashboard/s/prod/orders/ORD_1|Open the order>',
        verbatim: true,
      },
    },
  ]);
});

test('Telegram gets a message to the chat and topic of the URL', async () => {
  const url = 'https://api.telegram.org/bot1:a/sendMessage?chat_id=-1001&message_thread_id=7';
  expect(await chat('telegram', deliveryOf(), hook('telegram', null, url))).toEqual({
    chat_id: '-1001',
    message_thread_id: 7,
    text: [
      '<b>Order completed</b>',
      'Store: <code>“Kettle &amp; Crema”</code>',
      'Product: <code>“Handbook”</code>',
      'Amount: <code>$29.00</code>',
      'Customer: <code>jo@example.com</code>',
      'Order: <code>ORD_1</code>',
      '<a href="https://shop.example/dashboard/s/prod/orders/ORD_1">Open the order</a>',
    ].join('\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
  const bare = await chat(
    'telegram',
    deliveryOf(),
    hook('telegram', null, 'https://api.telegram.org/bot1:a/sendMessage'),
  );
  expect(Object.keys(bare)).toEqual(['text', 'parse_mode', 'link_preview_options']);
});

describe('Feishu', () => {
  test('gets a card of plain text', async () => {
    const { msg_type, card, ...rest } = await chat('feishu');
    expect([msg_type, rest]).toEqual(['interactive', {}]);
    expect(card.header).toEqual({ template: 'green', title: { tag: 'plain_text', content: 'Order completed' } });
    expect(card.elements[0]).toEqual({
      tag: 'div',
      text: {
        tag: 'plain_text',
        content: 'Store: “Kettle & Crema”\nProduct: “Handbook”\nAmount: $29.00\nCustomer: jo@example.com\nOrder: ORD_1',
      },
    });
    expect(card.elements[1].actions[0].url).toBe('https://shop.example/dashboard/s/prod/orders/ORD_1');
  });

  test('gets a signature with the bot’s secret, if it has one', async () => {
    const { timestamp, sign: signature } = await chat('feishu', deliveryOf(), hook('feishu', 'demo'));
    // Computed by openssl: printf '' | openssl dgst -sha256 -hmac "$(printf '1772366400\ndemo')" -binary | base64
    expect([timestamp, signature]).toEqual(['1772366400', 'Y71uxejs8u7+3jO5bFnLQv9ZYk52sM4r7Tp8b3EfEGA=']);
  });
});

const chats = webhookChannels.filter((channel) => channel !== 'http');

describe.each(chats)('%s', (channel) => {
  test.each(webhookEvents)('gives %s a distinct title', async (eventType) => {
    const text = JSON.stringify(await chat(channel, deliveryOf({}, { eventType })));
    const others = webhookEvents.filter((other) => other !== eventType);
    for (const other of others) {
      expect(JSON.stringify(await chat(channel, deliveryOf({}, { eventType: other })))).not.toBe(text);
    }
  });

  test('marks test events', async () => {
    const text = JSON.stringify(await chat(channel, deliveryOf({}, { mode: 'test' })));
    expect(text.replaceAll('\\', '')).toContain('[Test] Order completed');
    expect(JSON.stringify(await chat(channel))).not.toContain('Test');
  });

  test('shows the event’s amount and reason', async () => {
    const renewed = { amount: '29.00', chargedAmount: '31.50', paymentFailureReason: 'Card was declined' };
    expect(JSON.stringify(await chat(channel, deliveryOf(renewed)))).toMatch(/\$31\.50.*Card was declined/);
    const refunded = { ...renewed, refundedAmount: '5.00', refundReason: 'Too small' };
    expect(JSON.stringify(await chat(channel, deliveryOf(refunded)))).toMatch(/\$5\.00/);
    expect(JSON.stringify(await chat(channel, deliveryOf(refunded)))).toContain('Too small');
  });

  test('escapes markup, mentions and links, and limits lengths', async () => {
    const hostile = '@everyone <!channel> <@U1> [x](https://evil.example) **b** <b>&\nhttps://evil.example `c` ||d||';
    const delivery = deliveryOf(
      { productName: hostile, refundReason: hostile.repeat(50), buyerEmail: `${'a'.repeat(5000)}@b.example` },
      { storeName: hostile.repeat(100) },
    );
    const message = await chat(channel, delivery);
    const text = JSON.stringify(message);
    expect(text).not.toContain('https://evil');
    expect(text).not.toContain('evil.example');
    expect(text.length).toBeLessThan(3000);
    if (channel === 'slack') expect(text).not.toMatch(/<(?!https:\/\/shop\.example)/);
    if (channel === 'telegram') {
      expect(
        message.text.match(/<[^>]*>/g)?.filter((tag: string) => !/^<\/?(b|code|a)( href="[^"]*")?>$/.test(tag)),
      ).toEqual([]);
      expect(message.text.match(/<b>/g)).toHaveLength(1);
    }
    if (channel === 'discord') {
      expect(message.allowed_mentions).toEqual({ parse: [] });
      for (const { value } of message.embeds[0].fields) {
        expect([value.length <= 1024, /(?<!\\)[*`|<[@~]/.test(value)]).toEqual([true, false]);
      }
    }
  });

  test('omits missing fields', async () => {
    const { id, environment, body } = deliveryOf();
    const { data: _, ...rest } = JSON.parse(body);
    const bare = {
      id,
      eventType: 'order.completed' as const,
      sequence: 1,
      environment,
      body: JSON.stringify({ ...rest, data: {} }),
    };
    const text = JSON.stringify(await chat(channel, bare));
    expect(text).toContain('Order completed');
    expect(text).not.toMatch(/undefined|null|Open the order|dashboard/);
  });
});

test('Discord values stay within the limit after escaping', async () => {
  const { embeds } = await chat('discord', deliveryOf({ buyerEmail: `${'_'.repeat(319)}` }));
  const buyer = embeds[0].fields.find(({ name }: { name: string }) => name === 'Customer').value;
  expect([buyer.length <= 1024, buyer.endsWith('\\')]).toEqual([true, false]);
});

describe('an answer', () => {
  const answer = (status: number, body = '') => ({ status, headers: {}, body });

  test.each(webhookChannels)('from %s outside 2xx is a failure', (channel) => {
    for (const status of [100, 199, 300, 301, 304, 400, 404, 410, 429, 500]) {
      expect(readAnswer(channel, answer(status, '{"ok":true,"code":0}'))).toBe('failure');
    }
  });

  test.each<[WebhookChannel, number, string, string]>([
    ['http', 200, 'anything', 'success'],
    ['http', 299, '', 'success'],
    ['discord', 204, '', 'success'],
    ['slack', 200, 'ok', 'success'],
    ['telegram', 200, '{"ok":true,"result":{}}', 'success'],
    ['telegram', 200, '{"ok":false,"error_code":400}', 'failure'],
    ['telegram', 200, '{}', 'success'],
    ['telegram', 200, 'ok', 'success'],
    ['telegram', 204, '', 'success'],
    ['feishu', 200, '{"code":0,"msg":"success"}', 'success'],
    ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}', 'success'],
    ['feishu', 200, '{"code":19021,"msg":"sign match fail"}', 'failure'],
    ['feishu', 200, '{"code":9499,"StatusCode":0}', 'failure'],
    ['feishu', 200, '{"StatusCode":9499}', 'failure'],
    ['feishu', 200, '{}', 'success'],
    ['feishu', 200, 'ok', 'success'],
    ['feishu', 200, 'null', 'success'],
    ['feishu', 204, '', 'success'],
  ])('from %s with %i %s is a %s', (channel, status, body, outcome) => {
    expect(readAnswer(channel, answer(status, body))).toBe(outcome);
  });

  test('sets the retry delay in its header, for Telegram in its body', () => {
    const body = '{"ok":false,"parameters":{"retry_after":17}}';
    expect(retryAfterOf('telegram', answer(429, body))).toBe('17');
    expect(retryAfterOf('http', answer(429, body))).toBeUndefined();
    expect(retryAfterOf('telegram', answer(429, '{"ok":false,"parameters":null}'))).toBeUndefined();
    expect(retryAfterOf('discord', { status: 429, headers: { 'retry-after': '2' }, body: '' })).toBe('2');
  });
});

test('links a chat message to the order in the dashboard', async () => {
  const { store, slug } = await newMerchant();
  const compose = webhookComposer(db, sign, { appUrl: 'https://counterfoil.example', headerAliases: true });
  const delivery = { ...deliveryOf(), storeId: store.id };
  const { body } = await compose(delivery, hook('discord'), now);
  expect(JSON.parse(body).embeds[0].url).toBe(`https://counterfoil.example/dashboard/${slug}/prod/orders/ORD_1`);
  expect((await compose(delivery, hook('http'), now)).body).toBe(delivery.body);
});
