import { beforeAll, describe, expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { newMerchant, send, type TestMerchant } from '#server/testing/api.ts';
import { newEmail } from '#server/testing/emails.ts';

const orderId = newId();

/** A store with four emails, an account's email and one of prod; oldest first. */
async function newMailbox() {
  const merchant = await newMerchant();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
  const sent = await newEmail(merchant, { orderId, sentAt: at(5), createdAt: at(1) });
  const failed = await newEmail(merchant, {
    kind: 'subscription_cycled',
    status: 'failed',
    attempts: 6,
    lastError: '550 no such mailbox',
    createdAt: at(2),
  });
  const keptEmail = await newEmail(merchant, { kind: 'new_order', status: 'kept', attempts: 0, createdAt: at(3) });
  const link = await newEmail(merchant, {
    kind: 'portal_link',
    isUrgent: true,
    recipient: 'ana@example.com',
    createdAt: at(4),
  });
  await newEmail(merchant, { kind: 'account', storeId: null, environment: null });
  await newEmail(merchant, { environment: 'prod' });
  return { merchant, sent, failed, kept: keptEmail, link };
}

let shop: Awaited<ReturnType<typeof newMailbox>>;
beforeAll(async () => {
  shop = await newMailbox();
});

describe('the merchant reads', () => {
  test('lists every email of the store in that environment, newest first, without its text', async () => {
    const { body } = await shop.merchant.query(`{
      emailDeliveriesCount
      emailDeliveries { id storeId orderId kind recipient subject status attempts lastError sentAt createdAt }
    }`);
    expect(body.data.emailDeliveriesCount).toBe(4);
    const [link, keptEmail, failed, sent] = body.data.emailDeliveries;
    expect([link.id, keptEmail.id, failed.id]).toEqual([shop.link.id, shop.kept.id, shop.failed.id]);
    expect(failed).toMatchObject({ status: 'failed', attempts: 6, lastError: '550 no such mailbox', sentAt: null });
    expect(sent).toEqual({
      id: shop.sent.id,
      storeId: shop.merchant.storeId,
      orderId: toShortId('ORD', orderId),
      kind: 'order_confirmation',
      recipient: 'buyer@example.com',
      subject: 'Your order',
      status: 'sent',
      attempts: 1,
      lastError: null,
      sentAt: '2026-11-01T12:05:00.000Z',
      createdAt: '2026-11-01T12:01:00.000Z',
    });
    const { body: refused } = await shop.merchant.query('{ emailDeliveries { body } }');
    expect(refused.errors[0].message).toContain('Cannot query field');
  });

  test.each([
    ['{status: {eq: "failed"}}', 1],
    ['{kind: {in: ["portal_link", "new_order"]}}', 2],
    ['{recipient: {startsWith: "ana@"}}', 1],
    ['{orderId: {eq: null}}', 3],
    ['{sentAt: {gte: "2026-11-01T12:00:00Z"}}', 1],
    ['{createdAt: {lt: "2026-11-01T12:03:00Z"}}', 2],
  ])('those with %s', async (filter, expected) => {
    const { body } = await shop.merchant.query(
      `{ rows: emailDeliveries(filter: ${filter}) { id } count: emailDeliveriesCount(filter: ${filter}) }`,
    );
    expect([body.data.rows.length, body.data.count]).toEqual([expected, expected]);
  });

  test('pages by cursor in both directions; finds one by id', async () => {
    const { body } = await shop.merchant.query(
      `query ($cursor: ID, $id: ID!, $order: String) {
        older: emailDeliveries(limit: 2, cursor: $cursor) { id }
        oldest: emailDeliveries(limit: 1, orderBy: {direction: ASC}) { id }
        ofOrder: emailDeliveries(filter: {orderId: {eq: $order}}) { id }
        emailDelivery(id: $id) { subject }
        none: emailDelivery(id: "${newId()}") { subject }
      }`,
      { cursor: shop.link.id, id: shop.sent.id, order: toShortId('ORD', orderId) },
    );
    expect(body.data).toEqual({
      older: [{ id: shop.kept.id }, { id: shop.failed.id }],
      oldest: [{ id: shop.sent.id }],
      ofOrder: [{ id: shop.sent.id }],
      emailDelivery: { subject: 'Your order' },
      none: null,
    });
  });
});

describe('access', () => {
  const fullQuery = '{ emailDeliveries { id } emailDeliveriesCount }';
  test('is separate by merchant and environment', async () => {
    const other: TestMerchant = await newMerchant();
    expect((await other.query(fullQuery)).body.data).toEqual({ emailDeliveries: [], emailDeliveriesCount: 0 });
    expect((await shop.merchant.query(fullQuery, {}, 'prod')).body.data.emailDeliveriesCount).toBe(1);
    const { body } = await other.query(`{ emailDelivery(id: "${shop.sent.id}") { id } }`);
    expect(body.data.emailDelivery).toBeNull();
  });

  test.each(['emailDeliveriesCount', 'emailDeliveries { id }', `emailDelivery(id: "${newId()}") { id }`])(
    'answers 403 in public: %s',
    async (field) => {
      const headers = { 'X-Store-Slug': shop.merchant.slug, 'X-Environment': 'test' };
      const { status } = await send('POST', '/v1/graphql', JSON.stringify({ query: `{ ${field} }` }), headers);
      expect(status).toBe(403);
    },
  );
});
