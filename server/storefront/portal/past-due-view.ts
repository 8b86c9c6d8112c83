/** The unpaid amount of a past due subscription, and what happens next. */
import type { Database } from '#db/client.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { findEmailFacts } from '#server/billing/subscriptions/data/subscription-email-facts.ts';
import { lastRetryAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { describeDecline } from '#server/billing/wording/decline-words.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { describeCard } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import { settings } from '#server/platform/settings.ts';
import { taxProvider } from '#server/providers/tax/index.ts';

export interface PastDueView {
  readonly total: string;
  /** The card that could not be charged; null if no charge was attempted. */
  readonly card: string | null;
  /** The date of the attempt; null without one. */
  readonly triedOn: string | null;
  /** The decline message; null if unknown. */
  readonly failure: string | null;
  /** The date of the automatic retry; null without one, or while a charge is in flight. */
  readonly retryOn: string | null;
  /** Whether the card is never charged again. */
  readonly isRefused: boolean;
  readonly endsOn: string;
}

/** Null if nothing is unpaid. `payment` is the latest attempt. */
export async function readPastDue(
  db: Database,
  order: Order,
  payment: Payment | undefined,
  { say, locale }: Voice,
  now: Date,
): Promise<PastDueView | null> {
  if (order.status !== 'past_due') return null;
  const facts = (await findEmailFacts(db, [order])).get(order.id);
  if (!facts) throw new Error(`subscription ${order.id} has no session, product or store`);
  const { totalMinor } = amountsOf(facts.price, order.billingDetail, now, taxProvider());
  const { method } = facts;
  const attempt = payment?.status === 'failed' && payment.paymentMethodId !== null ? payment : undefined;
  const isRefused = Boolean(method?.refusedAt);
  const retryAt = method && !isRefused ? order.nextChargeAt : null;
  return {
    total: formatMoney(totalMinor, order.currency, locale),
    card: attempt ? describeCard(attempt) : null,
    triedOn: attempt ? formatDay(attempt.updatedAt, locale) : null,
    failure: attempt ? describeDecline(attempt.failureCode, say) : null,
    retryOn: retryAt && formatDay(retryAt, locale),
    isRefused,
    endsOn: formatDay(lastRetryAt(order.pastDueSince, settings().renewalRetryDays), locale),
  };
}
