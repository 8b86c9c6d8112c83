/** Emails to buyers about purchases and subscriptions, in the language of the purchase. */

import { describeTax } from '#server/billing/wording/tax-words.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Draft, DraftPart } from '#server/events/rules/email-content.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import { type EmailSubject, namesOf, type OrderUrl, orderButton, write } from './buyer-email.ts';

/** The facts of a payment. */
export interface PaidFacts {
  /** The price, with its tax. */
  readonly paid: Amounts;
  /** The part of the price that credit paid, in minor units; the rest was charged. */
  readonly creditMinor: number;
  readonly currency: string;
  /** "Visa •••• 4242"; null if unknown. */
  readonly method: string | null;
  readonly orderId: string;
  readonly orderUrl: OrderUrl;
}

/** A one-time purchase. */
export function orderEmail(about: EmailSubject, facts: PaidFacts): Draft {
  const { say } = about.voice;
  const names = namesOf(about);
  return write(about, say('emails.order.subject', names), [
    say('emails.order.text', names),
    receiptOf(about, facts),
    ...receiptLink(about, facts.orderUrl),
  ]);
}

/** A subscription started with its first payment. */
export function beginningEmail(
  about: EmailSubject,
  facts: PaidFacts & { readonly next: { readonly on: Date; readonly totalMinor: number } },
): Draft {
  const { say, locale } = about.voice;
  const names = namesOf(about);
  const next = {
    date: formatDay(facts.next.on, locale),
    total: formatMoney(facts.next.totalMinor, facts.currency, locale),
  };
  return write(about, say('emails.started.subject', names), [
    say('emails.started.text', names),
    receiptOf(about, facts, [{ label: say('receipt.nextCharge'), value: say('receipt.nextChargeOn', next) }]),
    ...receiptLink(about, facts.orderUrl),
  ]);
}

/** A subscription started with a trial: its end, the charge that follows, and how to cancel. */
export function trialEmail(
  about: EmailSubject,
  facts: PaidFacts & { readonly endsAt: Date; readonly afterwards: Amounts; readonly billingPeriod: BillingPeriod },
): Draft {
  const { say, locale } = about.voice;
  const { afterwards, currency, method, orderUrl, paid } = facts;
  const names = namesOf(about);
  const date = formatDay(facts.endsAt, locale);
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  const terms = { ...names, date, total: money(afterwards.totalMinor), every: say(`due.every.${facts.billingPeriod}`) };
  return write(about, say('emails.trialStarted.subject', names), [
    say('emails.trialEnding.text', terms),
    afterwards.taxMinor > 0 &&
      say('emails.tax', { taxName: describeTax(afterwards, about.voice), tax: money(afterwards.taxMinor) }),
    method && say('emails.method', { method }),
    paid.totalMinor > 0 && receiptOf(about, facts),
    say(orderUrl ? 'emails.cancel' : 'emails.cancelAtStore', { ...names, date }),
    orderButton(about, orderUrl),
  ]);
}

/** A later period was paid. */
export function chargeEmail(about: EmailSubject, facts: PaidFacts & { readonly paidUntil: Date }): Draft {
  const { say, locale } = about.voice;
  const { paid, creditMinor, currency, orderUrl } = facts;
  const names = namesOf(about);
  const values = {
    ...names,
    total: formatMoney(paid.totalMinor - creditMinor, currency, locale),
    date: formatDay(facts.paidUntil, locale),
  };
  return write(about, say('emails.cycled.subject', names), [
    say('emails.cycled.text', values),
    receiptOf(about, facts),
    ...receiptLink(about, orderUrl),
  ]);
}

/** A cancellation: the end of access, and how to undo it. */
export function cancelingEmail(
  about: EmailSubject,
  { endsAt, orderUrl }: { readonly endsAt: Date; readonly orderUrl: OrderUrl },
): Draft {
  const { say, locale } = about.voice;
  const values = { ...namesOf(about), date: formatDay(endsAt, locale) };
  return write(about, say('emails.canceled.subject', values), [
    say('emails.canceled.text', values),
    orderUrl && say('emails.canceled.undo'),
    orderButton(about, orderUrl),
  ]);
}

/** The subscription ended after a cancellation. */
export function overEmail(about: EmailSubject, { orderUrl }: { readonly orderUrl: OrderUrl }): Draft {
  const { say } = about.voice;
  const names = namesOf(about);
  return write(about, say('emails.ended.subject', names), [
    say('emails.revoked.text', names),
    say('emails.ended.noCharge'),
    orderUrl && say('emails.ended.orders'),
    orderButton(about, orderUrl),
  ]);
}

/** Product, amounts, tax, credit, method and order number. */
export function receiptOf(
  about: EmailSubject,
  { paid, creditMinor, currency, method, orderId }: PaidFacts,
  more: readonly { label: string; value: string }[] = [],
): DraftPart {
  const { voice } = about;
  const { say, locale } = voice;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  const tax = [
    { label: say('due.subtotal'), value: money(paid.subtotalMinor) },
    { label: describeTax(paid, voice), value: money(paid.taxMinor) },
  ];
  return {
    kind: 'facts',
    rows: [
      { label: say('receipt.product'), value: namesOf(about).product },
      ...(paid.taxName === null ? [] : tax),
      ...(creditMinor > 0 ? [{ label: say('change.creditUsed'), value: money(-creditMinor) }] : []),
      { label: say('receipt.total'), value: money(paid.totalMinor - creditMinor) },
      ...(method ? [{ label: say('receipt.method'), value: method }] : []),
      ...more,
      { label: say('portal.order.number'), value: orderId },
    ],
  };
}

/** The button to the order with its receipt. */
export const receiptLink = (about: EmailSubject, orderUrl: OrderUrl): DraftPart[] => [
  orderUrl && about.voice.say('emails.receipt'),
  orderButton(about, orderUrl),
];
