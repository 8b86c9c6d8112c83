/** What buyers asked to have back. */
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { orders, payments, productVersions, refunds, refundTickets } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { errors } from '#server/domain/errors.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { holdingRefundStatuses, type RefundStatus } from '#server/domain/refund-status.ts';
import { amountFact } from '#server/events/audit/rules/audit-facts.ts';
import type { NewEvent } from '#server/events/data/events.ts';
import type { Actor, Changes } from '#server/events/rules/event.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { storeIdsOf } from '#server/stores/stores.ts';
import { lockStoreOrder, type Order, orderEvent } from '../orders/orders.ts';
import type { OrderStatus } from '../orders/rules/order.ts';
import { lockPayment, type Payment } from '../payments/payments.ts';
import type { RefundTicketStatus } from './rules/refund-ticket.ts';

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

/** All requests about a payment. Lock its order first, and they stay so. */
export const listPaymentTickets = (
  tx: Tx,
  { id, orderId, storeId }: Pick<Payment, 'id' | 'orderId' | 'storeId'>,
): Promise<RefundTicket[]> =>
  tx
    .select()
    .from(refundTickets)
    .where(
      and(eq(refundTickets.orderId, orderId), eq(refundTickets.paymentId, id), eq(refundTickets.storeId, storeId)),
    );

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

/** An event of an order about a buyer's request. */
export const ticketEvent =
  (order: Order, actor: Actor, ticket: Pick<RefundTicket, 'id' | 'paymentId' | 'amountMinor' | 'currency'>) =>
  (type: NewEvent['type'], changes: Changes): NewEvent => {
    const about = {
      ticketId: toShortId('TKT', ticket.id),
      paymentId: toShortId('PAY', ticket.paymentId),
      amount: formatAmount(ticket.amountMinor, ticket.currency),
      currency: ticket.currency,
    };
    return orderEvent(order, actor)(type, about, changes);
  };

/** What of a request the audit trail tells. */
export const ticketFacts = (ticket: RefundTicket) => ({
  ticketStatus: ticket.status,
  amount: amountFact(ticket),
  reason: ticket.reason,
  note: ticket.reviewNote,
});

/** A request with what it is about, all locked: order, payment and request, in that sequence. */
export interface LockedTicket {
  readonly order: Order;
  readonly payment: Payment;
  readonly ticket: RefundTicket;
}

/** A request of one of the merchant's stores; 404 `Ticket not found` otherwise. */
export async function lockMerchantsTicket(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  ticketId: string,
): Promise<LockedTicket> {
  const isTheirs = inArray(refundTickets.storeId, storeIdsOf(tx, merchantId));
  const [found] = await tx
    .select()
    .from(refundTickets)
    .where(and(eq(refundTickets.id, ticketId), eq(refundTickets.environment, environment), isTheirs));
  return await lockTicket(tx, found);
}

/** A request that was made in one store; whether it is the caller's own, the caller finds out. 404 where there is none. */
export async function lockStoreTicket(
  tx: Tx,
  { storeId, environment }: { readonly storeId: string; readonly environment: Environment },
  ticketId: string,
): Promise<LockedTicket> {
  const [found] = await tx
    .select()
    .from(refundTickets)
    .where(
      and(
        eq(refundTickets.id, ticketId),
        eq(refundTickets.storeId, storeId),
        eq(refundTickets.environment, environment),
      ),
    );
  return await lockTicket(tx, found);
}

async function lockTicket(tx: Tx, found: RefundTicket | undefined): Promise<LockedTicket> {
  if (!found) throw errors.ticketNotFound();
  const order = await lockStoreOrder(tx, found.storeId, found.orderId);
  const payment = await lockPayment(tx, found.storeId, found.paymentId);
  // Read again now that nobody else can change it.
  const [ticket] = await tx.select().from(refundTickets).where(eq(refundTickets.id, found.id)).for('update');
  if (!order || !payment || !ticket) throw new Error(`ticket ${found.id} is about nothing`);
  return { order, payment, ticket };
}

/** Writes the status that the state machine gave, with what changed beside it. */
export const saveTicketStatus = (
  tx: Tx,
  ticket: RefundTicket,
  status: RefundTicketStatus,
  changes: Partial<
    Pick<RefundTicket, 'amountMinor' | 'reason' | 'resubmissions' | 'reviewNote' | 'reviewedAt' | 'reviewSeconds'>
  >,
  now: Date,
): Promise<RefundTicket> => saveStatus(tx, refundTickets, ticket, { ...changes, status }, now);

const inStore = ({ storeId, environment }: OfStore) =>
  and(eq(refundTickets.storeId, storeId), eq(refundTickets.environment, environment));

/** How many requests wait for the merchant's answer. */
export async function countOpenTickets(tx: Tx, scope: OfStore): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(refundTickets)
    .where(and(inStore(scope), eq(refundTickets.status, 'pending')));
  return row?.rows ?? 0;
}

/** A request as the queue shows it. */
export interface QueuedTicket {
  readonly ticket: RefundTicket;
  readonly buyerEmail: string | null;
  readonly productName: string;
  readonly orderStatus: OrderStatus;
  /** What is left of its payment. */
  readonly leftMinor: number;
  /** What its approval has given back, or is about to; null: nothing. */
  readonly refund: { readonly amountMinor: number; readonly status: RefundStatus } | null;
}

const givenBack = sql`(
  select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${inArray(refunds.status, [...holdingRefundStatuses])})`;

/** The newest one: a refund that failed may have been followed by another. */
const itsRefund = sql<QueuedTicket['refund']>`(
  select jsonb_build_object('amountMinor', ${refunds.amountMinor}, 'status', ${refunds.status}) from ${refunds}
  where ${refunds.paymentId} = ${refundTickets.paymentId} and ${refunds.ticketId} = ${refundTickets.id}
    and ${refundTickets.status} = 'approved'
  order by ${refunds.createdAt} desc, ${refunds.id} desc limit 1)`;

const isOpen = sql`(${refundTickets.status} = 'pending')`;

/** One page of a store's requests: those that wait first, the longest waiting before the others; then the newest. */
export const listTicketQueue = (
  tx: Tx,
  scope: OfStore,
  page: { readonly limit: number; readonly offset: number },
): Promise<QueuedTicket[]> =>
  tx
    .select({
      ticket: refundTickets,
      buyerEmail: orders.buyerEmail,
      productName: productVersions.name,
      orderStatus: orders.status,
      leftMinor: sql<number>`${payments.amountMinor} - ${givenBack}`.mapWith(Number),
      refund: itsRefund,
    })
    .from(refundTickets)
    .innerJoin(orders, eq(orders.id, refundTickets.orderId))
    .innerJoin(payments, eq(payments.id, refundTickets.paymentId))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .where(inStore(scope))
    .orderBy(
      desc(isOpen),
      asc(sql`case when ${isOpen} then ${refundTickets.updatedAt} end`),
      desc(refundTickets.createdAt),
      desc(refundTickets.id),
    )
    .limit(page.limit)
    .offset(page.offset);
