/** Quotes a checkout while the form is being filled in. */
import type { Database } from '#db/client.ts';
import { calculateDue } from '#server/billing/payments/purchase-due.ts';
import { describeDue, type Quote, readBilling, type TypedBilling } from '#server/billing/payments/quote.ts';
import { findProviderName } from '#server/billing/payments/store-provider.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { Voice } from '#server/i18n/say.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { type Checkout, findCheckoutOrder, knownBuyer, requirePayable } from './address.ts';
import { quoteChange } from './quote-change.ts';

/** The price of the purchase for the buyer in the form; throws 400 if the session cannot be paid. */
export async function quoteCheckout(
  db: Database,
  checkout: Checkout,
  typed: TypedBilling & { readonly email: string },
  realTime: Date,
  voice: Voice,
): Promise<Quote> {
  const { store, session } = checkout;
  const now = storeTime(store, session.environment, realTime);
  const order = await findCheckoutOrder(db, checkout);
  requirePayable(session, order, now, voice.say);
  if (!(await findProviderName(db, session))) throw new ApiError(400, voice.say('errors.noProvider'), 'payment');
  if (session.originOrderId) return await quoteChange(db, checkout, order, now, voice);
  const billing = readBilling(typed, knownBuyer(checkout, order).billingDetail);
  const buyer = { email: typed.email.trim() || null, billingDetail: billing };
  return describeDue(await calculateDue(db, session, order, buyer, now), session, billing, voice);
}
