/**
 * What buyers are told of their subscriptions by email, in their language. Pure: the facts are given, nothing is read.
 */

import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Amounts } from '#server/domain/amounts.ts';
import { shownCode } from '#server/domain/declines.ts';
import { formatMoney } from '#server/domain/money.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, type DraftPart, draft, type EmailLook } from '#server/events/rules/email-content.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import { directionOf } from '#server/i18n/languages.ts';
import type { MessageKey, Voice } from '#server/i18n/say.ts';
import { describeDecline } from '../wording/decline-words.ts';
import { describeTax } from '../wording/tax-words.ts';

/** What every one of them is about. */
export interface EmailSubject {
  readonly storeName: string;
  /** The store's logo and colours; absent: the service's own. */
  readonly look?: EmailLook;
  readonly supportEmail: string | null;
  readonly productName: string;
  /** Whether money moves: neither in test, nor where the sandbox stands in. */
  readonly mode: 'test' | 'demonstration' | 'live';
  readonly voice: Voice;
}

/** A charge that is to come or did not come through. */
interface ChargeFacts {
  readonly amounts: Amounts;
  readonly currency: string;
  /** "Visa •••• 4242"; null where nothing is kept. */
  readonly method: string | null;
}

/** Where a buyer cancels, or gives another card; null where that is up to the merchant's own site. */
export type OrderUrl = string | null;

/** Before a renewal, or with `isTrial` before a trial ends: what is charged, when, by what, and the way out. */
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
  const said = {
    ...namesOf(about),
    date: formatDay(facts.on, locale),
    total: money(amounts.totalMinor),
    every: say(`due.every.${facts.billingPeriod}` satisfies MessageKey),
  };
  const tax = { taxName: describeTax(amounts, about.voice), tax: money(amounts.taxMinor) };
  return write(about, say(isTrial ? 'emails.trialEnding.subject' : 'emails.upcoming.subject', said), [
    say(isTrial ? 'emails.trialEnding.text' : 'emails.upcoming.text', said),
    amounts.taxMinor > 0 && say('emails.tax', tax),
    method && say('emails.method', { method }),
    say(orderUrl ? 'emails.cancel' : 'emails.cancelAtStore', said),
    orderButton(about, orderUrl),
  ]);
}

/**
 * A renewal was not paid: why, when it is tried again (null: that card never is), by when it has to be paid, and how. A bank
 * that wants its customer to authenticate has not refused anything, and the subject asks for that.
 */
export function pastDueEmail(
  about: EmailSubject,
  facts: ChargeFacts & {
    /** A decline's code, or `no_method` or `method_refused` where nothing could be charged. */
    readonly reason: string;
    readonly retryAt: Date | null;
    readonly endsAt: Date;
    readonly fixUrl: string;
  },
): Draft {
  const { say, locale } = about.voice;
  const { amounts, currency, method, reason, retryAt, fixUrl } = facts;
  const names = namesOf(about);
  const said = { ...names, total: formatMoney(amounts.totalMinor, currency, locale) };
  const isQuestion = method !== null && asksBuyer(reason);
  const subject = say(isQuestion ? 'emails.pastDue.confirmSubject' : 'emails.pastDue.subject', said);
  const failed = isQuestion ? 'emails.pastDue.confirm' : 'emails.pastDue.byMethod';
  return write(about, subject, [
    method ? say(failed, { ...said, method }) : say('emails.pastDue.text', said),
    describeReason(reason, about.voice),
    retryAt
      ? say('emails.pastDue.retry', { date: formatDay(retryAt, locale) })
      : method && !isQuestion && say('emails.pastDue.noRetry'),
    say('emails.pastDue.fix', { total: said.total }),
    { kind: 'button', label: say('emails.button.pay', { total: said.total }), url: fixUrl },
    say('portal.fix.deadline', { date: formatDay(facts.endsAt, locale) }),
    say('emails.pastDue.private'),
  ]);
}

/** Whether the bank has not refused the charge: it wants to hear from the buyer first. */
const asksBuyer = (reason: string): boolean => shownCode(reason) === 'authentication_required';

function describeReason(reason: string, { say }: Voice): string {
  if (reason === 'no_method') return say('emails.pastDue.noMethod');
  if (reason === 'method_refused') return say('emails.pastDue.methodRefused');
  // Nobody can confirm anything in an email: the link is where the bank asks.
  return asksBuyer(reason) ? say('emails.pastDue.bankAsks') : describeDecline(reason, say);
}

/** No retry was left, and it has ended. */
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

/** What an email about an order says, with what every one of them says at its end. */
export function write(about: EmailSubject, subject: string, parts: readonly DraftPart[]): Draft {
  const { say, language } = about.voice;
  const { mode, supportEmail, storeName } = about;
  const notes = { test: say('emails.portalLink.test'), demonstration: say('emails.demonstration'), live: null };
  const marks = { test: say('common.testMode'), demonstration: say('common.demonstration'), live: null };
  const note = (text: string | null): DraftPart => text && { kind: 'note', text };
  const end = [note(notes[mode]), note(supportEmail && say('common.questions', { email: supportEmail }))];
  const look = about.look ?? { storeName: plainName(storeName), logo: null, colors: {} };
  const reader = { language, direction: directionOf(language) };
  return draft(look, reader, { subject, mark: marks[mode], parts: [...parts, ...end] });
}

/** The way to the order's page, where the buyer has one here. */
export const orderButton = ({ voice }: EmailSubject, orderUrl: OrderUrl): DraftPart =>
  orderUrl && { kind: 'button', label: voice.say('emails.button.order'), url: orderUrl };

/** Names are the merchant's: in an email they stand in quotes, as the reader's language has them. */
export const quoteName = (name: string, { say }: Voice): string =>
  quotedName(name, (plain) => say('emails.quoted', { name: plain }));

export const namesOf = ({ productName, storeName, voice }: EmailSubject) => ({
  product: quoteName(productName, voice),
  store: quoteName(storeName, voice),
});
