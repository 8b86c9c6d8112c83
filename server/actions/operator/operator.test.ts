/** Operators suspend accounts and stores and disable prod. Sales in prod stop, and only operators can undo it. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, merchants, stores } from '#db/schema/index.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStoreRow } from '#server/stores/data/store-locks.ts';
import { updateStore } from '#server/stores/stores.ts';
import { db, newMember, newMerchant, pay, type TestMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { raceForLock } from '#server/testing/databases/locks.ts';
import { eventTypesOf } from '#server/testing/orders/rows.ts';
import { callFromDashboard, emailsTo, newOperator } from '#server/testing/reviews.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const suspended = { status: 400, message: 'Store is suspended in the prod environment by the operator' };

/** A store that sells a product in prod. */
async function newShop() {
  const merchant = await newMerchant();
  await updateStore(db, merchant.store, { prodEnabled: true }, new Date());
  const product = { storeId: merchant.storeId, name: 'Guide', prices: { USD: { amount: '9.00' } } };
  const { body } = await merchant.call('onetime-product/create-product', product);
  const productId = body.data.product.id as string;
  await merchant.call('onetime-product/publish-product', { id: productId });
  const sell = async (environment: 'test' | 'prod' = 'prod', storeId = merchant.storeId) => {
    const session = { storeId, productId, productType: 'onetime', currency: 'USD' };
    const answer = await merchant.call('checkout/create-session', session, { environment });
    return { status: answer.status, message: answer.body.errors?.[0]?.message, data: answer.body.data };
  };
  return { merchant, productId, sell };
}

const subjectsTo = async (merchant: TestMerchant) => (await emailsTo(merchant.email)).map(({ subject }) => subject);

test('a suspended store sells nothing in prod, including open checkouts, and keeps working in test', async () => {
  const [operator, { merchant, sell }] = [await newOperator(), await newShop()];
  const open = await sell();
  expect(open.status).toBe(200);
  const set = (body: object) =>
    callFromDashboard(operator, 'operator/set-store-suspension', { storeId: merchant.storeId, ...body });
  expect(await set({ suspended: true })).toMatchObject({
    status: 400,
    errors: [{ message: 'Missing required field: reason' }],
  });
  expect((await set({ suspended: true, reason: 'Complaints.' })).data.store.suspended).toBe(true);
  expect(await sell()).toMatchObject(suspended);
  expect((await sell('test')).status).toBe(200);
  const order = {
    checkoutSessionId: open.data.sessionId,
    billingDetail: { country: 'US', state: 'NY', isBusiness: false },
  };
  const ordered = await merchant.call('onetime-order/create-order', order, { environment: 'prod' });
  expect([ordered.status, ordered.body.errors[0].message]).toEqual([400, suspended.message]);
  await expect(pay(merchant, open.data.sessionId)).rejects.toMatchObject({ status: 400 });
  expect((await set({ suspended: true, reason: 'Again.' })).status).toBe(400);

  // The merchant's own status switch is independent.
  await merchant.call('store/update-store', { id: merchant.storeId, status: 'active' });
  expect(await sell()).toMatchObject(suspended);
  expect((await set({ suspended: false })).data.store.suspended).toBe(false);
  expect((await sell()).status).toBe(200);
  expect(await eventTypesOf(merchant.store.id)).toEqual(
    expect.arrayContaining(['store.prod_suspended', 'store.prod_reinstated']),
  );
  expect(await subjectsTo(merchant)).toEqual(
    expect.arrayContaining(['Your store is suspended', 'Your store is reinstated']),
  );
  expect((await emailsTo(merchant.email)).map(({ body }) => body).join('\n')).toContain('Complaints.');
});

test('a suspension waits for a sale in progress; every later sale sees it', async () => {
  const [operator, { merchant, sell }] = [await newOperator(), await newShop()];
  const body = { storeId: merchant.storeId, suspended: true, reason: 'Fraud.' };
  const { status } = await raceForLock(
    (tx) => lockStoreRow(tx, scopeOfStore(merchant.store), 'key share'),
    () => callFromDashboard(operator, 'operator/set-store-suspension', body),
  );
  expect(status).toBe(200);
  expect(await sell()).toMatchObject(suspended);
});

