import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, webhooks } from '#db/schema/index.ts';
import { db, newMerchant, newWebhook, type TestMerchant } from '#server/testing/api.ts';
import { eventsOf } from '#server/testing/orders/rows.ts';

const action = 'store/update-webhook';
const rowOf = async (id: string) => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0];

async function expectRefused(merchant: TestMerchant, id: string, given: object, status: number, message: string) {
  const before = await rowOf(id);
  const environment = before?.testMode === false ? 'prod' : 'test';
  const answer = await merchant.call(action, given, { environment });
  expect([answer.status, answer.body]).toMatchObject([status, { data: null, errors: [{ message, layer: 'store' }] }]);
  expect(await rowOf(id)).toEqual(before);
}

describe('200', () => {
  test('changes the given fields and keeps the rest', async () => {
    const merchant = await newMerchant();
    const before = await newWebhook(merchant, { secret: 'first' });
    const { id } = before;
    const { status, body } = await merchant.call(action, { id, url: 'https://example.org/new' });
    const { updatedAt } = body.data.webhook;
    expect([status, body]).toEqual([
      200,
      { data: { webhook: { ...before, url: 'https://example.org/new', updatedAt } } },
    ]);
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));

    const list = ['refund.failed', 'order.completed', 'refund.failed'];
    const { body: second } = await merchant.call(action, { id, events: list });
    expect(second.data.webhook).toMatchObject({ events: ['refund.failed', 'order.completed'], secret: 'first' });
    const { body: third } = await merchant.call(action, { id, secret: 'second' });
    expect(third.data.webhook).toMatchObject({ url: 'https://example.org/new', secret: 'second' });
    const { body: fourth } = await merchant.call(action, { id, secret: null });
    expect(fourth.data.webhook.secret).toBeNull();

    const recorded = await eventsOf(id);
    expect(recorded.map(({ type, data }) => [type, data])).toEqual([
      ['webhook.added', expect.any(Object)],
      ['webhook.updated', { changed: ['url'], testMode: true }],
      ['webhook.updated', { changed: ['events'], testMode: true }],
      ['webhook.updated', { changed: ['secret'], testMode: true }],
      ['webhook.updated', { changed: ['secret'], testMode: true }],
    ]);
  });

  test('an update without changes keeps updatedAt and creates no event', async () => {
    const merchant = await newMerchant();
    const before = await newWebhook(merchant, { secret: 's' });
    const { id, url, events: list, secret } = before;
    for (const given of [{}, { url, events: list, secret }]) {
      const { status, body } = await merchant.call(action, { id, ...given });
      expect([status, body.data.webhook]).toEqual([200, before]);
    }
    expect(await db.$count(events, eq(events.objectId, id))).toBe(1);
  });

  test('keeps channel, testMode and store; a key of the other environment is allowed', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const given = { id, channel: 'slack', testMode: false, storeId: 'STO_1', secret: 's' };
    const { status, body } = await merchant.call(action, given, { environment: 'prod' });
    expect([status, body.data.webhook]).toEqual([
      200,
      expect.objectContaining({ channel: 'http', testMode: true, storeId: merchant.storeId, secret: 's' }),
    ]);
  });

  test('records twenty concurrent changes one after the other', async () => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    const changes = Array.from({ length: 20 }, (_, at) => merchant.call(action, { id, secret: `s${at}` }));
    expect((await Promise.all(changes)).every(({ status }) => status === 200)).toBe(true);
    const recorded = await eventsOf(id);
    expect(recorded.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
  });
});

describe('400', () => {
  test.each([
    [{ url: null }, 'Invalid url: must be a string'],
    [{ url: 'nowhere' }, 'Invalid url: must be an absolute http(s) URL without credentials or fragment'],
    [
      { url: 'http://10.0.0.1/' },
      'Invalid url: must not lead to a private, loopback or link-local address (WEBHOOK_PRIVATE_ADDRESSES=on allows it)',
    ],
    [{ events: [] }, 'Invalid events: must have at least 1 item'],
    [{ events: null }, 'Invalid events: must be an array'],
    [{ events: ['x'] }, 'Invalid events: unknown event x'],
    [{ secret: '' }, 'Invalid secret: must be a string of 1 to 256 characters or null'],
  ])('%j', async (given, message) => {
    const merchant = await newMerchant();
    const { id } = await newWebhook(merchant);
    await expectRefused(merchant, id, { id, ...given }, 400, message);
  });

  test('Invalid url: must use https unless testMode is true', async () => {
    const merchant = await newMerchant();
    const [forTest, forProd] = [await newWebhook(merchant), await newWebhook(merchant, { testMode: false })];
    const url = 'http://example.com/';
    const message = 'Invalid url: must use https unless testMode is true';
    await expectRefused(merchant, forProd.id, { id: forProd.id, url }, 400, message);
    expect((await merchant.call(action, { id: forTest.id, url })).status).toBe(200);
  });
});

test('400 Invalid url: a Telegram address needs chat_id', async () => {
  const merchant = await newMerchant();
  const url = 'https://api.telegram.org/bot1:abc/sendMessage';
  const { id } = await newWebhook(merchant, { channel: 'telegram', url: `${url}?chat_id=-100` });
  await expectRefused(merchant, id, { id, url }, 400, 'Invalid url: a Telegram address needs chat_id');
  expect((await merchant.call(action, { id, url: `${url}?chat_id=-200` })).status).toBe(200);
});

test('403 Insufficient permissions with a test key for a prod webhook; a prod key changes either', async () => {
  const merchant = await newMerchant();
  const [forTest, forProd] = [await newWebhook(merchant), await newWebhook(merchant, { testMode: false })];
  const { status, body } = await merchant.call(action, { id: forProd.id, secret: 's' });
  expect([status, body.errors]).toMatchObject([403, [{ message: 'Insufficient permissions', layer: 'gateway' }]]);
  expect((await rowOf(forProd.id))?.secret).toBe(forProd.secret);
  for (const { id } of [forTest, forProd]) {
    expect((await merchant.call(action, { id, secret: 's' }, { environment: 'prod' })).status).toBe(200);
  }
});
