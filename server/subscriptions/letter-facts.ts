/** From rows to what an email about a subscription tells. */
import { amountsOf } from '../domain/amounts.ts';
import { toShortId } from '../domain/ids.ts';
import { lookOf } from '../domain/letter.ts';
import { describeCard, methodName } from '../domain/method-names.ts';
import { readEmail } from '../domain/portal.ts';
import { readLocale } from '../i18n/languages.ts';
import { englishVoice, type Voice, voiceFor } from '../i18n/say.ts';
import { portalAddress } from '../portal/portal-address.ts';
import { taxProvider } from '../providers/tax/index.ts';
import type { LetterFacts } from '../queries/letters.ts';
import type { Order } from '../queries/orders.ts';
import type { KeptMethod } from '../queries/payment-methods.ts';
import { settings } from '../settings.ts';
import type { LetterSubject } from './letters.ts';

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
  { store, productName, method }: LetterFacts,
  provider = method?.provider,
): LetterSubject => ({
  storeName: store.name,
  look: lookOf(store),
  supportEmail: store.supportEmail,
  productName,
  mode: order.environment === 'test' ? 'test' : provider === 'sandbox' ? 'demonstration' : 'live',
  voice: voiceOf(order),
});

/** What the next charge comes to, with the tax of that day. */
export const amountsOn = ({ billingDetail }: Order, { price }: LetterFacts, day: Date) =>
  amountsOf(price, billingDetail, day, taxProvider());

/** "Visa •••• 4242", or what kind of method it is; null where nothing is kept. */
export const describeMethod = (method: KeptMethod | undefined): string | null =>
  method ? (describeCard(method) ?? methodName(method.type)) : null;

/**
 * The order's page in the portal. Null for a customer whom the store knows by an id of its own: the portal lets those in
 * from the store's own site only.
 */
export function orderUrlOf(order: Order, { store }: LetterFacts): string | null {
  const { buyerIdentity, environment } = order;
  if (buyerIdentity !== null && readEmail(buyerIdentity) === undefined) return null;
  const path = `/orders/${toShortId('ORD', order.id)}`;
  return `${settings().checkoutUrl}${portalAddress(store, environment, path)}`;
}
