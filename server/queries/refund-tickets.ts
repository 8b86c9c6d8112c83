/** What buyers asked to have back. */
import { and, count, desc, eq, gt } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { merchants, productVersions, refundTickets, stores } from '../../db/schema/index.ts';
import { newId, toShortId } from '../domain/ids.ts';
import { formatAmount } from '../domain/money.ts';
import { mostFreeTicketEmailsPerDay } from '../domain/refund-ticket.ts';
import { quotedStoreName } from '../domain/store.ts';
import { queueEmail } from './emails.ts';
import type { Order } from './orders.ts';
import type { Payment } from './payments.ts';

export type RefundTicket = typeof refundTickets.$inferSelect;

type OfStore = Pick<Order, 'storeId' | 'environment'>;

/** The request about a payment that waits for the merchant. Lock the payment's order first, and it stays the only one. */
export const findOpenTicket = async (
  tx: Tx,
  { id, storeId, environment }: OfStore & { id: string },
): Promise<RefundTicket | undefined> =>
  (
    await tx
      .select()
      .from(refundTickets)
      .where(
        and(
          eq(refundTickets.paymentId, id),
          eq(refundTickets.storeId, storeId),
          eq(refundTickets.environment, environment),
          eq(refundTickets.status, 'pending'),
        ),
      )
  )[0];

/** An order's requests, newest first. */
export const listOrderTickets = (tx: Tx, order: OfStore & { id: string }): Promise<RefundTicket[]> =>
  tx
    .select()
    .from(refundTickets)
    .where(
      and(
        eq(refundTickets.orderId, order.id),
        eq(refundTickets.storeId, order.storeId),
        eq(refundTickets.environment, order.environment),
      ),
    )
    .orderBy(desc(refundTickets.createdAt), desc(refundTickets.id));

/** Writes a buyer's request about a payment of a locked order down: it waits for the merchant. */
export async function insertRefundTicket(
  tx: Tx,
  order: Order,
  payment: Payment,
  request: Pick<RefundTicket, 'buyerIdentity' | 'amountMinor' | 'reason' | 'merchantExternalId'>,
  now: Date,
): Promise<RefundTicket> {
  const [ticket] = await tx
    .insert(refundTickets)
    .values({
      id: newId(),
      merchantId: order.merchantId,
      storeId: order.storeId,
      environment: order.environment,
      orderId: order.id,
      paymentId: payment.id,
      status: 'pending',
      currency: payment.currency,
      ...request,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!ticket) throw new Error('insert returned no ticket');
  return ticket;
}

const daySeconds = 24 * 60 * 60;

/** Whether the owner has been written to often enough today, of requests that cost nobody anything. */
async function isFlood(tx: Tx, { storeId, environment }: RefundTicket, payment: Payment, now: Date): Promise<boolean> {
  if (payment.provider !== 'sandbox') return false;
  const [row] = await tx
    .select({ rows: count() })
    .from(refundTickets)
    .where(
      and(
        eq(refundTickets.storeId, storeId),
        eq(refundTickets.environment, environment),
        gt(refundTickets.createdAt, new Date(now.getTime() - daySeconds * 1000)),
      ),
    );
  return (row?.rows ?? 0) > mostFreeTicketEmailsPerDay;
}

/** Emails the store's owner what a buyer asks to have back. The reason is quoted: it is the buyer's word, not ours. */
export async function tellOwnerOfTicket(
  tx: Tx,
  { order, payment, ticket }: { order: Order; payment: Payment; ticket: RefundTicket },
  appUrl: string,
  now: Date,
): Promise<void> {
  if (await isFlood(tx, ticket, payment, now)) return;
  const [found] = await tx
    .select({ owner: merchants, store: stores, product: productVersions.name })
    .from(stores)
    .innerJoin(merchants, eq(merchants.id, stores.merchantId))
    .innerJoin(productVersions, eq(productVersions.id, order.productVersionId))
    .where(eq(stores.id, order.storeId));
  if (!found) return;
  const { owner, store, product } = found;
  const isTest = ticket.environment === 'test';
  const body = [
    `Hello ${owner.name},`,
    '',
    `${order.buyerEmail ?? 'A buyer'} asks to have ${formatAmount(ticket.amountMinor, ticket.currency)} ${ticket.currency} back for “${product}”, bought from your store ${quotedStoreName(store.name)}.`,
    ...(isTest ? ['It is an order of the test environment: no money moved.'] : []),
    '',
    'What they say:',
    '',
    ...ticket.reason.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => `> ${line}`),
    '',
    `${appUrl}/dashboard/${store.slug}/${ticket.environment}/orders/${toShortId('ORD', order.id)}`,
  ];
  const subject = `${isTest ? '[Test] ' : ''}A buyer asks for a refund`;
  await queueEmail(tx, { recipient: owner.email, subject, body: body.join('\n') }, now);
}
