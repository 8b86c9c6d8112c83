import type { CheckoutView } from '#server/storefront/checkout/view.ts';

/** Path of the checkout page. */
export const checkoutPath = ({ store, sessionId }: Pick<CheckoutView, 'store' | 'sessionId'>): string =>
  `/${store.slug}/checkout/${sessionId}`;
