/** Event rows: what happened to which object, by whom. */

/**
 * Who did it. `by` is a merchant's, key's or store's id, a customer's identity with the merchant, or the name of the job
 * or of the payment provider in whose own dashboard it was done.
 */
export interface Actor {
  readonly kind:
    | 'apiKey'
    | 'dashboard'
    | 'storeSlug'
    | 'sessionToken'
    | 'checkout'
    | 'portal'
    | 'worker'
    | 'operator'
    | 'provider';
  readonly by: string;
}

export const eventTypes = [
  'store.created',
  'store.updated',
  'store.deleted',
  'store.prod_enabled',
  'store_member.added',
  'store_member.role_changed',
  'store_member.removed',
  'webhook.added',
  'webhook.updated',
  'webhook.removed',
  'kyb_ticket.created',
  'kyb_ticket.succeeded',
  'kyb_ticket.rejected',
  'sender.added',
  'sender.proven',
  'sender.bound',
  'sender.rejected',
  'sender.revoked',
  'api_key.created',
  'api_key.deleted',
  'product.created',
  'product.updated',
  'product.status_changed',
  'product.published',
  'group.created',
  'group.updated',
  'group.deleted',
  'group.published',
  'checkout_session.created',
  'checkout_session.tied',
  'order.created',
  'order.completed',
  'order.canceled',
  'order.expired',
  'subscription.activated',
  'subscription.trial_started',
  'subscription.renewed',
  'subscription.recovered',
  'subscription.past_due',
  'subscription.charge_skipped',
  'subscription.reminded',
  'subscription.canceling',
  'subscription.uncanceled',
  'subscription.canceled',
  'subscription.expired',
  'payment_method.change_started',
  'payment_method.change_failed',
  'payment_method.changed',
  'refund_ticket.created',
  'refund_ticket.resubmitted',
  'refund_ticket.approved',
  'refund_ticket.rejected',
  'refund.started',
  'refund.succeeded',
  'refund.failed',
  'refund.unbooked',
  'test_clock.created',
  'test_clock.advanced',
  'test_clock.reset',
  'payment.started',
  'payment.pending',
  'payment.requires_action',
  'payment.resumed',
  'payment.succeeded',
  'payment.failed',
  'payment.refund_started',
  'payment.refunded',
] as const;
export type EventType = (typeof eventTypes)[number];

export type ObjectType =
  | 'store'
  | 'api_key'
  | 'product'
  | 'group'
  | 'webhook'
  | 'kyb_ticket'
  | 'sender'
  | 'checkout_session'
  | 'order';
