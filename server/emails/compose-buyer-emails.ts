/** The emails to buyers, each composed from an event and its order; undefined where no email is due. */

import { settle } from '#server/billing/plan-changes/rules/plan-change.ts';
import { lastRetryAt, recoveryLinkEndsAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { recoveryUrl, signRecoveryLink } from '#server/customers/recovery-link.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeCard, describeMethod } from '#server/domain/method-names.ts';
import { parseAmount } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import { planChangedEmail, planFailedEmail, planScheduledEmail } from './content/plan-change-emails.ts';
import {
  beginningEmail,
  cancelingEmail,
  chargeEmail,
  orderEmail,
  overEmail,
  type PaidFacts,
  trialEmail,
} from './content/purchase-emails.ts';
import { refundAnswerEmail, refundEmail } from './content/refund-emails.ts';
import { endedEmail, pastDueEmail, reminderEmail } from './content/subscription-emails.ts';
import { amountsOn, type OrderOccurrence, orderUrlOf, periodThen, subjectOf } from './order-occurrence.ts';

/** The subject of an email about the occurrence's payment. */
const paidSubject = (occurrence: OrderOccurrence) => subjectOf(occurrence, occurrence.payment?.provider);

function paidFacts(occurrence: OrderOccurrence): PaidFacts | undefined {
  const { order, payment } = occurrence;
  if (!payment) return undefined;
  const { creditUsedMinor: creditMinor, taxName, taxRateMillionths, currency } = payment;
  const totalMinor = payment.amountMinor + creditMinor;
  const taxMinor = payment.taxMinor + payment.creditUsedTaxMinor;
  return {
    paid: { subtotalMinor: totalMinor - taxMinor, taxMinor, totalMinor, taxName, taxRateMillionths },
    creditMinor,
    currency,
    method: describeCard(payment),
    orderId: toShortId('ORD', order.id),
    orderUrl: orderUrlOf(occurrence),
  };
}

export function purchase(occurrence: OrderOccurrence): Draft | undefined {
  const paid = paidFacts(occurrence);
  return paid && orderEmail(paidSubject(occurrence), paid);
}

export function firstPayment(occurrence: OrderOccurrence): Draft | undefined {
  const [paid, period] = [paidFacts(occurrence), periodThen(occurrence)];
  if (!paid || !period) return undefined;
  const { totalMinor } = amountsOn(occurrence, period.end);
  return beginningEmail(paidSubject(occurrence), { ...paid, next: { on: period.end, totalMinor } });
}

export function startedTrial(occurrence: OrderOccurrence): Draft | undefined {
  const [paid, period] = [paidFacts(occurrence), periodThen(occurrence)];
  const { billingPeriod } = occurrence.order;
  if (!paid || !period || !billingPeriod) return undefined;
  const afterwards = amountsOn(occurrence, period.end);
  return trialEmail(paidSubject(occurrence), { ...paid, endsAt: period.end, afterwards, billingPeriod });
}

export function laterPayment(occurrence: OrderOccurrence): Draft | undefined {
  const [paid, period] = [paidFacts(occurrence), periodThen(occurrence)];
  return paid && period && chargeEmail(paidSubject(occurrence), { ...paid, paidUntil: period.end });
}

export function canceling(occurrence: OrderOccurrence): Draft | undefined {
  const period = periodThen(occurrence);
  const orderUrl = orderUrlOf(occurrence);
  return period && cancelingEmail(paidSubject(occurrence), { endsAt: period.end, orderUrl });
}

export function ended(occurrence: OrderOccurrence): Draft {
  const orderUrl = orderUrlOf(occurrence);
  if (occurrence.event.data.reason !== 'unpaid') return overEmail(paidSubject(occurrence), { orderUrl });
  // The charge that failed was made with the stored method.
  return endedEmail(subjectOf(occurrence), { orderUrl });
}

/** The plans of a plan change by name, and when it happens. */
function changeOf({ event }: OrderOccurrence) {
  const { fromPlan, toPlan, effectiveAt } = (event.data.planChange ?? {}) as Readonly<Record<string, unknown>>;
  return { from: String(fromPlan), to: String(toPlan), at: new Date(String(effectiveAt)) };
}

export function planChanged(occurrence: OrderOccurrence): Draft | undefined {
  const [paid, period] = [paidFacts(occurrence), periodThen(occurrence)];
  if (!paid || !period) return undefined;
  const { totalMinor } = afterCredit(amountsOn(occurrence, period.end), occurrence.order.creditMinor);
  return planChangedEmail(paidSubject(occurrence), {
    ...paid,
    ...changeOf(occurrence),
    next: { on: period.end, totalMinor },
  });
}

export const planChangeScheduled = (occurrence: OrderOccurrence): Draft =>
  planScheduledEmail(subjectOf(occurrence), { ...changeOf(occurrence), orderUrl: orderUrlOf(occurrence) });

export const planChangeFailed = (occurrence: OrderOccurrence): Draft =>
  planFailedEmail(subjectOf(occurrence), {
    ...changeOf(occurrence),
    wasAttempted: !unattempted.includes(occurrence.event.data.failureCode),
    orderUrl: orderUrlOf(occurrence),
  });

/** The failures of a scheduled change without an attempt to charge it. */
const unattempted: readonly unknown[] = ['quote_changed', 'overtaken', 'no_method'];

/** The part of a charge that is paid with money. */
function afterCredit(amounts: Amounts, creditMinor: number): Amounts {
  const { dueMinor, dueTaxMinor } = settle(amounts, creditMinor);
  return { ...amounts, subtotalMinor: dueMinor - dueTaxMinor, taxMinor: dueTaxMinor, totalMinor: dueMinor };
}

const reminder =
  (isTrial: boolean) =>
  (occurrence: OrderOccurrence): Draft | undefined => {
    const { event, order, method } = occurrence;
    const { billingPeriod, currency } = order;
    const { chargeAt } = event.data;
    if (!billingPeriod || typeof chargeAt !== 'string') return undefined;
    const on = new Date(chargeAt);
    return reminderEmail(subjectOf(occurrence), {
      amounts: afterCredit(amountsOn(occurrence, on), order.creditMinor),
      currency,
      method: describeMethod(method),
      isTrial,
      on,
      billingPeriod,
      orderUrl: orderUrlOf(occurrence),
    });
  };

export const endingTrial = reminder(true);
export const upcomingCharge = reminder(false);

/**
 * A renewal failed. None where the buyer saw the failure in the portal, or where another payment method is about to be
 * charged: an email about that charge follows.
 */
export async function pastDue(occurrence: OrderOccurrence): Promise<Draft | undefined> {
  const { event, order, store } = occurrence;
  const { createdAt, actor, data } = event;
  const recovery = readRecovery(data);
  if (!recovery || actor.kind === 'portal') return undefined;
  const { pastDueSince, retryAt, method } = recovery;
  if (retryAt && retryAt <= createdAt) return undefined;
  const { renewalRetryDays } = settings();
  const { id: orderId, storeId, environment } = order;
  const expiresAt = recoveryLinkEndsAt(pastDueSince, renewalRetryDays);
  const token = await signRecoveryLink({ storeId, environment, orderId, pastDueSince, expiresAt }, settings());
  return pastDueEmail(subjectOf(occurrence), {
    amounts: amountsOn(occurrence, createdAt),
    currency: order.currency,
    method,
    reason: String(data.failureCode ?? data.reason),
    retryAt,
    endsAt: lastRetryAt(pastDueSince, renewalRetryDays),
    recoveryUrl: `${settings().checkoutUrl}${recoveryUrl(store, environment, token)}`,
  });
}

/** What the failed charge's event recorded about the recovery; see `server/billing/subscriptions/renewal-unpaid.ts`. */
function readRecovery({ pastDueSince, retryAt, method }: Readonly<Record<string, unknown>>) {
  if (typeof pastDueSince !== 'string') return undefined;
  return {
    pastDueSince: new Date(pastDueSince),
    retryAt: typeof retryAt === 'string' ? new Date(retryAt) : null,
    method: typeof method === 'string' ? method : null,
  };
}

/** None for a refund that answers a request: the answer was emailed. */
export function refundMade(occurrence: OrderOccurrence): Draft | undefined {
  const { payment, refund } = occurrence;
  if (!payment || !refund || refund.ticketId !== null) return undefined;
  const { amountMinor, taxMinor, currency, reason } = refund;
  const facts = { amountMinor, taxMinor, currency, tax: payment, reason, orderUrl: orderUrlOf(occurrence) };
  return refundEmail(paidSubject(occurrence), facts);
}

export function refundAnswered(occurrence: OrderOccurrence): Draft {
  const { type, data } = occurrence.event;
  const currency = String(data.currency);
  return refundAnswerEmail(paidSubject(occurrence), {
    isApproved: type === 'refund_ticket.approved',
    amountMinor: parseAmount(data.amount, currency) ?? 0,
    currency,
    note: typeof data.note === 'string' ? data.note : null,
    canAskAgain: data.canAskAgain === true,
    orderUrl: orderUrlOf(occurrence),
  });
}
