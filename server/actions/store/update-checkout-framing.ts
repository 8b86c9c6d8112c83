import { originListAction } from './origin-list.ts';

/** `store/update-checkout-framing` (dashboard only): the sites that may show the checkout in a frame. Empty: none. */
export const updateCheckoutFraming = originListAction(
  'checkoutFrameOrigins',
  'Set the sites that may embed the checkout',
);
