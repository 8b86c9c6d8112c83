/** Emails to owners about possible attacks. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKeys, emails, eventOutbox, events, stores } from '#db/schema/index.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import {
  db,
  newGroup,
  newMember,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  newWebhook,
  type TestMerchant,
} from '#server/testing/api.ts';
import { newKey } from '#server/testing/keys.ts';
import { callFromDashboard, eventsOf } from '#server/testing/reviews.ts';
import { newQuietStore, start } from '#server/testing/webhooks/quiet-store.ts';
import { queueEmails } from './queue-emails.ts';

/** Queues the emails of all events of a merchant and its store; returns the security emails. */
async function reported(merchant: TestMerchant, ...others: readonly TestMerchant[]) {
  const ofAccount = or(
    eq(events.storeId, merchant.store.id),
    and(eq(events.merchantId, merchant.id), eq(events.objectType, 'api_key')),
  );
  const recorded = await db.select().from(events).where(ofAccount).orderBy(asc(events.id));
  await db.transaction((tx) => queueEmails.handle(tx, recorded, new Date()));
  const people = [merchant, ...others].map(({ email }) => email);
  return await db
    .select()
    .from(emails)
    .where(and(inArray(emails.recipient, people), eq(emails.kind, 'security')))
    .orderBy(asc(emails.id));
}
const lines = (sent: Awaited<ReturnType<typeof reported>>) =>
  sent.map(({ recipient, subject }) => [recipient, subject]);
const succeed = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);

test('a new prod key is emailed to the account, with who, when and what to do; a test key is not', async () => {
  const merchant = await newMerchant();
  for (const environment of ['test', 'prod']) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const given = { environment, nickname: `www.evil.example ${environment}`, publicKey: pem };
    await succeed(callFromDashboard(merchant, 'api-key/create-key', given));
  }
  const sent = await reported(merchant);
  expect(lines(sent)).toEqual([[merchant.email, 'A new live API key']]);
  const body = sent[0]?.body ?? '';
  expect(body).toMatch(/^By: Merchant, in the dashboard$/m);
  expect(body).toMatch(/^When: \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC$/m);
  expect(body).toContain('If it was not you, delete the key');
  // Typed text contains no link.
  expect(body).not.toContain('www.evil.example');
  // It belongs to the account, so no member of a store can read it.
  expect(sent[0]).toMatchObject({ storeId: null, merchantId: merchant.id, status: 'queued', isUrgent: false });
});

test('changed access of a prod key is emailed to the account; a nickname or a test key is not', async () => {
  const merchant = await newMerchant();
  const { id } = await newKey(merchant, { scopes: ['read'] }, 'prod');
  const inTest = await newKey(merchant, { scopes: ['read'] });
  await succeed(callFromDashboard(merchant, 'api-key/update-key', { id: inTest.id, scopes: null }));
  await succeed(callFromDashboard(merchant, 'api-key/update-key', { id, nickname: 'Renamed' }));
  expect(await reported(merchant)).toEqual([]);
  const expiresAt = '2095-03-08T09:00:00.000Z';
  const access = { scopes: null, networks: ['203.0.113.0/24', '2001:db8::/32'], expiresAt };
  await succeed(callFromDashboard(merchant, 'api-key/update-key', { id, ...access }));
  const sent = await reported(merchant);
  expect(lines(sent)).toEqual([[merchant.email, 'The access of a live API key was changed']]);
  const body = sent[0]?.body ?? '';
  expect(body).toMatch(/^Nickname: Renamed$/m);
  expect(body).toMatch(/^Scopes: All$/m);
  expect(body).toMatch(/^Networks: 203\.0\.113\.0\/24, 2001:db8::\/32$/m);
  expect(body).toMatch(/^Expires: 8 Mar 2095, 09:00 UTC$/m);
});

