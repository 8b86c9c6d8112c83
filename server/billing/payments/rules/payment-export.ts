/** CSV exports of payments. The column names are stable, because programs read them. */
import type { CsvColumn } from '#server/domain/csv.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';

/** The exported fields of a payment. */
interface ExportedPayment {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly taxMinor: number;
  readonly refundedMinor: number;
  readonly method: string;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly provider: string;
  readonly providerPaymentId: string | null;
  readonly failureCode: string | null;
  readonly periodNumber: number;
  readonly productName: string;
  readonly buyerEmail: string | null;
  readonly createdAt: Date;
  readonly succeededAt: Date | null;
}

export const paymentColumns: readonly CsvColumn<ExportedPayment>[] = [
  ['payment', ({ id }) => toShortId('PAY', id)],
  ['order', ({ orderId }) => toShortId('ORD', orderId)],
  ['status', ({ status }) => status],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amountMinor, currency }) => formatAmount(amountMinor, currency)],
  ['tax', ({ taxMinor, currency }) => formatAmount(taxMinor, currency)],
  ['refunded', ({ refundedMinor, currency }) => formatAmount(refundedMinor, currency)],
  ['method', ({ method }) => method],
  ['cardBrand', ({ cardBrand }) => cardBrand],
  ['cardLast4', ({ cardLast4 }) => cardLast4],
  ['failureCode', ({ failureCode }) => failureCode],
  ['period', ({ periodNumber }) => periodNumber],
  ['product', ({ productName }) => productName],
  ['buyerEmail', ({ buyerEmail }) => buyerEmail],
  ['provider', ({ provider }) => provider],
  ['providerPayment', ({ providerPaymentId }) => providerPaymentId],
  ['createdAt', ({ createdAt }) => createdAt],
  ['succeededAt', ({ succeededAt }) => succeededAt],
];
