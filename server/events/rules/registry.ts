/**
 * Every type of event: its label and icon, and the webhook event and emails that follow from it. One row per type. The rows
 * of orders are in `order-events.ts`.
 */
import * as choose from './email-choices.ts';
import type { EventDefinition } from './event-definition.ts';
import { nicknamed, withName } from './event-labels.ts';
import { orderEvents } from './order-events.ts';

/** The order of the rows is the order of the audit page's filter. */
export const eventRegistry = {
  'account.created': { object: 'account', label: 'Account created' },
  'account.updated': { object: 'account', label: 'Account updated' },
  'account.signed_in': {
    object: 'account',
    label: ({ data }) => (typeof data.by === 'string' ? `Signed in with a ${data.by}` : 'Signed in'),
  },
  'account.sign_in_failed': { object: 'account', label: 'Sign-in failed' },
  'account.signed_out': { object: 'account', label: 'Signed out' },
  'account.reset_requested': { object: 'account', label: 'Password reset requested' },
  'account.password_changed': { object: 'account', label: 'Password changed', email: 'sign_in_changed' },
  'account.second_factor_failed': { object: 'account', label: 'Two-factor authentication failed' },
  'account.two_factor_enabled': {
    object: 'account',
    label: 'Two-factor authentication enabled',
    email: 'sign_in_changed',
  },
  'account.two_factor_disabled': {
    object: 'account',
    label: 'Two-factor authentication disabled',
    email: 'sign_in_changed',
  },
  'account.two_factor_reset': { object: 'account', label: 'Two-factor authentication disabled by the operator' },
  'account.recovery_codes_made': { object: 'account', label: 'Recovery codes generated' },
  'account.verified': {
    object: 'account',
    label: ({ data }) => (data.by === 'operator' ? 'Email address verified by the operator' : 'Email address verified'),
  },
  'account.suspended': {
    object: 'account',
    label: 'Account suspended by the operator',
    email: 'account_standing_changed',
  },
  'account.reinstated': {
    object: 'account',
    label: 'Account reinstated by the operator',
    email: 'account_standing_changed',
  },
  'account.passkey_added': { object: 'account', label: withName('Passkey added'), email: 'sign_in_changed' },
  'account.passkey_renamed': { object: 'account', label: withName('Passkey renamed') },
  'account.passkey_removed': { object: 'account', label: withName('Passkey removed') },
  'account.invited': { object: 'account', label: 'Account invitation sent' },
  'operator.granted': { object: 'account', label: 'Operator role granted' },
  'operator.revoked': { object: 'account', label: 'Operator role revoked' },
  'worker_run.retried': { object: 'worker_run', label: ({ data }) => `Failed job retried: ${String(data.queue)}` },
  'webhook_keys.made': { object: 'webhook_key', label: 'Webhook signing key created' },
  'webhook_keys.rotated': {
    object: 'webhook_key',
    label: ({ data }) => `Webhook signing key rotated${data.overlapMs === null ? ' without overlap' : ''}`,
  },
  'app_secret.rotated': { object: 'app_secret', label: 'APP_SECRET rotated' },
  'session_token.issued': { object: 'session_token', label: 'Session token issued for a customer' },
  'portal.entered': {
    object: 'portal_visit',
    label: ({ data }) => `Customer signed in to the portal by ${String(data.by)}`,
  },
  'store.created': { object: 'store', label: withName('Store created') },
  'store.updated': { object: 'store', label: 'Store updated', email: choose.storeUpdate },
  'store.deleted': { object: 'store', label: withName('Store deleted'), email: choose.changeByKey },
  'store.prod_enabled': { object: 'store', label: 'Live mode enabled', email: 'store_standing_changed' },
  'store.prod_disabled': {
    object: 'store',
    label: 'Live mode disabled',
    email: 'store_standing_changed',
  },
  'store.prod_suspended': {
    object: 'store',
    label: 'Live mode suspended by the operator',
    email: 'store_standing_changed',
  },
  'store.prod_reinstated': {
    object: 'store',
    label: 'Live mode reinstated by the operator',
    email: 'store_standing_changed',
  },
  'store_member.added': { object: 'store', label: 'Member added', email: choose.newMember },
  'store_member.role_changed': {
    object: 'store',
    label: 'Member role changed',
    email: choose.roleChange,
  },
  'store_member.removed': { object: 'store', label: 'Member removed' },
  'store_invitation.created': { object: 'store', label: 'Invitation sent' },
  'store_invitation.resent': { object: 'store', label: 'Invitation resent' },
  'store_invitation.revoked': { object: 'store', label: 'Invitation revoked' },
  'store_invitation.accepted': { object: 'store', label: 'Invitation accepted' },
  'store_invitation.declined': { object: 'store', label: 'Invitation declined' },
  'webhook.added': { object: 'webhook', label: 'Webhook added', email: choose.newWebhook },
  'webhook.updated': { object: 'webhook', label: 'Webhook updated', email: choose.webhookUpdate },
  'webhook.removed': { object: 'webhook', label: 'Webhook removed' },
  'webhook.paused': {
    object: 'webhook',
    label: ({ data }) =>
      typeof data.failingSince === 'string'
        ? 'Webhook paused: no successful delivery for three days'
        : 'Webhook paused',
    email: choose.webhookPause,
  },
  'webhook.resumed': { object: 'webhook', label: 'Webhook resumed' },
  'webhook.chaos_set': { object: 'webhook', label: 'Webhook chaos mode updated' },
  'webhook.test_event_sent': { object: 'webhook', label: ({ data }) => `Test event sent: ${String(data.eventType)}` },
  'webhook.delivery_sent_again': { object: 'webhook', label: 'Webhook delivery resent' },
  'webhook.deliveries_sent_again': { object: 'webhook', label: 'Webhook deliveries resent' },
  'kyb_ticket.created': { object: 'kyb_ticket', label: 'Business verification requested' },
  'kyb_ticket.succeeded': { object: 'kyb_ticket', label: 'Business verified', email: 'business_reviewed' },
  'kyb_ticket.rejected': {
    object: 'kyb_ticket',
    label: ({ data }) =>
      data.withdrawn === true ? 'Business verification withdrawn' : 'Business verification declined',
    email: choose.rejectedBusiness,
  },
  'sender.added': { object: 'sender', label: withName('Sender added') },
  'sender.proven': { object: 'sender', label: 'Sender verified' },
  'sender.bound': { object: 'sender', label: 'Sender approved', email: 'sender_reviewed' },
  'sender.rejected': { object: 'sender', label: 'Sender declined', email: 'sender_reviewed' },
  'sender.revoked': { object: 'sender', label: withName('Sender removed') },
  'email.queued_again': { object: 'email', label: 'Email resent' },
  'saved_view.created': { object: 'saved_view', label: withName('Saved view created') },
  'saved_view.updated': { object: 'saved_view', label: withName('Saved view updated') },
  'saved_view.deleted': { object: 'saved_view', label: withName('Saved view deleted') },
  'api_key.created': {
    object: 'api_key',
    label: (facts) => `API key registered${nicknamed(facts)}`,
    email: choose.newApiKey,
  },
  'api_key.updated': {
    object: 'api_key',
    label: (facts) => `API key updated${nicknamed(facts)}`,
    email: choose.changedApiKey,
  },
  'api_key.expiring': {
    object: 'api_key',
    label: (facts) => `API key expires soon${nicknamed(facts)}`,
    email: 'key_expiring',
  },
  'api_key.deleted': { object: 'api_key', label: (facts) => `API key deleted${nicknamed(facts)}` },
  'product.created': { object: 'product', label: withName('Product created') },
  'product.updated': { object: 'product', label: withName('Product updated') },
  'product.status_changed': {
    object: 'product',
    label: ({ data }) => `Product ${data.status === 'active' ? 'activated' : 'deactivated'}`,
  },
  'product.published': { object: 'product', label: withName('Product published'), email: choose.changeByKey },
  'group.created': { object: 'group', label: withName('Plan group created') },
  'group.updated': { object: 'group', label: withName('Plan group updated') },
  'group.deleted': { object: 'group', label: withName('Plan group deleted') },
  'group.published': { object: 'group', label: withName('Plan group published'), email: choose.changeByKey },
  'test_clock.created': { object: 'store', label: 'Test clock created' },
  'test_clock.advanced': { object: 'store', label: 'Test clock advanced' },
  'test_clock.reset': { object: 'store', label: 'Test clock removed' },
  'checkout_session.tied': { object: 'checkout_session', label: 'Checkout session linked to a customer' },
  ...orderEvents,
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