test('emails a transfer of ownership to the former and the new owner', async () => {
  const owner = await newMerchant('Corner Shop');
  const successor = await newMember(owner, 'member');
  const given = { storeId: owner.storeId, merchantId: successor.merchantId, role: 'owner' };
  await succeed(owner.call('store-merchant/update-role', given));
  const sent = await reported(owner, successor);
  expect(lines(sent)).toEqual([
    [owner.email, 'Your store “Corner Shop” was transferred'],
    [successor.email, 'You now own the store “Corner Shop”'],
  ]);
  expect(sent[0]?.body).toContain(`transferred to Merchant (${successor.email})`);
  expect(sent[0]?.body).toMatch(/^By: API key “prod” …\S{4}$/m);
  // The tests' own client, on loopback.
  for (const { body } of sent) expect(body).toMatch(/^From address: (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/m);
});

test('a new admin is emailed to the owner, added or promoted; a member is not', async () => {
  const owner = await newMerchant('Corner Shop');
  const [added, promoted, plain] = [await newMerchant(), await newMember(owner, 'member'), await newMerchant()];
  const { storeId } = owner;
  await succeed(owner.call('store-merchant/add-merchant', { storeId, merchantId: added.merchantId, role: 'admin' }));
  await succeed(owner.call('store-merchant/update-role', { storeId, merchantId: promoted.merchantId, role: 'admin' }));
  await succeed(owner.call('store-merchant/add-merchant', { storeId, merchantId: plain.merchantId, role: 'member' }));
  await succeed(owner.call('store-merchant/update-role', { storeId, merchantId: added.merchantId, role: 'member' }));
  const sent = await reported(owner);
  const subject = 'A new admin of your store “Corner Shop”';
  expect(lines(sent)).toEqual([
    [owner.email, subject],
    [owner.email, subject],
  ]);
  expect(sent.map(({ body }) => [added, promoted].findIndex(({ email }) => body.includes(email)))).toEqual([0, 1]);
});

test('an accepted invitation of an admin is emailed to the owner', async () => {
  const [owner, guest] = [await newMerchant('Corner Shop'), await newMerchant()];
  const given = { storeId: owner.storeId, email: guest.email, role: 'admin' };
  await succeed(callFromDashboard(owner, 'store-invitation/create-invitation', given));
  const [email] = await db.select().from(emails).where(eq(emails.recipient, guest.email));
  const token = /[\w-]{65}/.exec(email?.body ?? '')?.[0];
  await succeed(callFromDashboard(guest, 'store-invitation/accept-invitation', { token }));
  expect(lines(await reported(owner))).toEqual([[owner.email, 'A new admin of your store “Corner Shop”']]);
});

test('a prod webhook and its new address are emailed, the address by its host alone; a test webhook is not', async () => {
  const merchant = await newMerchant('Corner Shop');
  const { id: inTest } = await newWebhook(merchant);
  const { id } = await newWebhook(merchant, { testMode: false, url: 'https://example.com/secret-path' });
  const prod = { environment: 'prod' } as const;
  await succeed(merchant.call('store/update-webhook', { id: inTest, url: 'https://example.org/' }));
  await succeed(merchant.call('store/update-webhook', { id, events: ['refund.failed'] }, prod));
  await succeed(merchant.call('store/update-webhook', { id, url: 'https://example.net/secret-path' }, prod));
  const sent = await reported(merchant);
  expect(lines(sent)).toEqual([
    [merchant.email, 'New live webhook in your store “Corner Shop”'],
    [merchant.email, 'New address of a live webhook in your store “Corner Shop”'],
  ]);
  expect(sent[0]?.body).toContain('Sends to: example.com');
  expect(sent[1]?.body).toContain('Sends to: example.net');
  expect(sent.map(({ body }) => body).join()).not.toContain('secret-path');
});

test.each(['test key', 'prod key', 'dashboard'])('a suspension by the %s is emailed once', async (by) => {
  const merchant = await newMerchant('Corner Shop');
  const given = { id: merchant.storeId, status: 'suspended' };
  const environment = by === 'prod key' ? 'prod' : 'test';
  if (by === 'dashboard') await succeed(callFromDashboard(merchant, 'store/update-store', given));
  else await succeed(merchant.call('store/update-store', given, { environment }));
  const sent = await reported(merchant);
  expect(lines(sent)).toEqual([[merchant.email, 'Your store “Corner Shop” is suspended']]);
  expect(/, a test key$/m.test(sent[0]?.body ?? '')).toBe(by === 'test key');
});

test('a suspension by an operator is emailed, without saying who that is', async () => {
  const merchant = await newMerchant('Corner Shop');
  const actor = { kind: 'operator', by: 'MER_operator', from: { address: '203.0.113.7' } } as const;
  const change = { before: { status: 'active' }, after: { status: 'suspended' } };
  const about = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'prod' } as const;
  const event = { type: 'store.updated', objectId: merchant.store.id, changes: change } as const;
  await db.transaction((tx) => recordEvent(tx, { ...about, actor, ...event }, new Date()));
  const [email, ...more] = await reported(merchant);
  expect(more).toEqual([]);
  expect(email?.body).toContain('By: Operator\n');
  expect(email?.body).toContain('The operator of this service did this');
  expect(email?.body).not.toMatch(/203\.0\.113\.7|MER_operator/);
});

