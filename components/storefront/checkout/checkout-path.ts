import type { CheckoutView } from '#server/storefront/checkout/view.ts';

/** The checkout's own page. */
export const checkoutPath = ({ store, sessionId }: Pick<CheckoutView, 'store' | 'sessionId'>): string =>
  `/${store.slug}/checkout/${sessionId}`;
