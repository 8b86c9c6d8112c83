/** Emails to buyers about plan changes, in the language of the purchase. */
import { formatMoney } from '#server/domain/money.ts';
import type { Draft } from '#server/events/rules/email-content.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import { type EmailSubject, namesOf, type OrderUrl, orderButton, write } from './buyer-email.ts';
import { type PaidFacts, receiptLink, receiptOf } from './purchase-emails.ts';

/** The plans by name, and when the new one starts. */
interface PlanChangeFacts {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

const namesFor = (about: EmailSubject, { from, to }: PlanChangeFacts) => {
  const { say } = about.voice;
  const quoted = (name: string) => say('emails.quoted', { name });
  return { ...namesOf(about), from: quoted(from), to: quoted(to) };
};

/** A plan change took effect: its receipt with the credit, and the next charge. */
export function planChangedEmail(
  about: EmailSubject,
  facts: PaidFacts & PlanChangeFacts & { readonly next: { readonly on: Date; readonly totalMinor: number } },
): Draft {
  const { say, locale } = about.voice;
  const names = namesFor(about, facts);
  const money = (amountMinor: number) => formatMoney(amountMinor, facts.currency, locale);
  const next = { date: formatDay(facts.next.on, locale), total: money(facts.next.totalMinor) };
  return write(about, say('emails.planChanged.subject', names), [
    say('emails.planChanged.text', names),
    receiptOf(about, facts, [{ label: say('receipt.nextCharge'), value: say('receipt.nextChargeOn', next) }]),
    ...receiptLink(about, facts.orderUrl),
  ]);
}

/** A plan change was confirmed for the end of the period. */
export function planScheduledEmail(
  about: EmailSubject,
  facts: PlanChangeFacts & { readonly orderUrl: OrderUrl },
): Draft {
  const { say, locale } = about.voice;
  const names = { ...namesFor(about, facts), date: formatDay(facts.at, locale) };
  return write(about, say('emails.planScheduled.subject', names), [
    say('emails.planScheduled.text', names),
    facts.orderUrl && say('emails.planScheduled.undo'),
    orderButton(about, facts.orderUrl),
  ]);
}

/** A scheduled plan change did not happen: its charge failed, or it could not be attempted. */
export function planFailedEmail(
  about: EmailSubject,
  facts: PlanChangeFacts & { readonly wasAttempted: boolean; readonly orderUrl: OrderUrl },
): Draft {
  const { say } = about.voice;
  const names = namesFor(about, facts);
  return write(about, say('emails.planFailed.subject', names), [
    say(facts.wasAttempted ? 'emails.planFailed.text' : 'emails.planFailed.notAttempted', names),
    orderButton(about, facts.orderUrl),
  ]);
}
