/** Emails to buyers about the charges of their subscriptions. */

import { describeDecline } from '#server/billing/wording/decline-words.ts';
import { describeTax } from '#server/billing/wording/tax-words.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { shownCode } from '#server/domain/declines.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { MessageKey, Voice } from '#server/i18n/say.ts';
import { type EmailSubject, namesOf, type OrderUrl, orderButton, write } from './buyer-email.ts';

/** An upcoming charge or a failed one. */
interface ChargeFacts {
  readonly amounts: Amounts;
  readonly currency: string;
  /** "Visa •••• 4242"; null without a stored payment method. */
  readonly method: string | null;
}

/** Before a renewal, or with `isTrial` before a trial ends. */
export function reminderEmail(
  about: EmailSubject,
  facts: ChargeFacts & {
    readonly isTrial: boolean;
    readonly on: Date;
    readonly billingPeriod: BillingPeriod;
    readonly orderUrl: OrderUrl;
  },
): Draft {
  const { say, locale } = about.voice;
  const { amounts, currency, method, isTrial, orderUrl } = facts;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  const values = {
    ...namesOf(about),
    date: formatDay(facts.on, locale),
    total: money(amounts.totalMinor),
    every: say(`due.every.${facts.billingPeriod}` satisfies MessageKey),
  };
  const tax = { taxName: describeTax(amounts, about.voice), tax: money(amounts.taxMinor) };
  return write(about, say(isTrial ? 'emails.trialEnding.subject' : 'emails.upcoming.subject', values), [
    say(isTrial ? 'emails.trialEnding.text' : 'emails.upcoming.text', values),
    amounts.taxMinor > 0 && say('emails.tax', tax),
    method && say('emails.method', { method }),
    say(orderUrl ? 'emails.cancel' : 'emails.cancelAtStore', values),
    orderButton(about, orderUrl),
  ]);
}

/**
 * A renewal failed: the reason, the next retry, the deadline and the link to pay. The subject asks for confirmation where
 * the bank wants its customer to authenticate, as the bank has not refused the charge.
 */
export function pastDueEmail(
  about: EmailSubject,
  facts: ChargeFacts & {
    /** A decline code, or `no_method` or `method_refused` if no charge was possible. */
    readonly reason: string;
    /** Null: the payment method is not charged again. */
    readonly retryAt: Date | null;
    readonly endsAt: Date;
    readonly recoveryUrl: string;
  },
): Draft {
  const { say, locale } = about.voice;
  const { amounts, currency, method, reason, retryAt, recoveryUrl } = facts;
  const values = { ...namesOf(about), total: formatMoney(amounts.totalMinor, currency, locale) };
  const isQuestion = method !== null && needsAuthentication(reason);
  const subject = say(isQuestion ? 'emails.pastDue.confirmSubject' : 'emails.pastDue.subject', values);
  const failed = isQuestion ? 'emails.pastDue.confirm' : 'emails.pastDue.byMethod';
  return write(about, subject, [
    method ? say(failed, { ...values, method }) : say('emails.pastDue.text', values),
    describeReason(reason, about.voice),
    retryAt
      ? say('emails.pastDue.retry', { date: formatDay(retryAt, locale) })
      : method && !isQuestion && say('emails.pastDue.noRetry'),
    say('emails.pastDue.fix', { total: values.total }),
    { kind: 'button', label: say('emails.button.pay', { total: values.total }), url: recoveryUrl },
    say('portal.fix.deadline', { date: formatDay(facts.endsAt, locale) }),
    say('emails.pastDue.private'),
  ]);
}

const needsAuthentication = (reason: string): boolean => shownCode(reason) === 'authentication_required';

function describeReason(reason: string, { say }: Voice): string {
  if (reason === 'no_method') return say('emails.pastDue.noMethod');
  if (reason === 'method_refused') return say('emails.pastDue.methodRefused');
  // The buyer cannot authenticate in an email: the bank asks at the link.
  return needsAuthentication(reason) ? say('emails.pastDue.bankAsks') : describeDecline(reason, say);
}

/** The subscription ended because the last retry failed. */
export function endedEmail(about: EmailSubject, { orderUrl }: { readonly orderUrl: OrderUrl }): Draft {
  const { say } = about.voice;
  const names = namesOf(about);
  return write(about, say('emails.ended.subject', { product: names.product }), [
    say('emails.ended.text', names),
    say('emails.ended.noCharge'),
    orderUrl && say('emails.ended.orders'),
    orderButton(about, orderUrl),
  ]);
}
