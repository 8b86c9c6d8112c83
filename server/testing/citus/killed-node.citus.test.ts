/** A worker node dies by `kill -9` during sales and comes back. */
import { expect, inject, test } from 'vitest';
import { writeLoggedRequests } from '#server/api/write-logged-requests.ts';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import { newId } from '#server/domain/ids.ts';
import { baseUrl, db, newMerchant, newProduct, newSession, pay, sql, type TestMerchant } from '../api.ts';
import { databaseUrl } from '../worker-servers.ts';
import { onNode, withoutNode } from './nodes-of-merchants.ts';

const merchantOn = (node: number): Promise<TestMerchant> => onNode(databaseUrl, node, newMerchant, ({ id }) => id);

const loggedCall = ({ id: merchantId }: TestMerchant) => ({
  id: newId(),
  merchantId,
  storeId: null,
  environment: 'test' as const,
  method: 'POST',
  path: '/v1/graphql',
  callerKind: 'apiKey' as const,
  status: 200,
  durationMs: 1,
  replayed: false,
  error: null,
  hint: null,
  requestBody: null,
  responseBody: null,
  createdAt: new Date(),
  mentions: [],
});

// A cluster that the tests did not start is not theirs to break.
test.skipIf(inject('clusterFolder') === '')(
  'a killed node’s merchants get 503, the others sell on, and nothing is lost or doubled',
  async () => {
    const [lost, kept] = [await merchantOn(1), await merchantOn(2)];
    const product = await newProduct(lost);
    const input = { storeId: lost.storeId, productId: product.id, productType: 'onetime', currency: 'USD' };
    const confirmed: string[] = [];
    const open = await newSession(lost);
    /** Creates sessions until one is refused; the node dies meanwhile. */
    const callsOfLost = (async () => {
      for (;;) {
        const { status, body } = await lost.call('checkout/create-session', input);
        if (status !== 200) return { status, body };
        confirmed.push(body.data.sessionId);
      }
    })();
    await expect.poll(() => confirmed.length).toBeGreaterThan(3);
    await withoutNode(databaseUrl, async () => {
      expect(await callsOfLost).toMatchObject({ status: 503, body: { data: null, errors: [{ layer: 'gateway' }] } });
      expect((await fetch(open.checkoutUrl.replace(/^https?:\/\/[^/]+/, baseUrl))).status).toBe(503);

      for (let sale = 0; sale < 5; sale += 1) {
        const { sessionId, checkoutUrl } = await newSession(kept);
        expect((await fetch(checkoutUrl.replace(/^https?:\/\/[^/]+/, baseUrl))).status).toBe(200);
        expect(await pay(kept, sessionId)).toEqual({ state: 'paid' });
      }
      const { storeId } = kept;
      const changes: [string, object][] = [
        ['store/update-store', { id: storeId, name: 'Open as usual' }],
        ['test-clock/create', { storeId }],
        ['test-clock/advance', { storeId, to: new Date(Date.now() + 86_400_000).toISOString() }],
        ['test-clock/reset', { storeId }],
      ];
      for (const [action, body] of changes) expect(await kept.call(action, body)).toMatchObject({ status: 200 });

      const list = await kept.query('{ onetimeOrders { id status } }');
      expect(list.body.data.onetimeOrders).toHaveLength(5);

      const calls = [lost, kept].map(loggedCall);
      expect(await writeLoggedRequests(db, calls)).toBe('some');
      expect(
        await sql`select id from request_log where merchant_id = ${kept.id} and id = ${calls[1]?.id ?? ''}`,
      ).toHaveLength(1);
    });
    await expect.poll(async () => (await lost.call('checkout/create-session', input)).status).toBe(200);
    expect(await pay(lost, open.sessionId)).toEqual({ state: 'paid' });
    const [sessions] = await sql`
    select count(*)::int as count from checkout_sessions where merchant_id = ${lost.id} and id = any(${confirmed})`;
    expect(sessions?.count).toBe(confirmed.length);
    for (const merchant of [lost, kept]) {
      expect((await checkLedger(db, merchant.store.id)).problems).toEqual([]);
    }
    const paid = await sql`
    select merchant_id, count(*)::int as orders from orders where merchant_id in ${sql([lost.id, kept.id])}
      and status = 'completed' group by merchant_id order by 2`;
    expect(paid).toEqual([
      { merchant_id: lost.id, orders: 1 },
      { merchant_id: kept.id, orders: 5 },
    ]);
  },
);
