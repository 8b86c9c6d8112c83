/** Money given back. (decisions.md, "Beyond the contract".) */
import { ApiError, type Layer } from '#server/domain/errors.ts';
import { optionalText } from '#server/domain/fields.ts';
import { formatAmount, invalidAmount, parseAmount } from '#server/domain/money.ts';
import { holdingRefundStatuses, type RefundStatus } from '#server/domain/refund-status.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export type RefundEvent = 'succeed' | 'fail';

/** A provider may take back what it said: a refund that went out can bounce days later. */
export const refundTransitions: Transitions<RefundStatus, RefundEvent> = {
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: { fail: 'failed' },
  failed: {},
};

/** The next status of a refund; 400 where the event is not allowed in that status. */
export const nextRefundStatus = (from: RefundStatus, event: RefundEvent): RefundStatus =>
  followOrRefuse(refundTransitions, from, event, {
    message: `A refund that is ${from} cannot ${event}`,
    layer: 'payment',
  });

/** What was paid, and what of it is being or has been given back; minor units. */
export interface Refunded {
  readonly amountMinor: number;
  readonly taxMinor: number;
}

/** What is left of a payment, in minor units. */
export const leftOf = (payment: { readonly amountMinor: number }, refunded: Pick<Refunded, 'amountMinor'>): number =>
  payment.amountMinor - refunded.amountMinor;

/** What those refunds have given back or are about to; failed ones gave nothing. */
export const sumRefunded = (refunds: readonly (Refunded & { readonly status: RefundStatus })[]): Refunded => {
  const holding = refunds.filter(({ status }) => (holdingRefundStatuses as readonly RefundStatus[]).includes(status));
  return {
    amountMinor: holding.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    taxMinor: holding.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  };
};

/**
 * How much of a refund is tax, in minor units: in proportion to the payment's, so that over all refunds of a payment
 * the parts add up, and a payment given back in full has given back its tax in full, however it was cut up. Refunds
 * that failed in between may have taken their part with them; none is ever negative for that, or more than its refund.
 */
export function refundTaxMinor(payment: Refunded, refunded: Refunded, amountMinor: number): number {
  const upTo = refunded.amountMinor + amountMinor;
  if (payment.amountMinor <= 0 || amountMinor <= 0 || upTo > payment.amountMinor) {
    throw new RangeError('a refund is more than nothing and at most what is left of its payment');
  }
  const share =
    (BigInt(payment.taxMinor) * BigInt(upTo) * 2n + BigInt(payment.amountMinor)) / (BigInt(payment.amountMinor) * 2n);
  const taxLeft = payment.taxMinor - refunded.taxMinor;
  // What the refunds after this one cannot hold has to go with it.
  const least = Math.max(0, taxLeft - (payment.amountMinor - upTo));
  return Math.max(least, Math.min(Number(share) - refunded.taxMinor, amountMinor, taxLeft));
}

/** Why nothing is given back. `left` is a display string. */
export const refundRefusals = {
  nothingPaid: (layer: Layer) =>
    new ApiError(400, 'Nothing has been paid that could be refunded', layer, { code: 'nothing_paid' }),
  nothingLeft: (layer: Layer) =>
    new ApiError(400, 'Nothing is left of this payment that could be refunded', layer, { code: 'nothing_left' }),
  invalidAmount: (layer: Layer) => new ApiError(400, invalidAmount, layer, { code: 'invalid_field', path: 'amount' }),
  tooMuch: (left: string, layer: Layer) =>
    new ApiError(400, `Amount is more than is left of the payment: ${left}`, layer, {
      code: 'amount_too_high',
      path: 'amount',
    }),
};

const maxMerchantsReasonLength = 200;

/** What the merchant says of a refund, on one line. */
export const merchantsReason = () =>
  optionalText('reason', maxMerchantsReasonLength, { lines: 'one' }).meta({
    description: `For your records; the buyer reads it on the receipt. At most ${maxMerchantsReasonLength} characters`,
  });

/** What of a payment can be given back: money that arrived. */
export const isRefundable = (payment: { readonly status: string; readonly amountMinor: number }): boolean =>
  payment.status === 'succeeded' && payment.amountMinor > 0;

/** A payment whose money can be given back: 400 for one that did not succeed or was of nothing. */
export function requireRefundable(payment: { readonly status: string; readonly amountMinor: number }, layer: Layer) {
  if (!isRefundable(payment)) throw refundRefusals.nothingPaid(layer);
}

/**
 * The amount of a refund as a caller gives it (an integer is minor units, a string display format), in minor units.
 * Absent: `usualMinor`, where that much is left, else all that is. 400 where nothing is left, for what is no amount, and for more than is left.
 */
export function readRefundAmount(
  given: string | number | undefined,
  {
    leftMinor,
    usualMinor = leftMinor,
    currency,
  }: { readonly leftMinor: number; readonly usualMinor?: number; readonly currency: string },
  layer: Layer,
): number {
  if (leftMinor <= 0) throw refundRefusals.nothingLeft(layer);
  if (given === undefined) return Math.min(usualMinor, leftMinor);
  const asked = parseAmount(given, currency);
  if (asked === undefined) throw refundRefusals.invalidAmount(layer);
  if (asked > leftMinor) throw refundRefusals.tooMuch(formatAmount(leftMinor, currency), layer);
  return asked;
}

/** The first retry comes after a minute; the later, the older the refund is, up to one every six hours. */
const [minWaitMs, maxWaitMs] = [60_000, 6 * 3_600_000];

/**
 * When a refund that is asked about now is asked about again, unless its outcome is known by then: it is lease and
 * backoff in one, and longer than a provider is waited for.
 */
export function nextRefundAttemptAt(createdAt: Date, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, minWaitMs), maxWaitMs));
}
