/** An event of an order with the facts that held when it happened, whatever has become of the order since. */

import type { Payment } from '#server/billing/payments/payments.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import { readEmail } from '#server/customers/rules/portal.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { lookOf } from '#server/events/rules/email-content.ts';
import { readLocale } from '#server/i18n/languages.ts';
import { englishVoice, voiceFor } from '#server/i18n/say.ts';
import { settings } from '#server/platform/settings.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { EmailSubject, OrderUrl } from './content/buyer-email.ts';
import type { OrderEmailFacts } from './data/order-email-facts.ts';

export interface OrderOccurrence extends OrderEmailFacts {
  readonly event: EventRow;
  /** The payment that the event names, else the one of the event's period, else the last one before the event. */
  readonly payment: Payment | undefined;
  /** The refund that the event names. */
  readonly refund: Refund | undefined;
}

export const refundIdOf = ({ data }: EventRow): string | undefined =>
  typeof data.refundId === 'string' ? fromShortId('REF', data.refundId) : undefined;

export function occurrenceOf(event: EventRow, facts: OrderEmailFacts, refund: Refund | undefined): OrderOccurrence {
  const { paymentId } = event.data;
  const id = typeof paymentId === 'string' ? fromShortId('PAY', paymentId) : undefined;
  const own = facts.payments.find((payment) => payment.id === id);
  // Not by time alone: after a reset of the test clock a payment may be dated later than the event that follows it.
  const ofPeriod = facts.payments.findLast(({ periodNumber }) => periodNumber === event.data.periodNumber);
  const before = facts.payments.filter(({ succeededAt }) => succeededAt !== null && succeededAt <= event.createdAt);
  return { ...facts, event, payment: own ?? ofPeriod ?? before.at(-1), refund };
}

/** The paid period at that moment, or the trial. Undefined for an order without periods. */
export function periodThen({ order, payment }: OrderOccurrence): { start: Date; end: Date } | undefined {
  return order.startedAt && payment ? periodOf(order, payment.periodNumber) : undefined;
}

/** The amounts of a charge on that day, with the tax of that day. */
export const amountsOn = ({ order, price }: OrderOccurrence, day: Date) =>
  amountsOf(price, order.billingDetail, day, taxProvider());

/** `provider` took the payment; for a charge that is still to come, it is the stored method's. */
export function subjectOf(
  { order, store, productName, method }: OrderOccurrence,
  provider = method?.provider,
): EmailSubject {
  const locale = order.language === null ? undefined : readLocale(order.language);
  return {
    storeName: store.name,
    look: lookOf(store),
    supportEmail: store.supportEmail,
    productName,
    mode: order.environment === 'test' ? 'test' : provider === 'sandbox' ? 'demonstration' : 'live',
    voice: locale ? voiceFor(locale) : englishVoice,
  };
}

/** Null for a customer whom the store knows by its own id: such customers enter the portal from the store's site only. */
export function orderUrlOf({ order, store }: OrderOccurrence): OrderUrl {
  const { buyerIdentity, environment } = order;
  if (buyerIdentity !== null && readEmail(buyerIdentity) === undefined) return null;
  const path = `/orders/${toShortId('ORD', order.id)}`;
  return `${settings().checkoutUrl}${portalAddress(store, environment, path)}`;
}

/** The order's page in the dashboard. */
export const dashboardOrderUrl = ({ order, store }: OrderOccurrence): string =>
  `${settings().appUrl}/dashboard/${store.slug}/${order.environment}/orders/${toShortId('ORD', order.id)}`;
