import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { senderEmails } from '#db/schema/index.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { ageCounts } from '#server/testing/daily-limits.ts';
import { codeFor, emailsTo, eventsOf, newSenderEmail } from '#server/testing/reviews.ts';

const confirm = 'sender-email/confirm-email';
const resend = 'sender-email/resend-code';
const refused = (message: string) => ({ data: null, errors: [{ message, layer: 'email' }] });
const rowOf = async (id: string) => (await db.select().from(senderEmails).where(eq(senderEmails.id, id)))[0];
/** Any code but the correct one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('moves to review with the correct code', async () => {
  const merchant = await newMerchant();
  const { id, email, code } = await newSenderEmail(merchant);
  const { status, body } = await merchant.call(confirm, { id, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  expect(status).toBe(200);
  expect(body.data.senderEmail).toMatchObject({ id, email, status: 'in_review', codeExpiresAt: null });
  expect(await rowOf(id)).toMatchObject({ codeDigest: null, codeAttempts: 0 });
  expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.proven']);
});

test('400 The code is incorrect: counts the attempt although the call is refused', async () => {
  const merchant = await newMerchant();
  const { id, code } = await newSenderEmail(merchant);
  const { status, body } = await merchant.call(confirm, { id, code: wrong(code) });
  expect([status, body]).toMatchObject([400, refused('The code is incorrect')]);
  expect(await rowOf(id)).toMatchObject({ status: 'unproven', codeAttempts: 1 });
});

test('a wrong code frees its idempotency key, like every refusal', async () => {
  const merchant = await newMerchant();
  const { id, code } = await newSenderEmail(merchant);
  const headers = { 'X-Idempotency-Key': 'confirm-1' };
  expect((await merchant.call(confirm, { id, code: wrong(code) }, { headers })).status).toBe(400);
  expect((await rowOf(id))?.codeAttempts).toBe(1);
  expect((await merchant.call(confirm, { id, code }, { headers })).status).toBe(200);
});

test('400 Too many incorrect codes; request a new one: also for twenty concurrent guesses and the correct code', async () => {
  const merchant = await newMerchant();
  const { id, email, code } = await newSenderEmail(merchant);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => merchant.call(confirm, { id, code: wrong(code) })),
  );
  const messages = guesses.map(({ body }) => body.errors[0].message);
  expect(messages.filter((message) => message === 'The code is incorrect')).toHaveLength(5);
  expect(messages.filter((message) => message === 'Too many incorrect codes; request a new one')).toHaveLength(15);
  const late = await merchant.call(confirm, { id, code });
  expect([late.status, late.body]).toMatchObject([400, refused('Too many incorrect codes; request a new one')]);
  expect(await rowOf(id)).toMatchObject({ status: 'unproven', codeAttempts: 5 });
  await ageCounts(email, 61);
  await merchant.call(resend, { id });
  expect((await merchant.call(confirm, { id, code: await codeFor(email) })).status).toBe(200);
});

test('400 The code has expired; request a new one', async () => {
  const merchant = await newMerchant();
  const { id, code } = await newSenderEmail(merchant);
  await db
    .update(senderEmails)
    .set({ codeExpiresAt: new Date(Date.now() - 1000) })
    .where(eq(senderEmails.id, id));
  const { status, body } = await merchant.call(confirm, { id, code });
  expect([status, body]).toMatchObject([400, refused('The code has expired; request a new one')]);
  expect((await rowOf(id))?.status).toBe('unproven');
});

test('400 A sender that is in review cannot be proven; it gets no other code', async () => {
  const merchant = await newMerchant();
  const { id, email, code } = await newSenderEmail(merchant);
  await merchant.call(confirm, { id, code });
  await ageCounts(email, 61);
  for (const [action, body] of [
    [confirm, { id, code }],
    [resend, { id }],
  ] as const) {
    const answer = await merchant.call(action, body);
    expect([answer.status, answer.body]).toMatchObject([400, refused('A sender that is in review cannot be proven')]);
  }
  expect(await emailsTo(email)).toHaveLength(1);
});

test('resend-code: sends a new code and voids the previous one; 429 within a minute', async () => {
  const merchant = await newMerchant();
  const { id, email, code } = await newSenderEmail(merchant);
  const early = await merchant.call(resend, { id });
  expect([early.status, early.body]).toMatchObject([
    429,
    refused('A code was sent to this address less than a minute ago'),
  ]);
  await ageCounts(email, 61);
  const answers = await Promise.all(Array.from({ length: 5 }, () => merchant.call(resend, { id })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
  expect(await emailsTo(email)).toHaveLength(2);
  const fresh = await codeFor(email);
  if (fresh !== code) {
    expect((await merchant.call(confirm, { id, code })).body).toMatchObject(refused('The code is incorrect'));
  }
  expect((await merchant.call(confirm, { id, code: fresh })).status).toBe(200);
});

test.each([
  [{ id: 'UUID' }, 'Missing required field: code'],
  [{ id: 'UUID', code: '12345' }, 'Invalid code: must be the 6 digits from the email'],
])('400 for %j: %s', async (fields, message) => {
  const merchant = await newMerchant();
  const { id } = await newSenderEmail(merchant);
  const answer = await merchant.call(confirm, 'id' in fields && fields.id === 'UUID' ? { ...fields, id } : fields);
  expect([answer.status, answer.body]).toMatchObject([400, refused(message)]);
  expect((await rowOf(id))?.codeAttempts).toBe(0);
});
