/** Event rows: what happened to which object, by whom. */
import { networkOf } from '#server/domain/network-address.ts';

/** Stands for a merchant where something happens to the service itself. No merchant has this id, and none sees it. */
export const serviceId = '00000000-0000-0000-0000-000000000000';

/**
 * Who did it. `by` is a merchant's, key's or store's id, a customer's identity with the merchant, the name of the job or of
 * the command, or that of the payment provider in whose own dashboard it was done. A visitor is anybody who has not
 * proved who they are; `by` is what they say.
 */
export interface Actor {
  readonly kind:
    | 'apiKey'
    | 'dashboard'
    | 'storeSlug'
    | 'sessionToken'
    | 'checkout'
    | 'portal'
    | 'visitor'
    | 'worker'
    | 'operator'
    | 'provider';
  readonly by: string;
  /** From where, where it came from outside. */
  readonly from?: Origin;
}

/** Those who work for a merchant or the service, and who tries to sign in as one of them. */
const keptWhole: ReadonlySet<Actor['kind']> = new Set(['apiKey', 'dashboard', 'operator', 'visitor']);

/**
 * Where somebody came from, as it is kept. Events are kept for good: of all whom a merchant does not answer for, buyers
 * above all, the network stays, which shows what came from one place and names nobody.
 */
export function keptOrigin(kind: Actor['kind'], { address, ...rest }: Origin): Origin {
  const kept = address !== undefined && !keptWhole.has(kind) ? networkOf(address) : address;
  return { ...(kept !== undefined && { address: kept }), ...rest };
}

/** Where a request came from, or a command. */
export interface Origin {
  /** Of buyers only the network: "203.0.113.0/24". */
  readonly address?: string;
  /** What the client's program calls itself, cut short. */
  readonly userAgent?: string;
  readonly requestId?: string;
  /** Of a command: the account on the server's own machine. */
  readonly user?: string;
}

/** An object's fields before and after a change, none of them secret; only those that differ. */
export interface Changes {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

export const eventTypes = [
  'account.created',
  'account.updated',
  'account.signed_in',
  'account.sign_in_failed',
  'account.signed_out',
  'account.reset_requested',
  'account.password_changed',
  'account.second_factor_failed',
  'account.two_factor_enabled',
  'account.two_factor_disabled',
  'account.two_factor_reset',
  'account.recovery_codes_made',
  'account.verified',
  'account.suspended',
  'account.reinstated',
  'account.passkey_added',
  'account.passkey_renamed',
  'account.passkey_removed',
  'account.invited',
  'operator.granted',
  'operator.revoked',
  'worker_run.retried',
  'webhook_keys.made',
  'webhook_keys.rotated',
  'app_secret.rotated',
  'session_token.issued',
  'portal.entered',
  'store.created',
  'store.updated',
  'store.deleted',
  'store.prod_enabled',
  'store.prod_disabled',
  'store.prod_suspended',
  'store.prod_reinstated',
  'store_member.added',
  'store_member.role_changed',
  'store_member.removed',
  'store_invitation.created',
  'store_invitation.resent',
  'store_invitation.revoked',
  'store_invitation.accepted',
  'store_invitation.declined',
  'webhook.added',
  'webhook.updated',
  'webhook.removed',
  'webhook.paused',
  'webhook.resumed',
  'webhook.chaos_set',
  'webhook.test_event_sent',
  'webhook.delivery_sent_again',
  'webhook.deliveries_sent_again',
  'kyb_ticket.created',
  'kyb_ticket.succeeded',
  'kyb_ticket.rejected',
  'sender.added',
  'sender.proven',
  'sender.bound',
  'sender.rejected',
  'sender.revoked',
  'email.queued_again',
  'saved_view.created',
  'saved_view.updated',
  'saved_view.deleted',
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
  | 'account'
  | 'session_token'
  | 'portal_visit'
  | 'worker_run'
  | 'webhook_key'
  | 'app_secret'
  | 'store'
  | 'api_key'
  | 'saved_view'
  | 'product'
  | 'group'
  | 'webhook'
  | 'kyb_ticket'
  | 'sender'
  | 'email'
  | 'checkout_session'
  | 'order';
