import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { webhooks } from '#db/schema/index.ts';
import { db, newMember, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';
import { callFromDashboard } from '#server/testing/reviews.ts';
import { webhookChannels } from '#server/webhooks/rules/webhook.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';

const action = 'store/add-webhook';
const usual = { channel: 'http', url: 'https://example.com/hook', events: ['order.completed'], testMode: false };
const add = (merchant: TestMerchant, fields: object = {}, storeId: unknown = merchant.storeId) =>
  merchant.call(action, { storeId, ...usual, ...fields }, { environment: 'prod' });
const webhooksOf = (merchant: TestMerchant) =>
  db.select().from(webhooks).where(eq(webhooks.storeId, merchant.store.id));

async function expectRefused(merchant: TestMerchant, fields: object, message: string) {
  const { status, body } = await add(merchant, fields);
  expect([status, body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'store' }] }]);
  expect(await webhooksOf(merchant)).toEqual([]);
}

describe('200', () => {
  test('returns the webhook and records it without its URL and secret', async () => {
    const merchant = await newMerchant();
    const secret = 'whsec_1';
    const given = { url: 'https://example.com:8443/a?token=t', events: ['refund.failed', 'order.completed'], secret };
    const { status, body } = await add(merchant, given);
    expect(status).toBe(200);
    const [row] = await webhooksOf(merchant);
    expect(body).toEqual({
      data: {
        webhook: {
          id: row?.id,
          storeId: merchant.storeId,
          channel: 'http',
          ...given,
          testMode: false,
          createdAt: row?.createdAt.toISOString(),
          updatedAt: row?.createdAt.toISOString(),
        },
      },
    });
    const recorded = await eventsOf(row?.id ?? '');
    expect(recorded.map(({ type, sequence, data }) => ({ type, sequence, data }))).toEqual([
      { type: 'webhook.added', sequence: 1, data: { channel: 'http', events: given.events, testMode: false } },
    ]);
  });

  test('generates a secret for a server of the merchant, unless null is sent', async () => {
    const merchant = await newMerchant();
    const [first, second, none, chat] = await Promise.all([
      add(merchant, {}),
      add(merchant, {}),
      add(merchant, { secret: null }),
      add(merchant, { channel: 'slack' }),
    ]);
    const secrets = [first, second, none, chat].map(({ body }) => body.data.webhook.secret);
    const generated = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secrets).toEqual([generated, generated, null, null]);
    expect(secrets[0]).not.toBe(secrets[1]);
  });

  test.each(webhookChannels)('channel %s', async (channel) => {
    // Telegram's URL must name a chat.
    const { status, body } = await add(await newMerchant(), { channel, url: 'https://example.com/hook?chat_id=1' });
    expect([status, body.data.webhook.channel]).toEqual([200, channel]);
  });

  test.each([
    ['discord', 'https://discord.com/api/webhooks/1/abc'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/x'],
    ['telegram', 'https://api.telegram.org/bot1:abc/sendMessage?chat_id=-100'],
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/x'],
  ])('the usual address of %s', async (channel, url) => {
    expect((await add(await newMerchant(), { channel, url })).status).toBe(200);
  });

  test('subscribes to an event once, however often it is named', async () => {
    const { body } = await add(await newMerchant(), { events: [...webhookEvents, ...webhookEvents] });
    expect(body.data.webhook.events).toEqual([...webhookEvents]);
  });

  test('accepts http for test events, no secret, and a key of either environment', async () => {
    const merchant = await newMerchant();
    for (const environment of ['test', 'prod'] as const) {
      const given = { storeId: merchant.storeId, ...usual, url: 'http://example.com/', testMode: true, secret: null };
      const { status, body } = await merchant.call(action, given, { environment });
      expect([status, body.data.webhook.testMode, body.data.webhook.secret]).toEqual([200, true, null]);
    }
    expect((await add(merchant, { secret: 'x'.repeat(256) })).status).toBe(200);
  });

  test('accepts an admin', async () => {
    const owner = await newMerchant();
    expect((await add(await newMember(owner, 'admin'), {}, owner.storeId)).status).toBe(200);
  });
});

