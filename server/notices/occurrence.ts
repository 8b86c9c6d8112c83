/** An event with what was true when it happened, whatever has become of its order since. */
import { amountsOf } from '../domain/amounts.ts';
import { fromShortId } from '../domain/ids.ts';
import { type Begun, periodOf } from '../domain/renewal.ts';
import { taxProvider } from '../providers/tax/index.ts';
import type { EventRow } from '../queries/events.ts';
import type { NoticeFacts } from '../queries/notice-facts.ts';
import type { Order } from '../queries/orders.ts';
import type { Payment } from '../queries/payments.ts';
import type { News } from './news.ts';

export interface Occurrence extends NoticeFacts {
  readonly event: EventRow;
  readonly news: News;
  /** The payment that it is about, or that paid for the period in which it happened; else the last one before it. */
  readonly payment: Payment | undefined;
}

export function occurrenceOf(event: EventRow, news: News, facts: NoticeFacts): Occurrence {
  const { paymentId } = event.data;
  const id = typeof paymentId === 'string' ? fromShortId('PAY', paymentId) : undefined;
  const own = facts.payments.find((payment) => payment.id === id);
  // Not by its time alone: after a reset of the store's clock a payment may be dated later than what follows it.
  const ofPeriod = facts.payments.findLast(({ periodNumber }) => periodNumber === event.data.periodNumber);
  const before = facts.payments.filter(({ succeededAt }) => succeededAt !== null && succeededAt <= event.createdAt);
  return { ...facts, event, news, payment: own ?? ofPeriod ?? before.at(-1) };
}

/** A subscription's terms; undefined for what is none, or never began. */
export function begunOf({ billingPeriod, startedAt, trialEndsAt }: Order): Begun | undefined {
  return billingPeriod && startedAt ? { billingPeriod, startedAt, trialEndsAt } : undefined;
}

/** The period that was paid for at that moment: in a trial, the trial. Undefined where there is none. */
export function periodThen({ order, payment }: Occurrence): { start: Date; end: Date } | undefined {
  const begun = begunOf(order);
  return begun && payment && periodOf(begun, payment.periodNumber);
}

/** What a charge on that day comes to, with the tax of the day. */
export const amountsThen = ({ order, price }: Occurrence, day: Date) =>
  amountsOf(price, order.billingDetail, day, taxProvider());
