/** Ends payment attempts that can no longer buy anything. */
import type { Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { failureOf } from '#server/domain/declines.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { amountFact } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { book } from '../ledger/data/ledger.ts';
import type { Order } from '../orders/rules/order.ts';
import { type Payment, paymentChange, paymentEvent, savePaymentStatus } from './payments.ts';

/** The current rows. `mustReturnMoney`: the provider took money that cannot be used and has to be given back. */
export interface Recorded {
  readonly order: Order;
  readonly payment: Payment;
  readonly mustReturnMoney: boolean;
}

/** A locked payment with its order, and the report of its outcome. */
export interface Step {
  readonly tx: Tx;
  readonly order: Order;
  readonly payment: Payment;
  readonly actor: Actor;
  readonly now: Date;
}

/** Failure reasons of attempts that can no longer buy anything, before and after a charge. */
const overtaken = 'Meanwhile, another order took its place.';
const tooLate = 'came_too_late';

/** Whether the attempt took money that could not be used. */
export const wasTooLate = ({ status, failureCode }: Payment): boolean => status === 'failed' && failureCode === tooLate;

/** Fails the attempt. The provider has to close it or, after a charge, to give the money back. */
export async function giveUp(step: Step, providerPaymentId: string | null, isCharged = false): Promise<Recorded> {
  const { tx, order, payment, actor, now } = step;
  const event = paymentEvent(order, actor, payment);
  const mustReturnMoney = isCharged && payment.amountMinor > 0;
  const failure = isCharged ? failureOf(tooLate) : { failureCode: 'payment_failed', failureReason: overtaken };
  // Reported before: the row says whether the money is still owed.
  if (wasTooLate(payment)) return { order, payment, mustReturnMoney: payment.unclosedSince !== null };
  const isFailed = payment.status === 'failed';
  const status = isFailed ? payment.status : nextPaymentStatus(payment.status, 'fail');
  // A card that was only saved has no money to give back.
  const unclosedSince = isCharged && !mustReturnMoney ? null : (payment.unclosedSince ?? now);
  const changes = { providerPaymentId, ...failure, actionUrl: null, unclosedSince };
  const saved = await savePaymentStatus(tx, payment, status, changes, now);
  if (!isFailed) await recordEvent(tx, event('payment.failed', failure, paymentChange(payment, status)), now);
  const { amountMinor, currency } = payment;
  if (mustReturnMoney) {
    await book(tx, { kind: 'unusable_charge', payment: saved }, now);
    const started = changesBetween(null, { refundStatus: 'pending', amount: amountFact(payment) });
    await recordEvent(tx, event('payment.refund_started', { amountMinor, currency }, started), now);
  }
  return { order, payment: saved, mustReturnMoney };
}

/** Marks a failed attempt that is still open at the provider, so that the worker follows it. */
export async function markUnclosed(step: Step): Promise<Recorded> {
  const { tx, order, payment, now } = step;
  if (payment.unclosedSince || wasTooLate(payment)) return { order, payment, mustReturnMoney: false };
  const saved = await savePaymentStatus(tx, payment, payment.status, { unclosedSince: now }, now);
  return { order, payment: saved, mustReturnMoney: false };
}
