import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { CheckoutView } from '../../../../server/checkout/view.ts';
import { openCheckoutPage } from '../../../../server/gateway/checkout-page.ts';

/** Where a checkout's pages hang. */
export interface CheckoutParams {
  storeSlug: string;
  token: string;
}

const read = cache((storeSlug: string, token: string) => openCheckoutPage({ storeSlug, token }));

/** The checkout at an address, read once per request; the 404 page where there is none. */
export async function requireCheckout(params: Promise<CheckoutParams>): Promise<CheckoutView> {
  const { storeSlug, token } = await params;
  return (await read(storeSlug, token)) ?? notFound();
}

export const checkoutPath = ({ store, sessionId }: CheckoutView): string => `/${store.slug}/checkout/${sessionId}`;
