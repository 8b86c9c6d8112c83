/** A customer with a paid order, for tests of refunds and refund requests. */
import { asc, eq } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions, refunds } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { refersTo } from '#server/platform/data/merchant-scope.ts';
import { customerHeaders, db, newSession, pay, post, type TestMerchant } from '../api.ts';
import { callFromDashboard } from '../reviews.ts';
import { setClock } from '../test-clock.ts';
import { eventTypesOf, paymentsOf, updateOrder } from './rows.ts';

/** Creates a paid order of the merchant. The default is 29.00 USD in Oregon, where no tax is added. */
export async function paidOrder(
  merchant: TestMerchant,
  session: Record<string, unknown> = {},
  buyer: Record<string, string> = { country: 'US', state: 'OR' },
) {
  const identity = `user-${newId()}`;
  const { sessionId } = await newSession(merchant, session);
  await pay(merchant, sessionId, buyer);
  const order = await updateOrder(sessionId, { buyerIdentity: identity });
  const [payment] = await paymentsOf(sessionId);
  if (!payment) throw new Error('the order has no payment');
  const headers = await customerHeaders(merchant, identity);
  return {
    order,
    payment,
    sessionId,
    identity,
    headers,
    orderId: order.orderId,
    paymentId: toShortId('PAY', payment.id),
    /** Requests a refund as the customer. Returns the ticket ID. */
    async requestRefund(fields: Record<string, unknown> = {}): Promise<string> {
      const body = { orderId: order.orderId, reason: 'It is torn.', ...fields };
      return (await post('refund-ticket/create-ticket', body, headers)).body.data.ticket.id;
    },
    refunds: () =>
      db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.createdAt), asc(refunds.id)),
    events: () => eventTypesOf(order.id),
    /** Returns the ledger transactions of the order with their entries. */
    async ledgerEntries() {
      const rows = await db
        .select({ kind: ledgerTransactions.kind, account: ledgerEntries.account, amount: ledgerEntries.amountMinor })
        .from(ledgerEntries)
        .innerJoin(ledgerTransactions, refersTo(ledgerEntries, ledgerEntries.transactionId, ledgerTransactions))
        .where(eq(ledgerTransactions.paymentId, payment.id))
        .orderBy(asc(ledgerTransactions.id), asc(ledgerEntries.line));
      return rows.map(({ kind, account, amount }) => [kind, account, amount]);
    },
  };
}

/** Sets the store's test clock, so that only job runs of this store process it. Returns the time. */
export async function freeze(merchant: TestMerchant, at = new Date()): Promise<Date> {
  await setClock(merchant, at);
  return at;
}

/** Reviews a request from the dashboard in test. */
export const review = (merchant: { id: string }, body: Record<string, unknown>) =>
  callFromDashboard(merchant, 'refund-ticket/review-ticket', body, 'test');
