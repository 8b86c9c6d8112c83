/** The checkout page's form: its initial state, and its answer to a submission without JavaScript. */
import type { Database } from '#db/client.ts';
import { findBuyerProblems, type TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import type { Checkout } from '#server/checkout/address.ts';
import { quoteCheckout } from '#server/checkout/quote-checkout.ts';
import type { Reading } from '#server/i18n/languages.ts';
import { type Voice, voiceFor } from '#server/i18n/say.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { stripePage, stripeSources } from '#server/providers/payments/stripe-page.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { buyerLists, type CheckoutForm, type FormProvider, prefillOf, sandboxForm } from './form.ts';
import { stripeMethods } from './stripe-methods.ts';
import type { CheckoutView } from './view.ts';

/**
 * The form of an open checkout; null if no provider takes the currency. `country` is a guess, used until the buyer's
 * country is known.
 */
export function formFor(view: CheckoutView, reading: Reading, country: string, now: Date): CheckoutForm | null {
  const provider = view.provider && providerForm(view.provider, view, voiceFor(reading), now);
  if (!provider) return null;
  const prefill = prefillOf(view.email, view.billingDetail, country);
  return { lists: buyerLists(reading), prefill, provider, problems: {}, isSent: false };
}

/** The provider's fields on our page; null if the provider does not take the currency. */
export function providerForm(
  name: ProviderName,
  {
    currency,
    productType,
    paymentMethods = null,
  }: Pick<CheckoutView, 'currency' | 'productType'> & Partial<Pick<CheckoutView, 'paymentMethods'>>,
  voice: Voice,
  now: Date,
): FormProvider | null {
  if (name === 'sandbox') return sandboxForm(now, voice);
  const page = stripePage(readSettings(), currency);
  const methods = page && stripeMethods(paymentMethods, page.excludedTypes);
  return methods && { kind: 'stripe', currency, savesMethod: productType === 'subscription', ...page, ...methods };
}

/** The origins that the provider's form needs in the page's policy. */
export const formSources = (
  form: { readonly provider: FormProvider | null } | null,
): typeof stripeSources | undefined => (form?.provider?.kind === 'stripe' ? stripeSources : undefined);

/** The page after a submission: typed values, problems and the quote. Stores nothing. */
export async function fillForm(
  db: Database,
  checkout: Checkout,
  { form, view }: { readonly form: CheckoutForm; readonly view: CheckoutView },
  typed: TypedBuyer,
  voice: Voice,
  now: Date,
): Promise<{ form: CheckoutForm; view: CheckoutView }> {
  const quote = await quoteCheckout(db, checkout, typed, now, voice);
  const problems = findBuyerProblems(typed, voice.say);
  return { form: { ...form, prefill: typed, problems, isSent: true }, view: { ...view, quote } };
}
