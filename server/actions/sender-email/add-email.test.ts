import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { senderEmails } from '#db/schema/index.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { ageCounts } from '#server/testing/daily-limits.ts';
import { emailsTo, eventsOf, newAddress, newSenderEmail } from '#server/testing/reviews.ts';

const add = (caller: TestMerchant, storeId: string, email: unknown) =>
  caller.call('sender-email/add-email', { storeId, email });
const refused = (message: string, layer = 'email') => ({ data: null, errors: [{ message, layer }] });
const sendersOf = (merchant: TestMerchant) =>
  db.select().from(senderEmails).where(eq(senderEmails.storeId, merchant.store.id));

test('adds the unverified address and emails a code, storing only its digest', async () => {
  const merchant = await newMerchant('Kettle & Crema');
  const address = newAddress();
  const { status, body, text } = await add(merchant, merchant.storeId, ` ${address.toUpperCase()} `);
  expect(status).toBe(200);
  expect(body.data.senderEmail).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    storeId: merchant.storeId,
    email: address,
    status: 'unproven',
    codeExpiresAt: expect.any(String),
    reviewNote: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    reviewedAt: null,
  });
  const { createdAt, codeExpiresAt } = body.data.senderEmail;
  expect(Date.parse(codeExpiresAt) - Date.parse(createdAt)).toBe(30 * 60 * 1000);
  const [email] = await emailsTo(address);
  const code = /Your code is (\d{6})\n/.exec(email?.body ?? '')?.[1] ?? '';
  expect(email?.body).toContain('The store “Kettle & Crema” wants to send');
  const [row] = await sendersOf(merchant);
  expect(row?.codeDigest).toMatch(/^[0-9a-f]{64}$/);
  expect(`${JSON.stringify(row)}${text}`).not.toContain(`"${code}"`);
  expect(await eventsOf(merchant)).toEqual(['sender.added']);
});

test('400 This email has already been added, in any case, also by ten concurrent requests', async () => {
  const merchant = await newMerchant();
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      add(merchant, merchant.storeId, index % 2 ? address : address.toUpperCase()),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body]).toMatchObject([400, refused('This email has already been added')]);
  }
  expect(await sendersOf(merchant)).toHaveLength(1);
  expect(await emailsTo(address)).toHaveLength(1);
});

test('400 At most 10 sender emails per store, also by concurrent requests; the eleventh gets no code', async () => {
  const merchant = await newMerchant();
  const addresses = Array.from({ length: 14 }, newAddress);
  const answers = await Promise.all(addresses.map((address) => add(merchant, merchant.storeId, address)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const [index, { status, body }] of answers.entries()) {
    if (status === 200) continue;
    expect([status, body]).toMatchObject([400, refused('At most 10 sender emails per store')]);
    expect(await emailsTo(addresses[index] ?? '')).toEqual([]);
  }
  expect(await sendersOf(merchant)).toHaveLength(10);
});

test('429 A code was sent to this address less than a minute ago: also after revoking and adding again', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const { id, email } = await newSenderEmail(merchant);
  await merchant.call('sender-email/revoke-email', { id });
  for (const caller of [merchant, other]) {
    const { status, headers, body } = await add(caller, caller.storeId, email);
    expect([status, body]).toMatchObject([429, refused('A code was sent to this address less than a minute ago')]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(50);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(await sendersOf(caller)).toEqual([]);
  }
  expect(await emailsTo(email)).toHaveLength(1);
  await ageCounts(email, 61);
  expect((await add(other, other.storeId, email)).status).toBe(200);
});

test('429 for all but one of several stores that add an address concurrently', async () => {
  const merchants = [await newMerchant(), await newMerchant(), await newMerchant()];
  const address = newAddress();
  const answers = await Promise.all(merchants.map((merchant) => add(merchant, merchant.storeId, address)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
  expect(await emailsTo(address)).toHaveLength(1);
});

test('429 This address was sent 5 codes within 24 hours: across stores, also by resend', async () => {
  const address = newAddress();
  const merchants = await Promise.all(Array.from({ length: 5 }, () => newMerchant()));
  const ids: string[] = [];
  for (const merchant of merchants) {
    const answer = await add(merchant, merchant.storeId, address);
    expect(answer.status).toBe(200);
    ids.push(answer.body.data.senderEmail.id);
    await ageCounts(address, 3600);
  }
  const message = 'This address was sent 5 codes within 24 hours, the maximum';
  const [late, [holder]] = [await newMerchant(), merchants];
  const sixth = await add(late, late.storeId, address);
  const resent = await holder?.call('sender-email/resend-code', { id: ids[0] });
  for (const answer of [sixth, resent]) {
    expect([answer?.status, answer?.body]).toMatchObject([429, refused(message)]);
    const wait = Number(answer?.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(23 * 3600 - 60);
    expect(wait).toBeLessThanOrEqual(23 * 3600);
  }
  expect(await sendersOf(late)).toEqual([]);
  expect(await emailsTo(address)).toHaveLength(5);
  await ageCounts(address, 24 * 3600 + 1);
  expect((await add(late, late.storeId, address)).status).toBe(200);
});

test('429 The stores of this owner added 20 addresses within 24 hours: counts revoked and concurrent ones', async () => {
  const merchant = await newMerchant();
  const stores = [merchant.storeId];
  for (const name of ['Second', 'Third']) {
    stores.push((await merchant.call('store/create-store', { name })).body.data.store.id);
  }
  const added = await Promise.all(
    stores.flatMap((storeId) => Array.from({ length: 8 }, () => add(merchant, storeId, newAddress()))),
  );
  const message = 'The stores of this owner added 20 addresses within 24 hours, the maximum';
  expect(added.filter(({ status }) => status === 200)).toHaveLength(20);
  const refusals = added.filter(({ status }) => status !== 200);
  for (const { status, headers, body } of refusals) {
    expect([status, body]).toMatchObject([429, refused(message)]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(24 * 3600 - 120);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(24 * 3600);
  }
  expect(refusals).toHaveLength(4);
  const { id } = added.find(({ status }) => status === 200)?.body.data.senderEmail ?? {};
  expect((await merchant.call('sender-email/revoke-email', { id })).status).toBe(200);
  const last = newAddress();
  const again = await add(merchant, merchant.storeId, last);
  expect([again.status, again.body]).toMatchObject([429, refused(message)]);
  expect(await emailsTo(last)).toEqual([]);
  // A domain sends no code, and another owner has a separate limit.
  const domain = { storeId: merchant.storeId, domain: 'mail.example.com' };
  expect((await merchant.call('sender-domain/add-domain', domain)).status).toBe(200);
  const other = await newMerchant();
  expect((await add(other, other.storeId, last)).status).toBe(200);
});

test.each([
  [undefined, 'Missing required field: email'],
  ['nobody', 'Invalid email: must be an email address'],
  [`${'x'.repeat(250)}@example.com`, 'Invalid email: must have at most 254 characters'],
])('400 for %j: %s', async (email, message) => {
  const merchant = await newMerchant();
  const { status, body } = await add(merchant, merchant.storeId, email);
  expect([status, body]).toMatchObject([400, refused(message)]);
});
