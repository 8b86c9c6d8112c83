/** What a store's owner is told of its business, in English: useful at a glance, with the way to the order. */

import type { Payment } from '#server/billing/payments/payments.ts';
import { isFinalDecline } from '#server/billing/subscriptions/rules/renewal.ts';
import { describeTax } from '#server/billing/wording/tax-words.ts';
import { dayInWords } from '#server/domain/day-words.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, englishDraft, lookOf } from '#server/events/rules/email-content.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { isUnpaid, type MerchantEmailTrigger } from './email-triggers.ts';
import { amountsThen, type Occurrence, periodThen } from './occurrence.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
}

interface Telling {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly Fact[];
}

const everyPeriod = { weekly: 'week', monthly: 'month', quarterly: '3 months', yearly: 'year' } as const;

type MerchantOccurrence = Occurrence & { readonly news: MerchantEmailTrigger };

/** The notice of what happened. `dashboardUrl`: where the dashboard is. */
export function merchantNotice(occurrence: MerchantOccurrence, dashboardUrl: string): Draft {
  const { order, store, payment } = occurrence;
  const { subject, text, facts = [] } = tell(occurrence);
  const id = toShortId('ORD', order.id);
  const rows = [
    { label: 'Buyer', value: buyerOf(occurrence) },
    ...facts,
    { label: 'Order', value: id },
    ...(order.merchantExternalId === null ? [] : [{ label: 'Your own id', value: order.merchantExternalId }]),
  ];
  const isDemonstration = order.environment === 'prod' && payment?.provider === 'sandbox';
  const url = `${dashboardUrl}/${store.slug}/${order.environment}/orders/${id}`;
  return englishDraft(lookOf(store), {
    subject,
    mark: order.environment === 'test' ? 'Test' : isDemonstration && 'Demonstration',
    parts: [
      text,
      { kind: 'facts', rows },
      { kind: 'button', label: 'Open the order', url },
      order.environment === 'test' && { kind: 'note', text: 'An order of the test environment: no money moved.' },
    ],
  });
}

function tell(occurrence: MerchantOccurrence): Telling {
  const { news, event, productName, store, payment } = occurrence;
  const product = quotedName(productName);
  const place = quotedName(store.name);
  const buyer = buyerOf(occurrence);
  const paid = payment ? moneyIn(occurrence, payment.amountMinor) : '';
  const until = endOf(occurrence);
  switch (news) {
    case 'bought':
      return {
        subject: `New order: ${paid} for ${product}`,
        text: `${buyer} bought ${product} from your store ${place}.`,
        facts: paidFacts(occurrence, payment),
      };
    case 'began':
      return {
        subject: `New subscription: ${paid}${everyOf(occurrence)} for ${product}`,
        text: `${buyer} subscribed to ${product} at your store ${place}.`,
        facts: paidFacts(occurrence, payment),
      };
    case 'trial':
      return {
        subject: `New trial: ${product}`,
        text: `${buyer} began a trial of ${product} at your store ${place}.`,
        facts: [...paidFacts(occurrence, payment), ...(until ? [{ label: 'Trial ends', value: until }] : [])],
      };
    case 'charged':
      return {
        subject: `${chargeWord(occurrence)}: ${paid} for ${product}`,
        text: `${buyer} paid for the next period of ${product} at your store ${place}.`,
        facts: [...paidFacts(occurrence, payment), ...(until ? [{ label: 'Paid until', value: until }] : [])],
      };
    case 'past_due':
      return {
        subject: `Payment failed: ${product}`,
        text: `A payment by ${buyer} for ${product} at your store ${place} did not go through. The subscription is past due${isRetried(event.data.reason) ? ', and it is tried again' : '. The buyer has a link to pay by'}.`,
        facts: [
          {
            label: 'Amount',
            value: moneyIn(occurrence, amountsThen(occurrence, event.createdAt).totalMinor),
          },
          { label: 'Why', value: whyOf(event.data.reason) },
        ],
      };
    case 'canceling':
      return {
        subject: `Subscription canceled: ${product}`,
        text: `${cancellationOf(occurrence)} ${product} at your store ${place}.`,
        facts: until ? [{ label: 'Runs until', value: until }] : [],
      };
    case 'uncanceled':
      return {
        subject: `Cancellation taken back: ${product}`,
        text: `The subscription of ${buyer} to ${product} at your store ${place} goes on.`,
        facts: until ? [{ label: 'Next charge', value: until }] : [],
      };
    case 'ended':
      return {
        subject: `Subscription ended: ${product}`,
        text: `The subscription of ${buyer} to ${product} at your store ${place} has ended${isUnpaid(event) ? ', because its payment did not go through' : ''}.`,
      };
  }
}

const buyerOf = ({ order }: Occurrence): string => order.buyerEmail ?? 'a buyer';

const moneyIn = ({ order }: Occurrence, amountMinor: number): string => formatMoney(amountMinor, order.currency, 'en');

const everyOf = ({ order }: Occurrence): string =>
  order.billingPeriod ? ` every ${everyPeriod[order.billingPeriod]}` : '';

function endOf(occurrence: Occurrence): string | undefined {
  const period = periodThen(occurrence);
  return period && dayInWords(period.end);
}

/** A charge that came late, the first after a trial, or any other. */
function chargeWord({ event }: Occurrence): string {
  if (event.type === 'subscription.recovered') return 'Payment recovered';
  return event.type === 'subscription.activated' ? 'First payment after a trial' : 'Subscription renewed';
}

/** Who canceled whose subscription. */
function cancellationOf(occurrence: Occurrence): string {
  const { kind } = occurrence.event.actor;
  const buyer = buyerOf(occurrence);
  if (kind === 'sessionToken' || kind === 'portal') return `${buyer} canceled their subscription to`;
  const isMerchant = kind === 'apiKey' || kind === 'dashboard';
  return isMerchant ? `You canceled the subscription of ${buyer} to` : `${buyer} no longer subscribes to`;
}

const reasons: Readonly<Record<string, string>> = {
  no_method: 'there is nothing to charge',
  method_refused: 'the card was refused for good',
  authentication_required: 'the buyer has to authenticate with their bank',
};

/** Whether the same card is charged again by itself. */
const isRetried = (reason: unknown): boolean =>
  typeof reason !== 'string' || !(Object.hasOwn(reasons, reason) || isFinalDecline(reason));

const whyOf = (reason: unknown): string =>
  typeof reason === 'string' ? (reasons[reason] ?? reason.replaceAll('_', ' ')) : 'unknown';

/** Total, and the tax in it where there is any; of a free trial, nothing. */
function paidFacts(occurrence: Occurrence, payment: Payment | undefined): Fact[] {
  if (!payment || payment.amountMinor === 0) return [];
  const tax = { label: describeTax(payment, englishVoice), value: moneyIn(occurrence, payment.taxMinor) };
  return [{ label: 'Amount', value: moneyIn(occurrence, payment.amountMinor) }, ...(payment.taxMinor > 0 ? [tax] : [])];
}
