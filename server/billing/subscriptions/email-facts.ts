/** From rows to what an email about a subscription tells. */

import { readEmail } from '#server/customers/rules/portal.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { toShortId } from '#server/domain/ids.ts';
import { describeCard, methodName } from '#server/domain/method-names.ts';
import { lookOf } from '#server/events/rules/email-content.ts';
import { readLocale } from '#server/i18n/languages.ts';
import { englishVoice, type Voice, voiceFor } from '#server/i18n/say.ts';
import { settings } from '#server/platform/settings.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { Order } from '../orders/orders.ts';
import type { StoredMethod } from '../payment-methods/payment-methods.ts';
import type { EmailFacts } from './data/subscription-email-facts.ts';
import type { EmailSubject } from './subscription-emails.ts';

/** In the language that the buyer read the checkout in; English where that is not known. */
export function voiceOf({ language }: Pick<Order, 'language'>): Voice {
  const reading = language === null ? undefined : readLocale(language);
  return reading ? voiceFor(reading) : englishVoice;
}

/**
 * What every email about an order says. `provider` took the money that it is about; for what is still to be charged, it is
 * that of the kept method.
 */
export const subjectOf = (
  order: Order,
  { store, productName, method }: EmailFacts,
  provider = method?.provider,
): EmailSubject => ({
  storeName: store.name,
  look: lookOf(store),
  supportEmail: store.supportEmail,
  productName,
  mode: order.environment === 'test' ? 'test' : provider === 'sandbox' ? 'demonstration' : 'live',
  voice: voiceOf(order),
});

/** What the next charge comes to, with the tax of that day. */
export const amountsOn = ({ billingDetail }: Order, { price }: EmailFacts, day: Date) =>
  amountsOf(price, billingDetail, day, taxProvider());

/** "Visa •••• 4242", or what kind of method it is; null where nothing is kept. */
export const describeMethod = (method: StoredMethod | undefined): string | null =>
  method ? (describeCard(method) ?? methodName(method.type)) : null;

/**
 * The order's page in the portal. Null for a customer whom the store knows by an id of its own: the portal lets those in
 * from the store's own site only.
 */
export function orderUrlOf(order: Order, { store }: EmailFacts): string | null {
  const { buyerIdentity, environment } = order;
  if (buyerIdentity !== null && readEmail(buyerIdentity) === undefined) return null;
  const path = `/orders/${toShortId('ORD', order.id)}`;
  return `${settings().checkoutUrl}${portalAddress(store, environment, path)}`;
}
