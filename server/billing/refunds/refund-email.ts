/** What a buyer is written of a refund that they did not ask for here: subject and text, in the language they bought in. */

import { formatMoney } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { type EmailSubject, namesOf, orderButton, write } from '../subscriptions/subscription-emails.ts';
import { describeTax } from '../wording/tax-words.ts';

/** What the letter says. */
export interface RefundFacts {
  readonly amountMinor: number;
  /** How much of it is tax. */
  readonly taxMinor: number;
  readonly currency: string;
  /** The tax of the payment that it is of. */
  readonly tax: { readonly taxName: string | null; readonly taxRateMillionths: number };
  /** In the merchant's own words, if they said anything. */
  readonly reason: string | null;
  /** The order's page in the portal; null where that is up to the merchant's own site. */
  readonly orderUrl: string | null;
}

/** The letter that says what a store has given back, and why. The reason is quoted: it is not ours. */
export function refundEmail(about: EmailSubject, facts: RefundFacts): Draft {
  const { voice } = about;
  const { say, locale } = voice;
  const { amountMinor, taxMinor, currency, tax, reason, orderUrl } = facts;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const said = { ...namesOf(about), amount: money(amountMinor) };
  return write(about, say('emails.refundApproved.subject', said), [
    say('emails.refunded.text', said),
    taxMinor > 0 && say('emails.tax', { taxName: describeTax(tax, voice), tax: money(taxMinor) }),
    say('emails.refundApproved.when'),
    reason !== null && say('emails.refund.note', said),
    reason !== null && { kind: 'quote', text: reason },
    orderUrl && say('emails.refund.order'),
    orderButton(about, orderUrl),
  ]);
}
