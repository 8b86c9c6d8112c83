/** Refund requests of buyers. */

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
import {
  type EnvironmentScope,
  inEnvironment,
  inStore,
  isRow,
  refersTo,
} from '#server/platform/data/merchant-scope.ts';
import { saveStatus } from '#server/platform/data/save-status.ts';
import { findRowOfMember } from '#server/stores/member-rows.ts';
import { lockStoreOrder, type Order, orderEvent } from '../orders/orders.ts';
import type { OrderStatus } from '../orders/rules/order.ts';
import { lockPayment, type Payment } from '../payments/payments.ts';
import type { RefundTicketStatus } from './rules/refund-ticket.ts';

export type RefundTicket = typeof refundTickets.$inferSelect;

/** The payment's pending request. While the caller holds a lock on the order, no other one can appear. */
export const findOpenTicket = async (
  tx: Tx,
  payment: EnvironmentScope & { readonly id: string },
): Promise<RefundTicket | undefined> =>
  (
    await tx
      .select()
      .from(refundTickets)
      .where(
        and(
          eq(refundTickets.paymentId, payment.id),
          inEnvironment(refundTickets, payment),
          eq(refundTickets.status, 'pending'),
        ),
      )
  )[0];

/** All requests about a payment. While the caller holds a lock on the order, none can be added. */
export const listPaymentTickets = (tx: Tx, payment: Payment): Promise<RefundTicket[]> =>
  tx
    .select()
    .from(refundTickets)
    .where(
      and(
        eq(refundTickets.orderId, payment.orderId),
        eq(refundTickets.paymentId, payment.id),
        inStore(refundTickets, payment),
      ),
    );

/** An order's requests, newest first. */
export const listOrderTickets = (tx: Tx, order: EnvironmentScope & { readonly id: string }): Promise<RefundTicket[]> =>
  tx
    .select()
    .from(refundTickets)
    .where(and(eq(refundTickets.orderId, order.id), inEnvironment(refundTickets, order)))
    .orderBy(desc(refundTickets.createdAt), desc(refundTickets.id));

