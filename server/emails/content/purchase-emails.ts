/** What buyers are told of what they bought, in the language they bought in. Pure: the facts are given, nothing is read. */

import { describeTax } from '#server/billing/wording/tax-words.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Draft, DraftPart } from '#server/events/rules/email-content.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import { type EmailSubject, namesOf, type OrderUrl, orderButton, write } from './buyer-email.ts';

/** What was paid. */
export interface PaidFacts {
  readonly paid: Amounts;
  readonly currency: string;
  /** "Visa •••• 4242"; null where nothing is known of it. */
  readonly method: string | null;
  readonly orderId: string;
  readonly orderUrl: OrderUrl;
}

/** A one-time purchase: what was bought, what it cost, and where its receipt is. */
export function orderEmail(about: EmailSubject, facts: PaidFacts): Draft {
  const { say } = about.voice;
  const names = namesOf(about);
  return write(about, say('emails.order.subject', names), [
    say('emails.order.text', names),
    receiptOf(about, facts),
    ...wayToReceipt(about, facts.orderUrl),
  ]);
}

/** A subscription began with its first payment. */
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
    ...wayToReceipt(about, facts.orderUrl),
  ]);
}

/** A subscription began with a trial: until when, what is charged then, and the way out. */
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

/** A further period was paid for: the receipt, and until when it runs. */
export function chargeEmail(about: EmailSubject, facts: PaidFacts & { readonly paidUntil: Date }): Draft {
  const { say, locale } = about.voice;
  const { paid, currency, orderUrl } = facts;
  const names = namesOf(about);
  const said = {
    ...names,
    total: formatMoney(paid.totalMinor, currency, locale),
    date: formatDay(facts.paidUntil, locale),
  };
  return write(about, say('emails.cycled.subject', names), [
    say('emails.cycled.text', said),
    receiptOf(about, facts),
    ...wayToReceipt(about, orderUrl),
  ]);
}

/** A cancellation was asked for: until when it can be used, and how to take that back. */
export function cancelingEmail(
  about: EmailSubject,
  { endsAt, orderUrl }: { readonly endsAt: Date; readonly orderUrl: OrderUrl },
): Draft {
  const { say, locale } = about.voice;
  const said = { ...namesOf(about), date: formatDay(endsAt, locale) };
  return write(about, say('emails.canceled.subject', said), [
    say('emails.canceled.text', said),
    orderUrl && say('emails.canceled.undo'),
    orderButton(about, orderUrl),
  ]);
}

/** It is over, as it was meant to be. */
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

/** Product, amounts, tax, method and order number, one beside the other. */
function receiptOf(
  about: EmailSubject,
  { paid, currency, method, orderId }: PaidFacts,
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
      { label: say('receipt.total'), value: money(paid.totalMinor) },
      ...(method ? [{ label: say('receipt.method'), value: method }] : []),
      ...more,
      { label: say('portal.order.number'), value: orderId },
    ],
  };
}

const wayToReceipt = (about: EmailSubject, orderUrl: OrderUrl): DraftPart[] => [
  orderUrl && about.voice.say('emails.receipt'),
  orderButton(about, orderUrl),
];
