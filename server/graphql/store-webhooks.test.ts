import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { newMember, newMerchant, newWebhook, send, sql, watchedDatabase } from '#server/testing/api.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

const query = '{ stores { id storeWebhooks { id storeId channel url events testMode createdAt updatedAt } } }';
const shown = ({ secret: _, ...webhook }: Record<string, unknown>) => webhook;

test('lists the webhooks of a merchant’s stores in the key’s environment, oldest first', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  await newWebhook(other);
  const first = await newWebhook(merchant, { secret: 'hush', events: ['refund.failed', 'order.completed'] });
  const second = await newWebhook(merchant, { channel: 'slack' });
  const forProd = await newWebhook(merchant, { testMode: false });
  const inTest = await merchant.query(query);
  expect([inTest.status, inTest.body.data.stores]).toEqual([
    200,
    [{ id: merchant.storeId, storeWebhooks: [shown(first), shown(second)] }],
  ]);
  const inProd = await merchant.query(query, {}, 'prod');
  expect(inProd.body.data.stores).toEqual([{ id: merchant.storeId, storeWebhooks: [shown(forProd)] }]);
  await merchant.call('store/remove-webhook', { id: first.id });
  expect((await merchant.query(query)).body.data.stores[0].storeWebhooks).toEqual([shown(second)]);
});

test('has no field for the secret', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant, { secret: 'hush' });
  const { status, text } = await merchant.query('{ stores { storeWebhooks { id secret } } }');
  expect(status).toBe(400);
  expect(text).not.toContain('hush');
});

test('shows failures, pauses and chaos mode', async () => {
  const merchant = await newMerchant();
  const { id } = await newWebhook(merchant);
  const ask = async () =>
    (await merchant.query('{ stores { storeWebhooks { pausedAt failingSince chaos } } }')).body.data.stores[0]
      .storeWebhooks;
  expect(await ask()).toEqual([{ pausedAt: null, failingSince: null, chaos: null }]);
  const [paused] = [
    await merchant.call('webhook/pause', { id }),
    await merchant.call('webhook/set-chaos', { id, drop: 5 }),
  ];
  const failingSince = new Date(Date.UTC(2026, 0, 1));
  await sql`update webhooks set failing_since = ${failingSince.toISOString()} where id = ${id}`;
  expect(await ask()).toEqual([
    {
      pausedAt: paused?.body.data.webhook.pausedAt,
      failingSince: failingSince.toISOString(),
      chaos: { duplicate: 0, delay: 0, reorder: 0, drop: 5 },
    },
  ]);
});

test('returns an empty list without webhooks; other members see them, outsiders do not', async () => {
  const owner = await newMerchant();
  expect((await owner.query(query)).body.data.stores).toEqual([{ id: owner.storeId, storeWebhooks: [] }]);
  const webhook = await newWebhook(owner);
  const member = await newMember(owner, 'member');
  const ask = '{ store(id: "ID") { storeWebhooks { id } } }'.replace('ID', owner.storeId);
  expect((await member.query(ask)).body.data.store).toEqual({ storeWebhooks: [{ id: webhook.id }] });
  expect((await (await newMerchant()).query(ask)).body.data.store).toBeNull();
});

test('shows members only the host of a chat URL, and owners and admins the whole URL', async () => {
  const owner = await newMerchant();
  const chats = {
    discord: 'https://discord.com/api/webhooks/1/hush',
    slack: 'https://hooks.slack.com/services/T0/B0/hush',
    telegram: 'https://api.telegram.org/bot1:hush/sendMessage?chat_id=-100',
    feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/hush',
  };
  const http = 'https://example.com/hook?key=1';
  await newWebhook(owner, { url: http });
  for (const [channel, url] of Object.entries(chats)) await newWebhook(owner, { channel, url });
  const ask = `{ store(id: "${owner.storeId}") { storeWebhooks { url } } }`;
  const [admin, member] = [await newMember(owner, 'admin'), await newMember(owner, 'member')];
  const urlsFor = async (caller: typeof owner) =>
    (await caller.query(ask)).body.data.store.storeWebhooks.map(({ url }: { url: string }) => url);
  expect(await urlsFor(owner)).toEqual([http, ...Object.values(chats)]);
  expect(await urlsFor(admin)).toEqual([http, ...Object.values(chats)]);
  expect(await urlsFor(member)).toEqual([
    http,
    'https://discord.com/…',
    'https://hooks.slack.com/…',
    'https://api.telegram.org/…',
    'https://open.feishu.cn/…',
  ]);
});

test('is null for public callers and customers', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant);
  const issued = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity: 'ana' });
  for (const credential of [
    { 'X-Store-Slug': merchant.slug },
    { Authorization: `Bearer ${issued.body.data.token}` },
  ] as Record<string, string>[]) {
    const body = JSON.stringify({ query });
    const answer = await send('POST', '/v1/graphql', body, { ...credential, 'X-Environment': 'test' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { stores: [{ id: merchant.storeId, storeWebhooks: null }] },
    ]);
  }
});

test('reads the webhooks of all stores in one statement', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant);
  for (let number = 0; number < 6; number += 1) {
    const { body } = await merchant.call('store/create-store', { name: 'Another' });
    await newWebhook(merchant, { storeId: body.data.store.id });
  }
  const statements: string[] = [];
  const db = watchedDatabase((statement) => statements.push(statement));
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const { body } = await answerGraphql(db, caller, { query });
  const stores: { storeWebhooks: unknown[] }[] = JSON.parse(body).data.stores;
  expect(stores.map(({ storeWebhooks }) => storeWebhooks.length)).toEqual(Array(7).fill(1));
  // The caller's stores by id, the stores, their webhooks.
  expect(statements).toHaveLength(3);
});
