import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, newWebhook, send, watchedDatabase } from '#server/testing/api.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';
import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

/** A merchant with a webhook, and a way to create its deliveries. */
async function newShop() {
  const merchant = await newMerchant();
  const { id: webhookId } = await newWebhook(merchant, { secret: 'hush' });
  const make = (fields: Partial<WebhookDelivery> = {}) => newDelivery(merchant, webhookId, fields);
  return { merchant, webhookId, make };
}

describe('a delivery', () => {
  test('shows all fields, and the attempts in order', async () => {
    const { merchant, webhookId, make } = await newShop();
    const delivery = await make({
      status: 'pending',
      attempts: 2,
      createdAt: at(0),
      nextAttemptAt: at(9),
      lastStatus: 503,
      lastError: 'The receiver answered 503',
    });
    const second = {
      attempt: 2,
      responseStatus: 503,
      responseHeaders: { 'set-cookie': 'session=hush', server: 'x' },
      responseBody: '<b>busy</b>',
      isSuccess: false,
      error: 'The receiver answered 503',
      startedAt: at(2),
      durationMs: 1234,
      url: 'https://example.com/hook?token=hush',
    };
    await insertAttempt(db, delivery, second);
    const silent = { responseStatus: null, responseHeaders: null, responseBody: null, isSuccess: false };
    await insertAttempt(db, delivery, { ...silent, error: 'No response within 10 seconds', startedAt: at(1) });
    const { status, body, text } = await merchant.query(
      `query ($id: ID!) { webhookDelivery(id: $id) {
        id webhookId storeId orderId channel eventId eventType sequence chaos status attemptCount nextAttemptAt lastStatus lastError
        deliveredAt body createdAt updatedAt
        attempts { attempt url requestHeaders requestBody responseStatus responseHeaders responseBody isSuccess error
          startedAt durationMs }
        newest: attempts(limit: 1) { attempt }
      } }`,
      { id: delivery.id },
    );
    expect(status).toBe(200);
    expect(body.data.webhookDelivery).toEqual({
      id: delivery.id,
      webhookId,
      storeId: merchant.storeId,
      orderId: toShortId('ORD', delivery.objectId),
      channel: 'http',
      eventId: delivery.eventId,
      eventType: 'order.completed',
      sequence: 1,
      status: 'pending',
      attemptCount: 2,
      chaos: null,
      nextAttemptAt: at(9).toISOString(),
      lastStatus: 503,
      lastError: 'The receiver answered 503',
      deliveredAt: null,
      body: delivery.body,
      createdAt: at(0).toISOString(),
      updatedAt: at(0).toISOString(),
      attempts: [
        {
          attempt: 1,
          url: 'https://example.com/hook',
          requestHeaders: { 'content-type': 'application/json', 'x-webhook-id': delivery.id },
          requestBody: delivery.body,
          ...silent,
          error: 'No response within 10 seconds',
          startedAt: at(1).toISOString(),
          durationMs: 40,
        },
        {
          ...second,
          requestHeaders: { 'content-type': 'application/json', 'x-webhook-id': delivery.id },
          requestBody: delivery.body,
          responseHeaders: { 'set-cookie': '[masked]', server: 'x' },
          startedAt: at(2).toISOString(),
          url: 'https://example.com/hook?…',
        },
      ],
      newest: [{ attempt: 2 }],
    });
    expect(text).not.toContain('hush');
  });

  test('a test event has no order; a delivered one has no next attempt', async () => {
    const { merchant, make } = await newShop();
    await make({ eventId: null });
    const { body } = await merchant.query('{ webhookDeliveries { eventId orderId nextAttemptAt } }');
    expect(body.data.webhookDeliveries).toEqual([{ eventId: null, orderId: null, nextAttemptAt: null }]);
  });

  test('masks a Feishu bot’s signature, but not user text', async () => {
    const { merchant, webhookId, make } = await newShop();
    const delivery = await make({ channel: 'feishu', webhookId });
    const written = { title: '"sign":"mine"' };
    const requestBody = JSON.stringify({ timestamp: '1767225600', sign: 'hush+/=', card: written });
    const requestHeaders = { 'X-Webhook-Secret-Signature': 'hush', 'X-Webhook-Signature': 't=1,v1=public' };
    await insertAttempt(db, delivery, { requestBody, requestHeaders });
    const { body, text } = await merchant.query('{ webhookDeliveries { attempts { requestBody requestHeaders } } }');
    const [shown] = body.data.webhookDeliveries[0].attempts;
    expect(JSON.parse(shown.requestBody)).toEqual({ timestamp: '1767225600', sign: '[masked]', card: written });
    expect(shown.requestHeaders).toEqual({ ...requestHeaders, 'X-Webhook-Secret-Signature': '[masked]' });
    expect(text).not.toContain('hush');
  });

  test('stays after its webhook was removed', async () => {
    const { merchant, webhookId, make } = await newShop();
    const { id } = await make({});
    await merchant.call('store/remove-webhook', { id: webhookId });
    expect((await merchant.query('{ webhookDeliveries { id webhookId } }')).body.data.webhookDeliveries).toEqual([
      { id, webhookId },
    ]);
  });
});

