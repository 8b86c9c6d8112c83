/** What happened, in one English sentence: for timelines that no buyer reads. */
import type { EventType } from './event.ts';

/** What an event tells beside its type. `amount`: of the payment that it is about, ready to read. */
interface Telling {
  readonly data: Readonly<Record<string, unknown>>;
  readonly amount: string | undefined;
  /** How amounts in `data` are written, from their display string and currency; absent: "5.00 EUR". */
  readonly money?: (amount: string, currency: string) => string;
}

type Words = string | ((telling: Telling) => string);

const period = ({ data }: Telling): string =>
  typeof data.periodNumber === 'number' ? `, period ${data.periodNumber}` : '';
const of = ({ amount }: Telling): string => (amount === undefined ? '' : ` of ${amount}`);
/** A sentence of somebody else's, as the end of one of ours. */
const why = (reason: unknown): string => (typeof reason === 'string' ? `: ${reason.replace(/\.$/, '')}` : '');
const plainly = (amount: string, currency: string): string => `${amount} ${currency}`;
const refunded = ({ data, money = plainly }: Telling): string =>
  typeof data.amount === 'string' && typeof data.currency === 'string'
    ? ` of ${money(data.amount, data.currency)}`
    : '';

const pastDue: Readonly<Record<string, string>> = {
  no_method: 'there is nothing to charge',
  method_refused: 'the card was refused for good',
};
const skipped = (reason: unknown): string => why(pastDue[String(reason)]);

type Told = Extract<
  EventType,
  `${'order' | 'subscription' | 'payment' | 'payment_method' | 'refund' | 'refund_ticket'}.${string}`
>;

const words: Readonly<Record<Told, Words> & Partial<Record<EventType, Words>>> = {
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
  'payment_method.change_failed': ({ data }) => `The new payment method was refused${why(data.failureReason)}`,
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
  'payment.failed': (telling) => `Payment${of(telling)} failed${why(telling.data.failureReason)}`,
  'payment.refund_started': (telling) => `Payment${of(telling)} is given back`,
  'payment.refunded': (telling) => `Payment${of(telling)} was given back`,
};

/** The sentence, without a full stop; for a type that has none, the type itself in words. */
export function describeEvent(type: string, telling: Telling): string {
  const found = Object.hasOwn(words, type) ? words[type as EventType] : undefined;
  if (found === undefined) return type.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/[._]/g, ' ');
  return typeof found === 'string' ? found : found(telling);
}