/** What the contract permits to a test key, and its emails. */
async function changeAll(merchant: TestMerchant, environment: 'test' | 'prod') {
  const by = { environment } as const;
  const onetime = await newProduct(merchant);
  const { id } = await newSubscriptionProduct(merchant);
  await succeed(merchant.call('store/update-store', { id: merchant.storeId, name: 'Renamed', website: null }, by));
  await succeed(merchant.call('onetime-product/publish-product', { id: onetime.id }, by));
  await succeed(merchant.call('subscription-product/publish-product', { id }, by));
  const group = await newGroup(merchant, { productIds: [id] });
  await succeed(merchant.call('subscription-product-group/publish-group', { id: group.id }, by));
}

test('what a test key changes in prod is emailed to the owner', async () => {
  const merchant = await newMerchant();
  await changeAll(merchant, 'test');
  await succeed(merchant.call('store/update-store', { id: merchant.storeId, name: 'Renamed' }));
  const sent = await reported(merchant);
  expect(lines(sent)).toEqual([
    [merchant.email, 'A test key changed your store “Renamed”'],
    [merchant.email, 'A test key published a product in your store “Renamed”'],
    [merchant.email, 'A test key published a product in your store “Renamed”'],
    [merchant.email, 'A test key published a plan group in your store “Renamed”'],
  ]);
  expect(sent[0]?.body).toContain('Changed: name');
  for (const { body } of sent) expect(body).toMatch(/^By: API key “test” …\S{4}, a test key$/m);
});

test('the deletion of a store by a test key is emailed to the owner', async () => {
  const merchant = await newMerchant('Corner Shop');
  await succeed(merchant.call('store/delete-store', { id: merchant.storeId }));
  expect(lines(await reported(merchant))).toEqual([[merchant.email, 'A test key deleted your store “Corner Shop”']]);
});

test('does not email the same changes by a prod key or in the dashboard', async () => {
  const merchant = await newMerchant();
  await changeAll(merchant, 'prod');
  await succeed(callFromDashboard(merchant, 'store/update-store', { id: merchant.storeId, name: 'Once more' }, 'test'));
  expect(await reported(merchant)).toEqual([]);
});

test('emails a change by a deleted key, which may have been a test key', async () => {
  const merchant = await newMerchant('Corner Shop');
  await succeed(merchant.call('store/update-store', { id: merchant.storeId, website: 'https://example.com' }));
  await db.delete(apiKeys).where(eq(apiKeys.merchantId, merchant.id));
  expect(lines(await reported(merchant))).toEqual([[merchant.email, 'A test key changed your store “Corner Shop”']]);
});

test('no notification setting turns security emails off', async () => {
  const merchant = await newMerchant();
  const off = { notifyNewOrders: false, notifyChargeback: false };
  await db.update(stores).set({ notificationSettings: off }).where(eq(stores.id, merchant.store.id));
  await newWebhook(merchant, { testMode: false });
  expect(await reported(merchant)).toHaveLength(1);
});

test('orders and the test environment trigger no security email', async () => {
  const merchant = await newMerchant();
  await newWebhook(merchant);
  await succeed(callFromDashboard(merchant, 'store/update-store', { id: merchant.storeId, status: 'inactive' }));
  await succeed(callFromDashboard(merchant, 'store/update-store', { id: merchant.storeId, status: 'active' }));
  expect(await eventsOf(merchant)).toContain('store.updated');
  expect(await reported(merchant)).toEqual([]);
});

test('queues one email per event, also after a crash and with several relays', async () => {
  const { db: own, store } = await newQuietStore(1);
  const about = { merchantId: store.merchantId, storeId: store.id, environment: 'prod' } as const;
  const actor = { kind: 'dashboard', by: 'MER' } as const;
  const data = { channel: 'http', events: [], testMode: false };
  const event = { type: 'webhook.added', objectId: randomUUID(), data } as const;
  await own.transaction((tx) => recordEvent(tx, { ...about, actor, ...event }, start));
  const dying = { name: 'dying', handle: () => Promise.reject(new Error('the worker died')) };
  await relayEvents(own, start, { consumers: [queueEmails, dying] });
  const sent = () => own.select().from(emails).where(eq(emails.kind, 'security'));
  expect(await sent()).toEqual([]);
  const later = new Date(start.getTime() + 10_000);
  await Promise.all([1, 2, 3].map(() => relayEvents(own, later, { consumers: [queueEmails] })));
  expect(await own.select().from(eventOutbox)).toEqual([]);
  expect(await sent()).toHaveLength(1);
});