test('a suspended account’s stores sell nothing in prod, including new and transferred ones', async () => {
  const [operator, { merchant, sell }] = [await newOperator(), await newShop()];
  const successor = await newMember(merchant, 'admin');
  const set = (body: object) =>
    callFromDashboard(operator, 'operator/set-merchant-suspension', { merchantId: merchant.merchantId, ...body });
  expect((await set({ suspended: true, reason: 'Unpaid fees.' })).data.merchant.suspended).toBe(true);
  expect(await sell()).toMatchObject(suspended);
  expect((await sell('test')).status).toBe(200);
  const { body } = await merchant.call('store/create-store', { name: 'Another' });
  const [another] = await db.select().from(stores).where(eq(stores.slug, body.data.store.slug));
  expect(another?.suspendedWith).toBe(merchant.id);
  const handOver = { storeId: merchant.storeId, merchantId: successor.merchantId, role: 'owner' };
  expect((await callFromDashboard(merchant, 'store-merchant/update-role', handOver)).status).toBe(200);
  expect(await sell()).toMatchObject(suspended);
  expect(await eventTypesOf(merchant.id)).toContain('account.suspended');
  expect((await set({ suspended: false })).status).toBe(200);
  expect((await sell()).status).toBe(200);
  expect(await subjectsTo(merchant)).toEqual(
    expect.arrayContaining(['Your account is suspended', 'Your account is reinstated']),
  );
});

test('disabling prod refuses open checkouts and records the reason; enabling restores it', async () => {
  const [operator, { merchant, sell }] = [await newOperator(), await newShop()];
  const open = await sell();
  const set = (body: object) =>
    callFromDashboard(operator, 'operator/set-prod-enabled', { storeId: merchant.storeId, ...body });
  expect((await set({ enabled: false, reason: 'Papers expired.' })).data.store.prodEnabled).toBe(false);
  expect(await sell()).toMatchObject({ status: 400, message: 'Store is not enabled for the prod environment' });
  await expect(pay(merchant, open.data.sessionId)).rejects.toMatchObject({ status: 400 });
  expect((await set({ enabled: true })).data.store.prodEnabled).toBe(true);
  expect((await sell()).status).toBe(200);
  const [disabled] = await db.select().from(events).where(eq(events.type, 'store.prod_disabled'));
  expect(disabled).toMatchObject({ data: { reason: 'Papers expired.' }, actor: { kind: 'operator' } });
});

test('rejects callers other than operators, including the owner', async () => {
  const merchant = await newMerchant();
  const { storeId, merchantId } = merchant;
  for (const [name, body] of [
    ['set-store-suspension', { storeId, suspended: false }],
    ['set-prod-enabled', { storeId, enabled: true }],
    ['set-merchant-suspension', { merchantId, suspended: false }],
    ['verify-address', { merchantId }],
  ] as const) {
    expect((await callFromDashboard(merchant, `operator/${name}`, body)).status, name).toBe(404);
  }
});

test('an operator verifies an address', async () => {
  const [operator, { id, merchantId }] = [await newOperator(), await newMerchant()];
  await db.update(merchants).set({ emailVerified: false }).where(eq(merchants.id, id));
  expect((await callFromDashboard(operator, 'operator/verify-address', { merchantId })).status).toBe(200);
  const [account] = await db.select().from(merchants).where(eq(merchants.id, id));
  expect(account?.emailVerified).toBe(true);
});

test('the command line does the same', async () => {
  const { merchant, sell } = await newShop();
  const operator = (...args: string[]) => runCommand(['operator', ...args], databaseUrl);
  const store = ['--store', merchant.slug];
  expect((await operator('suspend', ...store)).code).toBe(2);
  expect(await operator('suspend', ...store, '--reason', 'Fraud.')).toMatchObject({ code: 0 });
  expect(await sell()).toMatchObject(suspended);
  expect((await operator('suspend', ...store, '--reason', 'Fraud.')).code).toBe(1);
  await operator('reinstate', '--store', merchant.storeId);
  expect((await sell()).status).toBe(200);
  await operator('suspend', '--merchant', merchant.email, '--reason', 'Fraud.');
  expect(await sell()).toMatchObject(suspended);
  await operator('reinstate', '--merchant', merchant.email);
  expect((await operator('disable-prod', ...store, '--reason', 'Papers.')).code).toBe(0);
  expect((await sell()).status).toBe(400);
  await operator('enable-prod', ...store);
  expect((await sell()).status).toBe(200);
});
