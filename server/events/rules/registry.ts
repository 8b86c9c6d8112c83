/** Every type of event: its label and icon, and the webhook event and emails that follow from it. One row per type. */
import { activationEmail, reminderEmail } from './email-choices.ts';
import type { EventDefinition } from './event-definition.ts';
import { nicknamed, ofPayment, ofRefund, period, why, whyDeclined, whySkipped, withName } from './event-labels.ts';

/** The order of the rows is the order of the audit page's filter. */
export const eventRegistry = {
  'account.created': { object: 'account', label: 'Account made' },
  'account.updated': { object: 'account', label: 'Account changed' },
  'account.signed_in': {
    object: 'account',
    label: ({ data }) => (typeof data.by === 'string' ? `Signed in with a ${data.by}` : 'Signed in'),
  },
  'account.sign_in_failed': { object: 'account', label: 'Sign-in failed' },
  'account.signed_out': { object: 'account', label: 'Signed out' },
  'account.reset_requested': { object: 'account', label: 'Reset of the password asked for' },
  'account.password_changed': { object: 'account', label: 'Password changed' },
  'account.second_factor_failed': { object: 'account', label: 'Second step of a sign-in failed' },
  'account.two_factor_enabled': { object: 'account', label: 'Two-factor switched on' },
  'account.two_factor_disabled': { object: 'account', label: 'Two-factor switched off' },
  'account.two_factor_reset': { object: 'account', label: 'Two-factor switched off by the operator' },
  'account.recovery_codes_made': { object: 'account', label: 'New recovery codes made' },
  'account.verified': {
    object: 'account',
    label: ({ data }) => (data.by === 'operator' ? 'Email address verified by the operator' : 'Email address verified'),
  },
  'account.suspended': { object: 'account', label: 'Account suspended by the operator' },
  'account.reinstated': { object: 'account', label: 'Account reinstated by the operator' },
  'account.passkey_added': { object: 'account', label: withName('Passkey added') },
  'account.passkey_renamed': { object: 'account', label: withName('Passkey renamed') },
  'account.passkey_removed': { object: 'account', label: withName('Passkey removed') },
  'account.invited': { object: 'account', label: 'Person invited to make an account' },
  'operator.granted': { object: 'account', label: 'May review from now on' },
  'operator.revoked': { object: 'account', label: 'No longer reviews' },
  'worker_run.retried': { object: 'worker_run', label: ({ data }) => `Failed job run again: ${String(data.queue)}` },
  'webhook_keys.made': { object: 'webhook_key', label: 'First key to sign webhooks with made' },
  'webhook_keys.rotated': {
    object: 'webhook_key',
    label: ({ data }) => `Key that signs webhooks rotated${data.overlapMs === null ? ' at once' : ''}`,
  },
  'app_secret.rotated': { object: 'app_secret', label: 'APP_SECRET rotated' },
  'session_token.issued': { object: 'session_token', label: 'Session token issued for a customer' },
  'portal.entered': {
    object: 'portal_visit',
    label: ({ data }) => `Customer came into the portal by ${String(data.by)}`,
  },
  'store.created': { object: 'store', label: withName('Store made') },
  'store.updated': { object: 'store', label: 'Store changed', security: ['store_suspended', 'changed_by_key'] },
  'store.deleted': { object: 'store', label: withName('Store deleted'), security: ['changed_by_key'] },
  'store.prod_enabled': { object: 'store', label: 'Store may sell in prod' },
  'store.prod_disabled': { object: 'store', label: 'Store may no longer sell in prod' },
  'store.prod_suspended': { object: 'store', label: 'Selling in prod suspended by the operator' },
  'store.prod_reinstated': { object: 'store', label: 'Selling in prod reinstated by the operator' },
  'store_member.added': { object: 'store', label: 'Member added', security: ['admin_added'] },
  'store_member.role_changed': {
    object: 'store',
    label: 'Role of a member changed',
    security: ['store_handed_over', 'admin_added'],
  },
  'store_member.removed': { object: 'store', label: 'Member removed' },
  'store_invitation.created': { object: 'store', label: 'Invitation sent' },
  'store_invitation.resent': { object: 'store', label: 'Invitation sent again' },
  'store_invitation.revoked': { object: 'store', label: 'Invitation taken back' },
  'store_invitation.accepted': { object: 'store', label: 'Invitation accepted' },
  'store_invitation.declined': { object: 'store', label: 'Invitation declined' },
  'webhook.added': { object: 'webhook', label: 'Webhook added', security: ['prod_webhook_added'] },
  'webhook.updated': { object: 'webhook', label: 'Webhook changed', security: ['prod_webhook_moved'] },
  'webhook.removed': { object: 'webhook', label: 'Webhook removed' },
  'webhook.paused': {
    object: 'webhook',
    label: ({ data }) =>
      typeof data.failingSince === 'string' ? 'Webhook paused: nothing had arrived for three days' : 'Webhook paused',
  },
  'webhook.resumed': { object: 'webhook', label: 'Webhook resumed' },
  'webhook.chaos_set': { object: 'webhook', label: 'Chaos mode of a webhook changed' },
  'webhook.test_event_sent': { object: 'webhook', label: ({ data }) => `Test event sent: ${String(data.eventType)}` },
  'webhook.delivery_sent_again': { object: 'webhook', label: 'Delivery sent again' },
  'webhook.deliveries_sent_again': { object: 'webhook', label: 'Deliveries sent again' },
  'kyb_ticket.created': { object: 'kyb_ticket', label: 'Business verification asked for' },
  'kyb_ticket.succeeded': { object: 'kyb_ticket', label: 'Business verified' },
  'kyb_ticket.rejected': {
    object: 'kyb_ticket',
    label: ({ data }) =>
      data.withdrawn === true ? 'Business verification taken back' : 'Business verification declined',
  },
  'sender.added': { object: 'sender', label: withName('Sender added') },
  'sender.proven': { object: 'sender', label: 'Sender proven' },
  'sender.bound': { object: 'sender', label: 'Sender approved' },
  'sender.rejected': { object: 'sender', label: 'Sender declined' },
  'sender.revoked': { object: 'sender', label: withName('Sender given up') },
  'email.queued_again': { object: 'email', label: 'Email queued again' },
  'saved_view.created': { object: 'saved_view', label: withName('View of a list saved') },
  'saved_view.updated': { object: 'saved_view', label: withName('View of a list changed') },
  'saved_view.deleted': { object: 'saved_view', label: withName('View of a list deleted') },
  'api_key.created': {
    object: 'api_key',
    label: (facts) => `API key registered${nicknamed(facts)}`,
    security: ['prod_key_created'],
  },
  'api_key.deleted': { object: 'api_key', label: (facts) => `API key deleted${nicknamed(facts)}` },
  'product.created': { object: 'product', label: withName('Product made') },
  'product.updated': { object: 'product', label: withName('Product changed') },
  'product.status_changed': {
    object: 'product',
    label: ({ data }) => `Product ${data.status === 'active' ? 'put on sale' : 'taken off sale'}`,
  },
  'product.published': { object: 'product', label: withName('Product published'), security: ['changed_by_key'] },
  'group.created': { object: 'group', label: withName('Group made') },
  'group.updated': { object: 'group', label: withName('Group changed') },
  'group.deleted': { object: 'group', label: withName('Group deleted') },
  'group.published': { object: 'group', label: withName('Group published'), security: ['changed_by_key'] },
  'checkout_session.created': { object: 'checkout_session', label: 'Checkout session made' },
  'checkout_session.tied': { object: 'checkout_session', label: 'Checkout session tied to a customer' },
  'order.created': { object: 'order', label: 'Order made', icon: 'receipt-text' },
  'order.completed': {
    object: 'order',
    label: 'Order completed',
    icon: 'package-check',
    webhook: 'order.completed',
    email: 'bought',
  },
  'order.canceled': { object: 'order', label: 'Order canceled', icon: 'ban' },
  'order.expired': { object: 'order', label: 'Order expired unpaid', icon: 'timer-off' },
  'subscription.activated': {
    object: 'order',
    label: (facts) => `Subscription started${period(facts)}`,
    icon: 'package-check',
    webhook: 'subscription.activated',
    email: activationEmail,
  },
  'subscription.trial_started': { object: 'order', label: 'Trial started', icon: 'hourglass', email: 'trial' },
  'subscription.renewed': {
    object: 'order',
    label: (facts) => `Subscription renewed${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.renewed',
    email: 'charged',
  },
  'subscription.recovered': {
    object: 'order',
    label: (facts) => `Subscription recovered${period(facts)}`,
    icon: 'refresh-cw',
    webhook: 'subscription.recovered',
    email: 'charged',
  },
  'subscription.past_due': {
    object: 'order',
    label: 'Subscription past due',
    icon: 'triangle-alert',
    webhook: 'subscription.past_due',
    email: 'past_due',
  },
  'subscription.charge_skipped': {
    object: 'order',
    label: ({ data }) => `Charge skipped${whySkipped(data.reason)}`,
    icon: 'triangle-alert',
  },
  'subscription.reminded': {
    object: 'order',
    label: 'Buyer reminded of the next charge',
    icon: 'bell',
    email: reminderEmail,
  },
  'subscription.canceling': {
    object: 'order',
    label: 'Cancellation asked for',
    icon: 'calendar-x',
    webhook: 'subscription.canceling',
    email: 'canceling',
  },
  'subscription.uncanceled': {
    object: 'order',
    label: 'Cancellation taken back',
    icon: 'rotate-ccw',
    webhook: 'subscription.uncanceled',
    email: 'uncanceled',
  },
  'subscription.canceled': {
    object: 'order',
    label: ({ data }) => (data.reason === 'unpaid' ? 'Subscription ended unpaid' : 'Subscription ended'),
    icon: 'ban',
    webhook: 'subscription.canceled',
    email: 'ended',
  },
  'subscription.expired': { object: 'order', label: 'Subscription expired unpaid', icon: 'timer-off' },
  'payment_method.change_started': { object: 'order', label: 'Another payment method given', icon: 'credit-card' },
  'payment_method.change_failed': {
    object: 'order',
    label: ({ data }) => `The new payment method was refused${whyDeclined(data)}`,
    icon: 'triangle-alert',
  },
  'payment_method.changed': { object: 'order', label: 'Payment method changed', icon: 'credit-card' },
  'refund_ticket.created': { object: 'order', label: (facts) => `Refund${ofRefund(facts)} asked for`, icon: 'undo-2' },
  'refund_ticket.resubmitted': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} asked for again`,
    icon: 'undo-2',
  },
  'refund_ticket.approved': { object: 'order', label: 'Refund request approved', icon: 'circle-check' },
  'refund_ticket.rejected': { object: 'order', label: 'Refund request declined', icon: 'ban' },
  'refund.started': { object: 'order', label: (facts) => `Refund${ofRefund(facts)} started`, icon: 'undo-2' },
  'refund.succeeded': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} succeeded`,
    icon: 'circle-check',
    webhook: 'refund.succeeded',
  },
  'refund.failed': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} failed${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
    webhook: 'refund.failed',
  },
  'refund.unbooked': {
    object: 'order',
    label: (facts) => `Refund${ofRefund(facts)} at the payment provider is not booked${why(facts.data.failureReason)}`,
    icon: 'triangle-alert',
  },
  'test_clock.created': { object: 'store', label: 'Test clock set' },
  'test_clock.advanced': { object: 'store', label: 'Test clock advanced' },
  'test_clock.reset': { object: 'store', label: 'Test clock taken away' },
  'payment.started': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} started${period(facts)}`,
    icon: 'credit-card',
  },
  'payment.pending': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} takes its time`,
    icon: 'hourglass',
  },
  'payment.requires_action': {
    object: 'order',
    label: (facts) => `The bank asks the buyer about a payment${ofPayment(facts)}`,
    icon: 'shield-question',
  },
  'payment.resumed': { object: 'order', label: 'The buyer answered the bank', icon: 'shield-check' },
  'payment.succeeded': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} succeeded`,
    icon: 'circle-check',
    // The payment of a one-time order is reported as its completion.
    webhook: { onetime: null, subscription: 'subscription.payment_succeeded' },
  },
  'payment.failed': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} failed${whyDeclined(facts.data)}`,
    icon: 'triangle-alert',
  },
  'payment.refund_started': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} is given back`,
    icon: 'undo-2',
  },
  'payment.refunded': {
    object: 'order',
    label: (facts) => `Payment${ofPayment(facts)} was given back`,
    icon: 'circle-check',
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;

type Registry = typeof eventRegistry;
export type EventType = keyof Registry;
export type EventIcon = {
  [Type in EventType]: Registry[Type] extends { readonly icon: infer Icon } ? Icon : never;
}[EventType];

export const eventTypes = Object.keys(eventRegistry) as EventType[];

/** Undefined for a type that the registry does not have: an event of an older version. */
export const definitionOf = (type: string): EventDefinition | undefined =>
  Object.hasOwn(eventRegistry, type) ? eventRegistry[type as EventType] : undefined;
