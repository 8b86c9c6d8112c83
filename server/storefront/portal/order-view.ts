/** An order as its buyer sees it: status, payments and actions. */
import type { Tx } from '#db/client.ts';
import { type BuyerScope, findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import { canChangeMethod, isCancelable, isReactivatable, orderAt } from '#server/billing/orders/rules/order.ts';
import { findMethodInUse, type StoredMethod } from '#server/billing/payment-methods/payment-methods.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { listOrderTickets, type RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import { listOrderRefunds, type Refund } from '#server/billing/refunds/refunds.ts';
import { isRefundable, leftOf, sumRefunded } from '#server/billing/refunds/rules/refund.ts';
import { isRequestLimitReached } from '#server/billing/refunds/rules/refund-ticket.ts';
import { isPaused, resumedDates } from '#server/billing/subscriptions/rules/pause.ts';
import { isRenewing } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { describeDecline } from '#server/billing/wording/decline-words.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { describeCard, methodName } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import { describeOrder, type OrderWords, type Tone } from './order-words.ts';
import { priceOf } from './orders-view.ts';
import { canChangePlan } from './plan-view.ts';
import { describePlanChange, describeScheduledStart, findChangeOrders, type PlanChangeWords } from './plan-words.ts';

export interface PaymentLine {
  readonly id: string;
  readonly amount: string;
  readonly date: string;
  readonly method: string | null;
  readonly status: string;
  readonly tone: Tone;
  /** What credit paid besides; null without. */
  readonly credit: string | null;
  /** What a plan change credited of the payment; null without. */
  readonly credited: string | null;
  /** The decline message. */
  readonly failure: string | null;
  readonly hasReceipt: boolean;
  readonly canAskRefund: boolean;
  /** Refunds of the payment, each as a sentence, newest first. */
  readonly refunds: readonly { readonly id: string; readonly text: string }[];
}

export interface TicketLine {
  readonly id: string;
  readonly amount: string;
  readonly date: string;
  readonly reason: string;
  readonly status: string;
  readonly tone: Tone;
  /** The store's response. */
  readonly answer: string | null;
  /** Whether a declined request may be repeated. */
  readonly canAskAgain: boolean;
}

export interface OrderView extends OrderWords {
  readonly id: string;
  readonly productType: ProductType;
  readonly productName: string;
  readonly price: string;
  readonly orderedOn: string;
  /** A subscription's current card. */
  readonly card: string | null;
  readonly payments: readonly PaymentLine[];
  readonly tickets: readonly TicketLine[];
  /** The checkout of an unpaid order. */
  readonly checkoutPath: string | null;
  /** The effect of a cancellation: `until` is the end date, or `null` for an immediate end. Null: not cancelable. */
  readonly cancel: { readonly until: string | null } | null;
  readonly reactivate: { readonly total: string; readonly nextOn: string } | null;
  readonly canChangeCard: boolean;
  readonly canChangePlan: boolean;
  /** The subscription that replaced this one. */
  readonly newOrder: PlanChangeWords['newOrder'];
  /** Whether a change is scheduled, which can be undone. */
  readonly hasScheduledPlan: boolean;
  /** The credit that pays the next charges; null without. */
  readonly credit: string | null;
}

/** A buyer's order by `ORD_…` or UUID; undefined if it is not theirs. */
export async function readOrder(
  db: Tx,
  scope: BuyerScope & { readonly storeSlug: string },
  orderId: string,
  voice: Voice,
  now: Date,
): Promise<OrderView | undefined> {
  const id = fromShortId('ORD', orderId);
  const found = id && (await findBuyerOrder(db, scope, id));
  if (!found) return undefined;
  const { order, productName } = found;
  const [payments, tickets, refunds, method, plan] = await Promise.all([
    listOrderPayments(db, order),
    listOrderTickets(db, order),
    listOrderRefunds(db, order),
    findMethodInUse(db, order),
    readPlanWords(db, scope, found, voice, now),
  ]);
  return {
    id: toShortId('ORD', order.id),
    productType: order.productType,
    productName,
    price: priceOf(order, voice),
    ...describeOrder(order, voice, now),
    orderedOn: formatDay(order.createdAt, voice.locale),
    card: method ? describeStoredMethod(method, voice) : null,
    // Omits failed attempts to save a card for a free trial: they charged nothing.
    payments: payments
      .filter(({ status, amountMinor }) => status !== 'failed' || amountMinor > 0)
      .map((payment) => describePayment(payment, tickets, ofPayment(refunds, payment), voice)),
    tickets: tickets.map((ticket) => ({
      ...describeTicket(ticket, voice),
      canAskAgain: canAskAgain(ticket, payments, tickets, refunds),
    })),
    ...availableActions(order, scope.storeSlug, voice, now),
    ...plan,
  };
}

/** What the page says about plan changes, over what it says about the order. */
async function readPlanWords(db: Tx, scope: BuyerScope, found: OrderWithProduct, voice: Voice, now: Date) {
  const { order } = found;
  const change = describePlanChange(order, await findChangeOrders(db, scope, [order]), voice);
  const startsOn = await describeScheduledStart(db, scope, found, voice);
  return {
    ...(change?.next && { next: change.next }),
    // The subscription that it replaces is where the change is undone.
    ...(startsOn && { next: startsOn, checkoutPath: null, cancel: null }),
    canChangePlan: await canChangePlan(db, order, now),
    newOrder: change?.newOrder ?? null,
    hasScheduledPlan: change?.newOrder === null,
    credit: order.creditMinor > 0 ? formatMoney(order.creditMinor, order.currency, voice.locale) : null,
  };
}

function availableActions(stored: Order, storeSlug: string, { locale }: Voice, now: Date) {
  const order = orderAt(stored, now);
  // A cancellation resumes a paused subscription at once.
  const { currentPeriodEnd } = isPaused(order) ? resumedDates(order, now) : order;
  const end = currentPeriodEnd && formatDay(currentPeriodEnd, locale);
  const total = formatMoney(order.totalMinor, order.currency, locale);
  return {
    checkoutPath: order.status === 'pending' ? `/${storeSlug}/checkout/${order.checkoutSessionId}` : null,
    cancel: isCancelable(order) ? { until: isRenewing(order.status) ? end : null } : null,
    reactivate: end && isReactivatable(order, now) ? { total, nextOn: end } : null,
    canChangeCard: canChangeMethod(order, now),
  };
}

const paymentTones = {
  succeeded: 'success',
  processing: 'info',
  requires_action: 'warning',
  failed: 'danger',
} as const;

const ofPayment = (refunds: readonly Refund[], { id }: Pick<Payment, 'id'>): Refund[] =>
  refunds.filter(({ paymentId }) => paymentId === id);

/** Whether no request about the payment is open and the limit of requests is not reached. */
function isAskable(paymentId: string, tickets: readonly RefundTicket[]): boolean {
  const about = tickets.filter((ticket) => ticket.paymentId === paymentId);
  return about.every(({ status }) => status !== 'pending') && !isRequestLimitReached(about);
}

/** Whether the buyer may request a refund: something is refundable, no request is open and the limit is not reached. */
export const canRequestRefund = (
  payment: Payment,
  tickets: readonly RefundTicket[],
  refunds: readonly Refund[],
): boolean =>
  isRefundable(payment) &&
  leftOf(payment, sumRefunded(ofPayment(refunds, payment))) > 0 &&
  isAskable(payment.id, tickets);

/** Whether a declined request may be repeated. */
export function canAskAgain(
  ticket: RefundTicket,
  payments: readonly Payment[],
  tickets: readonly RefundTicket[],
  refunds: readonly Refund[],
): boolean {
  const payment = payments.find(({ id }) => id === ticket.paymentId);
  return ticket.status === 'rejected' && payment !== undefined && canRequestRefund(payment, tickets, refunds);
}

const describeRefund = (refund: Refund, { say, locale }: Voice) => {
  const amount = formatMoney(refund.amountMinor, refund.currency, locale);
  const date = formatDay(refund.succeededAt ?? refund.createdAt, locale);
  const sentences: Readonly<Record<RefundStatus, string>> = {
    pending: say('portal.refunds.pending', { amount }),
    succeeded: say('portal.refunds.succeeded', { amount, date }),
    failed: say('portal.refunds.failed', { amount }),
  };
  return { id: toShortId('REF', refund.id), text: sentences[refund.status] };
};

function describePayment(
  payment: Payment,
  tickets: readonly RefundTicket[],
  refunds: readonly Refund[],
  voice: Voice,
): PaymentLine {
  const { say, locale } = voice;
  const { id, status, creditedMinor } = payment;
  // A failed charge uses no credit.
  const usedMinor = status === 'failed' ? 0 : payment.creditUsedMinor;
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency, locale);
  const backMinor = sumRefunded(refunds.filter((refund) => refund.status === 'succeeded')).amountMinor;
  const word = backMinor === 0 ? status : backMinor < payment.amountMinor ? 'partlyRefunded' : 'refunded';
  return {
    id: toShortId('PAY', id),
    amount: money(payment.amountMinor),
    date: formatDay(payment.succeededAt ?? payment.createdAt, locale),
    // Credit alone charges no card.
    method: usedMinor > 0 && payment.amountMinor === 0 ? null : describeCard(payment),
    credit: usedMinor > 0 ? say('portal.payments.credit', { amount: money(usedMinor) }) : null,
    credited: creditedMinor > 0 ? say('portal.payments.credited', { amount: money(creditedMinor) }) : null,
    status: say(`portal.payments.status.${word}`),
    tone: word === 'refunded' ? 'neutral' : paymentTones[status],
    failure: status === 'failed' ? describeDecline(payment.failureCode, say) : null,
    hasReceipt: status === 'succeeded',
    canAskRefund: canRequestRefund(payment, tickets, refunds),
    refunds: refunds.map((refund) => describeRefund(refund, voice)),
  };
}

/** The card of the next charge, with its expiration date. */
export function describeStoredMethod(method: StoredMethod, { say }: Voice): string {
  const card = describeCard(method) ?? methodName(method.type);
  const { expiryMonth, expiryYear } = method;
  if (!expiryMonth || !expiryYear) return card;
  const date = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`;
  // Isolated, so that each part keeps its direction.
  return `\u2068${card}\u2069 · \u2068${say('portal.order.cardExpires', { date })}\u2069`;
}

const ticketTones = { pending: 'info', approved: 'success', rejected: 'neutral' } as const;

const describeTicket = (ticket: RefundTicket, { say, locale }: Voice): Omit<TicketLine, 'canAskAgain'> => ({
  id: toShortId('TKT', ticket.id),
  amount: formatMoney(ticket.amountMinor, ticket.currency, locale),
  date: formatDay(ticket.createdAt, locale),
  reason: ticket.reason,
  status: say(`portal.tickets.status.${ticket.status}`),
  tone: ticketTones[ticket.status],
  answer: ticket.reviewNote,
});
