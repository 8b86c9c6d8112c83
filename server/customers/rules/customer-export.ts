/** CSV exports of customers. The column names are stable, because programs read them. */
import type { CsvColumn } from '#server/domain/csv.ts';
import { formatAmount } from '#server/domain/money.ts';

/**
 * A line of the export. A customer has one per currency and payment provider, and a single one without payments. `provider`
 * took this line's payments or, without any, has saved the card.
 */
export interface ExportedCustomer {
  readonly customer: {
    readonly id: string;
    readonly email: string | null;
    readonly identity: string | null;
    readonly country: string | null;
    readonly orders: number;
    readonly firstOrderAt: Date;
    readonly lastOrderAt: Date;
  };
  readonly spent: { readonly currency: string; readonly paidMinor: bigint; readonly refundedMinor: bigint } | undefined;
  readonly provider: string | undefined;
}

export const customerColumns: readonly CsvColumn<ExportedCustomer>[] = [
  ['customer', ({ customer }) => customer.id],
  ['email', ({ customer }) => customer.email],
  ['identity', ({ customer }) => customer.identity],
  ['country', ({ customer }) => customer.country],
  ['orders', ({ customer }) => customer.orders],
  ['firstOrderAt', ({ customer }) => customer.firstOrderAt],
  ['lastOrderAt', ({ customer }) => customer.lastOrderAt],
  ['currency', ({ spent }) => spent?.currency],
  ['paid', ({ spent }) => spent && formatAmount(spent.paidMinor, spent.currency)],
  ['refunded', ({ spent }) => spent && formatAmount(spent.refundedMinor, spent.currency)],
  ['provider', ({ provider }) => provider],
];
