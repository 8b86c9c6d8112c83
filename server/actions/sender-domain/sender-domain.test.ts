import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { senderDomains } from '#db/schema/index.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { callFromDashboard, emailsTo, eventsOf, newOperator, newSenderDomain } from '#server/testing/reviews.ts';

const add = (caller: TestMerchant, storeId: string, domain: unknown) =>
  caller.call('sender-domain/add-domain', { storeId, domain });
const check = 'sender-domain/check-domain';
const review = 'sender-domain/review-domain';
const revoke = 'sender-domain/revoke-domain';
const refused = (message: string, layer = 'email') => ({ data: null, errors: [{ message, layer }] });
const sendersOf = (merchant: TestMerchant) =>
  db.select().from(senderDomains).where(eq(senderDomains.storeId, merchant.store.id));
const rowOf = async (id: string) => (await db.select().from(senderDomains).where(eq(senderDomains.id, id)))[0];
const setStatus = (id: string, status: 'in_review' | 'bound') =>
  db.update(senderDomains).set({ status }).where(eq(senderDomains.id, id));
const newDomain = () => `${randomUUID()}.example.com`;

// Until an operator is appointed, the first account of a database is one. It must be none of the accounts below.
beforeAll(() => newMerchant());

describe('add-domain', () => {
  test('returns the record to publish', async () => {
    const merchant = await newMerchant();
    const name = newDomain();
    const { status, body } = await add(merchant, merchant.storeId, ` ${name.toUpperCase()}. `);
    expect(status).toBe(200);
    expect(body.data.senderDomain).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      storeId: merchant.storeId,
      domain: name,
      status: 'unproven',
      dnsRecord: {
        type: 'TXT',
        name: `_counterfoil.${name}`,
        value: expect.stringMatching(/^counterfoil-verification=[0-9a-f]{32}$/),
      },
      checkedAt: null,
      checkProblem: null,
      reviewNote: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      reviewedAt: null,
    });
    expect(await eventsOf(merchant)).toEqual(['sender.added']);
  });

  test('stores an international name in punycode', async () => {
    const merchant = await newMerchant();
    const { body } = await add(merchant, merchant.storeId, 'Bücher.example.com');
    expect(body.data.senderDomain.domain).toBe('xn--bcher-kva.example.com');
  });

  test('400 This domain has already been added, also by ten concurrent requests', async () => {
    const merchant = await newMerchant();
    const name = newDomain();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(merchant, merchant.storeId, name)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body]).toMatchObject([400, refused('This domain has already been added')]);
    }
    expect(await sendersOf(merchant)).toHaveLength(1);
  });

  test('400 At most 10 sender domains per store, also by concurrent requests', async () => {
    const merchant = await newMerchant();
    const answers = await Promise.all(Array.from({ length: 14 }, () => add(merchant, merchant.storeId, newDomain())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body]).toMatchObject([400, refused('At most 10 sender domains per store')]);
    }
    expect(await sendersOf(merchant)).toHaveLength(10);
  });

  test('accepts the same domain from two merchants, with separate records', async () => {
    const [one, two] = [await newMerchant(), await newMerchant()];
    const name = newDomain();
    const [first, second] = [await newSenderDomain(one, name), await newSenderDomain(two, name)];
    expect(first.dnsRecord.name).toBe(second.dnsRecord.name);
    expect(first.dnsRecord.value).not.toBe(second.dnsRecord.value);
  });

  test.each([undefined, null])('400 Missing required field: domain (%j)', async (domain) => {
    const merchant = await newMerchant();
    const { status, body } = await add(merchant, merchant.storeId, domain);
    expect([status, body]).toMatchObject([400, refused('Missing required field: domain')]);
  });

  test('400 Invalid domain: must be a domain name such as mail.example.com', async () => {
    const merchant = await newMerchant();
    const { status, body } = await add(merchant, merchant.storeId, 'https://example.com/');
    expect([status, body]).toMatchObject([
      400,
      refused('Invalid domain: must be a domain name such as mail.example.com'),
    ]);
    expect(await sendersOf(merchant)).toEqual([]);
  });
});

