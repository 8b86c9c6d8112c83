/** An event with what was true when it happened, whatever has become of its order since. */

import type { Payment } from '#server/billing/payments/payments.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { NoticeFacts } from './data/order-email-facts.ts';
import type { OrderEmailTrigger } from './email-triggers.ts';

export interface Occurrence extends NoticeFacts {
  readonly event: EventRow;
  readonly news: OrderEmailTrigger;
  /** The payment that it is about, or that paid for the period in which it happened; else the last one before it. */
  readonly payment: Payment | undefined;
}

export function occurrenceOf(event: EventRow, news: OrderEmailTrigger, facts: NoticeFacts): Occurrence {
  const { paymentId } = event.data;
  const id = typeof paymentId === 'string' ? fromShortId('PAY', paymentId) : undefined;
  const own = facts.payments.find((payment) => payment.id === id);
  // Not by its time alone: after a reset of the store's clock a payment may be dated later than what follows it.
  const ofPeriod = facts.payments.findLast(({ periodNumber }) => periodNumber === event.data.periodNumber);
  const before = facts.payments.filter(({ succeededAt }) => succeededAt !== null && succeededAt <= event.createdAt);
  return { ...facts, event, news, payment: own ?? ofPeriod ?? before.at(-1) };
}

/** The period that was paid for at that moment: in a trial, the trial. Undefined where there is none. */
export function periodThen({ order, payment }: Occurrence): { start: Date; end: Date } | undefined {
  return order.startedAt && payment ? periodOf(order, payment.periodNumber) : undefined;
}

/** What a charge on that day comes to, with the tax of the day. */
export const amountsThen = ({ order, price }: Occurrence, day: Date) =>
  amountsOf(price, order.billingDetail, day, taxProvider());
