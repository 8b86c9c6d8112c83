/** What buyers are written about their requests to have money back: subject and text, in the language they bought in. */

import { formatMoney } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { type EmailSubject, namesOf, orderButton, write } from '../subscriptions/subscription-emails.ts';

/** What a letter about a decision says. */
export interface TicketDecision {
  readonly isApproved: boolean;
  /** What goes back, or what was asked for. */
  readonly amountMinor: number;
  readonly currency: string;
  /** In the merchant's own words, if they said anything. */
  readonly note: string | null;
  /** Whether they may ask again. */
  readonly canAskAgain: boolean;
  /** The order's page in the portal; null where that is up to the merchant's own site. */
  readonly orderUrl: string | null;
}

/** The letter that says how the store has decided. The store's note is quoted: it is not ours. */
export function ticketEmail(about: EmailSubject, decision: TicketDecision): Draft {
  const { say, locale } = about.voice;
  const { isApproved, note, canAskAgain, orderUrl } = decision;
  const said = { ...namesOf(about), amount: formatMoney(decision.amountMinor, decision.currency, locale) };
  return write(about, say(isApproved ? 'emails.refundApproved.subject' : 'emails.refundDeclined.subject', said), [
    say(isApproved ? 'emails.refundApproved.text' : 'emails.refundDeclined.text', said),
    isApproved && say('emails.refundApproved.when'),
    note !== null && say('emails.refund.note', said),
    note !== null && { kind: 'quote', text: note },
    orderUrl && say(canAskAgain ? 'emails.refundDeclined.again' : 'emails.refund.order'),
    orderButton(about, orderUrl),
  ]);
}
