/** Refunds. (decisions.md, "Beyond the contract".) */
import { ApiError, type Layer } from '#server/domain/errors.ts';
import { optionalText } from '#server/domain/fields.ts';
import { formatAmount, invalidAmount, parseAmount } from '#server/domain/money.ts';
import { holdingRefundStatuses, type RefundStatus } from '#server/domain/refund-status.ts';
import { followOrRefuse, isOneOf, type Transitions } from '#server/domain/state-machine.ts';

export type RefundEvent = 'succeed' | 'fail';

/** A succeeded refund can still fail: it may bounce days later. */
export const refundTransitions: Transitions<RefundStatus, RefundEvent> = {
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: { fail: 'failed' },
  failed: {},
};

/** The next status of a refund; throws 400 if the event is not allowed. */
export const nextRefundStatus = (from: RefundStatus, event: RefundEvent): RefundStatus =>
  followOrRefuse(refundTransitions, from, event, {
    message: `A refund that is ${from} cannot ${event}`,
    layer: 'payment',
  });

/** Amounts in minor units: of a payment, or of its pending and succeeded refunds. */
export interface Refunded {
  readonly amountMinor: number;
  readonly taxMinor: number;
}

/** The amount of a payment that is not refunded, in minor units. */
export const unrefundedOf = (
  payment: { readonly amountMinor: number },
  refunded: Pick<Refunded, 'amountMinor'>,
): number => payment.amountMinor - refunded.amountMinor;

/** The amount of a payment that can be refunded, in minor units: not what a plan change has credited. */
export const leftOf = (
  payment: { readonly amountMinor: number; readonly creditedMinor: number },
  refunded: Pick<Refunded, 'amountMinor'>,
): number => Math.max(0, unrefundedOf(payment, refunded) - payment.creditedMinor);

/** The sum of the pending and succeeded refunds. */
export const sumRefunded = (refunds: readonly (Refunded & { readonly status: RefundStatus })[]): Refunded => {
  const holding = refunds.filter(({ status }) => isOneOf(holdingRefundStatuses)(status));
  return {
    amountMinor: holding.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    taxMinor: holding.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  };
};

/**
 * The tax part of a refund, in minor units: in proportion to the payment, rounded so that the parts of all refunds add up
 * to the payment's tax. It is never negative and never more than the refund, although failed refunds may have distorted
 * the proportion.
 */
export function refundTaxMinor(payment: Refunded, refunded: Refunded, amountMinor: number): number {
  const upTo = refunded.amountMinor + amountMinor;
  if (payment.amountMinor <= 0 || amountMinor <= 0 || upTo > payment.amountMinor) {
    throw new RangeError('a refund has to be positive and at most the rest of its payment');
  }
  const share =
    (BigInt(payment.taxMinor) * BigInt(upTo) * 2n + BigInt(payment.amountMinor)) / (BigInt(payment.amountMinor) * 2n);
  const taxLeft = payment.taxMinor - refunded.taxMinor;
  // Later refunds are too small for this much of the tax.
  const minTax = Math.max(0, taxLeft - (payment.amountMinor - upTo));
  return Math.max(minTax, Math.min(Number(share) - refunded.taxMinor, amountMinor, taxLeft));
}

/** The refusals of a refund. `left` is a display string. */
export const refundRefusals = {
  nothingPaid: (layer: Layer) =>
    new ApiError(400, 'There is no paid amount to refund', layer, { code: 'nothing_paid' }),
  nothingLeft: (layer: Layer) =>
    new ApiError(400, 'This payment has nothing left to refund', layer, { code: 'nothing_left' }),
  invalidAmount: (layer: Layer) => new ApiError(400, invalidAmount, layer, { code: 'invalid_field', path: 'amount' }),
  tooMuch: (left: string, layer: Layer) =>
    new ApiError(400, `Amount is more than can still be refunded: ${left}`, layer, {
      code: 'amount_too_high',
      path: 'amount',
    }),
};

const maxMerchantReasonLength = 200;

/** The merchant's reason for a refund, on one line. */
export const merchantReason = () =>
  optionalText('reason', maxMerchantReasonLength, { lines: 'one' }).meta({
    description: `Shown to the buyer on the receipt; at most ${maxMerchantReasonLength} characters`,
  });

/** Whether a payment can be refunded: it succeeded and was not zero. */
export const isRefundable = (payment: { readonly status: string; readonly amountMinor: number }): boolean =>
  payment.status === 'succeeded' && payment.amountMinor > 0;

/** Throws 400 for a payment that did not succeed or was zero. */
export function requireRefundable(payment: { readonly status: string; readonly amountMinor: number }, layer: Layer) {
  if (!isRefundable(payment)) throw refundRefusals.nothingPaid(layer);
}

/**
 * Parses the requested amount into minor units: an integer is minor units, a string display format. Without one, returns
 * `usualMinor`, limited by the rest. Throws 400 if nothing is left, for an invalid amount, and for more than the rest.
 */
export function readRefundAmount(
  requested: string | number | undefined,
  {
    leftMinor,
    usualMinor = leftMinor,
    currency,
  }: { readonly leftMinor: number; readonly usualMinor?: number; readonly currency: string },
  layer: Layer,
): number {
  if (leftMinor <= 0) throw refundRefusals.nothingLeft(layer);
  if (requested === undefined) return Math.min(usualMinor, leftMinor);
  const requestedMinor = parseAmount(requested, currency);
  if (requestedMinor === undefined) throw refundRefusals.invalidAmount(layer);
  if (requestedMinor > leftMinor) throw refundRefusals.tooMuch(formatAmount(leftMinor, currency), layer);
  return requestedMinor;
}

/** Bounds of the delay between attempts. */
const [minWaitMs, maxWaitMs] = [60_000, 6 * 3_600_000];

/**
 * When a refund's next attempt is due: after the refund's age, between a minute and six hours. The delay is both lease and
 * backoff, and longer than the provider timeout.
 */
export function nextRefundAttemptAt(createdAt: Date, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, minWaitMs), maxWaitMs));
}
