/** What is owed for a subscription that is past due, and what happens if nothing is done. */
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

export interface OwedView {
  readonly total: string;
  /** The card that it could not be charged to; null where nothing could be tried. */
  readonly card: string | null;
  /** When that was; null where nothing was tried. */
  readonly triedOn: string | null;
  /** Why, and what to do about it; null where that is not known. */
  readonly failure: string | null;
  /** When it is tried again by itself; null: not with that card, or not as long as a charge is on its way. */
  readonly retryOn: string | null;
  /** Whether that card is not charged again. */
  readonly isRefused: boolean;
  readonly endsOn: string;
}

/** Null where nothing is owed. `payment` is the newest attempt. */
export async function readOwed(
  db: Database,
  order: Order,
  payment: Payment | undefined,
  { say, locale }: Voice,
  now: Date,
): Promise<OwedView | null> {
  if (order.status !== 'past_due') return null;
  const facts = (await findEmailFacts(db, [order])).get(order.id);
  if (!facts) throw new Error(`subscription ${order.id} has no session, product or store`);
  const { totalMinor } = amountsOf(facts.price, order.billingDetail, now, taxProvider());
  const { method } = facts;
  const tried = payment?.status === 'failed' && payment.paymentMethodId !== null ? payment : undefined;
  const isRefused = Boolean(method?.refusedAt);
  const retryAt = method && !isRefused ? order.nextChargeAt : null;
  return {
    total: formatMoney(totalMinor, order.currency, locale),
    card: tried ? describeCard(tried) : null,
    triedOn: tried ? formatDay(tried.updatedAt, locale) : null,
    failure: tried ? describeDecline(tried.failureCode, say) : null,
    retryOn: retryAt && formatDay(retryAt, locale),
    isRefused,
    endsOn: formatDay(lastRetryAt(order.pastDueSince, settings().renewalRetryDays), locale),
  };
}
