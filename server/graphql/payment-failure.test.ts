import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { customerHeaders, db, newMerchant, newSession, pay, send } from '#server/testing/api.ts';

test('shows the decline reason to the merchant, and only a declined card to the buyer', async () => {
  const merchant = await newMerchant();
  for (const cardNumber of ['4000000000009979', '4000000000009995']) {
    const { sessionId } = await newSession(merchant);
    await pay(merchant, sessionId, { cardNumber }).catch(() => {});
    await db.update(orders).set({ buyerIdentity: 'ann' }).where(eq(orders.checkoutSessionId, sessionId));
  }
  const query = '{ payments(orderBy: { field: createdAt, direction: ASC }) { failureCode failureReason } }';
  const { body: merchants } = await merchant.query(query);
  const headers = await customerHeaders(merchant, 'ann');
  const { body: buyers } = await send('POST', '/v1/graphql', JSON.stringify({ query }), headers);
  const codes = ({ payments }: { payments: { failureCode: string }[] }) =>
    payments.map(({ failureCode }) => failureCode);
  expect(codes(merchants.data)).toEqual(['stolen_card', 'insufficient_funds']);
  expect(codes(buyers.data)).toEqual(['card_declined', 'insufficient_funds']);
  expect(JSON.stringify(buyers)).not.toContain('stolen');
});