describe('check-domain', () => {
  test('is due now, whatever was found before and however old the domain is', async () => {
    const merchant = await newMerchant();
    const { id } = await newSenderDomain(merchant);
    await db
      .update(senderDomains)
      .set({ checkedAt: new Date(), checkProblem: 'Nothing there', createdAt: new Date(0) })
      .where(eq(senderDomains.id, id));
    const { status, body } = await merchant.call(check, { id });
    expect([status, body.data.senderDomain]).toEqual([
      200,
      expect.objectContaining({ id, checkedAt: null, checkProblem: null, status: 'unproven' }),
    ]);
  });

  test('400 A sender that is bound cannot be proven', async () => {
    const merchant = await newMerchant();
    const { id } = await newSenderDomain(merchant);
    await setStatus(id, 'bound');
    const { status, body } = await merchant.call(check, { id });
    expect([status, body]).toMatchObject([400, refused('A sender that is bound cannot be proven')]);
  });
});

describe('review-domain', () => {
  test('approval binds the domain and emails the merchant', async () => {
    const [merchant, operator] = [await newMerchant(), await newOperator()];
    const { id, domain } = await newSenderDomain(merchant);
    await setStatus(id, 'in_review');
    const { status, data } = await callFromDashboard(operator, review, { id, decision: 'approve' });
    expect([status, data.senderDomain.status]).toEqual([200, 'bound']);
    expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.bound']);
    expect((await emailsTo(merchant.email))[0]?.body).toContain(`${domain} was approved`);
  });

  test('rejection stores a note', async () => {
    const [merchant, operator] = [await newMerchant(), await newOperator()];
    const { id } = await newSenderDomain(merchant);
    await setStatus(id, 'in_review');
    expect((await callFromDashboard(operator, review, { id, decision: 'reject' })).status).toBe(400);
    const { data } = await callFromDashboard(operator, review, { id, decision: 'reject', note: 'Parked.' });
    expect(data.senderDomain).toMatchObject({ status: 'rejected', reviewNote: 'Parked.' });
  });

  test('400 A sender that is unproven cannot be rejected: only verified ones are decided', async () => {
    const [merchant, operator] = [await newMerchant(), await newOperator()];
    const { id } = await newSenderDomain(merchant);
    const { status, errors } = await callFromDashboard(operator, review, { id, decision: 'reject', note: 'No.' });
    const message = 'A sender that is unproven cannot be rejected';
    expect([status, errors]).toMatchObject([400, [{ message, layer: 'email' }]]);
  });

  test('404 Sender domain not found: for non-operators', async () => {
    const merchant = await newMerchant();
    const { id } = await newSenderDomain(merchant);
    await setStatus(id, 'in_review');
    const { status, errors } = await callFromDashboard(merchant, review, { id, decision: 'approve' });
    expect([status, errors]).toMatchObject([404, [{ message: 'Sender domain not found', layer: 'email' }]]);
    expect((await rowOf(id))?.status).toBe('in_review');
  });
});

test('revoke-domain: removes a domain in any status', async () => {
  const merchant = await newMerchant();
  const [fresh, bound] = [await newSenderDomain(merchant), await newSenderDomain(merchant)];
  await setStatus(bound.id, 'bound');
  // It is used for prod emails, so a test key may not remove it.
  const { status, body } = await merchant.call(revoke, { id: bound.id });
  expect([status, body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
  expect((await rowOf(bound.id))?.status).toBe('bound');
  for (const [{ id }, environment] of [
    [fresh, 'test'],
    [bound, 'prod'],
  ] as const) {
    expect((await merchant.call(revoke, { id }, { environment })).body.data.senderDomain.id).toBe(id);
    expect(await rowOf(id)).toBeUndefined();
  }
  expect((await eventsOf(merchant)).filter((type) => type === 'sender.revoked')).toHaveLength(2);
});
