/** Emails to buyers about refunds and their refund requests. */

import { describeTax } from '#server/billing/wording/tax-words.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { type EmailSubject, namesOf, type OrderUrl, orderButton, write } from './buyer-email.ts';

export interface RefundFacts {
  readonly amountMinor: number;
  /** The part of the amount that is tax. */
  readonly taxMinor: number;
  readonly currency: string;
  /** The tax of the refunded payment. */
  readonly tax: { readonly taxName: string | null; readonly taxRateMillionths: number };
  /** In the merchant's words, if given. */
  readonly reason: string | null;
  readonly orderUrl: OrderUrl;
}

/** A refund that the buyer did not request. The merchant's reason is quoted. */
export function refundEmail(about: EmailSubject, facts: RefundFacts): Draft {
  const { voice } = about;
  const { say, locale } = voice;
  const { amountMinor, taxMinor, currency, tax, reason, orderUrl } = facts;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const values = { ...namesOf(about), amount: money(amountMinor) };
  return write(about, say('emails.refundApproved.subject', values), [
    say('emails.refunded.text', values),
    taxMinor > 0 && say('emails.tax', { taxName: describeTax(tax, voice), tax: money(taxMinor) }),
    say('emails.refundApproved.when'),
    reason !== null && say('emails.refund.note', values),
    reason !== null && { kind: 'quote', text: reason },
    orderUrl && say('emails.refund.order'),
    orderButton(about, orderUrl),
  ]);
}

export interface RefundAnswer {
  readonly isApproved: boolean;
  /** The refunded amount, or the requested one. */
  readonly amountMinor: number;
  readonly currency: string;
  /** In the merchant's words, if given. */
  readonly note: string | null;
  readonly canAskAgain: boolean;
  readonly orderUrl: OrderUrl;
}

/** The store's answer to a refund request. The merchant's note is quoted. */
export function refundAnswerEmail(about: EmailSubject, answer: RefundAnswer): Draft {
  const { say, locale } = about.voice;
  const { isApproved, note, canAskAgain, orderUrl } = answer;
  const values = { ...namesOf(about), amount: formatMoney(answer.amountMinor, answer.currency, locale) };
  return write(about, say(isApproved ? 'emails.refundApproved.subject' : 'emails.refundDeclined.subject', values), [
    say(isApproved ? 'emails.refundApproved.text' : 'emails.refundDeclined.text', values),
    isApproved && say('emails.refundApproved.when'),
    note !== null && say('emails.refund.note', values),
    note !== null && { kind: 'quote', text: note },
    orderUrl && say(canAskAgain ? 'emails.refundDeclined.again' : 'emails.refund.order'),
    orderButton(about, orderUrl),
  ]);
}
