/** Where a buyer goes on to from the checkout: what the merchant gave as `successUrl`. */

import type { Order } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';

/** The merchant's address, as they wrote it, with what they need to look the order up appended. */
export function returnUrlOf(successUrl: string, order: Order): string {
  const [, base = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(successUrl) ?? [];
  const added = `orderId=${toShortId('ORD', order.id)}&sessionId=${order.checkoutSessionId}`;
  return `${base}${base.includes('?') ? '&' : '?'}${added}${fragment}`;
}

/**
 * The site that an address is on, as an origin: the way back of who has not paid. No more of it, as the address itself
 * may be what is paid for.
 */
export const siteOf = (successUrl: string): string | null => URL.parse(successUrl)?.origin ?? null;
