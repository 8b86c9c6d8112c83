/** Payments that the worker sees to: the lists go on where the last batch of a round ended. */
import { and, asc, eq, getTableColumns, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { orders, payments } from '../../db/schema/index.ts';
import type { Payment } from './payments.ts';

/** Where a worker's round has come to. */
export interface RoundPlace {
  readonly at: Date;
  readonly id: string;
}

const after = (at: typeof payments.updatedAt | typeof payments.unclosedSince, place: RoundPlace | undefined) =>
  place && sql`(${at}, ${payments.id}) > (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;

/** Attempts without an outcome: nobody has heard it, or the provider does not know it itself. The longest untouched first. */
export const listUndecidedPayments = (
  tx: Tx,
  untouchedSince: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.status, 'processing'), lte(payments.updatedAt, untouchedSince), after(payments.updatedAt, place)),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that wait for a buyer who will not come: their order has lapsed, or they began before that moment. */
export const listAbandonedPayments = (
  tx: Tx,
  startedBefore: Date,
  now: Date,
  limit: number,
  place?: RoundPlace,
): Promise<Payment[]> =>
  tx
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.status, 'requires_action'),
        or(lte(payments.createdAt, startedBefore), lte(orders.expiresAt, now)),
        after(payments.updatedAt, place),
      ),
    )
    .orderBy(asc(payments.updatedAt), asc(payments.id))
    .limit(limit);

/** Attempts that the provider has still to close, or to give back what it took. */
export const listUnclosedPayments = (tx: Tx, now: Date, limit: number, place?: RoundPlace): Promise<Payment[]> =>
  tx
    .select()
    .from(payments)
    .where(and(lte(payments.unclosedSince, now), after(payments.unclosedSince, place)))
    .orderBy(asc(payments.unclosedSince), asc(payments.id))
    .limit(limit);
