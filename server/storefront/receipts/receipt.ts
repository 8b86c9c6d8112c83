/**
 * Receipts: the data first ({@link Receipt}), then its words ({@link describeReceipt}), which pages and PDF share.
 *
 *   readReceipt(db, { storeId, environment, paymentId, buyer? }, now): Promise<Receipt | undefined>
 *   describeReceipt(receipt, voice): ReceiptText                              in receipt-text.ts, for pages
 *   renderReceiptPdf(receipt, reading): Promise<Uint8Array>                   in pdf.ts
 *   receiptFileName(receipt): string                                          `receipt-PAY_….pdf`
 */
import type { Tx } from '#db/client.ts';
import { findPaidPayment, type ReceiptRows, type ReceiptScope } from '#server/billing/payments/data/receipts.ts';
import type { ChangeTerms } from '#server/billing/quotes/rules/quote-content.ts';
import { periodOf } from '#server/billing/subscriptions/rules/renewal.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';

/** A refund, or several combined if there are too many for one page. */
export interface ReceiptRefund {
  /** The date of the first of several; null for one refund. */
  readonly since: string | null;
  readonly at: string;
  readonly amountMinor: number;
  readonly taxMinor: number;
  /** The merchant's reason, if it fits. */
  readonly reason: string | null;
}

/** Credit that paid a price or a part of it. */
export interface ReceiptCredit {
  readonly usedMinor: number;
  /** The plan change that granted the credit; null for a later charge. */
  readonly change: { readonly terms: ChangeTerms; readonly fromPlan: string; readonly leftMinor: number } | null;
}

/** A receipt: plain JSON values. Amounts are in minor units of `currency`, times in ISO 8601. */
export interface Receipt {
  /** The payment's id, `PAY_…`: every payment has one receipt. */
  readonly number: string;
  readonly orderId: string;
  readonly environment: Environment;
  /** Paid through the sandbox, without real money. */
  readonly isSandbox: boolean;
  readonly paidAt: string;
  readonly seller: {
    readonly name: string;
    readonly website: string | null;
    readonly supportEmail: string | null;
  };
  readonly buyer: {
    readonly email: string | null;
    /** For businesses only. */
    readonly businessName: string | null;
    readonly taxId: string | null;
    readonly country: string | null;
    readonly state: string | null;
    readonly postcode: string | null;
  };
  readonly line: {
    readonly productName: string;
    /** For subscriptions only, from here. */
    readonly billingPeriod: BillingPeriod | null;
    readonly isTrial: boolean;
    /** The covered period, to the start of the next one. */
    readonly period: { readonly from: string; readonly to: string } | null;
  };
  readonly currency: string;
  /** The price without tax, and the tax: charged or paid with credit. */
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  /** The part of the price that credit paid, tax included; null without. */
  readonly credit: ReceiptCredit | null;
  /** The amount charged: the price less the credit. */
  readonly totalMinor: number;
  readonly taxRateMillionths: number;
  /** As stored with the payment: `VAT`, `GST + PST`, `VAT, reverse charge`; null without tax. */
  readonly taxName: string | null;
  readonly method: {
    /** `card`, or the provider's name of a wallet or bank debit. */
    readonly type: string;
    readonly cardBrand: string | null;
    readonly cardLast4: string | null;
  };
  /** Later refunds, oldest first. */
  readonly refunds: readonly ReceiptRefund[];
}

/**
 * The receipt of a successful payment; undefined if the payment is out of scope, did not succeed or does not exist.
 * `paymentId` is a Short ID or a UUID; `buyer` limits it to a customer's own payments.
 */
export async function readReceipt(
  db: Tx,
  { paymentId, ...scope }: ReceiptScope & { readonly paymentId: string },
  now: Date,
): Promise<Receipt | undefined> {
  const id = fromShortId('PAY', paymentId);
  const rows = id && (await findPaidPayment(db, scope, id));
  return rows ? receiptOf(rows, now) : undefined;
}

