/** Where a buyer continues after payment: the merchant's `successUrl`. */

import type { Order } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';

/** The merchant's URL with the ids of order and session appended. */
export function returnUrlOf(successUrl: string, order: Order): string {
  const [, base = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(successUrl) ?? [];
  const added = `orderId=${toShortId('ORD', order.id)}&sessionId=${order.checkoutSessionId}`;
  return `${base}${base.includes('?') ? '&' : '?'}${added}${fragment}`;
}

/**
 * The origin of a URL, for a link back to the store. Only the origin: the full URL may lead to the purchased content.
 */
export const siteOf = (successUrl: string): string | null => URL.parse(successUrl)?.origin ?? null;
