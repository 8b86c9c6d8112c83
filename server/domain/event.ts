/** Event rows: what happened to which object, by whom. */

/** Who did it. `by` is a merchant's, key's or store's id, or the job's name. */
export interface Actor {
  readonly kind: 'apiKey' | 'dashboard' | 'storeSlug' | 'sessionToken' | 'checkout' | 'worker' | 'operator';
  readonly by: string;
}

export const eventTypes = [
  'store.created',
  'store.updated',
  'api_key.created',
  'api_key.deleted',
  'product.created',
  'product.published',
  'checkout_session.created',
  'order.created',
  'order.completed',
  'order.canceled',
  'order.expired',
  'payment.started',
  'payment.requires_action',
  'payment.resumed',
  'payment.succeeded',
  'payment.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

export type ObjectType = 'store' | 'api_key' | 'product' | 'checkout_session' | 'order';
