/** Notices to store owners about orders, in English. */

import type { Payment } from '#server/billing/payments/payments.ts';
import { isFinalDecline } from '#server/billing/subscriptions/rules/renewal.ts';
import { describeTax } from '#server/billing/wording/tax-words.ts';
import { dayInWords } from '#server/domain/day-words.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, englishDraft, lookOf } from '#server/events/rules/email-content.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { amountsOn, dashboardOrderUrl, type OrderOccurrence, periodThen } from '../order-occurrence.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
}

interface Notice {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly Fact[];
}

export type NoticeTrigger =
  | 'bought'
  | 'began'
  | 'trial'
  | 'charged'
  | 'past_due'
  | 'canceling'
  | 'uncanceled'
  | 'plan_changed'
  | 'plan_change_scheduled'
  | 'plan_change_failed'
  | 'ended';

const everyPeriod = { weekly: 'week', monthly: 'month', quarterly: '3 months', yearly: 'year' } as const;

/** Composes the notice of that trigger. */
export const orderNotice =
  (trigger: NoticeTrigger) =>
  (occurrence: OrderOccurrence): Draft => {
    const { order, store, payment } = occurrence;
    const { subject, text, facts = [] } = describe(trigger, occurrence);
    const id = toShortId('ORD', order.id);
    const rows = [
      { label: 'Customer', value: buyerOf(occurrence) },
      ...facts,
      { label: 'Order', value: id },
      ...(order.merchantExternalId === null ? [] : [{ label: 'Your ID', value: order.merchantExternalId }]),
    ];
    const isDemonstration = order.environment === 'prod' && payment?.provider === 'sandbox';
    return englishDraft(lookOf(store), {
      subject,
      mark: order.environment === 'test' ? 'Test' : isDemonstration && 'Demonstration',
      parts: [
        text,
        { kind: 'facts', rows },
        { kind: 'button', label: 'Open the order', url: dashboardOrderUrl(occurrence) },
        order.environment === 'test' && { kind: 'note', text: 'This order was placed in test mode. No money moved.' },
      ],
    });
  };

function describe(trigger: NoticeTrigger, occurrence: OrderOccurrence): Notice {
  const { event, productName, store, payment } = occurrence;
  const product = quotedName(productName);
  const storeName = quotedName(store.name);
  const buyer = buyerOf(occurrence);
  const paid = payment ? moneyIn(occurrence, payment.amountMinor) : '';
  const until = endOf(occurrence);
  const planChange = planChangeOf(occurrence);
  switch (trigger) {
    case 'bought':
      return {
        subject: `New order: ${paid} for ${product}`,
        text: `${buyer} bought ${product} from your store ${storeName}.`,
        facts: paidFacts(occurrence, payment),
      };
    case 'began':
      return {
        subject: `New subscription: ${paid}${everyOf(occurrence)} for ${product}`,
        text: `${buyer} subscribed to ${product} at your store ${storeName}.`,
        facts: paidFacts(occurrence, payment),
      };
    case 'trial':
      return {
        subject: `New trial: ${product}`,
        text: `${buyer} started a trial of ${product} at your store ${storeName}.`,
        facts: [...paidFacts(occurrence, payment), ...(until ? [{ label: 'Trial ends', value: until }] : [])],
      };
    case 'charged':
      return {
        subject: `${chargeWord(occurrence)}: ${paid} for ${product}`,
        text: `${buyer} paid for the next period of ${product} at your store ${storeName}.`,
        facts: [...paidFacts(occurrence, payment), ...(until ? [{ label: 'Paid until', value: until }] : [])],
      };
    case 'past_due':
      return {
        subject: `Payment failed: ${product}`,
        text: `A payment by ${buyer} for ${product} at your store ${storeName} did not go through. The subscription is past due. ${isRetried(event.data.reason) ? 'The payment will be retried automatically' : 'The customer received a link to pay'}.`,
        facts: [
          {
            label: 'Amount',
            value: moneyIn(occurrence, amountsOn(occurrence, event.createdAt).totalMinor),
          },
          { label: 'Reason', value: reasonOf(event.data.reason) },
        ],
      };
    case 'canceling':
      return {
        subject: `Subscription canceled: ${product}`,
        text: `${cancellationOf(occurrence)} ${product} at your store ${storeName}.`,
        facts: until ? [{ label: 'Ends', value: until }] : [],
      };
    case 'uncanceled':
      return {
        subject: `Cancellation reversed: ${product}`,
        text: `The subscription of ${buyer} to ${product} at your store ${storeName} continues.`,
        facts: until ? [{ label: 'Next charge', value: until }] : [],
      };
    case 'plan_changed':
      return {
        subject: `Plan changed: ${planChange.to}`,
        text: `The subscription of ${buyer} at your store ${storeName} changed from ${planChange.from} to ${planChange.to}.`,
        facts: paidFacts(occurrence, payment),
      };
    case 'plan_change_scheduled':
      return {
        subject: `Plan change scheduled: ${planChange.to}`,
        text: `The subscription of ${buyer} at your store ${storeName} will change from ${planChange.from} to ${planChange.to}.`,
        facts: [{ label: 'Changes on', value: planChange.on }],
      };
    case 'plan_change_failed':
      return {
        subject: `Plan change failed: ${planChange.to}`,
        text: `The subscription of ${buyer} at your store ${storeName} could not be changed to ${planChange.to}. It continues with ${planChange.from}.`,
        facts: failureFacts(occurrence),
      };
    case 'ended':
      return {
        subject: `Subscription ended: ${product}`,
        text: `The subscription of ${buyer} to ${product} at your store ${storeName} has ended${event.data.reason === 'unpaid' ? ' because its payment did not go through' : ''}.`,
      };
  }
}

