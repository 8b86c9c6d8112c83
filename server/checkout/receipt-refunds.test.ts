/** The receipt on the checkout page lists refunds. */
import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { refunds } from '#db/schema/index.ts';
import { languages } from '#server/i18n/languages.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { readCheckout } from '#server/testing/orders/checkout.ts';
import { paidOrder } from '#server/testing/orders/refunds.ts';

/** An order of 34.51 with 5.51 tax; refunds of 10.00 and 1.00 succeeded, one of 2.00 failed, one of 3.00 is pending. */
async function newShop() {
  const merchant = await newMerchant();
  const order = await paidOrder(merchant, {}, { country: 'DE' });
  const read = (language: (typeof languages)[number]) =>
    readCheckout(
      db,
      { storeSlug: merchant.slug, sessionId: order.sessionId },
      new Date(),
      voiceFor({ language, locale: language }),
    );
  const before = (await read('en'))?.receipt;
  for (const amount of ['10.00', '1.00', '2.00', '3.00']) {
    const call = { paymentId: order.paymentId, amount, reason: amount === '10.00' ? 'A torn cover' : '' };
    await merchant.call('refund/create-refund', call);
  }
  const [first, second, refused] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order.order.id))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const setStatus = (id: string | undefined, changes: Partial<typeof refunds.$inferInsert>) =>
    db
      .update(refunds)
      .set({ ...changes, nextAttemptAt: null })
      .where(eq(refunds.id, id ?? ''));
  await setStatus(first?.id, { status: 'succeeded', succeededAt: new Date('2026-12-31T23:30:00Z') });
  await setStatus(second?.id, { status: 'succeeded', succeededAt: new Date('2027-01-02T10:00:00Z') });
  await setStatus(refused?.id, { status: 'failed' });
  return { before, read };
}

let shop: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  shop = await newShop();
});

test('lists nothing without refunds', () => {
  expect(shop.before).toMatchObject({ total: '$34.51', refunds: [], afterRefunds: null });
});

test('lists each succeeded refund with date, tax and reason, and the rest of the payment', async () => {
  const receipt = (await shop.read('en'))?.receipt;
  expect(receipt).toMatchObject({
    total: '$34.51',
    refunds: [
      {
        term: 'Refunded on December 31, 2026',
        value: '-$10.00',
        details: ['Includes VAT 19%: $1.60', 'A torn cover'],
      },
      { term: 'Refunded on January 2, 2027', value: '-$1.00', details: ['Includes VAT 19%: $0.16'] },
    ],
    afterRefunds: { term: 'Total after refunds', value: '$23.51' },
  });
});

describe.each(languages)('in %s', (language) => {
  test('formats amounts and dates for the language', async () => {
    const receipt = (await shop.read(language))?.receipt;
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
    // Amounts have direction marks in right-to-left languages.
    const plain = (text: string | undefined) => text?.replace(/[\u200e\u200f]/g, '');
    const values = receipt?.refunds.map(({ value }) => plain(value));
    expect(values).toEqual([-10, -1].map((amount) => plain(money.format(amount))));
    expect(receipt?.refunds[0]?.term).toContain(day.format(new Date('2026-12-31T12:00:00Z')));
    expect(plain(receipt?.afterRefunds?.value)).toBe(plain(money.format(23.51)));
  });
});
