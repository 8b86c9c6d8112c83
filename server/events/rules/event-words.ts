/** What happened, in one English sentence: for timelines that no buyer reads. */
import { merchantReason } from '#server/domain/declines.ts';
import { formatDisplayed } from '#server/domain/money.ts';
import type { EventType } from './event.ts';

/** What an event tells beside its type. `amount`: of the payment that it is about, ready to read. */
interface Telling {
  readonly data: Readonly<Record<string, unknown>>;
  readonly amount: string | undefined;
}

type Words = string | ((telling: Telling) => string);

const period = ({ data }: Telling): string =>
  typeof data.periodNumber === 'number' ? `, period ${data.periodNumber}` : '';
const of = ({ amount }: Telling): string => (amount === undefined ? '' : ` of ${amount}`);
/** A sentence of somebody else's, as the end of one of ours. */
const why = (reason: unknown): string => (typeof reason === 'string' ? `: ${reason.replace(/\.$/, '')}` : '');
const whyDeclined = ({ failureReason, failureCode }: Telling['data']): string =>
  why(typeof failureReason === 'string' ? merchantReason(failureReason, failureCode) : failureReason);
const refunded = ({ data }: Telling): string =>
  typeof data.amount === 'string' && typeof data.currency === 'string'
    ? ` of ${formatDisplayed(data.amount, data.currency)}`
    : '';

const pastDue: Readonly<Record<string, string>> = {
  no_method: 'there is nothing to charge',
  method_refused: 'the card was refused for good',
  authentication_required: 'the buyer has to authenticate with their bank',
};
const skipped = (reason: unknown): string => why(pastDue[String(reason)]);

type Told = Extract<
  EventType,
  `${'order' | 'subscription' | 'payment' | 'payment_method' | 'refund' | 'refund_ticket'}.${string}`
>;

const named = ({ data }: Telling): string => (typeof data.name === 'string' ? `: ${data.name}` : '');
const nicknamed = ({ data }: Telling): string => (typeof data.nickname === 'string' ? `: ${data.nickname}` : '');