function receiptOf(rows: ReceiptRows, now: Date): Receipt {
  const { payment, order, store, productName, refunds } = rows;
  const { billingDetail } = order;
  const paidAt = payment.succeededAt ?? payment.updatedAt;
  const { isBusiness = false } = billingDetail ?? {};
  return {
    number: toShortId('PAY', payment.id),
    orderId: toShortId('ORD', order.id),
    environment: payment.environment,
    isSandbox: payment.provider === 'sandbox',
    paidAt: paidAt.toISOString(),
    seller: { name: store.name, website: store.website, supportEmail: store.supportEmail },
    buyer: {
      email: order.buyerEmail,
      businessName: (isBusiness && billingDetail?.businessName) || null,
      taxId: (isBusiness && billingDetail?.taxId) || null,
      country: billingDetail?.country ?? null,
      state: billingDetail?.state ?? null,
      postcode: billingDetail?.postcode ?? null,
    },
    line: { productName, billingPeriod: order.billingPeriod, ...coverOf(order, paidAt < now ? paidAt : now) },
    currency: payment.currency,
    subtotalMinor: payment.amountMinor + payment.creditUsedMinor - payment.taxMinor - payment.creditUsedTaxMinor,
    taxMinor: payment.taxMinor + payment.creditUsedTaxMinor,
    credit: creditOf(rows),
    totalMinor: payment.amountMinor,
    taxRateMillionths: payment.taxRateMillionths,
    taxName: payment.taxName,
    method: { type: payment.method, cardBrand: payment.cardBrand, cardLast4: payment.cardLast4 },
    refunds: summarizeRefunds(refunds, payment.creditUsedMinor > 0 ? creditLimits : usualLimits),
  };
}

function creditOf({ payment: { creditUsedMinor }, change }: ReceiptRows): ReceiptCredit | null {
  if (creditUsedMinor === 0) return null;
  const terms = change?.content.change;
  return {
    usedMinor: creditUsedMinor,
    change: change && terms ? { terms, fromPlan: change.fromPlan, leftMinor: change.content.creditLeftMinor } : null,
  };
}

/** Limits that keep a receipt on one page: refund lines, and refund lines with a reason. Credit takes lines, too. */
const usualLimits = { maxLines: 4, maxReasons: 2 };
const creditLimits = { maxLines: 2, maxReasons: 1 };

/** Successful refunds, oldest first. If there are too many, the oldest are combined. */
export function summarizeRefunds(
  refunds: ReceiptRows['refunds'],
  { maxLines, maxReasons }: typeof usualLimits = usualLimits,
): ReceiptRefund[] {
  const all = refunds.map(({ succeededAt, updatedAt, amountMinor, taxMinor, reason }) => ({
    since: null,
    at: (succeededAt ?? updatedAt).toISOString(),
    amountMinor,
    taxMinor,
    reason: refunds.length <= maxReasons ? reason : null,
  }));
  const early = all.length > maxLines ? all.slice(0, all.length - maxLines + 1) : [];
  const [first, last] = [early[0], early.at(-1)];
  if (!first || !last) return all;
  const sum = (field: 'amountMinor' | 'taxMinor') => early.reduce((total, refund) => total + refund[field], 0);
  const together = { ...last, since: first.at, amountMinor: sum('amountMinor'), taxMinor: sum('taxMinor') };
  return [together, ...all.slice(early.length)];
}

/** The covered period of a subscription payment: the trial or a billing period. */
function coverOf(order: ReceiptRows['order'], paidAt: Date): Pick<Receipt['line'], 'isTrial' | 'period'> {
  if (!order.startedAt) return { isTrial: false, period: null };
  let number = order.trialEndsAt ? 0 : 1;
  while (periodOf(order, number).end <= paidAt) number += 1;
  const { start, end } = periodOf(order, number);
  return { isTrial: number === 0, period: { from: start.toISOString(), to: end.toISOString() } };
}

/** The file name of the PDF. */
export const receiptFileName = ({ number }: Receipt): string => `receipt-${number}.pdf`;