/** Inserts a pending request about a payment of a locked order. */
export async function insertRefundTicket(
  tx: Tx,
  order: Order,
  payment: Payment,
  request: Pick<RefundTicket, 'buyerIdentity' | 'amountMinor' | 'reason' | 'merchantExternalId' | 'metadata'>,
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

/** Makes the event of an order about a refund request. */
export const ticketEvent =
  (order: Order, actor: Actor, ticket: Pick<RefundTicket, 'id' | 'paymentId' | 'amountMinor' | 'currency'>) =>
  (type: NewEvent['type'], changes: Changes, details: Readonly<Record<string, unknown>>): NewEvent => {
    const data = {
      ...details,
      ticketId: toShortId('TKT', ticket.id),
      paymentId: toShortId('PAY', ticket.paymentId),
      amount: formatAmount(ticket.amountMinor, ticket.currency),
      currency: ticket.currency,
    };
    return orderEvent(order, actor)(type, data, changes);
  };

/** The fields of a request in the audit log. */
export const ticketFacts = (ticket: RefundTicket) => ({
  ticketStatus: ticket.status,
  amount: amountFact(ticket),
  reason: ticket.reason,
  note: ticket.reviewNote,
});

/** A request with its order and payment. All are locked in the sequence order, payment, request. */
export interface LockedTicket {
  readonly order: Order;
  readonly payment: Payment;
  readonly ticket: RefundTicket;
}

/** Locks a request in one of the merchant's stores; otherwise throws 404 `Ticket not found`. */
export async function lockMerchantTicket(
  tx: Tx,
  { merchantId, environment }: { readonly merchantId: string; readonly environment: Environment },
  ticketId: string,
): Promise<LockedTicket> {
  const isOfEnvironment = eq(refundTickets.environment, environment);
  return await lockTicket(tx, await findRowOfMember(tx, refundTickets, merchantId, ticketId, isOfEnvironment));
}

/** Locks a request in one store, or throws 404. The caller checks whose request it is. */
export async function lockStoreTicket(tx: Tx, scope: EnvironmentScope, ticketId: string): Promise<LockedTicket> {
  const isTicket = and(eq(refundTickets.id, ticketId), inEnvironment(refundTickets, scope));
  return await lockTicket(tx, (await tx.select().from(refundTickets).where(isTicket))[0]);
}

async function lockTicket(tx: Tx, found: RefundTicket | undefined): Promise<LockedTicket> {
  if (!found) throw errors.ticketNotFound();
  const order = await lockStoreOrder(tx, found, found.orderId);
  const payment = await lockPayment(tx, found, found.paymentId);
  // Read again under the lock.
  const [ticket] = await tx.select().from(refundTickets).where(isRow(refundTickets, found)).for('update');
  if (!order || !payment || !ticket) throw new Error(`the order or payment of ticket ${found.id} is gone`);
  return { order, payment, ticket };
}

/** Saves the status that the state machine returned, and the columns that change with it. */
export const saveTicketStatus = (
  tx: Tx,
  ticket: RefundTicket,
  status: RefundTicketStatus,
  changes: Partial<
    Pick<RefundTicket, 'amountMinor' | 'reason' | 'resubmissions' | 'reviewNote' | 'reviewedAt' | 'reviewSeconds'>
  >,
  now: Date,
): Promise<RefundTicket> => saveStatus(tx, refundTickets, ticket, { ...changes, status }, now);

/** The number of pending requests. */
export async function countOpenTickets(tx: Tx, scope: EnvironmentScope): Promise<number> {
  const [row] = await tx
    .select({ rows: count() })
    .from(refundTickets)
    .where(and(inEnvironment(refundTickets, scope), eq(refundTickets.status, 'pending')));
  return row?.rows ?? 0;
}

/** A request in the queue. */
export interface QueuedTicket {
  readonly ticket: RefundTicket;
  readonly buyerEmail: string | null;
  readonly productName: string;
  readonly orderStatus: OrderStatus;
  /** The amount of the payment that can be refunded, as of `leftOf`. */
  readonly leftMinor: number;
  /** The refund of an approved request, pending or succeeded; null without one. */
  readonly refund: { readonly amountMinor: number; readonly status: RefundStatus } | null;
}

const refundedMinor = (merchantId: string) => sql`(
  select coalesce(sum(${refunds.amountMinor}), 0) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.merchantId} = ${merchantId}
    and ${inArray(refunds.status, [...holdingRefundStatuses])})`;

/** The newest refund: a failed one may have been followed by another. */
const newestRefund = (merchantId: string) => sql<QueuedTicket['refund']>`(
  select jsonb_build_object('amountMinor', ${refunds.amountMinor}, 'status', ${refunds.status}) from ${refunds}
  where ${refunds.paymentId} = ${refundTickets.paymentId} and ${refunds.ticketId} = ${refundTickets.id}
    and ${refunds.merchantId} = ${merchantId} and ${refundTickets.status} = 'approved'
  order by ${refunds.createdAt} desc, ${refunds.id} desc limit 1)`;

const isOpen = sql`(${refundTickets.status} = 'pending')`;

/** One page of a store's requests: pending ones first, the longest waiting at the top; then the newest. */
export const listTicketQueue = (
  tx: Tx,
  scope: EnvironmentScope,
  page: { readonly limit: number; readonly offset: number },
): Promise<QueuedTicket[]> =>
  tx
    .select({
      ticket: refundTickets,
      buyerEmail: orders.buyerEmail,
      productName: productVersions.name,
      orderStatus: orders.status,
      leftMinor:
        sql<number>`greatest(0, ${payments.amountMinor} - ${payments.creditedMinor} - ${refundedMinor(scope.merchantId)})`.mapWith(
          Number,
        ),
      refund: newestRefund(scope.merchantId),
    })
    .from(refundTickets)
    .innerJoin(orders, refersTo(refundTickets, refundTickets.orderId, orders))
    .innerJoin(payments, refersTo(refundTickets, refundTickets.paymentId, payments))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .where(inEnvironment(refundTickets, scope))
    .orderBy(
      desc(isOpen),
      asc(sql`case when ${isOpen} then ${refundTickets.updatedAt} end`),
      desc(refundTickets.createdAt),
      desc(refundTickets.id),
    )
    .limit(page.limit)
    .offset(page.offset);