const words: Readonly<Record<Told, Words> & Partial<Record<EventType, Words>>> = {
  'account.created': 'Account made',
  'account.updated': 'Account changed',
  'account.signed_in': ({ data }) => (typeof data.by === 'string' ? `Signed in with a ${data.by}` : 'Signed in'),
  'account.sign_in_failed': 'Sign-in failed',
  'account.signed_out': 'Signed out',
  'account.reset_requested': 'Reset of the password asked for',
  'account.password_changed': 'Password changed',
  'account.second_factor_failed': 'Second step of a sign-in failed',
  'account.two_factor_enabled': 'Two-factor switched on',
  'account.two_factor_disabled': 'Two-factor switched off',
  'account.two_factor_reset': 'Two-factor switched off by the operator',
  'account.recovery_codes_made': 'New recovery codes made',
  'account.passkey_added': (telling) => `Passkey added${named(telling)}`,
  'account.passkey_renamed': (telling) => `Passkey renamed${named(telling)}`,
  'account.passkey_removed': (telling) => `Passkey removed${named(telling)}`,
  'account.verified': ({ data }) =>
    data.by === 'operator' ? 'Email address verified by the operator' : 'Email address verified',
  'account.suspended': 'Account suspended by the operator',
  'account.reinstated': 'Account reinstated by the operator',
  'account.invited': 'Person invited to make an account',
  'operator.granted': 'May review from now on',
  'operator.revoked': 'No longer reviews',
  'worker_run.retried': ({ data }) => `Failed job run again: ${String(data.queue)}`,
  'webhook_keys.made': 'First key to sign webhooks with made',
  'webhook_keys.rotated': ({ data }) => `Key that signs webhooks rotated${data.overlapMs === null ? ' at once' : ''}`,
  'app_secret.rotated': 'APP_SECRET rotated',
  'session_token.issued': 'Session token issued for a customer',
  'portal.entered': ({ data }) => `Customer came into the portal by ${String(data.by)}`,
  'store.created': (telling) => `Store made${named(telling)}`,
  'store.updated': 'Store changed',
  'store.deleted': (telling) => `Store deleted${named(telling)}`,
  'store.prod_enabled': 'Store may sell in prod',
  'store.prod_disabled': 'Store may no longer sell in prod',
  'store.prod_suspended': 'Selling in prod suspended by the operator',
  'store.prod_reinstated': 'Selling in prod reinstated by the operator',
  'store_member.added': 'Member added',
  'store_member.role_changed': 'Role of a member changed',
  'store_member.removed': 'Member removed',
  'store_invitation.created': 'Invitation sent',
  'store_invitation.resent': 'Invitation sent again',
  'store_invitation.revoked': 'Invitation taken back',
  'store_invitation.accepted': 'Invitation accepted',
  'store_invitation.declined': 'Invitation declined',
  'webhook.added': 'Webhook added',
  'webhook.updated': 'Webhook changed',
  'webhook.removed': 'Webhook removed',
  'webhook.paused': ({ data }) =>
    typeof data.failingSince === 'string' ? 'Webhook paused: nothing had arrived for three days' : 'Webhook paused',
  'webhook.resumed': 'Webhook resumed',
  'webhook.chaos_set': 'Chaos mode of a webhook changed',
  'webhook.test_event_sent': ({ data }) => `Test event sent: ${String(data.eventType)}`,
  'webhook.delivery_sent_again': 'Delivery sent again',
  'webhook.deliveries_sent_again': 'Deliveries sent again',
  'kyb_ticket.created': 'Business verification asked for',
  'kyb_ticket.succeeded': 'Business verified',
  'kyb_ticket.rejected': ({ data }) =>
    data.withdrawn === true ? 'Business verification taken back' : 'Business verification declined',
  'sender.added': (telling) => `Sender added${named(telling)}`,
  'sender.proven': 'Sender proven',
  'sender.bound': 'Sender approved',
  'sender.rejected': 'Sender declined',
  'sender.revoked': (telling) => `Sender given up${named(telling)}`,
  'saved_view.created': (telling) => `View of a list saved${named(telling)}`,
  'saved_view.updated': (telling) => `View of a list changed${named(telling)}`,
  'saved_view.deleted': (telling) => `View of a list deleted${named(telling)}`,
  'api_key.created': (telling) => `API key registered${nicknamed(telling)}`,
  'api_key.deleted': (telling) => `API key deleted${nicknamed(telling)}`,
  'product.created': (telling) => `Product made${named(telling)}`,
  'product.updated': (telling) => `Product changed${named(telling)}`,
  'product.status_changed': ({ data }) => `Product ${data.status === 'active' ? 'put on sale' : 'taken off sale'}`,
  'product.published': (telling) => `Product published${named(telling)}`,
  'group.created': (telling) => `Group made${named(telling)}`,
  'group.updated': (telling) => `Group changed${named(telling)}`,
  'group.deleted': (telling) => `Group deleted${named(telling)}`,
  'group.published': (telling) => `Group published${named(telling)}`,
  'test_clock.created': 'Test clock set',
  'test_clock.advanced': 'Test clock advanced',
  'test_clock.reset': 'Test clock taken away',
  'checkout_session.created': 'Checkout session made',
  'checkout_session.tied': 'Checkout session tied to a customer',
  'order.created': 'Order made',
  'order.completed': 'Order completed',
  'order.canceled': 'Order canceled',
  'order.expired': 'Order expired unpaid',
  'subscription.activated': (telling) => `Subscription started${period(telling)}`,
  'subscription.trial_started': 'Trial started',
  'subscription.renewed': (telling) => `Subscription renewed${period(telling)}`,
  'subscription.recovered': (telling) => `Subscription recovered${period(telling)}`,
  'subscription.past_due': 'Subscription past due',
  'subscription.charge_skipped': ({ data }) => `Charge skipped${skipped(data.reason)}`,
  'subscription.reminded': 'Buyer reminded of the next charge',
  'subscription.canceling': 'Cancellation asked for',
  'subscription.uncanceled': 'Cancellation taken back',
  'subscription.canceled': ({ data }) =>
    data.reason === 'unpaid' ? 'Subscription ended unpaid' : 'Subscription ended',
  'subscription.expired': 'Subscription expired unpaid',
  'payment_method.change_started': 'Another payment method given',
  'payment_method.change_failed': ({ data }) => `The new payment method was refused${whyDeclined(data)}`,
  'payment_method.changed': 'Payment method changed',
  'refund_ticket.created': (telling) => `Refund${refunded(telling)} asked for`,
  'refund_ticket.resubmitted': (telling) => `Refund${refunded(telling)} asked for again`,
  'refund_ticket.approved': 'Refund request approved',
  'refund_ticket.rejected': 'Refund request declined',
  'refund.started': (telling) => `Refund${refunded(telling)} started`,
  'refund.succeeded': (telling) => `Refund${refunded(telling)} succeeded`,
  'refund.failed': (telling) => `Refund${refunded(telling)} failed${why(telling.data.failureReason)}`,
  'refund.unbooked': (telling) =>
    `Refund${refunded(telling)} at the payment provider is not booked${why(telling.data.failureReason)}`,
  'payment.started': (telling) => `Payment${of(telling)} started${period(telling)}`,
  'payment.pending': (telling) => `Payment${of(telling)} takes its time`,
  'payment.requires_action': (telling) => `The bank asks the buyer about a payment${of(telling)}`,
  'payment.resumed': 'The buyer answered the bank',
  'payment.succeeded': (telling) => `Payment${of(telling)} succeeded`,
  'payment.failed': (telling) => `Payment${of(telling)} failed${whyDeclined(telling.data)}`,
  'payment.refund_started': (telling) => `Payment${of(telling)} is given back`,
  'payment.refunded': (telling) => `Payment${of(telling)} was given back`,
};

/** The sentence, without a full stop; for a type that has none, the type itself in words. */
export function describeEvent(type: string, telling: Telling): string {
  const found = Object.hasOwn(words, type) ? words[type as EventType] : undefined;
  if (found === undefined) return type.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/[._]/g, ' ');
  return typeof found === 'string' ? found : found(telling);
}