test('403 Insufficient permissions with a test key for prod events', async () => {
  const merchant = await newMerchant();
  const refused = { data: null, errors: [{ message: 'Insufficient permissions', layer: 'gateway' }] };
  const { status, body } = await merchant.call(action, { storeId: merchant.storeId, ...usual });
  expect([status, body]).toMatchObject([403, refused]);
  expect(await webhooksOf(merchant)).toEqual([]);
  const { status: opened } = await callFromDashboard(merchant, action, { storeId: merchant.storeId, ...usual }, 'test');
  expect(opened).toBe(200);
});

describe('400', () => {
  test('Missing required field, in the order of the fields', async () => {
    const merchant = await newMerchant();
    const given: Record<string, unknown> = {};
    for (const [name, value] of Object.entries({ storeId: merchant.storeId, ...usual })) {
      const { status, body } = await merchant.call(action, given);
      const errors = [{ message: `Missing required field: ${name}`, layer: 'store' }];
      expect([status, body.errors]).toMatchObject([400, errors]);
      expect((await merchant.call(action, { ...given, [name]: null })).body.errors).toMatchObject(errors);
      given[name] = value;
    }
    expect(await webhooksOf(merchant)).toEqual([]);
    expect((await merchant.call(action, given, { environment: 'prod' })).status).toBe(200);
  });

  const notAnAddress = 'Invalid url: must be an absolute http(s) URL without credentials or fragment';
  const inside =
    'Invalid url: must not lead to a private, loopback or link-local address (WEBHOOK_PRIVATE_ADDRESSES=on allows it)';
  const noChat = 'Invalid url: a Telegram address needs chat_id';
  const badSecret = 'Invalid secret: must be a string of 1 to 256 characters or null';
  test.each([
    [{ channel: 'email' }, 'Invalid channel: must be http, discord, slack, telegram or feishu'],
    [{ url: 7 }, 'Invalid url: must be a string'],
    [{ url: '' }, notAnAddress],
    [{ url: '/hook' }, notAnAddress],
    [{ url: 'ftp://example.com/hook' }, notAnAddress],
    [{ url: 'https://user:pass@example.com/' }, notAnAddress],
    [{ url: 'https://example.com/#part' }, notAnAddress],
    [{ url: 'https://exa mple.com/' }, notAnAddress],
    [{ url: `https://example.com/${'x'.repeat(2029)}` }, 'Invalid url: must have at most 2048 characters'],
    [{ url: 'http://example.com/hook' }, 'Invalid url: must use https unless testMode is true'],
    [{ url: 'https://localhost/hook' }, inside],
    [{ url: 'http://metadata.google.internal/', testMode: true }, inside],
    [{ channel: 'telegram', url: 'https://api.telegram.org/bot1:abc/sendMessage' }, noChat],
    [{ channel: 'telegram', url: 'https://api.telegram.org/bot1:abc/sendMessage?chat_id=' }, noChat],
    [{ events: [] }, 'Invalid events: must have at least 1 item'],
    [{ events: 'order.completed' }, 'Invalid events: must be an array'],
    [{ events: ['order.completed', 'order.eaten'] }, 'Invalid events: unknown event order.eaten'],
    [{ events: [null] }, 'Invalid events: unknown event null'],
    [{ testMode: 'yes' }, 'Invalid testMode: must be a boolean'],
    [{ secret: '' }, badSecret],
    [{ secret: 'x'.repeat(257) }, badSecret],
    [{ secret: 5 }, badSecret],
  ])('%j', async (fields, message) => {
    await expectRefused(await newMerchant(), fields, message);
  });

  test('at most 20 per store, also for concurrent calls', async () => {
    const merchant = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 25 }, () => add(merchant)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.errors])).toMatchObject(
      Array(5).fill([400, [{ message: 'Store already has 20 webhooks, the maximum', layer: 'store' }]]),
    );
    expect(await webhooksOf(merchant)).toHaveLength(20);
    const { body: second } = await merchant.call('store/create-store', { name: 'Second' });
    expect((await add(merchant, {}, second.data.store.id)).status).toBe(200);
  });
});
