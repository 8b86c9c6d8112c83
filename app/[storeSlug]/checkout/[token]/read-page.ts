import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { CheckoutView } from '../../../../server/checkout/view.ts';
import { openCheckoutPage } from '../../../../server/gateway/checkout-page.ts';
import { countryOf } from './form-lists.ts';

/** Where a checkout's pages hang. */
export interface CheckoutParams {
  storeSlug: string;
  token: string;
}

/** Where the buyer seems to be, as their browser's languages say; empty: no telling. */
export const likelyCountry = cache(async () => countryOf((await headers()).get('accept-language')));

const read = cache(async (storeSlug: string, token: string) =>
  openCheckoutPage({ storeSlug, token }, await likelyCountry()),
);

/** The checkout at an address, read once per request; the 404 page where there is none. */
export async function requireCheckout(params: Promise<CheckoutParams>): Promise<CheckoutView> {
  const { storeSlug, token } = await params;
  return (await read(storeSlug, token)) ?? notFound();
}

export const checkoutPath = ({ store, sessionId }: CheckoutView): string => `/${store.slug}/checkout/${sessionId}`;