/** Why a plan change failed. */
function failureFacts({ event: { data } }: OrderOccurrence) {
  const { failureCode, failureReason } = data;
  if (typeof failureReason !== 'string') return [];
  return [{ label: 'Reason', value: merchantReason(failureReason, failureCode) }];
}

function planChangeOf({ event }: OrderOccurrence) {
  const { fromPlan, toPlan, effectiveAt } = (event.data.planChange ?? {}) as Readonly<Record<string, unknown>>;
  const on = typeof effectiveAt === 'string' ? dayInWords(new Date(effectiveAt)) : '';
  return { from: quotedName(String(fromPlan)), to: quotedName(String(toPlan)), on };
}

const buyerOf = ({ order }: OrderOccurrence): string => order.buyerEmail ?? 'a customer';

const moneyIn = ({ order }: OrderOccurrence, amountMinor: number): string =>
  formatMoney(amountMinor, order.currency, 'en');

const everyOf = ({ order }: OrderOccurrence): string =>
  order.billingPeriod ? ` every ${everyPeriod[order.billingPeriod]}` : '';

function endOf(occurrence: OrderOccurrence): string | undefined {
  const period = periodThen(occurrence);
  return period && dayInWords(period.end);
}

function chargeWord({ event }: OrderOccurrence): string {
  if (event.type === 'subscription.recovered') return 'Payment recovered';
  return event.type === 'subscription.activated' ? 'First payment after a trial' : 'Subscription renewed';
}

function cancellationOf(occurrence: OrderOccurrence): string {
  const { kind } = occurrence.event.actor;
  const buyer = buyerOf(occurrence);
  if (kind === 'sessionToken' || kind === 'portal') return `${buyer} canceled their subscription to`;
  const isMerchant = kind === 'apiKey' || kind === 'dashboard';
  return isMerchant ? `You canceled the subscription of ${buyer} to` : `${buyer} no longer subscribes to`;
}

const reasons: Readonly<Record<string, string>> = {
  no_method: 'no payment method',
  method_refused: 'card permanently declined',
  authentication_required: 'customer authentication required',
};

/** Whether the same card is charged again without the buyer. */
const isRetried = (reason: unknown): boolean =>
  typeof reason !== 'string' || !(Object.hasOwn(reasons, reason) || isFinalDecline(reason));

const reasonOf = (reason: unknown): string =>
  typeof reason === 'string' ? (reasons[reason] ?? reason.replaceAll('_', ' ')) : 'unknown';

/** The amount, its tax, and the credit that was used beside it; none for a free trial. */
function paidFacts(occurrence: OrderOccurrence, payment: Payment | undefined): Fact[] {
  if (!payment || payment.amountMinor + payment.creditUsedMinor === 0) return [];
  const fact = (label: string, amountMinor: number) => ({ label, value: moneyIn(occurrence, amountMinor) });
  return [
    fact('Amount', payment.amountMinor),
    ...(payment.taxMinor > 0 ? [fact(describeTax(payment, englishVoice), payment.taxMinor)] : []),
    ...(payment.creditUsedMinor > 0 ? [fact('Credit used', payment.creditUsedMinor)] : []),
  ];
}