describe('the list', () => {
  test('filters with counts, orders and pages by cursor', async () => {
    const { merchant, webhookId, make } = await newShop();
    const { id: otherId } = await newWebhook(merchant, { channel: 'slack' });
    const first = await make({ createdAt: at(0), status: 'failed' });
    const second = await make({ createdAt: at(1), eventType: 'refund.succeeded', objectId: first.objectId });
    const third = await newDelivery(merchant, otherId, { createdAt: at(2), channel: 'slack' });
    const ids = async (filter: string) => {
      const text = `{ rows: webhookDeliveries(${filter}) { id } count: webhookDeliveriesCount(${filter}) }`;
      const { data } = (await merchant.query(text)).body;
      expect(data.count).toBe(data.rows.length);
      return data.rows.map(({ id }: { id: string }) => id);
    };
    const orderId = toShortId('ORD', first.objectId);
    expect(await ids(`storeId: "${merchant.storeId}"`)).toEqual([third.id, second.id, first.id]);
    expect(await ids('filter: {status: {eq: "failed"}}')).toEqual([first.id]);
    expect(await ids('filter: {status: {in: ["success", "pending"]}}')).toEqual([third.id, second.id]);
    expect(await ids(`filter: {webhookId: {eq: "${webhookId}"}}`)).toEqual([second.id, first.id]);
    expect(await ids(`filter: {orderId: {eq: "${orderId}"}}`)).toEqual([second.id, first.id]);
    expect(await ids('filter: {eventType: {startsWith: "refund."}}')).toEqual([second.id]);
    expect(await ids('filter: {channel: {eq: "slack"}}')).toEqual([third.id]);
    expect(await ids(`filter: {eventId: {eq: "${first.eventId}"}}`)).toEqual([first.id]);
    expect(await ids(`filter: {id: {in: ["${first.id}", "${third.id}"]}}`)).toEqual([third.id, first.id]);
    expect(await ids('filter: {createdAt: {gt: "2026-01-01T00:01:00Z"}}')).toEqual([third.id]);
    const { body } = await merchant.query(
      'query ($cursor: ID) { webhookDeliveries(limit: 1, cursor: $cursor, orderBy: {field: createdAt, direction: ASC}) { id } }',
      { cursor: first.id },
    );
    expect(body.data.webhookDeliveries).toEqual([{ id: second.id }]);
  });

  test('400 for an invalid id, cursor or limit', async () => {
    const { merchant, make } = await newShop();
    const { id } = await make();
    for (const [query, message] of [
      ['{ webhookDelivery(id: "x") { id } }', 'Expected format: UUID, got x'],
      ['{ webhookDeliveriesCount(filter: {orderId: {eq: "PAY_1"}}) }', 'Expected format: ORD_xxx, got PAY_1'],
      [`{ webhookDeliveries(cursor: "${newId()}") { id } }`, 'Invalid cursor: no such row'],
      ['{ webhookDeliveries(limit: 101) { id } }', 'Invalid limit: must be 1 to 100'],
      [`{ webhookDelivery(id: "${id}") { attempts(limit: 21) { attempt } } }`, 'Invalid limit: must be 1 to 20'],
    ] as const) {
      const { status, body } = await merchant.query(query);
      expect([status, body.errors[0].message]).toEqual([400, message]);
    }
  });

  test('reads the attempts of any number of deliveries in one statement', async () => {
    const { merchant, make } = await newShop();
    for (let number = 0; number < 5; number += 1) await insertAttempt(db, await make());
    const statements: string[] = [];
    const watched = watchedDatabase((statement) => statements.push(statement));
    const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
    const query = '{ webhookDeliveries { id attempts { attempt } } }';
    const { body } = await answerGraphql(watched, caller, { query });
    const rows: { attempts: unknown[] }[] = JSON.parse(body).data.webhookDeliveries;
    expect(rows.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1, 1, 1]);
    // The caller's stores, the deliveries, their attempts.
    expect(statements).toHaveLength(3);
  });
});

describe('access', () => {
  const fullQuery = '{ webhookDeliveries { id } webhookDeliveriesCount }';

  test('is separate by merchant and environment; another member sees them', async () => {
    const { merchant, make } = await newShop();
    const { id } = await make();
    const one = `{ webhookDelivery(id: "${id}") { id } }`;
    const other = await newMerchant();
    for (const answer of [await other.query(fullQuery), await merchant.query(fullQuery, {}, 'prod')]) {
      expect(answer.body.data).toEqual({ webhookDeliveries: [], webhookDeliveriesCount: 0 });
    }
    for (const answer of [await other.query(one), await merchant.query(one, {}, 'prod')]) {
      expect(answer.body.data).toEqual({ webhookDelivery: null });
    }
    const member = await newMember(merchant, 'member');
    expect((await member.query(one)).body.data).toEqual({ webhookDelivery: { id } });
  });

  test('403 in public and for customers', async () => {
    const { merchant, make } = await newShop();
    const { id } = await make();
    const issued = await merchant.call('auth/issue-session-token', { storeId: merchant.storeId, buyerIdentity: 'ana' });
    for (const credential of [
      { 'X-Store-Slug': merchant.slug },
      { Authorization: `Bearer ${issued.body.data.token}` },
    ] as Record<string, string>[]) {
      for (const query of [
        '{ webhookDeliveries { id } }',
        '{ webhookDeliveriesCount }',
        `{ webhookDelivery(id: "${id}") { id } }`,
      ]) {
        const headers = { ...credential, 'X-Environment': 'test' };
        const { status, body } = await send('POST', '/v1/graphql', JSON.stringify({ query }), headers);
        expect([query, status, body.errors[0].message]).toEqual([query, 403, 'Insufficient permissions']);
      }
    }
  });
});
