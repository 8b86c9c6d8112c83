/** When a subscription counts as paid. */
import { and, gte, isNotNull, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';

/** The start of a subscription's first paid period: the end of its trial, if it has one. */
export const paidSince = sql`coalesce(${orders.trialEndsAt}, ${orders.startedAt})`;

/** Whether a subscription started and a period was paid; a trial is period 0. */
export const wasPaidFor = and(isNotNull(orders.startedAt), gte(orders.periodNumber, 1));

/** When a subscription ended, but never before its first paid period. */
export const endOfPaid = sql`greatest(${paidSince}, ${orders.endedAt})`;
